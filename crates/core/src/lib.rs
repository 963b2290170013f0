//! Grades a US tax return written by a language model, line by line, against the expected IRS
//! e-file (MeF) XML.
//!
//! The crate is pure: values in, values out. It opens no file, reads no clock, spawns no thread
//! and knows nothing of JavaScript, so the command line, the npm package and the browser page
//! share one implementation and give the same bytes for the same input.
//!
//! ```
//! use taxgrade::{AnswerKey, ExpectedReturn, Mode, Profile};
//!
//! let xml = "<Return><ReturnHeader><TaxYr>2024</TaxYr></ReturnHeader><ReturnData><IRS1040>\
//!            <WagesAmt>47900</WagesAmt></IRS1040></ReturnData></Return>";
//! let expected = ExpectedReturn::parse(xml)?;
//! let profile = Profile::for_return(&expected)?;
//! let key = AnswerKey::new(&expected, profile)?;
//! let graded = key.grade("Line 1a: Total amount from Form(s) W-2, box 1 | | $47,900", Mode::Robust)?;
//! assert!(graded.score.strict_correct());
//! # Ok::<(), taxgrade::Error>(())
//! ```

pub mod audit;
pub mod compare;
pub mod counted;
pub mod counts;
pub mod diagnose;
pub mod error;
pub mod expected;
pub mod formula;
pub mod generation;
pub mod grade;
pub mod insight;
pub mod json;
pub mod layout;
pub mod metrics;
pub mod money;
pub mod notes;
pub mod profile;
pub mod prompt;
pub mod provider;
pub mod report;
pub mod response;
pub mod results;
mod sort;
pub mod statistics;
pub mod tax;
pub mod text;
pub mod wire;

pub use audit::audit;
pub use diagnose::{Diagnosis, Examiner};
pub use error::Error;
pub use expected::ExpectedReturn;
pub use grade::{AnswerKey, GradedLine, GradedReturn, Mode, Score, Verdict};
pub use money::Cents;
pub use profile::Profile;
