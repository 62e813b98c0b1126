//! The check for duplicate keys in an object.

use super::Scanner;
use crate::base::Index;
use crate::wire::document::Node;
use crate::wire::fault::{Cause, Fault};
use crate::wire::pointer::push_key;

impl Scanner<'_> {
    /// Refuses duplicate keys. Parsers disagree about which of them counts, and an admission gate must not depend on
    /// that.
    pub(super) fn refuse_duplicates(&self, object: usize) -> Result<(), Fault> {
        const FEW: usize = 12;
        let nodes = &self.document.nodes;
        let mut keys: [&str; FEW] = [""; FEW];
        let mut count = 0;
        let mut at = object + 1;
        while let Some(key) = nodes.get(at) {
            let name = self.key_text(key);
            let Some(free) = keys.get_mut(count) else { return self.refuse_duplicates_of_many(object) };
            *free = name;
            if keys.get(..count).unwrap_or_default().contains(&name) {
                return Err(self.duplicate(name));
            }
            count += 1;
            at = nodes.get(at + 1).map_or(usize::MAX, |value| value.next as usize);
        }
        Ok(())
    }

    fn refuse_duplicates_of_many(&self, object: usize) -> Result<(), Fault> {
        let nodes = &self.document.nodes;
        let mut keys = Vec::new();
        let mut at = object + 1;
        while let Some(key) = nodes.get(at) {
            keys.push(self.key_text(key));
            at = nodes.get(at + 1).map_or(usize::MAX, |value| value.next as usize);
        }
        match keys.into_iter().collect::<Index<'_>>().repeated().next() {
            Some((name, _)) => Err(self.duplicate(name)),
            None => Ok(()),
        }
    }

    pub(super) fn key_text(&self, key: &Node) -> &str {
        // The text ends where the last copy ended, so later keys are still in the input only.
        let (start, end) = (key.start as usize, key.end as usize);
        if key.unescaped {
            return self.document.unescaped.get(start..end).unwrap_or_default();
        }
        let copied = self.document.text.len();
        if end <= copied {
            return self.document.text.get(start..end).unwrap_or_default();
        }
        let ahead = |place: usize| self.copied + place.saturating_sub(copied);
        self.input.get(ahead(start)..ahead(end)).unwrap_or_default()
    }

    fn duplicate(&self, key: &str) -> Fault {
        let mut path = self.path();
        push_key(&mut path, key);
        Fault::at_path(path, Cause::DuplicateKey { key: key.to_owned() })
    }
}
