//! Reads the text of a formula.

use super::{Expression, Percentage};
use crate::error::{Error, ErrorCode};

/// Parentheses and functions inside each other beyond this are refused; forms need three.
const DEEPEST: usize = 32;

pub(super) fn parse(text: &str, line: &dyn Fn(&str) -> Option<usize>) -> Result<Expression, Error> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        line,
    };
    let expression = reader.sum()?;
    reader.space();
    if reader.at < text.len() {
        return Err(reader.refuse("something follows the formula's end"));
    }
    Ok(expression)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    line: &'t dyn Fn(&str) -> Option<usize>,
}

impl<'t> Reader<'t> {
    fn refuse(&self, what: &str) -> Error {
        Error::new(
            ErrorCode::ProfileInvalid,
            format!("the formula `{}` cannot be read: {what}", self.text),
            "a formula adds and subtracts line numbers, and may use max(a, b), min(a, b), \
             parentheses, 0 and round(line * 4.95%)",
        )
        .at(self.text, self.at)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a sign if it comes next.
    fn sign(&mut self, sign: char) -> bool {
        self.space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    fn need(&mut self, sign: char) -> Result<(), Error> {
        if self.sign(sign) {
            return Ok(());
        }
        Err(self.refuse(&format!("`{sign}` is missing")))
    }

    fn word(&mut self) -> &'t str {
        self.space();
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    fn sum(&mut self) -> Result<Expression, Error> {
        let mut terms = vec![(false, self.term()?)];
        loop {
            if self.sign('+') {
                terms.push((false, self.term()?));
            } else if self.sign('-') {
                terms.push((true, self.term()?));
            } else {
                break;
            }
        }
        match (terms.len(), terms.pop()) {
            (1, Some((_, only))) => Ok(only),
            (_, Some(last)) => {
                terms.push(last);
                Ok(Expression::Sum(terms))
            }
            (_, None) => Ok(Expression::Zero),
        }
    }

    fn term(&mut self) -> Result<Expression, Error> {
        if self.depth == DEEPEST {
            return Err(self.refuse("it nests too deeply"));
        }
        self.depth += 1;
        let term = self.shallow_term();
        self.depth -= 1;
        term
    }

    fn shallow_term(&mut self) -> Result<Expression, Error> {
        if self.sign('(') {
            let inside = self.sum()?;
            self.need(')')?;
            return Ok(inside);
        }
        match self.word() {
            "" => Err(self.refuse("a line number is missing")),
            "0" => Ok(Expression::Zero),
            "max" => Ok(Expression::Max(self.list()?)),
            "min" => Ok(Expression::Min(self.list()?)),
            "round" => self.round(),
            number => match (self.line)(number) {
                Some(line) => Ok(Expression::Line(line)),
                None => Err(self.refuse(&format!("there is no line `{number}`"))),
            },
        }
    }

    fn list(&mut self) -> Result<Vec<Expression>, Error> {
        self.need('(')?;
        let mut of = vec![self.sum()?];
        while self.sign(',') {
            of.push(self.sum()?);
        }
        self.need(')')?;
        Ok(of)
    }

    fn round(&mut self) -> Result<Expression, Error> {
        self.need('(')?;
        let of = self.term()?;
        self.need('*')?;
        let percentage = self.percentage()?;
        self.need(')')?;
        Ok(Expression::Round(Box::new(of), percentage))
    }

    fn percentage(&mut self) -> Result<Percentage, Error> {
        let whole = self.word();
        let decimals = if self.sign('.') { self.word() } else { "" };
        let digits = format!("{whole}{decimals}");
        let known = !whole.is_empty() && whole.len() <= 3 && decimals.len() <= 6;
        let numerator: Option<u64> = known.then(|| digits.parse().ok()).flatten();
        let places = u32::try_from(decimals.len()).unwrap_or(0);
        let Some(numerator) = numerator else {
            return Err(self.refuse("a percentage such as 4.95% is missing"));
        };
        self.need('%')?;
        Ok(Percentage {
            numerator,
            denominator: 100 * 10u64.saturating_pow(places),
        })
    }
}
