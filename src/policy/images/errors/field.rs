//! Where a field stands, as the API server writes it.

use std::fmt;

/// The place of a field as a chain of steps, which becomes text only for an error.
#[derive(Clone, Copy, Debug)]
pub enum Field<'p> {
    /// Where the chain begins.
    Root(&'p str),
    /// A member.
    Key(&'p Field<'p>, &'p str),
    /// An element.
    Index(&'p Field<'p>, usize),
}

/// The longest name that is shown: an error stays small whatever the document.
const LONGEST: usize = 253;

impl<'p> Field<'p> {
    /// The member of that name below.
    pub fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    /// The element at that place below.
    pub fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }
}

impl fmt::Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root(text) => f.write_str(text),
            // Without a name only the brackets of a map are left.
            Self::Key(parent, "") => write!(f, "{parent}[]"),
            Self::Key(parent, key) => match key.char_indices().nth(LONGEST) {
                Some((end, _)) => write!(f, "{parent}.{}…", key.get(..end).unwrap_or_default()),
                None => write!(f, "{parent}.{key}"),
            },
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

impl From<Field<'_>> for String {
    fn from(field: Field<'_>) -> Self {
        field.to_string()
    }
}

impl From<&Field<'_>> for String {
    fn from(field: &Field<'_>) -> Self {
        field.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_written_with_dots_and_brackets() {
        let images = Field::Root("spec.machineImages");
        assert_eq!(images.index(2).key("name").to_string(), "spec.machineImages[2].name");
    }
}
