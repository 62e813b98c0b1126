//! A profile can only be deleted once nothing refers to it any more, not even something that is itself being deleted.

use super::identity::{name_of, namespace_of};
use super::users::Users;
use super::{Violation, What};
use crate::policy::images::documents::Metadata;

/// What still refers to a CloudProfile.
pub(crate) fn deletion_of_cloud_profile(metadata: Option<&Metadata<'_>>, users: &Users<'_>) -> Vec<Violation> {
    let name = name_of(metadata);
    let profiles = users.namespaced.iter().filter(|profile| profile.builds_on(name));
    let shoots = users.shoots.iter().filter(|shoot| shoot.uses_cloud_profile(name));
    let profiles = profiles.map(|profile| profile.violation(What::Profile, name.to_owned()));
    profiles.chain(shoots.map(|shoot| shoot.violation(What::Profile, name.to_owned()))).collect()
}

/// What still refers to a NamespacedCloudProfile.
pub(crate) fn deletion_of_namespaced(metadata: Option<&Metadata<'_>>, users: &Users<'_>) -> Vec<Violation> {
    let (namespace, name) = (namespace_of(metadata), name_of(metadata));
    let shoots = users.shoots.iter().filter(|shoot| shoot.uses_namespaced(namespace, name));
    shoots.map(|shoot| shoot.violation(What::Profile, format!("{namespace}/{name}"))).collect()
}
