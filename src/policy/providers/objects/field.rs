use std::fmt;

use crate::wire::Pointer;

/// The path of a member in an object, which can be shown to users or turned into a pointer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Field(Vec<Step>);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Step {
    Index(usize),
    Key(String),
}

impl Field {
    /// Creates the path of a member at the top of the object.
    pub fn of(key: &str) -> Self {
        Self(vec![Step::Key(key.to_owned())])
    }

    /// Returns the path of a member below this one.
    pub fn key(&self, key: &str) -> Self {
        self.with(Step::Key(key.to_owned()))
    }

    /// Returns the path of an element below this one.
    pub fn index(&self, index: usize) -> Self {
        self.with(Step::Index(index))
    }

    fn with(&self, step: Step) -> Self {
        Self(self.0.iter().cloned().chain([step]).collect())
    }

    /// Returns the path as a pointer relative to the object.
    pub fn pointer(&self) -> Pointer {
        self.0.iter().fold(Pointer::default(), |pointer, step| match step {
            Step::Key(key) => pointer.key(key),
            Step::Index(index) => pointer.index(*index),
        })
    }

    /// Returns the name of the member, or of the list that the element is in.
    pub fn name(&self) -> &str {
        let named = self.0.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Index(_) => None,
        });
        named.unwrap_or_default()
    }

    /// Returns the position of the path's second step in `names`, or `names.len()` if it is not in the list.
    pub fn rank(&self, names: &[&str]) -> usize {
        let second = self.0.get(1);
        let place = names.iter().position(|name| matches!(second, Some(Step::Key(key)) if key == name));
        place.unwrap_or(names.len())
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if place > 0 => write!(f, ".{key}")?,
                Step::Key(key) => f.write_str(key)?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}
