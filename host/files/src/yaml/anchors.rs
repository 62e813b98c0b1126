use std::collections::HashMap;
use std::ops::Range;

/// A scalar with an anchor.
pub struct Named {
    /// The scalar's JSON.
    pub value: String,
    /// The scalar's text as a key, or why it cannot be one.
    pub key: Result<String, String>,
}

/// The value of each anchor: a scalar, or a range of the JSON text. A file may have as many anchors and aliases as it
/// has lines, so neither looking one up nor forgetting some searches the others.
#[derive(Default)]
pub struct Anchors {
    scalars: HashMap<usize, Named>,
    ranges: HashMap<usize, Range<usize>>,
    /// The anchors in the order in which their values ended.
    ended: Vec<usize>,
}

impl Anchors {
    /// Remembers the scalar of an anchor.
    pub fn name(&mut self, anchor: usize, scalar: Named) {
        self.scalars.insert(anchor, scalar);
    }

    /// Returns an anchor's value if it is a scalar.
    pub fn scalar(&self, anchor: usize) -> Option<&Named> {
        self.scalars.get(&anchor)
    }

    /// Remembers the list or object of an anchor. Has to be called in the order in which they end.
    pub fn insert(&mut self, anchor: usize, range: Range<usize>) {
        self.ranges.insert(anchor, range);
        self.ended.push(anchor);
    }

    /// Returns an anchor's value if it is a list or object.
    pub fn get(&self, anchor: usize) -> Option<Range<usize>> {
        self.ranges.get(&anchor).cloned()
    }

    /// Forgets the anchors whose text ends after a place.
    pub fn forget_after(&mut self, place: usize) {
        while let Some(last) = self.ended.pop_if(|last| self.ranges.get(last).is_none_or(|range| range.end > place)) {
            self.ranges.remove(&last);
        }
    }
}
