//! The policies of this build, and those that it leaves out.

use crate::policy::Policy;
#[cfg(feature = "clusters")]
use crate::policy::clusters;
#[cfg(feature = "drivers")]
use crate::policy::drivers;
#[cfg(feature = "images-fit")]
use crate::policy::images;
#[cfg(feature = "providers")]
use crate::policy::providers;
#[cfg(feature = "traits")]
use crate::policy::traits;

/// The policies of this build.
pub static POLICIES: &[&Policy] = &[
    #[cfg(feature = "images")]
    &images::POLICY,
    #[cfg(all(feature = "images-fit", not(feature = "images")))]
    &fitting::IMAGES,
    #[cfg(feature = "drivers")]
    &drivers::POLICY,
    #[cfg(feature = "traits")]
    &traits::POLICY,
    #[cfg(feature = "clusters")]
    &clusters::POLICY,
    #[cfg(feature = "providers")]
    &providers::POLICY,
];

/// The name of each policy, and the smallest entry of the npm package that has all of its questions.
static ENTRIES: &[(&str, &str)] = &[
    ("images", WHOLE),
    ("drivers", "fitment/drivers"),
    ("traits", "fitment/traits"),
    ("clusters", "fitment/clusters"),
    ("providers", "fitment/providers"),
];

/// Questions for the operators of the services, which are left out of builds for dashboards.
#[cfg(not(feature = "operators"))]
static FOR_OPERATORS: [&str; 4] = ["drivers/lint", "drivers/compare", "traits/gather", "traits/reach"];

/// The entry of the npm package that has everything.
pub const WHOLE: &str = "fitment";

/// Whether a policy of this build judges objects. This is a constant, so that a build in which none does contains no
/// code for judging.
pub const JUDGES: bool = {
    let (mut rest, mut found) = (POLICIES, false);
    while let [policy, others @ ..] = rest {
        found |= !policy.reviews.is_empty();
        rest = others;
    }
    found
};

/// Whether a policy of this build has settings.
pub const HAVE_SETTINGS: bool = cfg!(any(feature = "images-fit", feature = "clusters"));

/// Whether this build has every policy, and each of them in full.
pub fn is_whole() -> bool {
    let held = |name: &str| POLICIES.iter().any(|policy| policy.name == name);
    cfg!(any(feature = "images", not(feature = "images-fit"))) && ENTRIES.iter().all(|(name, _)| held(name))
}

/// The entry that has a question which this build leaves out. `None` if no build has the question.
pub fn entry_with(question: &str) -> Option<&'static str> {
    #[cfg(all(feature = "images-fit", not(feature = "images")))]
    if fitting::LEFT_OUT.contains(&question) {
        return Some(WHOLE);
    }
    #[cfg(not(feature = "operators"))]
    if FOR_OPERATORS.contains(&question) {
        return Some(WHOLE);
    }
    let (policy, _) = question.split_once('/')?;
    let left_out = POLICIES.iter().all(|held| held.name != policy);
    ENTRIES.iter().find(|(name, _)| left_out && *name == policy).map(|(_, entry)| *entry)
}

/// The part of the images policy that dashboards need.
#[cfg(all(feature = "images-fit", not(feature = "images")))]
mod fitting {
    use super::{Policy, images};
    use crate::question::Question;

    pub static IMAGES: Policy = Policy {
        name: images::POLICY.name,
        questions: &[
            Question::row::<images::Fit>(),
            Question::row::<images::Matrix>(),
            Question::row::<images::MachineTypes>(),
            Question::row::<images::Pick>(),
        ],
        documents: &[images::CLOUD_PROFILE, images::NAMESPACED_CLOUD_PROFILE],
        fields: images::POLICY.fields,
        contradictions: None,
        reviews: &[],
        beside: &[],
        codes: images::CODES_OF_FITTING,
        divergences: images::OF_FITTING,
    };

    const ALL: &[Question] = images::POLICY.questions;

    /// The names of all questions about images. A build with this part only looks up those that it lacks. This is a
    /// constant, so that the rules behind the names are not linked.
    pub static LEFT_OUT: &[&str] = &NAMES;

    #[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses a place that is not there")]
    const NAMES: [&str; ALL.len()] = {
        let mut names = [""; ALL.len()];
        let mut place = 0;
        while place < names.len() {
            names[place] = ALL[place].name;
            place += 1;
        }
        names
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_has_an_entry() {
        assert!(is_whole() && POLICIES.len() == ENTRIES.len());
        for policy in POLICIES {
            assert!(ENTRIES.iter().any(|(name, _)| *name == policy.name), "`{}` has no entry", policy.name);
        }
        assert_eq!(entry_with("drivers/nobody"), None, "this build has all questions about drivers");
    }
}
