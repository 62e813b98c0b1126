//! Paths of fields, as the API server spells them.

use crate::wire::{PathStep, Pointer, Value};

/// A path to a field.
pub trait FieldPath {
    /// The path as the API server spells it.
    fn spelled(self) -> String;
}

impl FieldPath for String {
    fn spelled(self) -> String {
        self
    }
}

impl FieldPath for &str {
    fn spelled(self) -> String {
        self.to_owned()
    }
}

/// The number of characters after which a key is cut off, so that errors stay small whatever the document.
const LONGEST: usize = 253;

/// A path step can be spelled as the API server does, besides as a JSON pointer.
impl FieldPath for &PathStep<'_> {
    fn spelled(self) -> String {
        match self {
            PathStep::Root(_) => String::new(),
            // A key without a name leaves only the brackets of a map.
            PathStep::Key(parent, "") => format!("{}[]", parent.spelled()),
            PathStep::Key(parent, key) => {
                let mut field = parent.spelled();
                if !field.is_empty() {
                    field.push('.');
                }
                match key.char_indices().nth(LONGEST) {
                    Some((end, _)) => field.extend([key.get(..end).unwrap_or_default(), "…"]),
                    None => field.push_str(key),
                }
                field
            }
            PathStep::Index(parent, index) => format!("{}[{index}]", parent.spelled()),
        }
    }
}

impl FieldPath for PathStep<'_> {
    fn spelled(self) -> String {
        (&self).spelled()
    }
}

/// Spells a JSON pointer as the API server does. Its keys have to be fields, not names that users choose.
pub fn spelled(pointer: &str) -> String {
    let mut field = String::new();
    for step in pointer.split('/').skip(1) {
        match step.parse::<usize>() {
            Ok(index) => field.push_str(&format!("[{index}]")),
            Err(_) if field.is_empty() => field.push_str(step),
            Err(_) => field.extend([".", step]),
        }
    }
    field
}

/// Locates a field, spelled as the API server spells it, in a document. Returns the deepest part of it that exists: a
/// missing field is reported where it should be, and some fields are spelled in a way that no document has.
pub fn within<'a>(document: Value<'a>, field: &str) -> (Pointer, Value<'a>) {
    let (mut value, mut at) = (document, Pointer::default());
    let mut rest = field;
    while !rest.is_empty() {
        // Names of capabilities and keys may contain dots, so the longest key that exists is taken.
        let mut ends = rest.match_indices(['.', '[']).map(|(end, _)| end).filter(|end| *end > 0).collect::<Vec<_>>();
        ends.push(rest.len());
        let index = rest.strip_prefix('[').and_then(|inside| inside.split_once(']'));
        let found = match index {
            Some((index, behind)) => index.parse().ok().and_then(|index: usize| {
                let element = value.element(index)?;
                at = at.clone().index(index);
                Some((element, behind))
            }),
            None => ends.into_iter().rev().find_map(|end| {
                let (key, behind) = rest.split_at_checked(end)?;
                let member = value.get(key)?;
                at = at.clone().key(key);
                Some((member, behind))
            }),
        };
        let Some((inside, behind)) = found else { break };
        (value, rest) = (inside, behind.strip_prefix('.').unwrap_or(behind));
    }
    (at, value)
}

/// Converts a field to a pointer. No name in it may contain dots or brackets.
pub fn pointed(field: &str) -> Pointer {
    Pointer::parsed(&format!("/{field}").replace(['.', '['], "/").replace(']', ""))
}

#[cfg(test)]
mod tests {
    use super::{FieldPath, LONGEST, PathStep};
    use crate::wire::Document;

    #[test]
    fn one_path_has_two_spellings() {
        let spec = PathStep::ROOT.key("spec");
        let images = spec.key("machineImages");
        assert_eq!(images.index(2).key("name").spelled(), "spec.machineImages[2].name");
        assert_eq!(images.index(2).key("name").pointer(), "/spec/machineImages/2/name");
        assert_eq!(super::spelled("/spec/machineImages/2/name"), "spec.machineImages[2].name");
    }

    #[test]
    fn a_key_longer_than_a_name_may_be_is_cut() {
        let [whole, cut] = [LONGEST, LONGEST + 1].map(|length| PathStep::ROOT.key(&"é".repeat(length)).spelled());
        assert_eq!([whole.clone(), cut], ["é".repeat(LONGEST), whole + "…"]);
    }

    #[test]
    fn a_field_is_found_as_far_as_the_document_goes() {
        let json = br#"{"spec": {"types": [{"name": "a"}, {"capabilities": {"a.b": ["x"]}}], "cpu": null}}"#;
        let document = Document::read(json, 16).expect("it is JSON");
        for (field, place) in [
            ("spec.types[1].capabilities.a.b[0]", "/spec/types/1/capabilities/a.b/0"),
            ("spec.types[0].cpu", "/spec/types/0"),
            ("spec.types[].name", "/spec/types"),
            ("spec.types[7]", "/spec/types"),
            ("status.cloudProfileSpec.types[0]", ""),
            ("", ""),
        ] {
            assert_eq!(super::within(document.root(), field).0.as_str(), place, "{field}");
        }
    }
}
