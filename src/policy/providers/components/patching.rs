//! Applies the patches of a spec to a provider's components.

use super::label_text::Selector;
use crate::base::Limits;
use crate::policy::providers::reasons::{
    DEPLOYMENT_UNCHANGED, PATCH_APPLIED, PATCH_EMPTY, PATCH_FAILED, PATCH_NOT_JSON, PATCH_SELECTOR_UNREADABLE,
    PATCHES_NOT_ONE,
};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided};
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::review::patch::{Failed, apply, merge};
use crate::wire::{Document, Json, Pointer, Value, answer, given};

/// `providers/patch`
#[derive(Debug)]
pub struct Patch;

given! {
    /// A provider's components, and the patches in its spec.
    pub struct PatchGiven<'a> {
        /// The objects that the components consist of.
        objects: Vec<Value<'a>>,
        /// The provider's `spec.manifestPatches`: JSON merge patches, each as an object or as JSON text.
        manifest_patches ["manifestPatches"]: Option<Vec<Value<'a>>>,
        /// The provider's `spec.patches`.
        patches: Option<Vec<Targeted<'a>>>,
    }
}

given! {
    /// A patch, and the objects it applies to.
    pub struct Targeted<'a> {
        /// The patch, as a value or as JSON text: a list contains JSON Patch operations, anything else is a merge
        /// patch.
        patch: Value<'a>,
        /// The objects that the patch applies to; absent: all objects.
        target: Option<Target<'a>>,
    }
}

given! {
    /// Selects the objects that a patch applies to. Empty members are ignored.
    pub struct Target<'a> {
        /// The API group of the objects.
        group: Option<&'a str>,
        /// The API version of the objects.
        version: Option<&'a str>,
        /// The kind of the objects.
        kind: Option<&'a str>,
        /// The name of the objects.
        name: Option<&'a str>,
        /// The namespace of the objects.
        namespace: Option<&'a str>,
        /// A label selector for the objects, as text.
        label_selector ["labelSelector"]: Option<&'a str>,
    }
}

answer! {
    /// The patched components.
    pub struct PatchAnswer {
        /// The patched objects; unchanged if there is an error.
        objects: Vec<Json>,
        /// Whether the patches cannot be applied. The provider then gets a condition with the reason
        /// `ComponentsPatchError`.
        error: Option<bool>,
    }
}

impl Answers for Patch {
    const NAME: &'static str = "providers/patch";
    const ASKS: &'static str = "what a provider's components become with its patches";
    type Given<'a> = PatchGiven<'a>;
    type Answer<'a> = PatchAnswer;

    fn decide<'a>(given: PatchGiven<'a>, _: &Asked<'a>) -> Outcome<PatchAnswer> {
        let mut objects: Vec<Json> = given.objects.iter().copied().map(Json::from).collect();
        let refused = |reason: Reason| {
            let objects = given.objects.iter().copied().map(Json::from).collect();
            Ok(Decision::new(PatchAnswer { objects, error: Some(true) }, reason))
        };
        if given.manifest_patches.is_some() && given.patches.is_some() {
            return refused(Reason::new(&PATCHES_NOT_ONE, "spec"));
        }
        let mut because = Reasons::default();
        for (index, patch) in given.manifest_patches.iter().flatten().enumerate() {
            let place = Pointer::to("manifestPatches").index(index);
            let patch = read(*patch, &place)?;
            let mut count = 0;
            for object in objects.iter_mut().filter(|object| is_meant(&patch, object)) {
                merge(object, &patch);
                count += 1;
            }
            because.push(Reason::new(&PATCH_APPLIED, place.as_str()).fact(Fact::named("count", count)));
        }
        for (index, Targeted { patch, target }) in given.patches.iter().flatten().enumerate() {
            let place = Pointer::to("patches").index(index);
            let patch = read(*patch, &place.clone().key("patch"))?;
            let selector =
                match target.as_ref().and_then(|target| target.label_selector).map(|text| (text, Selector::read(text)))
                {
                    None => None,
                    Some((_, Some(selector))) => Some(selector),
                    Some((text, None)) => {
                        let at = place.key("target").key("labelSelector");
                        return refused(Reason::new(&PATCH_SELECTOR_UNREADABLE, text).saw(at, text));
                    }
                };
            let mut count = 0;
            for object in objects.iter_mut().filter(|object| selects(target.as_ref(), selector.as_ref(), object)) {
                if let Err(reason) = carry_out(&patch, object, &place) {
                    return refused(reason);
                }
                count += 1;
            }
            because.push(Reason::new(&PATCH_APPLIED, place.as_str()).fact(Fact::named("count", count)));
        }
        if because.is_empty() {
            because.push(Reason::new(&DEPLOYMENT_UNCHANGED, "objects"));
        }
        Ok(Decision { answer: PatchAnswer { objects, error: None }, because, problems: Vec::new() })
    }
}

