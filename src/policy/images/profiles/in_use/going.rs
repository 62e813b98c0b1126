//! Profiles that are being deleted. They may lose anything, so their users are not examined.

use super::identity::{name_of, namespace_of};
use super::users::Users;
use crate::policy::images::documents::NamespacedDocument;
use crate::policy::images::reasons::USE_NOT_LOOKED_AT;
use crate::policy::images::store::NAMESPACED_CLOUD_PROFILE;
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The most NamespacedCloudProfiles that are examined.
const NAMED: usize = 20;

/// Warns that a profile, which is at `path`, is being deleted and is therefore not checked for users.
pub(super) fn is_going(path: Pointer, kind: &str, name: &str) -> Problem {
    let problem = Problem::warning(&USE_NOT_LOOKED_AT, path.key("metadata").key("deletionTimestamp"));
    problem.fact(Fact::named("kind", kind)).fact(Fact::named("name", name))
}

/// Warns of each NamespacedCloudProfile that is being deleted although remaining Shoots use the CloudProfile through
/// it.
pub(super) fn going_below(users: &Users<'_>, cluster_profile: &str) -> Vec<Problem> {
    let of = |child: &NamespacedDocument<'_>| {
        (namespace_of(child.metadata.as_ref()).to_owned(), name_of(child.metadata.as_ref()).to_owned())
    };
    let is_used = |child: &&Doc<'_, NamespacedDocument<'_>>| {
        let (namespace, name) = of(child);
        users.shoots.iter().any(|shoot| !shoot.is_being_deleted() && shoot.uses_namespaced(&namespace, &name))
    };
    let going = users.namespaced.iter().filter(|child| child.is_being_deleted() && child.builds_on(cluster_profile));
    let used = going.take(NAMED).filter(is_used).map(|child| {
        let (namespace, name) = of(child);
        is_going(child.path(), NAMESPACED_CLOUD_PROFILE.kind, &format!("{namespace}/{name}"))
    });
    used.collect()
}
