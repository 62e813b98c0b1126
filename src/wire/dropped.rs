use super::pointer::{Pointer, push_index};
use crate::base::sort::sort;

/// The elements that were dropped from the lists of a document. What stands in the rest of the document is found with
/// it in the document as it was written.
#[derive(Clone, Default, Debug)]
pub struct Dropped {
    /// For each dropped element, the place of its list in the document as it was written, and how many elements before
    /// it remain. Sorted.
    elements: Vec<(String, usize)>,
}

impl Dropped {
    /// Takes, for each dropped element, the place of its list in the document as it was written, and how many elements
    /// before it remain.
    pub fn new(mut elements: Vec<(String, usize)>) -> Self {
        sort(&mut elements);
        Self { elements }
    }

    /// Whether nothing was dropped. Only reviews of profiles drop anything, so builds without them need not contain what
    /// is done about it.
    pub fn is_empty(&self) -> bool {
        !cfg!(feature = "images") || self.elements.is_empty()
    }

    /// Returns where the value at this place of the rest stands in the document as it was written; `None` if it is the
    /// same place.
    pub fn as_written(&self, place: &Pointer) -> Option<Pointer> {
        // A place in a loaded document begins with the name of the document, which no list here has.
        let (document, steps) = place.as_str().split_once('/')?;
        let mut written = document.to_owned();
        for step in steps.split('/') {
            let before = |index| Some(self.before(&written, index)).filter(|before| *before > 0);
            match step.parse::<usize>().ok().and_then(|index| Some(index + before(index)?)) {
                Some(index) => push_index(&mut written, index),
                // Also a key of an object that looks like an index.
                None => {
                    written.push('/');
                    written.push_str(step);
                }
            }
        }
        (written != place.as_str()).then(|| Pointer::parsed(&written))
    }

    /// How many dropped elements of a list stood before the one that has this index in the rest.
    fn before(&self, list: &str, index: usize) -> usize {
        let first = self.elements.partition_point(|(of, _)| of.as_str() < list);
        let of_list = self.elements.get(first..).unwrap_or_default();
        of_list.partition_point(|(of, remaining)| of == list && *remaining <= index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_where_they_were_written() {
        for gone in [&[][..], &[0], &[1], &[0, 1], &[0, 2, 3, 6], &[5, 6]] {
            let dropped = gone.iter().enumerate().map(|(earlier, index)| ("/a".to_owned(), index - earlier));
            let dropped = Dropped::new(dropped.collect());
            let remaining = (0..10).filter(|index| !gone.contains(index));
            for (index, written) in remaining.enumerate() {
                let place = Pointer::to("a").index(index);
                let found = dropped.as_written(&place).unwrap_or(place);
                assert_eq!(found, Pointer::to("a").index(written), "without {gone:?}");
            }
        }
    }

    #[test]
    fn lists_are_known_by_where_they_were_written() {
        let dropped = Dropped::new(vec![("/images/1/versions".to_owned(), 1), ("/images".to_owned(), 0)]);
        let place = Pointer::to("images").index(0).key("versions").index(1).key("a/b");
        let written = dropped.as_written(&place);
        assert_eq!(written.as_ref().map(Pointer::as_str), Some("/images/1/versions/2/a~1b"));
        for same in [Pointer::to("images").key("-"), Pointer::to("labels").key("007"), Pointer::default()] {
            assert_eq!(dropped.as_written(&same), None);
        }
        for same in ["CloudProfile/demo#/images/0", "NamespacedCloudProfile/garden/demo#/images/0"].map(Pointer::parsed)
        {
            assert_eq!(dropped.as_written(&same), None);
        }
    }
}
