//! Answers as JSON. The order of the fields is that of the types.

use super::{
    AggregateAnswer, Aggregated, Entry, ExpectedLine, Failure, GradeAnswer, Graded, MarkdownAnswer,
    ParseExpectedAnswer, ParseResponseAnswer, ParsedExpected, ParsedLine, ParsedResponse,
    PassFigures, RunSegment, Share, WireDiagnosis, WireLine, WireLineDiagnosis, WireRoot,
    WireScore, WireSpan, WireWarning, XmlValue,
};
use crate::diagnose::TableSlip;
use crate::json::{ToJson, Writer};

impl ToJson for GradeAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Graded(graded) => to.object(&|to| graded.write_fields(to)),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for ParseResponseAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Parsed(parsed) => to.object(&|to| parsed.write_fields(to)),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for ParseExpectedAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Parsed(parsed) => to.object(&|to| parsed.write_fields(to)),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for AggregateAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Aggregated(aggregated) => to.object(&|to| aggregated.write_fields(to)),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for MarkdownAnswer {
    fn write(&self, to: &mut Writer) {
        match self {
            Self::Rendered(rendered) => to.object(&|to| {
                to.field("ok").boolean(rendered.ok);
                to.field("markdown").text(&rendered.markdown);
            }),
            Self::Failed(failure) => failure.write(to),
        }
    }
}

impl ToJson for Failure {
    fn write(&self, to: &mut Writer) {
        let error = &self.error;
        to.object(&|to| {
            to.field("ok").boolean(self.ok);
            to.field("error").object(&|to| {
                to.field("code").text(error.code);
                to.field("message").text(&error.message);
                to.field("help").text(&error.help);
                to.field("position")
                    .optional(error.position, |to, position| {
                        to.object(&|to| {
                            to.field("offset").whole(position.offset);
                            to.field("line").whole(position.line);
                            to.field("column").whole(position.column);
                        });
                    });
            });
        });
    }
}

impl Graded {
    fn write_fields(&self, to: &mut Writer) {
        to.field("ok").boolean(self.ok);
        to.field("case").optional_text(self.case.as_deref());
        to.field("taxYear").whole(self.tax_year.into());
        to.field("jurisdiction").text(self.jurisdiction.as_str());
        to.field("profile").text(&self.profile);
        to.field("profileSource").text(&self.profile_source);
        to.field("mode").text(self.mode);
        to.field("format").text(self.format.as_str());
        score_fields(&self.score, to);
        to.field("emptyAnswer")
            .object(&|to| score_fields(&self.empty_answer, to));
        to.field("otherMode").object(&|to| {
            to.field("mode").text(self.other_mode.mode);
            score_fields(&self.other_mode.score, to);
            to.field("lines").texts(&self.other_mode.lines);
        });
        to.field("lines").array(&self.lines, line);
        to.field("warnings").array(&self.warnings, warning);
        if let Some(diagnosis) = &self.diagnosis {
            to.field("diagnosis")
                .object(&|to| diagnosis.write_fields(to));
        }
    }
}

fn line(to: &mut Writer, line: &WireLine) {
    to.object(&|to| {
        to.field("line").text(&line.line);
        to.field("label").text(&line.label);
        to.field("xpath").optional_text(line.xpath.as_deref());
        to.field("scored").boolean(line.scored);
        to.field("expected").optional_dollars(line.expected);
        to.field("actual").optional_dollars(line.actual);
        to.field("difference").optional_dollars(line.difference);
        let verdict = line.verdict.map(|verdict| verdict.as_str());
        to.field("verdict").optional_text(verdict);
        to.field("reading").text(line.reading);
        let matched_by = line.matched_by.map(|matched_by| matched_by.as_str());
        to.field("matchedBy").optional_text(matched_by);
        to.field("span").optional(line.span, span);
    });
}

fn span(to: &mut Writer, span: WireSpan) {
    to.object(&|to| {
        to.field("start").whole(span.start);
        to.field("end").whole(span.end);
    });
}

fn warning(to: &mut Writer, warning: &WireWarning) {
    to.object(&|to| {
        to.field("code").text(warning.code);
        to.field("message").text(&warning.message);
        to.field("span").optional(warning.span, span);
    });
}

fn score_fields(score: &WireScore, to: &mut Writer) {
    to.field("strictCorrect").boolean(score.strict_correct);
    to.field("lenientCorrect").boolean(score.lenient_correct);
    share("correctByLine", score.correct_by_line, to);
    share("lenientByLine", score.lenient_by_line, to);
}

fn share(name: &str, share: Share, to: &mut Writer) {
    to.field(name).share(share.0);
}

