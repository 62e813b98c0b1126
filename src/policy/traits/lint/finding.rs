use crate::policy::traits::groups::Groups;
use crate::policy::traits::match_nodes::Ground;
use crate::policy::traits::question::lint::{Finding, LintEdit, LintGiven, Severity};
use crate::policy::traits::view::View;
use crate::reason::{Code, Fact, Reason};
use crate::wire::Pointer;

/// What the checks look at.
pub struct Linting<'l, 'a> {
    /// The question.
    pub given: &'l LintGiven<'a>,
    /// The fleet.
    pub ground: &'l Ground<'a>,
    /// The fleet as Placement sees it.
    pub view: View<'l, 'a>,
    /// What each flavor asks for.
    pub groups: Vec<Groups<'a>>,
    /// Whether it is known which traits were ever created.
    pub knows_traits: bool,
}

/// Findings, each with its reason.
pub type Findings = Vec<(Finding, Reason)>;

/// A finding about a subject at a place.
pub fn finding(
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
