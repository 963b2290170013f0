//! The fields of an object, taken one by one.

use std::borrow::Cow;

use super::{Json, Wrong};

/// An object whose fields are taken out by name; what is left over at the end is unknown.
#[derive(Debug)]
pub struct Object<'t> {
    /// The text from where the object begins.
    from: &'t str,
    fields: Vec<(Cow<'t, str>, Option<Json<'t>>)>,
}

impl<'t> Object<'t> {
    pub(super) const fn new(from: &'t str, fields: Vec<(Cow<'t, str>, Option<Json<'t>>)>) -> Self {
        Self { from, fields }
    }

    /// The fields that are still there, in order.
    pub(crate) fn rest(&self) -> impl Iterator<Item = (&Cow<'t, str>, Json<'t>)> {
        let fields = self.fields.iter();
        fields.filter_map(|(name, value)| Some((name, (*value)?)))
    }

    /// Takes a field that may be left out.
    pub(crate) fn take(&mut self, name: &str) -> Result<Option<Json<'t>>, Wrong> {
        let mut found = None;
        for (known, value) in &mut self.fields {
            if known == name && value.is_some() {
                if found.is_some() {
                    let what = ["the field `", name, "` is there twice"];
                    return Err(Wrong::new(self.from, what.concat()));
                }
                found = value.take();
            }
        }
        Ok(found)
    }

    /// Takes a field that may be left out or null.
    ///
    /// # Errors
    ///
    /// When the field is there twice.
    pub fn optional(&mut self, name: &str) -> Result<Option<Json<'t>>, Wrong> {
        Ok(self.take(name)?.filter(|value| !value.is_null()))
    }

    /// Takes a field that must be there.
    ///
    /// # Errors
    ///
    /// When the field is not there, or there twice.
    pub fn required(&mut self, name: &str) -> Result<Json<'t>, Wrong> {
        self.take(name)?.ok_or_else(|| self.missing(name))
    }

    /// Refuses an object without a field.
    pub(crate) fn must_have(&self, name: &str) -> Result<(), Wrong> {
        if self.rest().any(|(known, _)| known == name) {
            Ok(())
        } else {
            Err(self.missing(name))
        }
    }

    #[cold]
    #[inline(never)]
    fn missing(&self, name: &str) -> Wrong {
        Wrong::new(self.from, ["missing field `", name, "`"].concat())
    }

    pub(crate) fn text(&mut self, name: &str) -> Result<String, Wrong> {
        Ok(self.required(name)?.string()?.into_owned())
    }

    pub(crate) fn optional_text(&mut self, name: &str) -> Result<Option<Cow<'t, str>>, Wrong> {
        self.optional(name)?.map(Json::string).transpose()
    }

    pub(crate) fn optional_string(&mut self, name: &str) -> Result<Option<String>, Wrong> {
        Ok(self.optional_text(name)?.map(Cow::into_owned))
    }

    /// All fields that are still there, in order.
    pub fn into_fields(self) -> impl Iterator<Item = (Cow<'t, str>, Json<'t>)> {
        let fields = self.fields.into_iter();
        fields.filter_map(|(name, value)| Some((name, value?)))
    }

    /// The items of an array, each read by `item`; none where it is left out.
    pub(crate) fn list<T>(
        &mut self,
        name: &str,
        item: fn(Json<'t>) -> Result<T, Wrong>,
    ) -> Result<Vec<T>, Wrong> {
        match self.take(name)? {
            Some(items) => items.list(item),
            None => Ok(Vec::new()),
        }
    }

    /// The texts of an array, none where it is left out.
    pub(crate) fn texts(&mut self, name: &str) -> Result<Vec<String>, Wrong> {
        self.list(name, |item| item.string().map(Cow::into_owned))
    }

    /// Refuses fields that nothing asked for.
    pub(crate) fn finish(self) -> Result<(), Wrong> {
        match self.rest().next() {
            Some((name, value)) => Err(value.wrong(["unknown field `", name, "`"].concat())),
            None => Ok(()),
        }
    }
}