impl WireDiagnosis {
    fn write_fields(&self, to: &mut Writer) {
        to.field("summary").text(&self.summary);
        to.field("wrongLines").whole(self.wrong_lines);
        to.field("firstWrongLine")
            .optional_text(self.first_wrong_line.as_deref());
        to.field("roots").array(&self.roots, root);
        to.field("lines").array(&self.lines, diagnosed_line);
        to.field("rightAnyway")
            .array(&self.right_anyway, |to, one| {
                to.object(&|to| {
                    to.field("line").text(&one.line);
                    to.field("byOwnLines").dollars(one.by_own_lines);
                    to.field("sentence").text(&one.sentence);
                });
            });
    }
}

fn root(to: &mut Writer, root: &WireRoot) {
    to.object(&|to| {
        to.field("line").text(&root.line);
        to.field("kind").text(root.kind.as_str());
        slip(root.table_slip, to);
        to.field("phrase").text(&root.phrase);
        to.field("ifMended").object(&|to| {
            score_fields(&root.if_mended.score, to);
            to.field("becomesRight")
                .texts(&root.if_mended.becomes_right);
        });
    });
}

fn slip(slip: Option<TableSlip>, to: &mut Writer) {
    to.field("tableSlip")
        .optional_text(slip.map(TableSlip::as_str));
}

fn diagnosed_line(to: &mut Writer, line: &WireLineDiagnosis) {
    to.object(&|to| {
        to.field("line").text(&line.line);
        to.field("scored").boolean(line.scored);
        to.field("kind").text(line.kind.as_str());
        slip(line.table_slip, to);
        to.field("expected").dollars(line.expected);
        to.field("actual").optional_dollars(line.actual);
        to.field("byOwnLines").optional_dollars(line.by_own_lines);
        to.field("upstream").texts(&line.upstream);
        to.field("roots").texts(&line.roots);
        to.field("sentence").text(&line.sentence);
    });
}

impl ParsedResponse {
    fn write_fields(&self, to: &mut Writer) {
        to.field("ok").boolean(self.ok);
        to.field("profile").text(&self.profile);
        to.field("mode").text(self.mode);
        to.field("format").text(self.format.as_str());
        to.field("lines").array(&self.lines, parsed_line);
        to.field("warnings").array(&self.warnings, warning);
    }
}

fn parsed_line(to: &mut Writer, line: &ParsedLine) {
    to.object(&|to| {
        to.field("line").text(&line.line);
        to.field("label").text(&line.label);
        to.field("scored").boolean(line.scored);
        to.field("amount").optional_dollars(line.amount);
        to.field("reading").text(line.reading);
        to.field("matchedBy").text(line.matched_by.as_str());
        to.field("span").optional(line.span, span);
    });
}

impl ParsedExpected {
    fn write_fields(&self, to: &mut Writer) {
        to.field("ok").boolean(self.ok);
        to.field("taxYear").whole(self.tax_year.into());
        to.field("jurisdiction").text(self.jurisdiction.as_str());
        to.field("profile").text(&self.profile);
        to.field("lines").array(&self.lines, expected_line);
        to.field("values").array(&self.values, |to, value| {
            let XmlValue { path, text } = value;
            to.object(&|to| {
                to.field("path").text(path);
                to.field("text").text(text);
            });
        });
    }
}

fn expected_line(to: &mut Writer, line: &ExpectedLine) {
    to.object(&|to| {
        to.field("line").text(&line.line);
        to.field("label").text(&line.label);
        to.field("xpath").text(&line.xpath);
        to.field("scored").boolean(line.scored);
        to.field("amount").optional_dollars(line.amount);
    });
}

impl Aggregated {
    fn write_fields(&self, to: &mut Writer) {
        to.field("ok").boolean(self.ok);
        to.field("total").whole(self.total as usize);
        to.field("entries").array(&self.entries, entry);
        to.field("markdown").text(&self.markdown);
    }
}

fn entry(to: &mut Writer, entry: &Entry) {
    to.object(&|to| {
        to.field("provider").text(&entry.provider);
        to.field("model").text(&entry.model);
        to.field("thinking").text(&entry.thinking);
        to.field("tools").text(&entry.tools);
        to.field("cases").whole(entry.cases);
        to.field("runs").whole(entry.runs);
        share("strict", entry.strict, to);
        share("lenient", entry.lenient, to);
        share("byLine", entry.by_line, to);
        share("lenientByLine", entry.lenient_by_line, to);
        to.field("segments").array(&entry.segments, segment);
    });
}

fn segment(to: &mut Writer, segment: &RunSegment) {
    to.object(&|to| {
        to.field("runs").whole(segment.runs);
        to.field("cases").whole(segment.cases);
        share("strict", segment.strict, to);
        share("lenient", segment.lenient, to);
        share("byLine", segment.by_line, to);
        share("lenientByLine", segment.lenient_by_line, to);
        to.field("passAt").array(&segment.pass_at, figures);
        to.field("passHat").array(&segment.pass_hat, figures);
    });
}

fn figures(to: &mut Writer, figures: &PassFigures) {
    to.object(&|to| {
        to.field("k").whole(figures.k);
        share("strict", figures.strict, to);
        share("lenient", figures.lenient, to);
    });
}
