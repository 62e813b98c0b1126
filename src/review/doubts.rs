//! Warnings about what no API server would send: an object that the operation does not have, and a name that differs
//! from the object's.

use super::call::{Call, Operation};
use super::reasons::{REVIEW_OBJECT_NOT_READ, REVIEW_OF_ANOTHER};
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Value};

impl Call<'_> {
    /// The warnings about this call.
    pub(super) fn doubts(&self) -> Vec<Problem> {
        let &Self { object, old, said: [name, namespace], .. } = self;
        let (member, of, not_read) = match self.operation {
            Operation::Create => ("object", object, old.map(|_| "oldObject")),
            Operation::Update => ("object", object, None),
            Operation::Delete => ("oldObject", old, object.map(|_| "object")),
            Operation::Connect => return Vec::new(),
        };
        let of_another = [("name", name), ("namespace", namespace)];
        let of_another = of_another.into_iter().filter_map(|(key, asked)| another(key, asked?, of?, member));
        not_read.map(|member| self.not_read(member)).into_iter().chain(of_another).collect()
    }

    fn not_read(&self, member: &str) -> Problem {
        let problem = Problem::warning(&REVIEW_OBJECT_NOT_READ, in_review(&Pointer::to("request").key(member)));
        let operation = Fact::at(Pointer::to("request").key("operation"), self.operation.word());
        problem.fact(operation).fact(Fact::named("member", member))
    }
}

/// A warning if the request and its object differ in this key, which is `name` or `namespace`.
fn another(key: &str, asked: &str, object: Value<'_>, member: &str) -> Option<Problem> {
    let own = object.get("metadata")?.get(key)?.as_str()?;
    let [place, found] =
        [Pointer::to("request"), Pointer::to("request").key(member).key("metadata")].map(|at| at.key(key));
    let problem = Problem::warning(&REVIEW_OF_ANOTHER, in_review(&place)).fact(Fact::at(place, asked));
    let problem = problem.fact(Fact::at(found, own)).fact(Fact::named("key", key)).fact(Fact::named("found", own));
    (!asked.is_empty() && !own.is_empty() && asked != own).then_some(problem)
}

fn in_review(place: &Pointer) -> Pointer {
    Pointer::to("review").join(place)
}
