//! The Shoots that an update of a profile concerns, with the profiles that they use before and after it.

use super::identity::{name_of, namespace_of};
use super::merged::Used;
use super::users::Users;
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{NamespacedDocument, ShootDocument};
use crate::policy::images::store::{Profile, Written};
use crate::question::Undecided;
use crate::wire::{Json, Value, read};

/// Shoots that use the same profile.
#[derive(Debug)]
pub(crate) struct Remade<'u, 'a> {
    /// The Shoots.
    pub shoots: Vec<&'u ShootDocument<'a>>,
    /// The merged `spec` before and after, if the Shoots use a NamespacedCloudProfile. `None`: they use the document
    /// itself.
    pub merged: Option<[Json; 2]>,
}

impl Remade<'_, '_> {
    /// The compiled merged profiles before and after, if there are any.
    pub(crate) fn offers(&self) -> Result<Option<[Offer<'_>; 2]>, Undecided> {
        let Some([before, after]) = &self.merged else { return Ok(None) };
        Ok(Some([offer(before)?, offer(after)?]))
    }
}

fn offer(spec: &Json) -> Result<Offer<'_>, Undecided> {
    Ok(Offer::merged(read(Value::from(spec), "")?.0, Vec::new()))
}

/// The Shoots that an update concerns, grouped by the profile that they use.
pub(crate) fn remade<'u, 'a>(
    [old, new]: [&Profile<'a>; 2],
    parent: Option<&Written<'a>>,
    users: &'u Users<'a>,
) -> Vec<Remade<'u, 'a>> {
    let shoots = |uses: &dyn Fn(&ShootDocument<'a>) -> bool| -> Vec<&'u ShootDocument<'a>> {
        let shoots = users.shoots.iter().map(|shoot| -> &ShootDocument<'a> { shoot });
        shoots.filter(|shoot| !shoot.is_being_deleted() && uses(shoot)).collect()
    };
    let through = |metadata| {
        let (namespace, name) = (namespace_of(metadata), name_of(metadata));
        shoots(&|shoot| shoot.uses_namespaced(namespace, name))
    };
    let merged = |shoots: Vec<&'u ShootDocument<'a>>, sides: [(Value<'a>, Value<'a>); 2]| {
        let used = Used::by(shoots.iter().map(|shoot| &shoot.shoot)).with_all_versions();
        let merged = sides.map(|(parent, child)| used.merged(parent, child));
        Remade { shoots, merged: Some(merged) }
    };
    let mut remade = Vec::new();
    // Existing users name the profile as it was called before the change.
    if let Some(profile) = old.cluster() {
        let name = profile.name();
        remade.push(Remade { shoots: shoots(&|shoot| shoot.uses_cloud_profile(name)), merged: None });
        let children = users.namespaced.iter().map(|child| -> &NamespacedDocument<'a> { child });
        for child in children.filter(|child| child.builds_on(name) && !child.is_being_deleted()) {
            let shoots = through(child.metadata.as_ref());
            if !shoots.is_empty() {
                let [before, after] = [old, new].map(|side| (*side.written, child.value));
                remade.push(merged(shoots, [before, after]));
            }
        }
    }
    if let (Some(profile), Some(parent)) = (old.namespaced(), parent) {
        let sides = [old, new].map(|side| (**parent, *side.written));
        remade.push(merged(through(profile.metadata.as_ref()), sides));
    }
    remade
}
