//! How the configurations of a NamespacedCloudProfile and its parent are merged (section 17.6, last table; section 17.7
//! for the design edition).

use std::ops::Range;

use super::local_form::in_parents_form;
use super::understand::is_readable;
use super::whose::{Whose, whose};
use crate::base::{Edition, Index, sort};
use crate::policy::images::divergences::{CHILD_REPLACES_ENTRIES, UNKNOWN_PROVIDER_KEYS};
use crate::policy::images::provider::written::Provider;
use crate::wire::{Json, Value};

/// The configuration that goes into the status of a NamespacedCloudProfile.
#[derive(Debug)]
pub enum Merged {
    /// The parent's configuration, if it has one: the child has none, or the merge rules are unknown.
    Parents,
    /// The two configurations merged.
    Both(Json),
    /// The status cannot be written, because this configuration cannot be read.
    Unreadable(Which),
}

/// One of the two configurations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The configuration of the CloudProfile.
    Parent,
    /// The configuration of the NamespacedCloudProfile.
    Child,
}

/// Merges the configurations in two `spec`s. If one of them has none, the parent's side stays as it is.
pub fn merged(asked: Option<&str>, parent: Value<'_>, child: Value<'_>, edition: Edition) -> Merged {
    fn config(spec: Value<'_>) -> Option<Value<'_>> {
        spec.get("providerConfig").filter(|config| !config.is_null())
    }
    let (Some(of_parent), Some(of_child)) = (config(parent), config(child)) else { return Merged::Parents };
    let (of_parent, of_child) = (Json::from(of_parent), Json::from(of_child));
    let profile = parent.get("type").and_then(Value::as_str);
    let Whose::Known(provider) = whose(asked, Some(Value::from(&of_parent)), profile) else { return Merged::Parents };
    if !edition.applies(&UNKNOWN_PROVIDER_KEYS) {
        for (config, which) in [(&of_parent, Which::Parent), (&of_child, Which::Child)] {
            if !is_readable(provider, Value::from(config)) {
                return Merged::Unreadable(which);
            }
        }
    }
    let has_definitions =
        parent.get("machineCapabilities").is_some_and(|definitions| definitions.elements().next().is_some());
    let mut of_child = of_child;
    if provider == Provider::Local {
        in_parents_form(&mut of_child, has_definitions);
    }
    let (parents, children) = (of_parent.list("machineImages"), of_child.list("machineImages"));
    let images = if edition.applies(&CHILD_REPLACES_ENTRIES) {
        replacing(parents, children)
    } else {
        as_webhooks_do(provider, parents, children)
    };
    let types = (provider == Provider::Azure)
        .then(|| with_new_names(of_parent.list("machineTypes"), of_child.list("machineTypes")));
    let mut both = of_parent.clone();
    both.set("machineImages", Json::Array(images));
    if let Some(types) = types.filter(|types| !types.is_empty()) {
        both.set("machineTypes", Json::Array(types));
    }
    Merged::Both(both)
}

/// Replaces all the parent's entries of a version with the child's entries of it; new versions and images go last.
fn replacing(parents: &[Json], children: &[Json]) -> Vec<Json> {
    let own = OwnEntries::new(children);
    let mut placed = vec![false; own.sorted.len()];
    let mut images: Vec<Json> = parents.to_vec();
    for image in &mut images {
        let name = image.text("name").to_owned();
        let mut merged = Vec::new();
        for entry in image.list("versions") {
            let group = own.group(&name, entry.text("version"));
            match placed.get_mut(group.start).filter(|_| !group.is_empty()) {
                None => merged.push(entry.clone()),
                Some(true) => {}
                Some(open) => {
                    *open = true;
                    merged.extend(own.of(group));
                }
            }
        }
        image.set("versions", Json::Array(merged));
    }
    let names: Index<'_> = parents.iter().map(|image| image.text("name")).collect();
    for image in children {
        let name = image.text("name");
        let Some(last) = names.places(name).last().and_then(|place| images.get_mut(place)) else {
            images.push(image.clone());
            continue;
        };
        for entry in image.list("versions") {
            let is_placed = placed.get(own.group(name, entry.text("version")).start);
            if is_placed == Some(&false) {
                last.push("versions", entry.clone());
            }
        }
    }
    images
}

/// A child's entries, sorted by image and version.
struct OwnEntries<'j> {
    sorted: Vec<(&'j str, &'j str, &'j Json)>,
}

impl<'j> OwnEntries<'j> {
    fn new(images: &'j [Json]) -> Self {
        let entries = |image: &'j Json| {
            image.list("versions").iter().map(|entry| (image.text("name"), entry.text("version"), entry))
        };
        let mut sorted: Vec<(&str, &str, &Json)> = images.iter().flat_map(entries).collect();
        sort::sort_by(&mut sorted, |left, right| (left.0, left.1).cmp(&(right.0, right.1)));
        Self { sorted }
    }

    /// Returns the range of the entries of a version.
    fn group(&self, name: &str, version: &str) -> Range<usize> {
        let from = self.sorted.partition_point(|(image, own, _)| (*image, *own) < (name, version));
        let to = self.sorted.partition_point(|(image, own, _)| (*image, *own) <= (name, version));
        from..to
    }

    fn of(&self, group: Range<usize>) -> impl Iterator<Item = Json> {
        self.sorted.get(group).unwrap_or_default().iter().map(|(_, _, entry)| (*entry).clone())
    }
}

/// Merges two lists as the webhooks do today. They leave the order of images, and mostly of versions, random; here it
/// is that of the documents. If several images have the same name, only the last one is kept.
fn as_webhooks_do(provider: Provider, parents: &[Json], children: &[Json]) -> Vec<Json> {
    let (of_parent, of_child) = (last_of_each(parents, "name"), last_of_each(children, "name"));
    let own: Index<'_> = of_child.iter().map(|image| image.text("name")).collect();
    let known: Index<'_> = of_parent.iter().map(|image| image.text("name")).collect();
    let both = of_parent.iter().map(|image| {
        let Some(child) = own.find(image.text("name")).and_then(|place| of_child.get(place)) else {
            return (*image).clone();
        };
        let all: Vec<Json> = image.list("versions").iter().chain(child.list("versions")).cloned().collect();
        // Azure and gcp have an entry for each architecture of a version, so nothing is replaced.
        let versions = if provider.entries_name_architectures() {
            all
        } else {
            last_of_each(&all, "version").into_iter().cloned().collect()
        };
        let mut merged = (*image).clone();
        merged.set("versions", Json::Array(versions));
        merged
    });
    let added = of_child.iter().filter(|image| !known.contains(image.text("name"))).map(|image| (*image).clone());
    both.chain(added).collect()
}

/// Returns the last entry of each name, at the position of the first.
fn last_of_each<'j>(list: &'j [Json], key: &str) -> Vec<&'j Json> {
    let names: Index<'_> = list.iter().map(|entry| entry.text(key)).collect();
    let last = |name: &str| names.places(name).last().and_then(|place| list.get(place));
    names.distinct().into_iter().filter_map(last).collect()
}

/// Returns a list, followed by the entries of another list whose names are new.
fn with_new_names(list: &[Json], others: &[Json]) -> Vec<Json> {
    let known: Index<'_> = list.iter().map(|entry| entry.text("name")).collect();
    let new = others.iter().filter(|entry| !known.contains(entry.text("name")));
    list.iter().chain(new).cloned().collect()
}
