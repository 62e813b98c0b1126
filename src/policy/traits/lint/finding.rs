use super::question::LintGiven;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::Fleet;
use crate::policy::traits::fleet::View;
use crate::question::Doc;
use crate::reason::{Code, Fact, Level, Reason};
use crate::wire::{Pointer, answer};

answer! {
    /// Something that is wrong.
    pub(crate) struct Finding {
        /// How bad it is.
        level: Level,
        /// Its code, which `fitment/explain` explains.
        code: &'static str,
        /// Where it is in what was given, or in a loaded fleet.
        path: String,
        /// The flavor or the node.
        subject: String,
        /// What to do about it.
        cure: &'static str,
        /// The edit that fixes it, where there is one.
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
    /// Whether it is known which nodes there are.
    pub knows_nodes: bool,
}

impl<'l, 'a> Linting<'l, 'a> {
    /// The flavors one by one.
    pub(crate) fn flavors(&self) -> impl Iterator<Item = OneFlavor<'_, 'a>> {
        let flavors = self.given.flavors.iter().zip(&self.groups).enumerate();
        flavors.map(|(index, (flavor, groups))| OneFlavor {
            flavor,
            place: Pointer::to("flavors").index(index),
            groups,
            view: &self.view,
            knows_traits: self.knows_traits,
        })
    }
}

/// A flavor, and what it is held against.
pub(crate) struct OneFlavor<'l, 'a> {
    /// The flavor.
    pub flavor: &'l Flavor<'a>,
    /// Where it stands in what was given.
    pub place: Pointer,
    /// What it asks for.
    pub groups: &'l Groups<'a>,
    /// The nodes as Placement sees them.
    pub view: &'l View<'l, 'a>,
    /// Whether it is known which traits were ever created.
    pub knows_traits: bool,
}

/// Findings, each with its reason: the first so many of them are told, and all are counted.
pub(crate) struct Findings {
    told: Vec<(Finding, Reason)>,
    most: usize,
    count: usize,
    errors: usize,
}

impl Findings {
    /// None yet, of which at most so many are to be told.
    pub(crate) fn up_to(most: usize) -> Self {
        Self { told: Vec::new(), most, count: 0, errors: 0 }
    }

    /// Adds one.
    pub(crate) fn push(&mut self, found: (Finding, Reason)) {
        self.count += 1;
        self.errors += usize::from(found.0.level == Level::Error);
        if self.told.len() < self.most {
            self.told.push(found);
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether one of them is an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Those that are told.
    pub(crate) fn told(self) -> Vec<(Finding, Reason)> {
        self.told
    }
}

/// A finding about a subject at a place.
pub(crate) fn finding(
    level: Level,
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
