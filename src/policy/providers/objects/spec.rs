use std::ops::Deref;

use super::validate::unknown_in;
use crate::policy::providers::versions::Api;
use crate::reason::Problem;
use crate::wire::{Fault, Fill, HasShape, Read, Reader, Shape, Value};

/// A spec of which only some members are read, as `T`. The whole of it is kept to find keys that no spec has.
#[derive(Debug)]
pub struct Spec<'a, T> {
    read: T,
    whole: Value<'a>,
}

impl<T> Spec<'_, T> {
    /// Warns of unknown members.
    pub fn unknown(&self, api_version: Option<&str>) -> Vec<Problem> {
        unknown_in(Some(self.whole), Api::of(&[api_version]))
    }
}

impl<T> Deref for Spec<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.read
    }
}

impl<'a, T: Fill<'a>> Fill<'a> for Spec<'a, T> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        self.whole = from.value();
        self.read.fill(from)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Spec<'a, T> {
    fn blank() -> Self {
        Self { read: T::blank(), whole: Value::NULL }
    }
}

impl<T: HasShape> HasShape for Spec<'_, T> {
    const SHAPE: &'static Shape = T::SHAPE;
}
