//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Grades US tax returns written by language models, line by line, against the expected IRS e-file
/// XML.
#[derive(Debug, Parser)]
#[command(name = "taxgrade", version, long_about = None, after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done, whatever the score; 1 something could not be graded, \
a demanded score was not reached, or a forbidden regression was found; 2 wrong usage.";

/// What can be done.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Grade one response, or a stream of them with --jsonl
    Grade(GradeArguments),
    /// Ask models for the returns of a benchmark folder, or take saved outputs, grade them and print
    /// the leaderboard
    Bench(BenchArguments),
    /// Report on saved outputs: leaderboard, charts, lines that fail and why, every run
    Report(ReportArguments),
    /// Compare two folders of results, two models or two days: what broke, what was fixed, and
    /// whether it is luck
    Compare(CompareArguments),
    /// Put partial aggregates together and print their leaderboard
    Merge(MergeArguments),
    /// Print the instructions that a model gets for a case
    Prompt(PromptArguments),
    /// List the cases of a folder, and what is missing or wrong with them
    Cases(CasesArguments),
    /// Check expected returns against their own forms: sums, tax table, unknown elements
    Audit(AuditArguments),
    /// Print the scored lines of a form, or read them from an evaluator's Python source
    #[command(subcommand)]
    Profile(ProfileCommand),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or that of a command
    Man {
        /// The command, such as `bench` or `profile import`
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
}

/// Arguments of `grade`.
#[derive(Debug, Args)]
pub struct GradeArguments {
    /// The response to grade, or `-` for standard input; with --jsonl the requests
    #[arg(value_name = "RESPONSE", default_value = "-")]
    pub response: PathBuf,
    /// The expected return: an output.xml
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "jsonl",
        conflicts_with = "jsonl"
    )]
    pub expected: Option<PathBuf>,
    /// Name of the case, shown and cross-checked with the return
    #[arg(long, value_name = "NAME", conflicts_with = "jsonl")]
    pub case: Option<String>,
    /// Profile to score by: `builtin`, a built-in name or a profile file
    #[arg(long, value_name = "NAME|FILE")]
    pub profile: Option<String>,
    /// How amounts are read
    #[arg(long, value_enum, default_value_t = ReadingMode::Robust)]
    pub mode: ReadingMode,
    /// Largest difference in dollars that counts as right leniently
    #[arg(long, value_name = "DOLLARS", default_value = "5")]
    pub tolerance: String,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = Format::Table, conflicts_with = "jsonl")]
    pub format: Format,
    /// Show lines that are not scored as well
    #[arg(long, conflicts_with = "jsonl")]
    pub all_lines: bool,
    /// Leave out why lines are wrong
    #[arg(long)]
    pub no_diagnosis: bool,
    /// Exit with 1 unless the return is correct
    #[arg(long, value_enum, value_name = "HOW", conflicts_with = "jsonl")]
    pub require: Option<Require>,
    /// Exit with 1 when fewer than so many percent of the scored lines are exactly right
    #[arg(long, value_name = "PERCENT", conflicts_with = "jsonl", value_parser = percent)]
    pub fail_under: Option<f64>,
    /// Read one JSON request a line and write one graded answer a line
    #[arg(long)]
    pub jsonl: bool,
    /// Where requests that name a `case` find it
    #[arg(long, value_name = "DIR", requires = "jsonl")]
    pub data_dir: Option<PathBuf>,
    /// With --jsonl, write the exact counts per case and configuration here at the end, to be put
    /// together with others by `taxgrade merge`. A request's `id` may be an object with `provider`,
    /// `model`, `thinking`, `tools`, `case` and `stop`
    #[arg(long, value_name = "FILE", requires = "jsonl")]
    pub aggregate: Option<PathBuf>,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("a percentage from 0 to 100 is needed, such as 80".to_owned()),
    }
}

/// How amounts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReadingMode {
    /// What models mean; text that is not one amount is wrong
    Robust,
    /// As the upstream evaluator reads: a plain number after the last pipe, else 0
    Upstream,
}

