use std::ops::Deref;

use super::code::Code;
use super::fact::Fact;
use crate::wire::{Json, Pointer};

/// One step of an explanation, with the reasons that it rests on.
#[derive(Clone, Debug)]
pub struct Reason(Box<Step>);

/// The content of a reason. It is boxed because rules pass reasons up through many calls.
#[derive(Clone, Debug)]
struct Step {
    code: &'static Code,
    subject: String,
    facts: Vec<Fact>,
    because: Reasons,
    /// The number of further reasons with this code that are left out.
    more: usize,
}

impl Reason {
    /// A finding about a subject.
    pub fn new(code: &'static Code, subject: impl Into<String>) -> Self {
        let (facts, because) = (Vec::new(), Reasons::default());
        Self(Box::new(Step { code, subject: subject.into(), facts, because, more: 0 }))
    }

    /// Cites a fact.
    pub fn fact(mut self, fact: Fact) -> Self {
        self.0.facts.push(fact);
        self
    }

    /// Cites a value at its place.
    pub fn saw(self, path: Pointer, value: impl Into<Json>) -> Self {
        self.fact(Fact::at(path, value))
    }

    /// Cites several facts.
    pub fn facts(mut self, facts: impl IntoIterator<Item = Fact>) -> Self {
        self.0.facts.extend(facts);
        self
    }

    /// Adds the reasons that this one rests on.
    pub fn because(mut self, reasons: impl IntoIterator<Item = Reason>) -> Self {
        self.0.because.extend(reasons);
        self
    }

    /// The code of the finding.
    pub fn code(&self) -> &'static Code {
        self.0.code
    }

    /// The subject of the finding.
    pub fn subject(&self) -> &str {
        &self.0.subject
    }

    /// The facts that the reason cites.
    pub fn cited(&self) -> &[Fact] {
        &self.0.facts
    }

    /// The reasons that this one rests on.
    pub fn causes(&self) -> &[Reason] {
        &self.0.because
    }

    /// The number of further reasons with this code that are left out.
    pub fn more(&self) -> usize {
        self.0.more
    }

    /// Replaces the places of the cited facts that move, also beneath.
    pub fn put_where(&mut self, moved: &impl Fn(&Pointer) -> Option<Pointer>) {
        self.0.facts.iter_mut().for_each(|fact| fact.put_where(moved));
        self.0.because.put_where(moved);
    }

    /// Returns the reason, standing for `more` further ones that are left out.
    pub fn with_more(mut self, more: usize) -> Self {
        self.0.more = more;
        self
    }

    /// Counts another reason and those that it stands for as left out.
    fn stand_for(&mut self, other: &Self) {
        self.0.more += 1 + other.0.more;
    }

    /// Roughly the size of the reason in bytes, with all reasons beneath it. The same on every machine.
    pub(super) fn bytes(&self) -> usize {
        const REASON: usize = 128;
        let facts: usize = self.0.facts.iter().map(Fact::bytes).sum();
        REASON + self.0.subject.len() + facts + self.0.because.bytes()
    }
}

/// The reasons beneath another reason or an answer. A large request can have more reasons than anybody would read.
/// Beyond a limit, a reason is left out if there is one with the same code already, and the last of these counts it.
#[derive(Clone, Default, Debug)]
pub struct Reasons {
    told: Vec<Reason>,
    /// Roughly the size of these reasons in bytes.
    bytes: usize,
}

impl Reasons {
    /// The size in bytes from which reasons with a known code are only counted.
    const ENOUGH: usize = 1 << 20;

    /// Adds a reason, or only counts it if there are enough already.
    pub fn push(&mut self, reason: Reason) {
        if self.bytes >= Self::ENOUGH
            && let Some(alike) = self.told.iter_mut().rfind(|told| told.code().id == reason.code().id)
        {
            alike.stand_for(&reason);
            return;
        }
        self.bytes += reason.bytes();
        self.told.push(reason);
    }

    /// Replaces the places of the cited facts that move, also beneath.
    pub fn put_where(&mut self, moved: &impl Fn(&Pointer) -> Option<Pointer>) {
        self.told.iter_mut().for_each(|reason| reason.put_where(moved));
    }

    /// Roughly the size of the reasons in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Deref for Reasons {
    type Target = [Reason];

    fn deref(&self) -> &[Reason] {
        &self.told
    }
}

impl From<Reason> for Reasons {
    fn from(reason: Reason) -> Self {
        [reason].into_iter().collect()
    }
}

impl Extend<Reason> for Reasons {
    fn extend<I: IntoIterator<Item = Reason>>(&mut self, reasons: I) {
        reasons.into_iter().for_each(|reason| self.push(reason));
    }
}

impl FromIterator<Reason> for Reasons {
    fn from_iter<I: IntoIterator<Item = Reason>>(reasons: I) -> Self {
        let mut all = Self::default();
        all.extend(reasons);
        all
    }
}

impl IntoIterator for Reasons {
    type Item = Reason;
    type IntoIter = std::vec::IntoIter<Reason>;

    fn into_iter(self) -> Self::IntoIter {
        self.told.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::{codes, text, write_reasons};

    codes! {
        ALL;
        ONE = "one" { says: "one", means: "", why: "", source: "", cure: "" }
        OTHER = "other" { says: "the other", means: "", why: "", source: "", cure: "" }
    }

    #[test]
    fn the_first_of_each_kind_are_told_and_how_many_more_there_are() {
        let long = || Reason::new(&ONE, "x".repeat(Reasons::ENOUGH / 2));
        let half: Reasons = (0..5).map(|_| long()).collect();
        let other = Reason::new(ALL[1], "");
        let reasons: Reasons = half.into_iter().chain([other]).chain([long()]).collect();
        assert_eq!(text(&reasons, &[]), "one\none (and 4 more like it)\nthe other\n");
        let mut json = String::new();
        write_reasons(&mut json, &reasons, false);
        assert!(json.ends_with(r#""because":[],"more":4},{"code":"other","subject":"","facts":[],"because":[]}]"#));
    }
}
