use std::fmt;

use super::decimal::push_decimal;

/// A JSON pointer that is built step by step.
#[derive(PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Pointer(String);

impl Clone for Pointer {
    /// Copies the pointer and reserves room for a step or two, because pointers are mostly copied to be extended.
    fn clone(&self) -> Self {
        const ROOM: usize = 24;
        let mut text = String::with_capacity(self.0.len() + ROOM);
        text.push_str(&self.0);
        Self(text)
    }
}

impl Pointer {
    /// The pointer to a member of the root.
    pub fn to(key: &str) -> Self {
        Self::default().key(key)
    }

    /// Takes a pointer that is already text.
    pub fn parsed(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Appends a step to the member with this key.
    pub fn key(mut self, key: &str) -> Self {
        push_key(&mut self.0, key);
        self
    }

    /// Appends a step to the element at this index.
    pub fn index(mut self, index: usize) -> Self {
        push_index(&mut self.0, index);
        self
    }

    /// Appends another pointer.
    pub fn join(mut self, rest: &Pointer) -> Self {
        self.0.push_str(&rest.0);
        self
    }

    /// The place that a path in a request stands for. Facts count from the member of the request, problems from its
    /// root.
    pub fn place(&self) -> Self {
        let below = ["/given", "/review"].into_iter().find_map(|member| self.0.strip_prefix(member));
        Self::parsed(below.unwrap_or(&self.0))
    }

    /// The pointer as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Pointer> for String {
    fn from(pointer: Pointer) -> Self {
        pointer.0
    }
}

/// A place in a document, as a chain of steps. It costs nothing until it is written as text.
#[derive(Clone, Copy, Debug)]
pub enum PathStep<'p> {
    /// The root, with the pointer to the document itself.
    Root(&'p str),
    /// A member.
    Key(&'p PathStep<'p>, &'p str),
    /// An element.
    Index(&'p PathStep<'p>, usize),
}

impl<'p> PathStep<'p> {
    /// The root of a document.
    pub const ROOT: &'static PathStep<'static> = &PathStep::Root("");

    /// The member with this key below this place.
    pub fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    /// The element at this index below this place.
    pub fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }

    /// The place as a JSON pointer.
    pub fn pointer(&self) -> String {
        match self {
            Self::Root(prefix) => (*prefix).to_owned(),
            Self::Key(parent, key) => {
                let mut pointer = parent.pointer();
                push_key(&mut pointer, key);
                pointer
            }
            Self::Index(parent, index) => {
                let mut pointer = parent.pointer();
                push_index(&mut pointer, *index);
                pointer
            }
        }
    }
}

pub(super) fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    if !key.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        return pointer.push_str(key);
    }
    for character in key.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

pub(super) fn push_index(pointer: &mut String, index: usize) {
    pointer.push('/');
    push_decimal(pointer, index as u64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_escaped() {
        let pointer = Pointer::to("spec").key("a/b").index(2);
        assert_eq!(pointer.as_str(), "/spec/a~1b/2");
    }
}