/// Returns the patch, parsed if it is given as text.
fn read(patch: Value<'_>, place: &Pointer) -> Result<Json, Undecided> {
    let Some(text) = patch.as_str() else { return Ok(patch.into()) };
    let unreadable = |_| {
        let path = Pointer::to("given").join(place);
        Undecided::request(Problem::error(&PATCH_NOT_JSON, path).fact(Fact::at(place.clone(), text)))
    };
    Ok(Document::read(text.as_bytes(), Limits::default().depth).map_err(unreadable)?.root().into())
}

/// Whether a merge patch without a target applies to an object: the kinds are equal, the patch has an `apiVersion`, and
/// its name is empty or equal. The value of `apiVersion` and the namespace are not compared.
fn is_meant(patch: &Json, object: &Json) -> bool {
    let name = |of: &Json| of.get("metadata").map(|metadata| metadata.text("name").to_owned()).unwrap_or_default();
    let named = name(patch);
    !patch.text("kind").is_empty()
        && patch.text("kind") == object.text("kind")
        && !patch.text("apiVersion").is_empty()
        && (named.is_empty() || named == name(object))
}

fn selects(target: Option<&Target<'_>>, selector: Option<&Selector<'_>>, object: &Json) -> bool {
    let Some(target) = target else { return true };
    let api = object.text("apiVersion");
    let (group, version) = api.split_once('/').unwrap_or(("", api));
    let metadata = object.get("metadata");
    let of_metadata = |key: &str| metadata.map(|metadata| metadata.text(key)).unwrap_or_default();
    let pairs = [
        (target.group, group),
        (target.version, version),
        (target.kind, object.text("kind")),
        (target.name, of_metadata("name")),
        (target.namespace, of_metadata("namespace")),
    ];
    let labels = metadata.and_then(|metadata| metadata.get("labels"));
    let label = |key: &str| labels.and_then(|labels| labels.get(key)).and_then(Json::as_str);
    pairs.iter().all(|(wanted, own)| wanted.is_none_or(|wanted| wanted.is_empty() || wanted == *own))
        && selector.is_none_or(|selector| selector.selects(label))
}

/// Applies a patch to an object.
fn carry_out(patch: &Json, object: &mut Json, place: &Pointer) -> Result<(), Reason> {
    let Json::Array(operations) = patch else {
        merge(object, patch);
        return Ok(());
    };
    let name =
        format!("{}/{}", object.text("kind"), object.get("metadata").map_or("", |metadata| metadata.text("name")));
    if operations.is_empty() {
        return Err(Reason::new(&PATCH_EMPTY, place.as_str()).fact(Fact::named("object", name)));
    }
    apply(object, operations).map_err(|Failed { operation, why }| {
        Reason::new(&PATCH_FAILED, place.as_str())
            .fact(Fact::named("operation", operation))
            .fact(Fact::named("object", name))
            .fact(Fact::named("found", why))
    })
}
