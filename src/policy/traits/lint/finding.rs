use super::question::LintGiven;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::Fleet;
use crate::policy::traits::fleet::View;
use crate::question::Doc;
use crate::reason::{Code, Fact, Reason};
use crate::wire::{Pointer, answer, words};

answer! {
    /// Something that is wrong.
    pub(crate) struct Finding {
        /// How bad it is.
        level: Severity,
        /// Its code, which `fitment/explain` explains.
        code: &'static str,
        /// Where it stands in what was given, or in a loaded fleet.
        path: String,
        /// The flavor or the node.
        subject: String,
        /// What to do about it.
        cure: &'static str,
        /// The very edit, where there is one.
        edit: Option<LintEdit>,
    }
}

answer! {
    /// A key to set or to take out.
    pub(crate) struct LintEdit {
        /// The key.
        key: String,
        /// The value it is to have; it is to be taken out where there is none.
        value: Option<String>,
        /// What is to be done besides, where the finding names more than one key.
        also: Option<Vec<KeyEdit>>,
    }
}

answer! {
    /// A further key to set or to take out.
    pub(crate) struct KeyEdit {
        /// The key.
        key: String,
        /// The value it is to have; it is to be taken out where there is none.
        value: Option<String>,
    }
}

words! {
    /// How bad a finding is.
    pub(crate) enum Severity {
        /// Something does not work, or gives away what it should not.
        Error = "error",
        /// Something is probably not what was meant.
        Warning = "warning",
    }
}

impl LintEdit {
    /// A key is to have a value.
    pub(crate) fn set(key: impl Into<String>, value: &str) -> Self {
        Self { key: key.into(), value: Some(value.to_owned()), also: None }
    }

    /// A key is to be taken out.
    pub(crate) fn drop(key: &str) -> Self {
        Self { key: key.to_owned(), value: None, also: None }
    }

    /// All of several edits; none where there is none.
    pub(crate) fn all(edits: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut edits = edits.into_iter();
        let first = edits.next()?;
        let also: Vec<KeyEdit> = edits.map(|Self { key, value, .. }| KeyEdit { key, value }).collect();
        Some(Self { also: Some(also).filter(|also| !also.is_empty()), ..first })
    }
}

/// What the checks look at.
pub(crate) struct Linting<'l, 'a> {
    /// The question.
    pub given: &'l LintGiven<'a>,
    /// The fleet.
    pub fleet: &'l Doc<'a, Fleet<'a>>,
    /// The fleet as Placement sees it.
    pub view: View<'l, 'a>,
    /// What each flavor asks for.
    pub groups: Vec<Groups<'a>>,
    /// Whether it is known which traits were ever created.
    pub knows_traits: bool,
}

/// Findings, each with its reason.
pub(crate) type Findings = Vec<(Finding, Reason)>;

/// A finding about a subject at a place.
pub(crate) fn finding(
    level: Severity,
    code: &'static Code,
    subject: &str,
    path: Pointer,
    edit: Option<LintEdit>,
    facts: impl IntoIterator<Item = Fact>,
) -> (Finding, Reason) {
    let reason = Reason::new(code, subject).facts(facts);
    let finding =
        Finding { level, code: code.id, path: path.into(), subject: subject.to_owned(), cure: code.cure, edit };
    (finding, reason)
}
