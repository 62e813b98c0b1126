use std::collections::HashMap;
use std::ops::Range;

/// What each anchor stands for, as a range of the JSON text. A file may have as many anchors and aliases as it has
/// lines: neither finding one nor forgetting some looks at the others.
#[derive(Default)]
pub struct Anchors {
    ranges: HashMap<usize, Range<usize>>,
    /// The anchors in the order in which what they stand for ended.
    ended: Vec<usize>,
}

impl Anchors {
    /// Remembers what an anchor stands for, which ends last of all.
    pub fn insert(&mut self, anchor: usize, range: Range<usize>) {
        self.ranges.insert(anchor, range);
        self.ended.push(anchor);
    }

    /// What it stands for.
    pub fn get(&self, anchor: usize) -> Option<Range<usize>> {
        self.ranges.get(&anchor).cloned()
    }

    /// Forgets those whose text ends after a place.
    pub fn forget_after(&mut self, place: usize) {
        while let Some(last) = self.ended.pop_if(|last| self.ranges.get(last).is_none_or(|range| range.end > place)) {
            self.ranges.remove(&last);
        }
    }
}
