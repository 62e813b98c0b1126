//! How a provider's spec changes the Deployments of a manifest.

use super::command_line::merges;
use super::customising::{Customisation, has_parts, manager_of, manner, no_object};
use crate::policy::providers::divergences::FURTHER_DEPLOYMENTS;
use crate::policy::providers::objects::member;
use crate::policy::providers::reasons::{
    DEPLOYMENT_CUSTOMISED, DEPLOYMENT_NOT_IN_MANIFEST, DEPLOYMENT_UNCHANGED, SPEC_NOT_READ,
};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, Kind, Ordered, Value, answer, given};

/// `providers/deployment`
#[derive(Debug)]
pub struct Deployment;

given! {
    /// A Deployment of the manifest, and the spec to apply to it.
    pub struct DeploymentGiven<'a> {
        /// The Deployment: as it is in the manifest, or only its replica count, containers and pod settings.
        manifest_deployment ["manifestDeployment"]: Value<'a>,
        /// The provider's `spec.deployment`.
        deployment: Option<Value<'a>>,
        /// The provider's `spec.manager`.
        manager: Option<Value<'a>>,
        /// The `apiVersion` of the provider's object; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// The Deployment that is applied to the cluster.
    #[derive(Default)]
    pub struct DeploymentAnswer {
        /// Whether the spec cannot be applied.
        error: Option<bool>,
        /// Whether the Deployment is the same as in the manifest.
        unchanged: Option<bool>,
        /// The replica count.
        replicas: Option<Json>,
        /// The tolerations of the pods.
        tolerations: Option<Json>,
        /// The node selector of the pods.
        node_selector ["nodeSelector"]: Option<Json>,
        /// The affinity of the pods.
        affinity: Option<Json>,
        /// The service account of the pods.
        service_account_name ["serviceAccountName"]: Option<Json>,
        /// The Secrets for pulling images.
        image_pull_secrets ["imagePullSecrets"]: Option<Json>,
        /// The container described below: the first one in the spec, or else that of the manager.
        container: Option<String>,
        /// The arguments of the container.
        args: Option<Json>,
        /// The image of the container.
        image: Option<Json>,
        /// The environment variables of the container.
        env: Option<Ordered<String, Json>>,
        /// The resource requirements of the container.
        resources: Option<Json>,
        /// The command of the container.
        command: Option<Json>,
        /// The names of the containers that are the same as in the manifest.
        untouched: Vec<String>,
    }
}

impl Answers for Deployment {
    const NAME: &'static str = "providers/deployment";
    const ASKS: &'static str = "what a Deployment of a manifest becomes under its spec";
    type Given<'a> = DeploymentGiven<'a>;
    type Answer<'a> = DeploymentAnswer;

    fn decide<'a>(given: DeploymentGiven<'a>, asked: &Asked<'a>) -> Outcome<DeploymentAnswer> {
        let failed = |because: Reasons| {
            let reason = Reason::new(&SPEC_NOT_READ, "deployment").because(because);
            Ok(Decision::new(DeploymentAnswer { error: Some(true), ..DeploymentAnswer::default() }, reason))
        };
        if given.manifest_deployment.kind() != Kind::Object {
            return failed(no_object("manifestDeployment", given.manifest_deployment).into());
        }
        let manifest = changeable(given.manifest_deployment);
        let spec = Customisation::of_spec(given.deployment, given.manager);
        let design = merges(asked.edition);
        let manner = manner(Api::of(&[given.api_version]), design, has_parts(asked.edition));
        let changed = match spec.apply(&manifest, manner) {
            Ok(changed) => changed,
            Err(because) => return failed(because),
        };
        let named = given.deployment.and_then(|deployment| member(deployment, "containers"));
        let named = named.and_then(|list| list.element(0)).and_then(|first| member(first, "name")?.as_str());
        let container = named.or_else(|| manager_of(&manifest)).map(str::to_owned);
        let unchanged = changed == manifest;
        let code = if unchanged { &DEPLOYMENT_UNCHANGED } else { &DEPLOYMENT_CUSTOMISED };
        let touched = touched(&manifest, &changed);
        let names = touched.iter().map(String::as_str).collect::<Json>();
        let reason = Reason::new(code, "deployment").fact(Fact::named("containers", names));
        let decision = Decision::new(answer(&manifest, &changed, unchanged, container), reason);
        Ok(decision.with_problems(spec.warnings(manner)))
    }
}

