use crate::wire::{Json, Pointer, answer, words};

answer! {
    /// An operation of a JSON Patch.
    #[derive(Clone)]
    pub struct Operation {
        /// What is done.
        op: Op,
        /// Where.
        path: String,
        /// What comes there; absent where something is taken out.
        value: Option<Json>,
    }
}

words! {
    /// What an operation of a JSON Patch does.
    pub enum Op {
        /// A member or element comes.
        Add = "add",
        /// One takes the place of another.
        Replace = "replace",
        /// One is taken out.
        Remove = "remove",
    }
}

impl Op {
    /// What is done with a value at a place.
    pub fn at(self, path: Pointer, value: impl Into<Json>) -> Operation {
        Operation { op: self, path: path.into(), value: Some(value.into()) }
    }
}

impl Operation {
    /// The operation as it is written.
    pub fn json(&self) -> Json {
        let mut object = Json::object();
        object.set("op", self.op.word().into());
        object.set("path", self.path.as_str().into());
        if let Some(value) = &self.value {
            object.set("value", value.clone());
        }
        object
    }

    /// What is at a place is taken out.
    pub fn remove(path: Pointer) -> Self {
        Self { op: Op::Remove, path: path.into(), value: None }
    }
}
