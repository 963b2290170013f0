//! A place in a JSON text, moving on.

use std::borrow::Cow;

use memchr::memchr2;

use super::tree::Nodes;
use super::{Json, Object, Wrong};

pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    fn wrong(&self, what: &str) -> Wrong {
        let at = self.at.min(self.text.len());
        Wrong::new(self.text.get(at..).unwrap_or(self.text), what)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let here = self.byte() == Some(byte);
        self.at += usize::from(here);
        here
    }

    fn space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Nothing but space may follow.
    pub(super) fn end(&mut self) -> Result<(), Wrong> {
        self.space();
        if self.at < self.text.len() {
            return Err(self.wrong("there is something after the end"));
        }
        Ok(())
    }

    pub(super) fn object(&mut self) -> Result<Object<'t>, Wrong> {
        self.space();
        let from = self.text.get(self.at..).unwrap_or_default();
        if !self.eat(b'{') {
            return Err(self.wrong("expected an object"));
        }
        let mut fields = Vec::new();
        self.space();
        if !self.eat(b'}') {
            loop {
                let (name, value) = self.field()?;
                fields.push((name, Some(value)));
                if !self.another(b'}')? {
                    break;
                }
            }
        }
        Ok(Object::new(from, fields))
    }

    pub(super) fn array(&mut self) -> Result<Vec<Json<'t>>, Wrong> {
        self.space();
        if !self.eat(b'[') {
            return Err(self.wrong("expected an array"));
        }
        let mut items = Vec::new();
        self.space();
        if !self.eat(b']') {
            loop {
                items.push(self.value()?);
                if !self.another(b']')? {
                    break;
                }
            }
        }
        Ok(items)
    }

    /// One name and its value.
    fn field(&mut self) -> Result<(Cow<'t, str>, Json<'t>), Wrong> {
        self.space();
        let name = self.string()?;
        self.colon()?;
        Ok((name, self.value()?))
    }

    fn colon(&mut self) -> Result<(), Wrong> {
        self.space();
        if self.eat(b':') {
            Ok(())
        } else {
            Err(self.wrong("expected a colon"))
        }
    }

    /// Whether a comma follows, and not the end of the object or array.
    fn another(&mut self, close: u8) -> Result<bool, Wrong> {
        self.space();
        if self.eat(b',') {
            Ok(true)
        } else if self.eat(close) {
            Ok(false)
        } else {
            Err(self.wrong("expected a comma or the end of the object or array"))
        }
    }

    /// Passes over one value of any depth; on a list instead of recursion, so that no input can
    /// exhaust the stack.
    pub(super) fn value(&mut self) -> Result<Json<'t>, Wrong> {
        self.pass(None)
    }

    /// As [`Cursor::value`], and takes note of where each value and name in it is.
    pub(super) fn pass(&mut self, mut nodes: Option<&mut Nodes>) -> Result<Json<'t>, Wrong> {
        self.space();
        let start = self.at;
        let mut open: Vec<(u8, usize)> = Vec::new();
        loop {
            self.space();
            let node = self.begin(&mut nodes)?;
            let opened = match self.byte() {
                Some(b'{') => Some(b'}'),
                Some(b'[') => Some(b']'),
                _ => None,
            };
            if let Some(close) = opened {
                self.at += 1;
                self.space();
                if !self.eat(close) {
                    open.push((close, node));
                    self.name_in(close, &mut nodes)?;
                    continue;
                }
            } else {
                self.scalar()?;
            }
            self.finish(&mut nodes, node);
            loop {
                let Some((close, node)) = open.last().copied() else {
                    return Ok(Json(self.text.get(start..self.at).unwrap_or_default()));
                };
                if self.another(close)? {
                    self.name_in(close, &mut nodes)?;
                    break;
                }
                self.finish(&mut nodes, node);
                open.pop();
            }
        }
    }

    fn begin(&self, nodes: &mut Option<&mut Nodes>) -> Result<usize, Wrong> {
        let Some(nodes) = nodes else { return Ok(0) };
        let begun = nodes.begin(self.at);
        begun.ok_or_else(|| self.wrong("there are more values than an answer can have"))
    }

    fn finish(&self, nodes: &mut Option<&mut Nodes>, node: usize) {
        if let Some(nodes) = nodes {
            nodes.finish(node, self.at);
        }
    }

    /// In an object, a name comes before the value.
    fn name_in(&mut self, close: u8, nodes: &mut Option<&mut Nodes>) -> Result<(), Wrong> {
        if close == b'}' {
            self.space();
            let node = self.begin(nodes)?;
            self.pass_string()?;
            self.finish(nodes, node);
            self.colon()?;
        }
        Ok(())
    }

    fn scalar(&mut self) -> Result<(), Wrong> {
        match self.byte() {
            Some(b'"') => self.pass_string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let rest = self.text.get(self.at..).unwrap_or_default();
                let word = ["true", "false", "null"]
                    .into_iter()
                    .find(|word| rest.starts_with(word));
                let word = word.ok_or_else(|| self.wrong("expected a value"))?;
                self.at += word.len();
                Ok(())
            }
        }
    }

    fn number(&mut self) -> Result<(), Wrong> {
        self.eat(b'-');
        if !self.eat(b'0') {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            let _ = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Wrong> {
        let from = self.at;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == from {
            return Err(self.wrong("expected a digit"));
        }
        Ok(())
    }

    fn quote(&mut self) -> Result<(), Wrong> {
        if self.eat(b'"') {
            Ok(())
        } else {
            Err(self.wrong("expected a text in quotes"))
        }
    }

    /// Characters of a string up to its end or an escape; says which of the two it stands behind.
    fn plain(&mut self) -> Result<(&'t str, bool), Wrong> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = memchr2(b'"', b'\\', rest.as_bytes());
        let length = length.ok_or_else(|| self.wrong("the text has no end"))?;
        let plain = rest.get(..length).unwrap_or_default();
        if plain.bytes().fold(false, |any, byte| any | (byte < b' ')) {
            return Err(self.wrong("the text holds a control character"));
        }
        self.at += length;
        let escape = self.byte() == Some(b'\\');
        self.at += 1;
        Ok((plain, escape))
    }

    fn pass_string(&mut self) -> Result<(), Wrong> {
        self.quote()?;
        while self.plain()?.1 {
            match self.byte() {
                Some(b'u') => {
                    self.at += 1;
                    self.hex()?;
                }
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
                _ => return Err(self.wrong("the text has an unknown escape")),
            }
        }
        Ok(())
    }

    pub(super) fn string(&mut self) -> Result<Cow<'t, str>, Wrong> {
        self.quote()?;
        let (mut plain, mut escape) = self.plain()?;
        if !escape {
            return Ok(Cow::Borrowed(plain));
        }
        let mut whole = String::with_capacity(self.text.len().min(plain.len() * 2 + 16));
        loop {
            whole.push_str(plain);
            if !escape {
                return Ok(Cow::Owned(whole));
            }
            whole.push(self.escaped()?);
            (plain, escape) = self.plain()?;
        }
    }

    fn escaped(&mut self) -> Result<char, Wrong> {
        let byte = self.byte();
        self.at += 1;
        Ok(match byte {
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'u') => {
                let first = self.hex()?;
                let code = if (0xd800..0xdc00).contains(&first) && self.eat(b'\\') && self.eat(b'u')
                {
                    let second = self.hex()?;
                    if !(0xdc00..0xe000).contains(&second) {
                        return Err(self.wrong("the text has half a character"));
                    }
                    0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                } else {
                    first
                };
                char::from_u32(code).ok_or_else(|| self.wrong("the text has half a character"))?
            }
            _ => return Err(self.wrong("the text has an unknown escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, Wrong> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16 + digit.ok_or_else(|| self.wrong("expected four hex digits"))?;
            self.at += 1;
        }
        Ok(code)
    }
}
