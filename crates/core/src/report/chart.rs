//! Charts as SVG, each with a description for screen readers and a table of what it shows.
//!
//! Colours come from classes, so that a page's style sheet, which a strict content security policy
//! allows by its hash, can turn them dark; a file of its own carries the style sheet with it.
//! Nothing is told by colour alone: bars and cells have their figures, lines their numbers.

#![expect(
    clippy::float_arithmetic,
    reason = "places on a drawing, and shares of finished grades"
)]

mod bars;
mod curves;
mod heat;
mod overview;
mod scatter;
mod svg;

pub use svg::{Chart, DataTable, Theme};

pub(crate) use bars::{line_failures, root_causes, standings};
pub(crate) use curves::{pass_curves, thinking_levels};
pub(crate) use heat::heat_map;
pub use overview::{Picture, picture};
pub(crate) use scatter::strict_by_line;
pub(crate) use svg::{CHART_DARK, CHART_LIGHT};
