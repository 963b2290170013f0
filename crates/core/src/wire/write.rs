//! Answers as JSON. The order of the fields is that of the types.

use super::{
    AggregateAnswer, Aggregated, Entry, ExpectedLine, Failure, GradeAnswer, Graded, MarkdownAnswer,
    ParseExpectedAnswer, ParseResponseAnswer, ParsedExpected, ParsedLine, ParsedResponse,
    PassFigures, RenderedMarkdown, RunSegment, WireDiagnosis, WireLine, WireLineDiagnosis,
    WireRightAnyway, WireRoot, WireScore, WireSpan, WireWarning, XmlValue,
};
use crate::diagnose::TableSlip;
use crate::error::Position;
use crate::grade::Verdict;
use crate::json::{ToJson, Writer};
use crate::response::MatchedBy;

/// Writes fields, each with the text before its value in one piece: many small copies are what
/// takes time. The first one follows `$before`, `{` or a comma.
macro_rules! fields {
    ($to:ident, $before:literal $first:literal: $write:ident($($value:expr),*)
        $(, $name:literal: $more:ident($($other:expr),*))* $(,)?) => {
        $to.raw(concat!($before, "\"", $first, "\":"));
        $to.$write($($value),*);
        $(
            $to.raw(concat!(",\"", $name, "\":"));
            $to.$more($($other),*);
        )*
    };
}

/// Writes an object of nothing but fields.
macro_rules! object {
    ($to:ident, $($fields:tt)*) => {
        fields!($to, "{" $($fields)*);
        $to.raw("}");
    };
}

pub(super) use fields;

impl ToJson for GradeAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Graded(answer) => answer.write(to),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for ParseResponseAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Parsed(answer) => answer.write(to),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for ParseExpectedAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Parsed(answer) => answer.write(to),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for AggregateAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Aggregated(answer) => answer.write(to),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for MarkdownAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Rendered(answer) => answer.write(to),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for RenderedMarkdown {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "ok": boolean(self.ok),
            "markdown": text(&self.markdown),
        );
    }
}

impl ToJson for Failure {
    fn write(&self, to: &mut Writer) {
        let error = &self.error;
        fields!(to, "{" "ok": boolean(self.ok));
        fields!(to, ",\"error\":{" "code": text(error.code),
            "message": text(&error.message),
            "help": text(&error.help),
            "position": optional(error.position.as_ref()));
        to.raw("}}");
    }
}

impl ToJson for Position {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "offset": whole(self.offset),
            "line": whole(self.line),
            "column": whole(self.column),
        );
    }
}

impl ToJson for Graded {
    fn write(&self, to: &mut Writer) {
        let other = &self.other_mode;
        fields!(to, "{" "ok": boolean(self.ok),
            "case": optional_text(self.case.as_deref()),
            "taxYear": whole(self.tax_year.into()),
            "jurisdiction": text(self.jurisdiction.as_str()),
            "profile": text(&self.profile),
            "profileSource": text(&self.profile_source),
            "mode": text(self.mode),
            "format": text(self.format.as_str()));
        to.raw(",");
        score_fields(&self.score, to);
        to.raw(",\"emptyAnswer\":{");
        score_fields(&self.empty_answer, to);
        fields!(to, "},\"otherMode\":{" "mode": text(other.mode));
        to.raw(",");
        score_fields(&other.score, to);
        fields!(to, "," "lines": texts(&other.lines));
        fields!(to, "}," "lines": array(&self.lines),
            "warnings": array(&self.warnings));
        if let Some(diagnosis) = &self.diagnosis {
            fields!(to, "," "diagnosis": value(diagnosis));
        }
        to.raw("}");
    }
}

pub(super) fn score_fields(score: &WireScore, to: &mut Writer) {
    fields!(to, "" "strictCorrect": boolean(score.strict_correct),
        "lenientCorrect": boolean(score.lenient_correct),
        "correctByLine": share(score.correct_by_line.0),
        "lenientByLine": share(score.lenient_by_line.0));
}

impl ToJson for WireLine {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "line": text(&self.line),
            "label": text(&self.label),
            "xpath": optional_text(self.xpath.as_deref()),
            "scored": boolean(self.scored),
            "expected": optional_dollars(self.expected),
            "actual": optional_dollars(self.actual),
            "difference": optional_dollars(self.difference),
            "verdict": optional_text(self.verdict.map(Verdict::as_str)),
            "reading": text(self.reading),
            "matchedBy": optional_text(self.matched_by.map(MatchedBy::as_str)),
            "span": optional(self.span.as_ref()),
        );
    }
}

