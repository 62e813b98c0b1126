//! Where a field is, as the API server spells it.

use crate::wire::PathStep;

/// Something that says where a field is.
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

/// The longest name that is shown: an error stays small whatever the document.
const LONGEST: usize = 253;

/// The other spelling of a path besides the JSON pointer.
impl FieldPath for &PathStep<'_> {
    fn spelled(self) -> String {
        match self {
            PathStep::Root(_) => String::new(),
            // Without a name only the brackets of a map are left.
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

/// A JSON pointer to a field as the API server spells it. Its keys are fields, no names of somebody's choosing.
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

#[cfg(test)]
mod tests {
    use super::{FieldPath, PathStep};

    #[test]
    fn one_path_has_two_spellings() {
        let spec = PathStep::ROOT.key("spec");
        let images = spec.key("machineImages");
        assert_eq!(images.index(2).key("name").spelled(), "spec.machineImages[2].name");
        assert_eq!(images.index(2).key("name").pointer(), "/spec/machineImages/2/name");
        assert_eq!(super::spelled("/spec/machineImages/2/name"), "spec.machineImages[2].name");
    }
}
