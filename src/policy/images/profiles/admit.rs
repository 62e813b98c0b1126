//! The question whether a NamespacedCloudProfile fits its parent.

use super::admission::{Admission, Admitted, allowed};
use super::operation::Operation;
use super::why;
use crate::policy::images::documents::{FeatureGates, GROUP, NamespacedCloudProfile};
use crate::policy::images::reasons::before_not_given;
use crate::policy::images::store::{CLOUD_PROFILE, OLD, Written, namespaced_given, parent_of};
use crate::question::{Answers, Asked, Decision, Outcome, Reference, Undecided, VerdictFrom};
use crate::wire::given;

given! {
    /// A NamespacedCloudProfile to admit.
    pub struct AdmitGiven<'a> {
        /// The operation; an update if the old profile is given, or else a creation, unless given.
        operation: Option<Operation>,
        /// Gardener's feature gates; those of the loaded `Settings` named `images`, unless given. Each has its default.
        feature_gates ["featureGates"]: Option<FeatureGates>,
        /// The parent, or the name of a loaded one; the loaded one that the profile names, unless given.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile, or the name of a loaded one.
        namespaced_cloud_profile ["namespacedCloudProfile"]: Option<Reference<'a>>,
        /// The NamespacedCloudProfile before an update, or the name of a loaded one.
        old_namespaced_cloud_profile ["oldNamespacedCloudProfile"]: Option<Reference<'a>>,
    }
}

/// `images/admit-profile`
#[derive(Debug)]
pub struct AdmitProfile;

impl Answers for AdmitProfile {
    const NAME: &'static str = "images/admit-profile";
    const ASKS: &'static str = "whether a NamespacedCloudProfile suits its parent";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = AdmitGiven<'a>;
    type Answer<'a> = Admitted;

    fn decide<'a>(given: AdmitGiven<'a>, asked: &Asked<'a>) -> Outcome<Admitted> {
        let child = namespaced_given(given.namespaced_cloud_profile, asked)?;
        if given.operation == Some(Operation::Delete) {
            return Ok(Decision { because: why::nothing_to_admit(*child).into(), ..Decision::plain(allowed()) });
        }
        let old = given.old_namespaced_cloud_profile.filter(|_| given.operation != Some(Operation::Create));
        let old = old.map(|old| Written::of_namespaced(old, OLD.1, asked)).transpose()?;
        let gates = FeatureGates::asked(given.feature_gates, asked)?;
        let parent = match (parent_of(&child, given.cloud_profile, asked), given.cloud_profile) {
            (Err(undecided), None) => return without_parent(&child, None, undecided, asked),
            (Err(undecided), Some(Reference::Named(named))) => {
                return without_parent(&child, Some(named), undecided, asked);
            }
            (parent, _) => parent?,
        };
        let old = old.map(|old| *old);
        let admission = Admission { child: *child, old, parent: *parent, gates: &gates };
        let answer = admission.decide(asked)?;
        let because = why::admitted(&answer, &admission, &child.place());
        let is_update = given.operation == Some(Operation::Update);
        let no_before = (is_update && old.is_none()).then(|| before_not_given(OLD.1));
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(no_before))
    }
}

/// The refusal of a profile whose parent is known not to exist (section 10.3). Otherwise it may exist, or the question
/// names another CloudProfile than the parent, and the answer is undecided.
fn without_parent<'a>(
    child: &Written<'a>,
    named: Option<&str>,
    undecided: Undecided,
    asked: &Asked<'a>,
) -> Outcome<Admitted> {
    let name = child.read::<NamespacedCloudProfile<'a>>()?.spec().parent_name();
    if name.is_empty()
        || named.is_some_and(|named| named != name)
        || !asked.documents.is_complete(GROUP, CLOUD_PROFILE.kind)
    {
        return Err(undecided);
    }
    let message = Some(format!("there is no CloudProfile `{name}`"));
    let answer = Admitted { message, ..Admitted::default() };
    Ok(Decision { because: undecided.reasons(name), ..Decision::plain(answer) })
}
