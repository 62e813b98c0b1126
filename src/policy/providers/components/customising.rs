//! Applies a provider's spec to a Deployment of the manifest.

use super::command_line::Parts;
use super::flags::{text, text_of};
use super::image::Image;
use crate::base::{Edition, Index};
use crate::policy::providers::divergences::IMAGE_PARTS;
use crate::policy::providers::objects::{Findings, Reading, Section, ignored, member, warning};
use crate::policy::providers::reasons::{CONTAINER_NOT_IN_MANIFEST, FIELD_OF_WRONG_TYPE};
use crate::policy::providers::versions::Api;
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Json, Pointer, Value};

/// The parts of a spec that customize a Deployment.
#[derive(Clone, Copy, Debug)]
pub struct Customisation<'a> {
    /// `spec.deployment`, or the `deployment` of an additional Deployment.
    deployment: Option<Value<'a>>,
    /// `spec.manager`, or the `manager` of an additional Deployment.
    manager: Option<Value<'a>>,
    /// The name and the whole entry of the additional Deployment, if this is not the spec itself.
    further: Option<(&'a str, Value<'a>)>,
}

/// How a spec is applied.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The rules that the sections are read by.
    pub reading: Reading,
    /// Whether arguments are merged as the design does.
    pub merges_arguments: bool,
    /// Whether the parts of an image are replaced separately.
    pub image_parts: bool,
}

impl<'a> Customisation<'a> {
    /// The customisation by `spec.deployment` and `spec.manager`.
    pub fn of_spec(deployment: Option<Value<'a>>, manager: Option<Value<'a>>) -> Self {
        let present = |value: Option<Value<'a>>| value.filter(|value| !value.is_null());
        Self { deployment: present(deployment), manager: present(manager), further: None }
    }

    /// The customisation by an entry of `spec.additionalDeployments`.
    pub fn further(name: &'a str, entry: Value<'a>) -> Self {
        let (deployment, manager) = (member(entry, "deployment"), member(entry, "manager"));
        Self { deployment, manager, further: Some((name, entry)) }
    }

    /// Reads the sections: what in them is flawed, and which of their members are unknown.
    fn findings(&self, reading: Reading) -> impl Iterator<Item = Findings> {
        let sections = match self.further {
            Some((name, entry)) => {
                [(Section::Further(name), Some(entry).filter(|entry| !entry.is_null())), (Section::Manager, None)]
            }
            None => [(Section::Deployment, self.deployment), (Section::Manager, self.manager)],
        };
        sections.into_iter().filter_map(move |(section, value)| Some(Findings::of_section(section, value?, reading)))
    }

    /// Returns the values that cannot be read.
    fn unreadable(&self, reading: Reading) -> Reasons {
        self.findings(reading)
            .flat_map(|findings| findings.flaws)
            .map(|flaw| flaw.reason(&Pointer::default()))
            .collect()
    }

    /// Warns of members that are unknown or have no effect.
    pub fn warnings(&self, manner: Manner) -> Vec<Problem> {
        let given = Pointer::to("given");
        let unknown = self.findings(manner.reading).flat_map(|findings| findings.unknown);
        let mut problems: Vec<Problem> = unknown.map(|unknown| warning(&unknown, &given)).collect();
        if manner.merges_arguments {
            let place = self.further.map(|(name, _)| Pointer::to("additionalDeployments").key(name));
            problems.extend(ignored(self.manager, self.deployment, &place.unwrap_or_default(), &given));
        }
        problems
    }

