//! An answer in parts: a model that searches for long pauses, and is asked to go on.

use serde_json::Value;

use super::{Answer, Stop};

/// Parts of one answer at most; a model that pauses more often does not come to an end.
const MOST: usize = 20;

/// The parts so far.
#[derive(Debug, Default)]
pub struct Parts {
    whole: Option<Answer>,
    said: Vec<Value>,
}

impl Parts {
    /// What was said so far, for [`Ask::paused`].
    ///
    /// [`Ask::paused`]: super::Ask::paused
    #[must_use]
    pub fn paused(&self) -> &[Value] {
        &self.said
    }

    /// The text so far.
    #[must_use]
    pub fn text(&self) -> &str {
        self.whole.as_ref().map_or("", |whole| &whole.text)
    }

    /// Takes the next part. Returns the whole answer, or nothing when the model is to be asked to go
    /// on.
    pub fn take(&mut self, mut part: Answer) -> Option<Answer> {
        let pause = part.pause.take();
        let whole = match self.whole.take() {
            None => part,
            Some(mut whole) => {
                whole.text.push_str(&part.text);
                whole.searches.extend(part.searches);
                whole.usage = whole.usage.plus(part.usage);
                whole.stop = part.stop;
                whole.id = part.id;
                whole
            }
        };
        let said = pause.filter(|_| whole.stop == Stop::Paused && self.said.len() + 1 < MOST);
        match said {
            Some(said) => {
                self.said.push(said);
                self.whole = Some(whole);
                None
            }
            None => Some(whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Usage;

    fn part(text: &str, stop: Stop) -> Answer {
        Answer {
            text: text.to_owned(),
            searches: vec![text.to_owned()],
            usage: Usage {
                input_tokens: 1,
                ..Usage::default()
            },
            pause: (stop == Stop::Paused).then(|| text.into()),
            stop,
            model: None,
            id: Some(text.to_owned()),
        }
    }

    #[test]
    fn parts_become_one_answer() {
        let mut parts = Parts::default();
        assert_eq!(parts.take(part("a", Stop::Paused)), None);
        assert_eq!((parts.text(), parts.paused().len()), ("a", 1));
        let whole = parts.take(part("b", Stop::MaxTokens)).unwrap();
        assert_eq!((whole.text.as_str(), whole.searches.len()), ("ab", 2));
        assert_eq!((whole.stop, whole.usage.input_tokens), (Stop::MaxTokens, 2));
        assert_eq!(whole.id.as_deref(), Some("b"));
    }

    #[test]
    fn a_model_that_only_pauses_is_stopped() {
        let mut parts = Parts::default();
        let asked = (1..100)
            .find(|_| parts.take(part("a", Stop::Paused)).is_some())
            .unwrap();
        assert_eq!(asked, MOST);
    }
}