/// Returns what a spec can change of a Deployment: its name, its replica count and the settings of its pods. Most of it
/// is in the pod template of a Deployment as it stands in a manifest.
fn changeable(manifest: Value<'_>) -> Json {
    let Some(spec) = member(manifest, "spec") else { return manifest.into() };
    let pod = member(spec, "template").and_then(|template| member(template, "spec"));
    let mut parts = pod.map_or_else(Json::object, Json::from);
    let name = member(manifest, "metadata").and_then(|metadata| member(metadata, "name"));
    for (key, value) in [("name", name), ("replicas", member(spec, "replicas"))] {
        if let Some(value) = value {
            parts.set(key, value.into());
        }
    }
    parts
}

/// Returns the names of the containers that differ from the manifest.
fn touched(manifest: &Json, changed: &Json) -> Vec<String> {
    let pairs = manifest.list("containers").iter().zip(changed.list("containers"));
    pairs.filter(|(before, after)| before != after).map(|(before, _)| before.text("name").to_owned()).collect()
}

fn answer(manifest: &Json, changed: &Json, unchanged: bool, container: Option<String>) -> DeploymentAnswer {
    let said = |object: &Json, key: &str| object.get(key).filter(|value| **value != Json::Null).cloned();
    let pod = |key: &str| said(changed, key);
    let inside = container
        .as_deref()
        .and_then(|name| changed.list("containers").iter().find(|container| container.text("name") == name));
    let of = |key: &str| inside.and_then(|container| said(container, key));
    let variables = inside.map(|container| container.list("env")).unwrap_or_default();
    let env = variables.iter().map(|variable| {
        let value = said(variable, "value").or_else(|| said(variable, "valueFrom"));
        (variable.text("name").to_owned(), value.unwrap_or_else(|| "".into()))
    });
    let pairs = manifest.list("containers").iter().zip(changed.list("containers"));
    let untouched = pairs.filter(|(before, after)| before == after);
    DeploymentAnswer {
        error: None,
        unchanged: Some(unchanged),
        replicas: pod("replicas"),
        tolerations: pod("tolerations"),
        node_selector: pod("nodeSelector"),
        affinity: pod("affinity"),
        service_account_name: pod("serviceAccountName"),
        image_pull_secrets: pod("imagePullSecrets"),
        args: inside.map(|container| said(container, "args").unwrap_or_else(|| Json::Array(Vec::new()))),
        image: of("image"),
        env: (!variables.is_empty()).then(|| env.collect()),
        resources: of("resources"),
        command: of("command"),
        container,
        untouched: untouched.map(|(before, _)| before.text("name").to_owned()).collect(),
    }
}

/// `providers/deployments`
#[derive(Debug)]
pub struct Deployments;

