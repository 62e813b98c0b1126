//! NamespacedCloudProfiles that a change of their CloudProfile causes to be refused when they are next written
//! (sections 10.3 and 17.6). Nobody checks them until then.

use super::Violation;
use crate::base::Names;
use crate::policy::images::documents::{FeatureGates, NamespacedDocument, is_same};
use crate::policy::images::profiles::beside::{Entries, Refused};
use crate::policy::images::profiles::stored::refusal_beside;
use crate::policy::images::reasons::CHILD_WILL_BE_REFUSED;
use crate::policy::images::store::Written;
use crate::question::Asked;
use crate::reason::{Fact, Problem};

/// The most profiles that are reported.
const NAMED: usize = 20;

/// Warns of each of them, unless it would have been refused beside the old parent too. Profiles for which the change
/// itself is refused are reported as violations.
pub(super) fn refused_from_now_on(
    children: &[&NamespacedDocument<'_>],
    [old, new]: [&Written<'_>; 2],
    violations: &[Violation],
    asked: &Asked<'_>,
) -> Vec<Problem> {
    if is_same(old.get("spec"), new.get("spec")) {
        return Vec::new();
    }
    let told: Names<'_> = violations.iter().map(|violation| violation.used_by.as_str()).collect();
    let judged_by = (asked.edition, FeatureGates::asked(None, asked).unwrap_or_default());
    let refused = |child: &NamespacedDocument<'_>, parent: &Written<'_>, kept| {
        refusal_beside((child.value, true), **parent, kept, judged_by)
    };
    let newly = children
        .iter()
        .filter(|child| refused(child, new, Entries::Named).is_some() && refused(child, old, Entries::Named).is_none());
    let newly = newly.map(|child| (child, child.full_name())).filter(|(_, name)| !told.contains(name));
    let told = newly.filter_map(|(child, name)| {
        let Refused { field, detail, .. } = refused(child, new, Entries::InPlace)?;
        let problem = Problem::warning(&CHILD_WILL_BE_REFUSED, new.path().key("spec"));
        let problem = problem.fact(Fact::named("profile", name)).fact(Fact::named("field", field));
        Some(problem.fact(Fact::named("detail", detail)))
    });
    told.take(NAMED).collect()
}
