use super::given::LintGiven;
use crate::policy::traits::documents::Flavor;
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::Fleet;
use crate::policy::traits::fleet::View;
use crate::question::Doc;
use crate::reason::{Code, Fact, Level, Reason};
use crate::wire::{Pointer, answer};

answer! {
    /// One finding.
    pub(crate) struct Finding {
        /// The severity of the finding.
        level: Level,
        /// The code of the finding, which `fitment/explain` explains.
        code: &'static str,
        /// The place in the input or in a loaded fleet.
        path: String,
        /// What the finding is about, such as a flavor, a node, an extra spec or a pool.
        subject: String,
        /// What to do about the finding.
        cure: &'static str,
        /// The edit that fixes the finding; absent if there is no obvious one.
        edit: Option<LintEdit>,
    }
}

answer! {
    /// A key to set or to remove.
    pub(crate) struct LintEdit {
        /// The key to edit.
        key: String,
        /// The new value; absent if the key is to be removed.
        value: Option<String>,
        /// Further edits that belong to this one; absent if there are none.
        also: Option<Vec<KeyEdit>>,
    }
}

answer! {
    /// A further key to set or to remove.
    pub(crate) struct KeyEdit {
        /// The key to edit.
        key: String,
        /// The new value; absent if the key is to be removed.
        value: Option<String>,
    }
}

impl LintEdit {
    /// Sets a key to a value.
    pub(crate) fn set(key: impl Into<String>, value: &str) -> Self {
        Self { key: key.into(), value: Some(value.to_owned()), also: None }
    }

    /// Removes a key.
    pub(crate) fn drop(key: &str) -> Self {
        Self { key: key.to_owned(), value: None, also: None }
    }

    /// Combines several edits into one. `None` if there are none.
    pub(crate) fn all(edits: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut edits = edits.into_iter();
        let first = edits.next()?;
        let also: Vec<KeyEdit> = edits.map(|Self { key, value, .. }| KeyEdit { key, value }).collect();
        Some(Self { also: Some(also).filter(|also| !also.is_empty()), ..first })
    }
}

/// The input of the checks.
pub(crate) struct Linting<'l, 'a> {
    /// The question.
    pub given: &'l LintGiven<'a>,
    /// The fleet.
    pub fleet: &'l Doc<'a, Fleet<'a>>,
    /// The fleet as Placement sees it.
    pub view: View<'l, 'a>,
    /// The demands of each flavor.
    pub groups: Vec<Groups<'a>>,
    /// Whether it is known which traits were ever created.
    pub knows_traits: bool,
    /// Whether it is known which nodes exist.
    pub knows_nodes: bool,
}

impl<'l, 'a> Linting<'l, 'a> {
    /// Returns the flavors one by one.
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

/// A flavor, and what it is checked against.
pub(crate) struct OneFlavor<'l, 'a> {
    /// The flavor to check.
    pub flavor: &'l Flavor<'a>,
    /// The place of the flavor in the input.
    pub place: Pointer,
    /// The demands of the flavor.
    pub groups: &'l Groups<'a>,
    /// The nodes as Placement sees them.
    pub view: &'l View<'l, 'a>,
    /// Whether it is known which traits were ever created.
    pub knows_traits: bool,
}

/// Findings with their reasons. All are counted, but only the first ones are kept.
pub(crate) struct Findings {
    told: Vec<(Finding, Reason)>,
    most: usize,
    count: usize,
    errors: usize,
}

impl Findings {
    /// Starts without findings, to keep at most `most` of them.
    pub(crate) fn up_to(most: usize) -> Self {
        Self { told: Vec::new(), most, count: 0, errors: 0 }
    }

    /// Adds a finding.
    pub(crate) fn push(&mut self, found: (Finding, Reason)) {
        self.count += 1;
        self.errors += usize::from(found.0.level == Level::Error);
        if self.told.len() < self.most {
            self.told.push(found);
        }
    }

    /// Returns the number of all findings.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether any finding is an error.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the findings that were kept.
    pub(crate) fn told(self) -> Vec<(Finding, Reason)> {
        self.told
    }
}

/// Builds a finding about a subject at a place.
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