given! {
    /// All Deployments of the manifest, and the spec to apply to them.
    pub struct DeploymentsGiven<'a> {
        /// The Deployments with their names. A Deployment that lists no containers has one called `manager`.
        deployments: Vec<Value<'a>>,
        /// The provider's `spec.deployment`.
        deployment: Option<Value<'a>>,
        /// The provider's `spec.manager`.
        manager: Option<Value<'a>>,
        /// The provider's `spec.additionalDeployments`.
        additional_deployments ["additionalDeployments"]: Ordered<&'a str, Value<'a>>,
        /// The `apiVersion` of the provider's object; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

answer! {
    /// The Deployments that are applied to the cluster.
    #[derive(Default)]
    pub struct DeploymentsAnswer {
        /// Whether the spec cannot be applied.
        error: Option<bool>,
        /// The replica count of each Deployment, by name.
        replicas: Option<Ordered<String, Json>>,
        /// The arguments of each Deployment's manager, by name.
        args: Option<Ordered<String, Json>>,
    }
}

impl Answers for Deployments {
    const NAME: &'static str = "providers/deployments";
    const ASKS: &'static str = "which Deployments of a manifest a spec changes, and how";
    type Given<'a> = DeploymentsGiven<'a>;
    type Answer<'a> = DeploymentsAnswer;

    fn decide<'a>(given: DeploymentsGiven<'a>, asked: &Asked<'a>) -> Outcome<DeploymentsAnswer> {
        let design = merges(asked.edition);
        let manner = manner(Api::of(&[given.api_version]), design, has_parts(asked.edition));
        let any_name = asked.edition.applies(&FURTHER_DEPLOYMENTS);
        let failed = |because: Reasons| {
            let reason = Reason::new(&SPEC_NOT_READ, "deployments").because(because);
            Ok(Decision::new(DeploymentsAnswer { error: Some(true), ..DeploymentsAnswer::default() }, reason))
        };
        let manifests: Vec<Json> = given.deployments.iter().map(|value| with_manager(changeable(*value))).collect();
        let known: crate::base::Index<'_> = manifests.iter().map(|manifest| manifest.text("name")).collect();
        // The first by name: the order of members says nothing.
        let strangers = given.additional_deployments.iter().map(|(name, _)| *name).filter(|name| !known.contains(name));
        if let Some(name) = strangers.min().filter(|_| any_name) {
            let names = manifests.iter().map(|manifest| manifest.text("name")).collect::<Json>();
            return failed(Reason::new(&DEPLOYMENT_NOT_IN_MANIFEST, name).fact(Fact::named("known", names)).into());
        }
        let spec = Customisation::of_spec(given.deployment, given.manager);
        let further = || given.additional_deployments.iter().map(|(name, entry)| Customisation::further(name, *entry));
        let problems = std::iter::once(spec).chain(further()).flat_map(|part| part.warnings(manner)).collect();
        let (mut replicas, mut arguments, mut because) = (Vec::new(), Vec::new(), Reasons::default());
        for manifest in &manifests {
            let name = manifest.text("name");
            let is_managers = manifests.len() == 1 || (name.starts_with("ca") && name.ends_with("-controller-manager"));
            let own = given.additional_deployments.get(name).filter(|_| any_name || !is_managers);
            let own = own.map(|entry| Customisation::further(name, *entry));
            let mut changed = manifest.clone();
            for step in [is_managers.then_some(spec), own].into_iter().flatten() {
                match step.apply(&changed, manner) {
                    Ok(next) => changed = next,
                    Err(because) => return failed(because),
                }
            }
            let code = if changed == *manifest { &DEPLOYMENT_UNCHANGED } else { &DEPLOYMENT_CUSTOMISED };
            let names = touched(manifest, &changed);
            because.push(
                Reason::new(code, name)
                    .fact(Fact::named("containers", names.iter().map(String::as_str).collect::<Json>())),
            );
            let container = manager_of(&changed).unwrap_or_default();
            let inside = changed.list("containers").iter().find(|known| known.text("name") == container);
            let own = inside.and_then(|container| container.get("args")).cloned();
            arguments.push((name.to_owned(), own.unwrap_or_else(|| Json::Array(Vec::new()))));
            replicas.push((name.to_owned(), changed.get("replicas").cloned().unwrap_or_default()));
        }
        let answer = DeploymentsAnswer {
            error: None,
            replicas: Some(replicas.into_iter().collect()),
            args: Some(arguments.into_iter().collect()),
        };
        Ok(Decision { answer, because, problems })
    }
}

/// Adds the container `manager` to a Deployment that lists no containers.
fn with_manager(mut manifest: Json) -> Json {
    if manifest.list("containers").is_empty() {
        let mut container = Json::object();
        container.set("name", "manager".into());
        manifest.push("containers", container);
    }
    manifest
}
