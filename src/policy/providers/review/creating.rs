//! Reviews of provider creations.

use super::contract::Wanted;
use super::told::Told;
use super::world::{Loaded, lacks_secret, others};
use super::{Subject, spec_of};
use crate::policy::providers::contracts::{is_retired, suits};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::objects::{Candidate, Findings, Known, member, secret_of};
use crate::policy::providers::reasons::{
    INSTALL_CONTRACT_MISMATCH, INSTALL_CONTRACT_RETIRED, INSTALL_CORE_MISSING, INSTALL_DUPLICATE, INSTALL_SECOND_CORE,
    PROVIDER_CREATED, SECRET_NOT_LOADED, VERSION_COMPLETED,
};
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::review::{Judgement, Object};
use crate::wire::{Json, Pointer, Value};

/// Adds the latest version that the loaded ConfigMaps offer, if the spec has none.
pub fn complete<'a>(new: &Object<'a, Value<'a>>, subject: &Subject<'_, 'a>) -> Result<Judgement, Undecided> {
    let wanted = Wanted::of(spec_of(new));
    let written = spec_of(new).and_then(|spec| member(spec, "version")).is_some();
    let Some(version) = wanted.latest(subject).filter(|_| !written) else { return Ok(Judgement::default()) };
    let place = Pointer::to("spec").key("version");
    let mut operation = Json::object();
    operation.set("op", "add".into());
    operation.set("path", place.as_str().into());
    operation.set("value", version.as_str().into());
    let found = Fact::absent(new.place.clone().join(&place));
    let reason = Reason::new(&VERSION_COMPLETED, subject.id()).fact(found).fact(Fact::named("version", version));
    Ok(Judgement { patch: vec![operation], because: reason.into(), ..Judgement::default() })
}

/// Judges a new provider, both by itself and against the loaded providers.
pub fn judge<'a>(new: &Object<'a, Value<'a>>, subject: &Subject<'_, 'a>) -> Result<Judgement, Undecided> {
    let spec = spec_of(new);
    let findings = Findings::of(&candidate(new, None, subject));
    let mut told = Told::new(*subject, new.place.clone());
    told.warn_of(&findings, spec);
    let others = others(subject);
    told.warn_of_loaded(&others);
    beside(&others, subject, &mut told);
    let wanted = Wanted::of(spec);
    let version = Pointer::to("spec").key("version");
    // If the spec has no version, the mutating phase adds the latest, or the source names it. An empty one stays.
    let is_written = spec.and_then(|spec| member(spec, "version")).is_some();
    let found = if is_written { None } else { wanted.unnamed(subject) };
    match wanted.version.or(found.as_deref()) {
        None => told.warn_of_version(spec, &wanted.unusable(subject)),
        Some(taken) => match wanted.contract(taken, subject) {
            None => told.warn_of_contract(subject.id(), &version),
            Some(contract) => by_contract(contract, &others, subject, &mut told),
        },
    }
    missing_secret(spec, subject, &mut told);
    Ok(told.judgement(&findings.flaws, || Reason::new(&PROVIDER_CREATED, subject.id())))
}

/// Prepares an object for validation.
pub fn candidate<'a>(
    new: &Object<'a, Value<'a>>,
    old_spec: Option<Value<'a>>,
    subject: &Subject<'_, 'a>,
) -> Candidate<'a> {
    let (api, spec) = (subject.api, spec_of(new));
    Candidate { api, known: Known::Of(api), metadata: new.value.get("metadata"), spec, old_spec }
}

/// Checks that there is only one instance of each provider, and only one core.
fn beside(others: &[Loaded<'_>], subject: &Subject<'_, '_>, told: &mut Told<'_, '_>) {
    let id = subject.id();
    if let Some(twin) = others.iter().find(|other| (other.kind, other.name) == (subject.kind, subject.name)) {
        let place = twin.place().key("metadata").key("namespace");
        told.refuse("duplicate-instance", Reason::new(&INSTALL_DUPLICATE, id).saw(place, twin.namespace));
        return;
    }
    let core = others.iter().find(|other| other.kind == Kind::Core);
    match core {
        Some(core) if subject.kind == Kind::Core => {
            let place = core.place().key("metadata").key("name");
            told.refuse("second-core", Reason::new(&INSTALL_SECOND_CORE, id).saw(place, core.name));
        }
        None if subject.kind != Kind::Core => told.warn(&INSTALL_CORE_MISSING, &Pointer::default(), []),
        _ => {}
    }
}

/// Checks the contract of the version against the core's.
fn by_contract(contract: &str, others: &[Loaded<'_>], subject: &Subject<'_, '_>, told: &mut Told<'_, '_>) {
    let about = |code| Reason::new(code, subject.id()).fact(Fact::named("contract", contract));
    if subject.kind != Kind::Core {
        beside_cores(contract, others, subject, told);
    }
    if is_retired(contract) {
        told.refuse("contract-retired", about(&INSTALL_CONTRACT_RETIRED));
    }
}

/// Checks the contract of a version against that of each core. Returns whether all are known and suit it.
pub fn beside_cores(contract: &str, others: &[Loaded<'_>], subject: &Subject<'_, '_>, told: &mut Told<'_, '_>) -> bool {
    let cores = || others.iter().filter(|other| other.kind == Kind::Core);
    let suits = |cores: &str| suits(cores, contract, subject.api, subject.asked.edition);
    if let Some(core) = cores().find(|core| core.contract.is_some_and(|cores| !suits(cores))) {
        let reason = Reason::new(&INSTALL_CONTRACT_MISMATCH, subject.id()).fact(core.contract_fact());
        told.refuse("contract-mismatch", reason.fact(Fact::named("contract", contract)));
        return false;
    }
    let unknown = cores().find(|core| core.contract.is_none());
    if let Some(core) = unknown {
        told.warn_of_contract(core.id(), &Pointer::to("spec").key("version"));
    }
    unknown.is_none()
}

/// Warns if the Secret that the provider refers to is known to be missing.
pub fn missing_secret(spec: Option<Value<'_>>, subject: &Subject<'_, '_>, told: &mut Told<'_, '_>) {
    let Some(secret) = spec.and_then(|spec| secret_of(spec, subject.namespace)) else { return };
    let lacks =
        secret.split_once('/').is_some_and(|(namespace, name)| lacks_secret(subject.asked.documents, namespace, name));
    if lacks {
        let own = spec.and_then(|spec| member(spec, "secretName")).is_some();
        let place = Pointer::to("spec").key(if own { "secretName" } else { "configSecret" });
        told.warn(&SECRET_NOT_LOADED, &place, [Fact::named("secret", secret)]);
    }
}