impl From<ReadingMode> for taxgrade::Mode {
    fn from(mode: ReadingMode) -> Self {
        match mode {
            ReadingMode::Robust => Self::Robust,
            ReadingMode::Upstream => Self::Upstream,
        }
    }
}

/// Form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// For programs
    Json,
    /// For pull requests and wikis; of one response, its evaluation report
    Markdown,
    /// For spreadsheets: one row a line of the form, or of the leaderboard
    Csv,
}

/// What a return must be for exit code 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Require {
    /// Every scored line is equal
    Strict,
    /// Every scored line is within the tolerance
    Lenient,
}

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(after_help = BENCH_HELP)]
pub struct BenchArguments {
    /// Tax year of the data set
    #[arg(long, value_enum, default_value_t = TaxYear::Ty25)]
    pub tax_year: TaxYear,
    /// Only this case
    #[arg(long, value_name = "CASE")]
    pub test_name: Option<String>,
    /// Only this provider: anthropic, gemini, openai, or compatible for any server with OpenAI's
    /// chat completions
    #[arg(long)]
    pub provider: Option<String>,
    /// Only this model; all of the tax year's list when left out
    #[arg(long)]
    pub model: Option<String>,
    /// Only this thinking level; `none` means lobotomized. When left out, calls are made at every
    /// level for ty25 and at high for ty24, and saved outputs of every level are graded
    #[arg(long, value_enum)]
    pub thinking_level: Option<ThinkingLevel>,
    /// Only runs with this tool. When left out, calls are made without tools, and saved outputs
    /// with and without tools are graded
    #[arg(long, value_enum)]
    pub tool_use: Option<ToolUse>,
    /// Grade saved outputs instead of calling models
    #[arg(long)]
    pub quick_eval: bool,
    /// Print the evaluation of every run
    #[arg(long)]
    pub print_results: bool,
    /// Print pass@1 and pass^k where cases ran more than once
    #[arg(long)]
    pub print_pass_k: bool,
    /// Save every answer with an evaluation report beside it; with --quick-eval the reports alone
    #[arg(long)]
    pub save_outputs: bool,
    /// Do not make calls whose answers are saved already, and leave their reports alone; needs
    /// --save-outputs
    #[arg(long, requires = "save_outputs")]
    pub skip_already_run: bool,
    /// Runs of each case: so many calls (1 when left out), or saved outputs at most, the lowest run
    /// numbers first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub num_runs: Option<u32>,
    /// A benchmark checkout, a folder with ty24/ or ty25/ in it, or a folder of cases
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub data_dir: PathBuf,
    /// How saved outputs are scored
    #[command(flatten)]
    pub scoring: ScoringArguments,
    /// Form of the summary
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Write the exact counts per case and configuration here, to be put together with others by
    /// `taxgrade merge`
    #[arg(long, value_name = "FILE")]
    pub aggregate: Option<PathBuf>,
    /// Calls at a time to each provider (4 when left out), or threads that grade saved outputs (one
    /// a processor)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// What only calls need
    #[command(flatten)]
    pub calls: CallArguments,
}

const BENCH_HELP: &str = "Keys come from the environment or from a file .env in the working folder: \
ANTHROPIC_API_KEY, GEMINI_API_KEY, OPENAI_API_KEY, and TAXGRADE_COMPATIBLE_API_KEY where a compatible \
server wants one. ANTHROPIC_BASE_URL, GEMINI_BASE_URL, OPENAI_BASE_URL and \
TAXGRADE_COMPATIBLE_BASE_URL replace the providers' addresses.\n\nA call that fails is listed and not \
graded, and the exit code is then 1. A refusal, an empty or a cut answer is saved and graded.";

/// How saved outputs are scored.
#[derive(Debug, Args)]
pub struct ScoringArguments {
    /// Profile to score by: `builtin`, a built-in name or a profile file. Read from the checkout's
    /// own definitions when left out and there are any
    #[arg(long, value_name = "NAME|FILE")]
    pub profile: Vec<String>,
    /// How amounts are read
    #[arg(long, value_enum, default_value_t = ReadingMode::Robust)]
    pub mode: ReadingMode,
}

