//! A value with all that is in it, read in one pass: answers are looked at again and again.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::{Json, Wrong};

/// Where values and names are, in the order they are written.
#[derive(Debug, Default)]
pub(super) struct Nodes(Vec<Node>);

#[derive(Debug, Clone, Copy)]
struct Node {
    start: u32,
    end: u32,
    /// The first node behind this one and all that is in it.
    after: u32,
}

impl Nodes {
    /// An answer has some hundreds; memory has to stay near the size of the text.
    const MOST: usize = 1 << 20;

    /// `None` where there are too many.
    pub(super) fn begin(&mut self, start: usize) -> Option<usize> {
        let node = self.0.len();
        let start = u32::try_from(start).ok()?;
        (node < Self::MOST).then(|| {
            self.0.push(Node {
                start,
                end: start,
                after: 0,
            });
            node
        })
    }

    /// Takes objects and arrays that have no end to end with the text. The value that was being read
    /// is left out, and so is a number that the break may be a part of: at the very end, and in
    /// `48,662`.
    fn close(&mut self, text: &str, broken: usize) {
        let is_number = |node: &Node| {
            matches!(
                text.as_bytes().get(node.start as usize),
                Some(b'-' | b'0'..=b'9')
            )
        };
        let goes_on = |node: &Node| {
            let rest = text.get(node.end as usize..).unwrap_or_default();
            let between = text.get(node.end as usize..broken).unwrap_or_default();
            let next = text.as_bytes().get(broken);
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
            rest.is_empty() || (matches!(between, "" | ",") && next.is_some_and(is_part))
        };
        let is_cut = |node: &Node| node.after == 0 || (is_number(node) && goes_on(node));
        while self.0.len() > 1 && self.0.last().is_some_and(is_cut) {
            self.0.pop();
        }
        let after = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        for node in self.0.iter_mut().filter(|node| node.after == 0) {
            (node.end, node.after) = (end, after);
        }
    }

    pub(super) fn finish(&mut self, node: usize, end: usize) {
        let after = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        if let Some(node) = self.0.get_mut(node) {
            node.end = u32::try_from(end).unwrap_or(u32::MAX);
            node.after = after;
        }
    }
}

/// One well-formed value, and the places of all that is in it.
#[derive(Debug)]
pub(crate) struct Tree<'t> {
    text: &'t str,
    nodes: Nodes,
}

impl<'t> Tree<'t> {
    /// The value at the start of a text, whatever follows it.
    ///
    /// # Errors
    ///
    /// Where the text stops being JSON; what was read up to there comes with it.
    pub(crate) fn read(text: &'t str) -> Result<Self, (Wrong, Self)> {
        let mut nodes = Nodes::default();
        let read = Cursor::new(text).pass(Some(&mut nodes));
        match read {
            Ok(_) => Ok(Self { text, nodes }),
            Err(wrong) => {
                nodes.close(text, wrong.offset(text));
                Err((wrong, Self { text, nodes }))
            }
        }
    }

    /// The whole value.
    pub(crate) const fn root(&self) -> Branch<'_, 't> {
        Branch { tree: self, at: 0 }
    }
}

/// A value of a tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Branch<'a, 't> {
    tree: &'a Tree<'t>,
    at: usize,
}

impl<'a, 't> Branch<'a, 't> {
    /// The value as it is written.
    pub(crate) fn json(self) -> Json<'t> {
        let text = self.tree.nodes.0.get(self.at).and_then(|node| {
            let range = node.start as usize..node.end as usize;
            self.tree.text.get(range)
        });
        Json(text.unwrap_or_default())
    }

    /// The fields of an object in the order they are written, repeated names included; none for any
    /// other value.
    pub(crate) fn fields(self) -> impl Iterator<Item = (Cow<'t, str>, Self)> + use<'a, 't> {
        let mut inside = self.inside(b'{');
        std::iter::from_fn(move || {
            let name = inside.next()?.json().string().ok()?;
            Some((name, inside.next()?))
        })
    }

    /// The items of an array; none for any other value.
    pub(crate) fn items(self) -> impl Iterator<Item = Self> + use<'a, 't> {
        self.inside(b'[')
    }

    /// What an object or array holds, names included.
    fn inside(self, open: u8) -> impl Iterator<Item = Self> + use<'a, 't> {
        let nodes = &self.tree.nodes.0;
        let end = nodes
            .get(self.at)
            .filter(|_| self.json().starts_with(open))
            .map_or(0, |node| node.after as usize);
        let mut next = self.at + 1;
        std::iter::from_fn(move || {
            let at = next;
            next = nodes.get(at).filter(|_| at < end)?.after as usize;
            Some(Self { at, ..self })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_values() {
        let text = r#" {"a": [1, [2, {}], "x\"y"], "b" : {"c":null}} and more"#;
        let tree = Tree::read(text).expect("an object");
        let fields: Vec<_> = tree.root().fields().collect();
        let texts = |branch: Branch<'_, '_>| {
            let items = branch.items();
            items
                .map(|item| item.json().text().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            tree.root().json().text(),
            text.trim_end_matches(" and more").trim()
        );
        assert_eq!(fields.len(), 2);
        assert_eq!(fields[0].0, "a");
        assert_eq!(texts(fields[0].1), ["1", "[2, {}]", r#""x\"y""#]);
        let inner: Vec<_> = fields[0].1.items().collect();
        assert_eq!(texts(inner[1]), ["2", "{}"]);
        assert_eq!(fields[1].0, "b");
        let (name, value) = fields[1].1.fields().next().expect("a field");
        assert_eq!((name.as_ref(), value.json().text()), ("c", "null"));
        assert_eq!(value.fields().count() + fields[0].1.fields().count(), 0);
        assert_eq!(tree.root().items().count(), 0, "an object has no items");
    }

    #[test]
    fn what_was_read_before_the_text_breaks_off() {
        for (text, inner) in [
            (r#"[1, {"a": 2}, {"b"#, r#"1 {"a": 2}"#),
            ("[1, 23", "1"),
            (r#"[1, "23""#, r#"1 "23""#),
            ("[1, 2,]", "1 2"),
            ("[1, 7-3]", "1"),
            ("[1, 1_234]", "1"),
            ("[1, [2, NaN], 3]", "1 [2, NaN], 3]"),
            ("[", ""),
        ] {
            let (_, tree) = Tree::read(text).expect_err(text);
            let items = tree.root().items().map(|item| item.json().text());
            assert_eq!(items.collect::<Vec<_>>().join(" "), inner, "{text}");
        }
    }

    #[test]
    fn what_is_no_value_is_told() {
        for text in ["", "{", "[1,]", r#"{"a" 1}"#, "nul"] {
            assert!(Tree::read(text).is_err(), "{text:?}");
        }
        let many = format!("[{}1]", "1,".repeat(Nodes::MOST));
        let (wrong, _) = Tree::read(&many).expect_err("too many values");
        assert_eq!(
            wrong.what(),
            "there are more values than an answer can have"
        );
    }
}
