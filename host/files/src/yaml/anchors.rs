use std::collections::HashMap;
use std::ops::Range;

/// A scalar that an anchor names.
pub struct Named {
    /// Its JSON.
    pub value: String,
    /// Its text where it is a key, or why it can be none.
    pub key: Result<String, String>,
}

/// What each anchor stands for: a scalar, or a range of the JSON text. A file may have as many anchors and aliases as it
/// has lines: neither finding one nor forgetting some looks at the others.
#[derive(Default)]
pub struct Anchors {
    scalars: HashMap<usize, Named>,
    ranges: HashMap<usize, Range<usize>>,
    /// The anchors in the order in which what they stand for ended.
    ended: Vec<usize>,
}

impl Anchors {
    /// Remembers the scalar that an anchor stands for.
    pub fn name(&mut self, anchor: usize, scalar: Named) {
        self.scalars.insert(anchor, scalar);
    }

    /// The scalar, if it stands for one.
    pub fn scalar(&self, anchor: usize) -> Option<&Named> {
        self.scalars.get(&anchor)
    }

    /// Remembers the list or object that an anchor stands for, which ends last of all.
    pub fn insert(&mut self, anchor: usize, range: Range<usize>) {
        self.ranges.insert(anchor, range);
        self.ended.push(anchor);
    }

    /// The list or object, if it stands for one.
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