/// Arguments for calling models.
#[derive(Debug, Args)]
pub struct CallArguments {
    /// Where the provider is reached, such as http://localhost:11434; needs --provider or --model
    #[arg(long, value_name = "URL", conflicts_with = "quick_eval")]
    pub base_url: Option<String>,
    /// Instructions to send instead of the built-in ones; see `taxgrade prompt --template`
    #[arg(long, value_name = "FILE", conflicts_with = "quick_eval")]
    pub prompt_file: Option<PathBuf>,
    /// Models and their capabilities, beside or instead of the built-in ones
    #[arg(long, value_name = "FILE", conflicts_with = "quick_eval")]
    pub models_file: Option<PathBuf>,
    /// Seconds that a call may take, tries and waits together
    #[arg(long, value_name = "SECONDS", default_value_t = 3600,
        value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
    /// How often a failed call is tried again, where that can help
    #[arg(long, value_name = "N", default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(0..=100))]
    pub retries: u32,
    /// Say what would be called and how much would be sent, and call nothing
    #[arg(long, conflicts_with = "quick_eval")]
    pub dry_run: bool,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// A benchmark checkout, a folder with ty24/ or ty25/ in it, or a folder of cases
    #[arg(value_name = "DIR", default_value = ".")]
    pub data_dir: PathBuf,
    /// Only this data set; every one that has saved outputs when left out
    #[arg(long, value_enum)]
    pub tax_year: Option<TaxYear>,
    /// Only this provider
    #[arg(long)]
    pub provider: Option<String>,
    /// Only this model
    #[arg(long)]
    pub model: Option<String>,
    /// Only this thinking level; `none` means lobotomized
    #[arg(long, value_enum)]
    pub thinking_level: Option<ThinkingLevel>,
    /// Form of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Terminal)]
    pub format: ReportFormat,
    /// Write the report here instead of printing it
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the HTML report here as well
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the overall and the detailed picture of each tax year here, as SVG and PNG
    #[arg(long, value_name = "DIR")]
    pub charts: Option<PathBuf>,
    /// Write the exact counts per case and configuration here, to be put together with others by
    /// `taxgrade merge`
    #[arg(long, value_name = "FILE")]
    pub aggregate: Option<PathBuf>,
    /// How saved outputs are scored
    #[command(flatten)]
    pub scoring: ScoringArguments,
}

/// Form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people at a terminal
    Terminal,
    /// For pull requests and wikis
    Markdown,
    /// For programs, every run with its wrong lines
    Json,
    /// One row a run
    Csv,
    /// JUnit XML for build servers: a run of a case is a test
    Junit,
    /// One file that opens in a browser from disk
    Html,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// What was before: a folder of results, provider/model[/thinking], or a day such as 2026-03-31
    #[arg(value_name = "FIRST")]
    pub first: String,
    /// What it is compared with, in the same words
    #[arg(value_name = "SECOND")]
    pub second: String,
    /// Where the cases are, and the saved outputs of models and days: a benchmark checkout, a folder
    /// with ty24/ or ty25/ in it, or a folder of cases
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub data_dir: PathBuf,
    /// Only this data set
    #[arg(long, value_enum)]
    pub tax_year: Option<TaxYear>,
    /// Form of the comparison
    #[arg(long, value_enum, default_value_t = CompareFormat::Human)]
    pub format: CompareFormat,
    /// Exit with 1 when the second is worse: a line that is right in fewer runs, a return that is,
    /// or a strict score that luck does not explain
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true,
        default_missing_value = "line")]
    pub fail_on_regression: Option<Regression>,
    /// How saved outputs are scored
    #[command(flatten)]
    pub scoring: ScoringArguments,
}

/// Form of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// For people at a terminal
    Human,
    /// For pull requests
    Markdown,
    /// For programs
    Json,
    /// One row a line of the form
    Csv,
}

