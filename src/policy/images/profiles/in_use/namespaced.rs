//! What an update of a NamespacedCloudProfile may not take away.

use super::What;
use super::artifacts::{Mapped, other_artifacts};
use super::cloud_profile::{exceeded_limit, merged_spec};
use super::going::is_going;
use super::hurts;
use super::identity::{full_name, is_being_deleted, name_of, namespace_of};
use super::left_open::left_open;
use super::listed::Listed;
use super::merged::Used;
use super::outgrown::outgrown;
use super::places::place;
use super::pools::{Documents, Effects, Told, refused, sorted};
use super::sides::Sides;
use super::users::Users;
use crate::base::sort::set;
use crate::base::{Known, Names};
use crate::policy::images::documents::{CloudProfile, NamespacedCloudProfile, NamespacedSpec, Shoot, image_versions};
use crate::policy::images::provider::{HeldConfig, exchanged};
use crate::policy::images::store::{NAMESPACED_CLOUD_PROFILE, Written};
use crate::policy::images::versions::{Classification, HasLifecycle, current};
use crate::question::{Asked, Undecided};

/// The effects of an update of a NamespacedCloudProfile on its users, who get the parent's entry for what it no longer
/// has. A profile that is being deleted may lose everything.
pub(crate) fn update_of_namespaced<'a>(
    [old, new]: [&NamespacedCloudProfile<'a>; 2],
    written: [&Written<'a>; 2],
    parent: &Written<'a>,
    users: &Users<'a>,
    told: Told,
    asked: &Asked<'_>,
) -> Result<Effects, Undecided> {
    if is_being_deleted(new.metadata.as_ref()) {
        let name = full_name(new.metadata.as_ref());
        let going = is_going(written[1].path(), NAMESPACED_CLOUD_PROFILE.kind, &name);
        return Ok(Effects { violations: Vec::new(), warnings: vec![going] });
    }
    let whole = parent;
    let parent: CloudProfile<'a> = parent.read()?;
    let parent = parent.spec();
    let (namespace, name) = (namespace_of(new.metadata.as_ref()), name_of(new.metadata.as_ref()));
    let uses = |shoot: &&Shoot<'_>| shoot.uses_namespaced(namespace, name) && !shoot.is_being_deleted();
    let shoots: Vec<&Shoot<'_>> = users.shoots.iter().map(|shoot| -> &Shoot<'_> { shoot }).filter(uses).collect();
    let removed = Removed::between(new.spec(), old.spec());
    let mut violations = Vec::new();
    let kubernetes: Known<&str, _> =
        parent.kubernetes_versions().iter().map(|version| (version.text(), version)).collect();
    let images: Known<(&str, &str), _> = parent
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter().map(|version| ((image.name(), version.version()), version)))
        .collect();
    for shoot in &shoots {
        let version = shoot.kubernetes_version();
        // A Kubernetes version that the parent does not have is not protected.
        if removed.kubernetes.contains(version) && is_expired(kubernetes.get(version).copied(), asked)? == Some(true) {
            violations.push(shoot.violation(What::KubernetesVersion, version.to_owned()));
        }
        for (image, version) in shoot.images().filter(|used| removed.images.binary_search(used).is_ok()) {
            if is_expired(images.get(&(image, version)).copied(), asked)? != Some(false) {
                violations.push(shoot.violation(What::MachineImageVersion, format!("{image}:{version}")));
            }
        }
    }
    let limits = (new.spec().limits.as_ref(), old.spec().limits.as_ref());
    violations.extend(exceeded_limit(limits.0, limits.1, &shoots));
    place(&mut violations, [old.spec().into(), new.spec().into()]);
    let shoots = sorted(shoots);
    let documents = Documents {
        before: Listed::new(&old.spec().machine_images, &old.spec().machine_types),
        after: Listed::new(&new.spec().machine_images, &new.spec().machine_types),
        paths: written.map(|written| written.path()),
    };
    let used = Used::by(shoots.iter().copied());
    let merged = written.map(|child| used.merged(**whole, **child));
    let [before, after] = &merged;
    let (before, after) = (merged_spec(before)?, merged_spec(after)?);
    let written = [old.spec().into(), new.spec().into()];
    let sides = Sides { written, offered: [(&before).into(), (&after).into()] };
    let mut hurts = hurts::warn(sides, &shoots, &documents, told, asked);
    let of_parent = Listed::new(&parent.machine_images, &[]);
    let known = set(parent.kubernetes_versions().iter().filter_map(|version| version.version));
    hurts.extend(left_open(&shoots, &[&documents.before, &of_parent], (&removed.kubernetes, &known)));
    let offers = [[&before, &after]];
    hurts.extend(outgrown(&documents, &offers, |_| Some(0), &shoots));
    let held = |config| HeldConfig::read(config, parent.provider_type, asked);
    let (parents, own) = (held(parent.provider_config), [old, new].map(|child| held(child.spec().provider_config)));
    let [own_before, own_after] = &own;
    if let Some((before, after)) = own_before.as_ref().zip(own_after.as_ref()) {
        hurts.extend(exchanged([before, after], &documents.paths[1].clone().key("spec").key("providerConfig")));
    }
    let sides = [(&before, own_before), (&after, own_after)];
    let mapped = [sides.map(|(spec, own)| Mapped { spec, configs: [own.as_ref(), parents.as_ref()] })];
    hurts.extend(other_artifacts(&documents, &mapped, |_| Some(0), &shoots, asked));
    if told == Told::BesidesPools {
        return Ok(Effects { violations, warnings: hurts });
    }
    let mut effects = refused(&documents, &offers, |_| Some(0), &shoots, asked.edition);
    effects.warnings.extend(hurts);
    violations.append(&mut effects.violations);
    Ok(Effects { violations, ..effects })
}

/// Whether a version has expired. `None`: no version was given.
fn is_expired<'a>(version: Option<&impl HasLifecycle<'a>>, asked: &Asked<'_>) -> Result<Option<bool>, Undecided> {
    let Some(version) = version else { return Ok(None) };
    Ok(Some(current(version, asked)? == Classification::Expired))
}

/// The versions that a NamespacedCloudProfile no longer has.
struct Removed<'r> {
    kubernetes: Names<'r>,
    /// The image versions, sorted.
    images: Vec<(&'r str, &'r str)>,
}

impl<'r> Removed<'r> {
    fn between(new: &'r NamespacedSpec<'_>, old: &'r NamespacedSpec<'_>) -> Self {
        let texts = |spec: &'r NamespacedSpec<'_>| -> Names<'r> {
            spec.kubernetes_versions().iter().map(|version| version.version.unwrap_or_default()).collect()
        };
        let (now, mut images) = (image_versions(&new.machine_images), image_versions(&old.machine_images));
        images.retain(|image| now.binary_search(image).is_err());
        Self { kubernetes: texts(old).without(&texts(new)).collect(), images }
    }
}
