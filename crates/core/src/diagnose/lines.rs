//! Sets of lines.

/// Lines of a profile that have been met; they are few, and their indexes small.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<bool>);

impl Lines {
    /// Whether the line had not been met yet.
    pub(super) fn insert(&mut self, line: usize) -> bool {
        if self.0.len() <= line {
            self.0.resize(line + 1, false);
        }
        let slot = self.0.get_mut(line);
        slot.is_some_and(|slot| !std::mem::replace(slot, true))
    }
}