impl ToJson for WireSpan {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "start": whole(self.start),
            "end": whole(self.end),
        );
    }
}

impl ToJson for WireWarning {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "code": text(self.code),
            "message": text(&self.message),
            "span": optional(self.span.as_ref()),
        );
    }
}

impl ToJson for WireDiagnosis {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "summary": text(&self.summary),
            "wrongLines": whole(self.wrong_lines),
            "firstWrongLine": optional_text(self.first_wrong_line.as_deref()),
            "roots": array(&self.roots),
            "lines": array(&self.lines),
            "rightAnyway": array(&self.right_anyway),
        );
    }
}

impl ToJson for WireRoot {
    fn write(&self, to: &mut Writer) {
        let mended = &self.if_mended;
        fields!(to, "{" "line": text(&self.line),
            "kind": text(self.kind.as_str()),
            "tableSlip": optional_text(self.table_slip.map(TableSlip::as_str)),
            "phrase": text(&self.phrase));
        to.raw(",\"ifMended\":{");
        score_fields(&mended.score, to);
        fields!(to, "," "becomesRight": texts(&mended.becomes_right));
        to.raw("}}");
    }
}

impl ToJson for WireLineDiagnosis {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "line": text(&self.line),
            "scored": boolean(self.scored),
            "kind": text(self.kind.as_str()),
            "tableSlip": optional_text(self.table_slip.map(TableSlip::as_str)),
            "expected": dollars(self.expected),
            "actual": optional_dollars(self.actual),
            "byOwnLines": optional_dollars(self.by_own_lines),
            "upstream": texts(&self.upstream),
            "roots": texts(&self.roots),
            "sentence": text(&self.sentence),
        );
    }
}

impl ToJson for WireRightAnyway {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "line": text(&self.line),
            "byOwnLines": dollars(self.by_own_lines),
            "sentence": text(&self.sentence),
        );
    }
}

impl ToJson for ParsedResponse {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "ok": boolean(self.ok),
            "profile": text(&self.profile),
            "mode": text(self.mode),
            "format": text(self.format.as_str()),
            "lines": array(&self.lines),
            "warnings": array(&self.warnings),
        );
    }
}

impl ToJson for ParsedLine {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "line": text(&self.line),
            "label": text(&self.label),
            "scored": boolean(self.scored),
            "amount": optional_dollars(self.amount),
            "reading": text(self.reading),
            "matchedBy": text(self.matched_by.as_str()),
            "span": optional(self.span.as_ref()),
        );
    }
}

impl ToJson for ParsedExpected {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "ok": boolean(self.ok),
            "taxYear": whole(self.tax_year.into()),
            "jurisdiction": text(self.jurisdiction.as_str()),
            "profile": text(&self.profile),
            "lines": array(&self.lines),
            "values": array(&self.values),
        );
    }
}

impl ToJson for ExpectedLine {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "line": text(&self.line),
            "label": text(&self.label),
            "xpath": text(&self.xpath),
            "scored": boolean(self.scored),
            "amount": optional_dollars(self.amount),
        );
    }
}

impl ToJson for XmlValue {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "path": text(&self.path),
            "text": text(&self.text),
        );
    }
}

impl ToJson for Aggregated {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "ok": boolean(self.ok),
            "total": whole(self.total as usize),
            "entries": array(&self.entries),
            "markdown": text(&self.markdown),
        );
    }
}

impl ToJson for Entry {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "provider": text(&self.provider),
            "model": text(&self.model),
            "thinking": text(&self.thinking),
            "tools": text(&self.tools),
            "cases": whole(self.cases),
            "runs": whole(self.runs),
            "strict": share(self.strict.0),
            "lenient": share(self.lenient.0),
            "byLine": share(self.by_line.0),
            "lenientByLine": share(self.lenient_by_line.0),
            "segments": array(&self.segments),
        );
    }
}

impl ToJson for RunSegment {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "runs": whole(self.runs),
            "cases": whole(self.cases),
            "strict": share(self.strict.0),
            "lenient": share(self.lenient.0),
            "byLine": share(self.by_line.0),
            "lenientByLine": share(self.lenient_by_line.0),
            "passAt": array(&self.pass_at),
            "passHat": array(&self.pass_hat),
        );
    }
}

impl ToJson for PassFigures {
    fn write(&self, to: &mut Writer) {
        object!(to,
            "k": whole(self.k),
            "strict": share(self.strict.0),
            "lenient": share(self.lenient.0),
        );
    }
}