    /// Returns the Deployment of the manifest with the spec applied.
    pub fn apply(&self, manifest: &Json, manner: Manner) -> Result<Json, Reasons> {
        let unreadable = self.unreadable(manner.reading);
        if !unreadable.is_empty() {
            return Err(unreadable);
        }
        let mut changed = manifest.clone();
        let known: Index<'_> = manifest.list("containers").iter().map(|container| container.text("name")).collect();
        let mut arguments: Vec<(&str, Vec<(&str, Value<'_>)>)> = Vec::new();
        if let Some(deployment) = self.deployment {
            let pod = ["replicas", "affinity", "nodeSelector", "tolerations", "imagePullSecrets"];
            for key in pod {
                if let Some(value) = member(deployment, key) {
                    changed.set(key, value.into());
                }
            }
            if let Some(name) = text(deployment, "serviceAccountName") {
                changed.set("serviceAccountName", name.into());
            }
            for container in member(deployment, "containers").into_iter().flat_map(Value::elements) {
                let name = member(container, "name").and_then(Value::as_str).unwrap_or_default();
                let place = known.find(name);
                let Some(found) = place.and_then(|place| changed.list_mut("containers").get_mut(place)) else {
                    return Err(missing(name, manifest).into());
                };
                customise(found, container, manner);
                let own = member(container, "args").into_iter().flat_map(Value::members);
                arguments.push((name, own.collect()));
            }
        }
        let managed = manager_of(manifest).unwrap_or_default();
        let customised: Index<'_> = arguments.iter().map(|(name, _)| *name).collect();
        for container in changed.list_mut("containers") {
            let name = container.text("name");
            let manager = self.manager.filter(|_| name == managed);
            let own = customised.places(name).filter_map(|place| arguments.get(place));
            let own: Vec<(&str, Value<'_>)> = own.flat_map(|(_, own)| own.iter().copied()).collect();
            if manager.is_none() && own.is_empty() {
                continue;
            }
            let before: Vec<String> =
                container.list("args").iter().filter_map(|argument| text_of(argument.into())).collect();
            let before: Vec<&str> = before.iter().map(String::as_str).collect();
            let parts = Parts { manifest: &before, manager, container: &own };
            let line = match manner.reading {
                Reading::Design(api) if manner.merges_arguments => parts.design(api),
                _ => parts.today(),
            };
            let line = line.map_err(Reasons::from)?;
            if line.arguments != before {
                container.set("args", line.arguments.into_iter().collect());
            }
        }
        Ok(changed)
    }
}

/// Returns the name of the container that the manager's properties apply to: `manager`, or else the first container.
pub fn manager_of(manifest: &Json) -> Option<&str> {
    let containers = manifest.list("containers");
    let named = containers.iter().find(|container| container.text("name") == "manager");
    named.or(containers.first()).map(|container| container.text("name"))
}

/// Replaces variables of the same name. If the list repeats a name, its last entry wins.
fn set_variables(container: &mut Json, wanted: Option<Value<'_>>) {
    let variables = || wanted.into_iter().flat_map(Value::elements);
    let names: Index<'_> = variables().map(name_of).collect();
    if let Some(Json::Array(known)) = container.get_mut("env") {
        known.retain(|known| !names.contains(known.text("name")));
    }
    for (place, variable) in variables().enumerate() {
        if names.last(name_of(variable)) == Some(place) {
            container.push("env", variable.into());
        }
    }
}

fn name_of(variable: Value<'_>) -> &str {
    variable.get("name").and_then(Value::as_str).unwrap_or_default()
}

fn customise(container: &mut Json, wanted: Value<'_>, manner: Manner) {
    set_variables(container, member(wanted, "env"));
    for key in ["resources", "command"] {
        if let Some(value) = member(wanted, key) {
            container.set(key, value.into());
        }
    }
    if let Some(url) = text(wanted, "imageUrl") {
        container.set("image", url.into());
    }
    let parts = member(wanted, "image").filter(|_| manner.image_parts);
    if let Some(parts) = parts {
        let mut image = Image::split(container.text("image"));
        if let Some(repository) = text(parts, "repository") {
            image.repository = repository.trim_end_matches('/').to_owned();
        }
        let (name, tag) = (text(parts, "name"), text(parts, "tag"));
        if name.is_some() || tag.is_some() {
            // The digest identifies the image of the old name and tag.
            image.digest.clear();
        }
        image.name = name.unwrap_or(image.name);
        image.tag = tag.unwrap_or(image.tag);
        container.set("image", image.to_string().into());
    }
}

fn missing(name: &str, manifest: &Json) -> Reason {
    let known = manifest.list("containers").iter().map(|container| container.text("name")).collect::<Json>();
    Reason::new(&CONTAINER_NOT_IN_MANIFEST, name).fact(Fact::named("known", known))
}

/// Whether the image of a container can be given in parts.
pub fn has_parts(edition: Edition) -> bool {
    edition.applies(&IMAGE_PARTS)
}

/// Returns how a spec of the given API is applied.
pub fn manner(api: Api, design: bool, image_parts: bool) -> Manner {
    let reading = if design { Reading::Design(api) } else { Reading::Today };
    Manner { reading, merges_arguments: design, image_parts }
}

/// Returns the reason that a value is not an object, although one is expected.
pub fn no_object(place: &str, found: Value<'_>) -> Reason {
    Reason::new(&FIELD_OF_WRONG_TYPE, place)
        .fact(Fact::at(Pointer::to(place), found))
        .fact(Fact::named("found", found.kind().name()))
        .fact(Fact::named("expected", "an object"))
}
