//! Admission reviews of provider objects, judged against the loaded documents.
//!
//! `creating`, `updating` and `deleting` handle the operations. `world` reads the loaded providers, and `contract`
//! finds the contract of a version that is not installed yet. The rules are those of the questions.

mod config_maps;
mod contract;
mod creating;
mod deleting;
mod told;
mod updating;
mod world;

use super::divergences::JUDGED_IN_ADMISSION;
use super::kinds::Kind;
use super::life::CLUSTER_API;
use super::objects::{Findings, stored};
use super::versions::Api;
use crate::question::{Asked, Undecided};
use crate::review::{Call, Judge, Judgement, Object, Operation, Refusal, Stored, patch};
use crate::wire::{Json, Phase, Value};
use told::causes;

/// The reviewed kinds: four of the design's API, and seven of today's.
pub static JUDGES: &[Judge] = &[
    Judge { group: MANAGEMENT, kind: "CoreProvider", judge: management, stored: None, strays: None },
    Judge { group: MANAGEMENT, kind: "BootstrapProvider", judge: management, stored: None, strays: None },
    Judge { group: MANAGEMENT, kind: "ControlPlaneProvider", judge: management, stored: None, strays: None },
    Judge { group: MANAGEMENT, kind: "InfrastructureProvider", judge: management, stored: None, strays: None },
    Judge { group: OPERATOR, kind: "CoreProvider", judge: operator, stored: None, strays: None },
    Judge { group: OPERATOR, kind: "BootstrapProvider", judge: operator, stored: None, strays: None },
    Judge { group: OPERATOR, kind: "ControlPlaneProvider", judge: operator, stored: None, strays: None },
    Judge { group: OPERATOR, kind: "InfrastructureProvider", judge: operator, stored: None, strays: None },
    Judge { group: OPERATOR, kind: "IPAMProvider", judge: operator, stored: None, strays: None },
    Judge { group: OPERATOR, kind: "RuntimeExtensionProvider", judge: operator, stored: None, strays: None },
    Judge { group: OPERATOR, kind: "AddonProvider", judge: operator, stored: None, strays: None },
];

/// The objects that reviews read besides providers: the users of providers, and the ConfigMaps and Secrets they are
/// installed from. For a Secret, only its existence matters.
pub static BESIDE: &[Stored] = &[
    Stored { group: CLUSTER_API, kind: "Cluster", members: &[] },
    Stored {
        group: CLUSTER_API,
        kind: "ClusterClass",
        members: &["/metadata", "/spec/infrastructure", "/spec/controlPlane", "/spec/workers"],
    },
    Stored { group: CLUSTER_API, kind: "MachineDeployment", members: &[] },
    Stored { group: CLUSTER_API, kind: "MachinePool", members: &[] },
    Stored { group: CLUSTER_API, kind: "MachineSet", members: &[] },
    Stored { group: CLUSTER_API, kind: "Machine", members: &[] },
    Stored {
        group: "apiextensions.k8s.io",
        kind: "CustomResourceDefinition",
        members: &["/metadata", "/spec/group", "/spec/names"],
    },
    Stored { group: "", kind: "ConfigMap", members: &[] },
    Stored { group: "", kind: "Secret", members: &["/metadata"] },
];

const MANAGEMENT: &str = "management.cluster.x-k8s.io";
const OPERATOR: &str = "operator.cluster.x-k8s.io";

fn management<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    judge(call, asked, Api::Management)
}

fn operator<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    judge(call, asked, Api::Operator)
}

/// The provider under review.
#[derive(Clone, Copy, Debug)]
struct Subject<'r, 'a> {
    kind: Kind,
    api: Api,
    name: &'r str,
    namespace: &'r str,
    asked: &'r Asked<'a>,
}

impl Subject<'_, '_> {
    fn id(&self) -> String {
        format!("{}/{}", self.kind.word(), self.name)
    }
}

fn judge<'a>(call: &Call<'a>, asked: &Asked<'a>, api: Api) -> Result<Option<Judgement>, Undecided> {
    let Some(kind) = Kind::named(call.kind) else { return Ok(None) };
    if !asked.edition.applies(&JUDGED_IN_ADMISSION) {
        return if api == Api::Operator { today(call) } else { Ok(None) };
    }
    let subject = Subject { kind, api, name: call.name, namespace: call.namespace, asked };
    match (call.operation, call.phase) {
        (Operation::Create, Phase::Mutating) => creating::complete(&call.object()?, &subject).map(Some),
        (Operation::Create, Phase::Validating) => creating::judge(&call.object()?, &subject).map(Some),
        (Operation::Update, Phase::Validating) => {
            let (new, old) = (call.object::<Value<'a>>()?, call.old::<Value<'a>>()?);
            let unjudged = spec_of(&new) == spec_of(&old) || is_going(&new);
            if unjudged { Ok(Some(Judgement::default())) } else { updating::judge(&new, &old, &subject).map(Some) }
        }
        (Operation::Delete, Phase::Validating) => deleting::judge(&call.old()?, &subject).map(Some),
        (Operation::Update | Operation::Delete, Phase::Mutating) => Ok(Some(Judgement::default())),
        (Operation::Connect, _) => Ok(None),
    }
}

/// Does what today's webhook and schema do: writes defaults and checks bounds, and guards nothing.
fn today<'a>(call: &Call<'a>) -> Result<Option<Judgement>, Undecided> {
    if !matches!(call.operation, Operation::Create | Operation::Update) {
        return Ok(None);
    }
    let new = call.object::<Value<'a>>()?;
    let mut findings = Findings::of_today(spec_of(&new));
    // Today's operator checks the version only when it installs the provider.
    findings.flaws.retain(|flaw| !flaw.is_told_later());
    let unreadable = findings.flaws.iter().any(super::objects::Flaw::is_unreadable);
    let because = findings.flaws.iter().map(|flaw| flaw.reason(&new.place)).collect();
    let refused = if call.phase == Phase::Mutating { unreadable } else { !findings.flaws.is_empty() };
    if refused {
        let refusal = Some(Refusal::Invalid(causes(&findings.flaws, &new.place)));
        return Ok(Some(Judgement { refusal, because, ..Judgement::default() }));
    }
    let spec = spec_of(&new).filter(|_| call.phase == Phase::Mutating);
    let patch = spec.map(|spec| {
        let whole = Json::from(new.value);
        let mut changed = whole.clone();
        changed.set("spec", stored(spec, call.namespace));
        patch::between(&whole, &changed)
    });
    Ok(Some(Judgement { patch: patch.unwrap_or_default(), ..Judgement::default() }))
}

fn spec_of<'a>(object: &Object<'a, Value<'a>>) -> Option<Value<'a>> {
    object.value.get("spec").filter(|spec| !spec.is_null())
}

fn is_going(object: &Object<'_, Value<'_>>) -> bool {
    let metadata = object.value.get("metadata");
    metadata.and_then(|metadata| metadata.get("deletionTimestamp")).is_some_and(|time| !time.is_null())
}
