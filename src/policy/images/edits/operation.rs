use crate::wire::{Json, Pointer, answer, words};

answer! {
    /// An operation of a JSON Patch.
    #[derive(Clone)]
    pub struct Operation {
        /// What the operation does.
        op: Op,
        /// The place in the document, as a JSON Pointer.
        path: String,
        /// The value to add or to set; absent where something is removed.
        value: Option<Json>,
    }
}

words! {
    /// The kind of an operation of a JSON Patch.
    pub enum Op {
        /// Adds a member or an element.
        Add = "add",
        /// Replaces a value.
        Replace = "replace",
        /// Removes a member or an element.
        Remove = "remove",
    }
}

impl Op {
    /// Creates an operation with a value at a place.
    pub fn at(self, path: Pointer, value: impl Into<Json>) -> Operation {
        Operation { op: self, path: path.into(), value: Some(value.into()) }
    }
}

impl Operation {
    /// Returns the operation as JSON.
    pub fn json(&self) -> Json {
        let mut object = Json::object();
        object.set("op", self.op.word().into());
        object.set("path", self.path.as_str().into());
        if let Some(value) = &self.value {
            object.set("value", value.clone());
        }
        object
    }

    /// Creates an operation that removes what is at a place.
    pub fn remove(path: Pointer) -> Self {
        Self { op: Op::Remove, path: path.into(), value: None }
    }
}
