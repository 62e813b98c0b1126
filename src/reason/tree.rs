use super::code::Code;
use super::fact::Fact;
use super::reasons::Reasons;
use super::text::says;
use crate::wire::{Json, ObjectWriter, Pointer, write_each};

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

    /// Returns the reason, standing for `more` further ones that are left out.
    pub fn with_more(mut self, more: usize) -> Self {
        self.0.more = more;
        self
    }

    /// Counts another reason and those that it stands for as left out.
    pub(super) fn stand_for(&mut self, other: &Self) {
        self.0.more += 1 + other.0.more;
    }

    /// Roughly the size of the reason in bytes, with all reasons beneath it. The same on every machine.
    pub(super) fn bytes(&self) -> usize {
        const REASON: usize = 128;
        let facts: usize = self.0.facts.iter().map(Fact::bytes).sum();
        REASON + self.0.subject.len() + facts + self.0.because.bytes()
    }
}

/// Appends reasons as a JSON list, each with its sentence if `with_says` is set.
pub fn write_reasons(out: &mut String, reasons: &[Reason], with_says: bool) {
    write_each(out, reasons, |out, reason| {
        let mut object = ObjectWriter::new(out);
        object.member("code", reason.code().id);
        if with_says {
            object.member("says", &says(reason));
        }
        object.member("subject", reason.subject()).member("facts", reason.cited());
        write_reasons(object.key("because"), reason.causes(), with_says);
        object.member("more", &Some(reason.more()).filter(|more| *more > 0));
        object.end();
    });
}