/// What counts as a regression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Regression {
    /// A line, or a return, that is right in fewer runs
    Line,
    /// A return that is strictly correct in fewer runs
    Return,
    /// A lower strict score that the permutation test does not take for luck
    Significant,
}

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub struct MergeArguments {
    /// Partial aggregates, written by --aggregate or by an earlier merge
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Take parts that hold the same runs, and count all of them. When left out, such a part is
    /// refused as a copy of another
    #[arg(long)]
    pub allow_equal: bool,
    /// Write the merged aggregate here
    #[arg(long, value_name = "FILE")]
    pub aggregate: Option<PathBuf>,
    /// Form of the leaderboard
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Print pass@1 and pass^k where cases ran more than once
    #[arg(long)]
    pub print_pass_k: bool,
}

/// Arguments of `prompt`.
#[derive(Debug, Args)]
pub struct PromptArguments {
    /// The case's name, or its folder
    #[arg(required_unless_present = "template")]
    pub case: Option<String>,
    /// A benchmark checkout, a folder with ty24/ or ty25/ in it, or a folder of cases
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub data_dir: PathBuf,
    /// Tax year, where cases of both years have the name
    #[arg(long, value_enum)]
    pub tax_year: Option<TaxYear>,
    /// With what is said to a model that may use this tool
    #[arg(long, value_enum)]
    pub tool_use: Option<ToolUse>,
    /// Fill in this template instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub prompt_file: Option<PathBuf>,
    /// Print the tax year's template (ty25 when left out), to edit and pass back with --prompt-file
    #[arg(long, conflicts_with_all = ["case", "prompt_file"])]
    pub template: bool,
}

/// The data sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TaxYear {
    /// Tax year 2024, federal
    Ty24,
    /// Tax year 2025, federal and four states
    Ty25,
}

impl TaxYear {
    /// Name of the data set's folder.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Ty24 => "ty24",
            Self::Ty25 => "ty25",
        }
    }

    /// The tax year.
    #[must_use]
    pub const fn year(self) -> u16 {
        match self {
            Self::Ty24 => 2024,
            Self::Ty25 => 2025,
        }
    }
}

/// How much a model was let think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ThinkingLevel {
    /// Every level
    All,
    /// The same as lobotomized
    None,
    /// As little as the model allows
    Lobotomized,
    /// Low
    Low,
    /// Medium
    Medium,
    /// High
    High,
    /// As much as the model allows
    Ultrathink,
}

impl ThinkingLevel {
    /// The word in file names; `None` for every level.
    #[must_use]
    pub const fn as_str(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::None | Self::Lobotomized => Some("lobotomized"),
            Self::Low => Some("low"),
            Self::Medium => Some("medium"),
            Self::High => Some("high"),
            Self::Ultrathink => Some("ultrathink"),
        }
    }
}

/// Tools a model may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ToolUse {
    /// Web search
    WebSearch,
}

/// Arguments of `cases`.
#[derive(Debug, Args)]
pub struct CasesArguments {
    /// A benchmark checkout, a folder with ty24/ or ty25/ in it, or a folder of cases
    #[arg(value_name = "DIR", default_value = ".")]
    pub data_dir: PathBuf,
    /// Only this data set
    #[arg(long, value_enum)]
    pub tax_year: Option<TaxYear>,
    /// Form of the list
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub format: ListFormat,
}

/// Arguments of `audit`.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 nothing was found; 1 something was; 2 something could not be read."
)]
pub struct AuditArguments {
    /// Expected returns, or folders with any number of output.xml below them
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Profile to check by: a built-in name or a profile file
    #[arg(long, value_name = "NAME|FILE")]
    pub profile: Option<String>,
    /// Form of the findings
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    pub format: ListFormat,
}

/// Form of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For people
    Table,
    /// For programs
    Json,
}

/// What can be done with profiles.
#[derive(Debug, Subcommand)]
pub enum ProfileCommand {
    /// List the built-in profiles
    List,
    /// Print a profile as JSON, to edit and pass back with --profile
    Show {
        /// A built-in name such as us-ty24, or a profile file
        profile: String,
    },
    /// Read profiles from Python source that pairs line labels with XPaths, and print them
    Import {
        /// The Python file
        source: PathBuf,
        /// Tax year of the definitions
        #[arg(long, value_enum, default_value_t = TaxYear::Ty25)]
        tax_year: TaxYear,
    },
}
