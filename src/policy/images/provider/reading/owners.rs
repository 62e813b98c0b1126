//! The owners of entries, where a NamespacedCloudProfile was merged with its parent.

use std::fmt;

use crate::base::sort;
use crate::policy::images::documents::{ImageVersion, MachineImage};
use crate::wire::Value;

/// The profile that an entry of a merged list comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The NamespacedCloudProfile of that name.
    Child(String),
    /// The CloudProfile of that name.
    Parent(String),
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Child(name) => write!(f, "this entry is of the NamespacedCloudProfile `{name}`"),
            Self::Parent(name) => write!(f, "this entry is of the parent CloudProfile `{name}`"),
        }
    }
}

/// The owner of each image of a list and of each of its versions.
#[derive(Debug, Default)]
pub struct Ownership {
    images: Vec<(bool, Vec<bool>)>,
    child: Option<Owner>,
    parent: Option<Owner>,
}

/// The owners of the entries of both lists.
#[derive(Debug, Default)]
pub struct Owners {
    /// The owners of the profile's images.
    pub profile: Ownership,
    /// The owners of the provider's images.
    pub config: Ownership,
}

impl Ownership {
    /// Creates the ownership of a merged list from flags that say which versions are the child's. An image is the
    /// child's if all of its versions are.
    pub fn new(child: &str, parent: &str, versions: Vec<Vec<bool>>) -> Self {
        let images = versions.into_iter().map(|own| (!own.is_empty() && own.iter().all(|own| *own), own)).collect();
        Self { images, child: Some(Owner::Child(child.to_owned())), parent: Some(Owner::Parent(parent.to_owned())) }
    }

    /// Returns the owner of an image, or of a version of it.
    pub fn of(&self, image: usize, version: Option<usize>) -> Option<&Owner> {
        let (whole, versions) = self.images.get(image)?;
        let own = version.map_or(Some(whole), |version| versions.get(version))?;
        if *own { self.child.as_ref() } else { self.parent.as_ref() }
    }
}

/// Returns flags that say which versions of merged images are the child's: those that it adds, and those with which it
/// replaces the parent's. A version for which the child only changes the expiration date stays the parent's.
pub fn of_profile(
    merged: &[MachineImage<'_>],
    child: &[MachineImage<'_>],
    parent: Option<&[MachineImage<'_>]>,
) -> Vec<Vec<bool>> {
    let parents = parent.map(|images| pairs(images, |_| true));
    let own = pairs(child, |version| {
        let lists = [version.architectures.is_empty(), version.capability_flavors.is_empty(), version.cri.is_empty()];
        let texts = [version.kubelet_version_constraint, version.classification];
        !lists.iter().all(|empty| *empty) || texts.iter().any(Option::is_some)
    });
    let named = pairs(child, |_| true);
    let is_own = |name: &str, version: &str| {
        let pair = &(name, version);
        let is_new = parents.as_ref().is_some_and(|parents| parents.binary_search(pair).is_err());
        own.binary_search(pair).is_ok() || is_new && named.binary_search(pair).is_ok()
    };
    let of_image =
        |image: &MachineImage<'_>| image.versions.iter().map(|it| is_own(image.name(), it.version())).collect();
    merged.iter().map(of_image).collect()
}

/// Returns flags that say which entries of a merged configuration are the child's: those of versions that the child's
/// own configuration has.
pub fn of_config(merged: Value<'_>, child: Value<'_>) -> Vec<Vec<bool>> {
    let mut own: Vec<(&str, &str)> =
        of_images(child).flat_map(|(name, entries)| entries.map(move |it| (name, it))).collect();
    sort::sort(&mut own);
    let is_own = |name: &str, version: &str| own.binary_search(&(name, version)).is_ok();
    of_images(merged).map(|(name, entries)| entries.map(|version| is_own(name, version)).collect()).collect()
}

/// Returns the names of a configuration's images, each with the versions of its entries.
fn of_images(config: Value<'_>) -> impl Iterator<Item = (&str, impl Iterator<Item = &str>)> {
    let of_image = |image| (text(image, "name"), list(image, "versions").map(|entry| text(entry, "version")));
    list(config, "machineImages").map(of_image)
}

fn text<'a>(value: Value<'a>, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn list<'a>(value: Value<'a>, key: &str) -> impl Iterator<Item = Value<'a>> + use<'a> {
    value.get(key).map(Value::elements).into_iter().flatten()
}

/// Returns the pairs of image and version for which `counts` holds, sorted.
fn pairs<'i>(
    images: &'i [MachineImage<'_>],
    mut counts: impl FnMut(&ImageVersion<'_>) -> bool,
) -> Vec<(&'i str, &'i str)> {
    let mut pairs = Vec::new();
    for image in images {
        let versions = image.versions.iter().filter(|version| counts(version));
        pairs.extend(versions.map(|version| (image.name(), version.version())));
    }
    sort::sort(&mut pairs);
    pairs
}
