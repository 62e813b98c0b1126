//! Reviews of provider updates.

use super::contract::Wanted;
use super::creating::{beside_cores, candidate, missing_secret};
use super::told::Told;
use super::world::{Loaded, others, reported_contract};
use super::{Subject, spec_of};
use crate::base::KubernetesVersion;
use crate::policy::providers::changes::is_downgrade;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::life::{Action, Speaking, effect, laggards};
use crate::policy::providers::objects::{Findings, member};
use crate::policy::providers::reasons::{
    CHANGE_BEFORE_PAUSES, CHANGE_IS_LOWER, CHANGE_REPLACES, CHANGE_WAITS_FOR_UNPAUSE, CHANGE_WITHOUT_A_CORE,
    OLD_CONTRACT_PRESENT, PROVIDER_UPDATED, SOURCE_WAITS_FOR_UPGRADE,
};
use crate::policy::providers::versions::Api;
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::review::{Judgement, Object};
use crate::wire::{Json, Pointer, Value};

/// A provider update under review.
struct Update<'u, 'a> {
    subject: &'u Subject<'u, 'a>,
    others: Vec<Loaded<'a>>,
    old: Option<Value<'a>>,
    new: Option<Value<'a>>,
    /// The stored status.
    status: Option<Value<'a>>,
    /// The place of the object in the AdmissionReview.
    place: Pointer,
}

/// Judges a change of a provider's spec.
pub fn judge<'a>(
    new: &Object<'a, Value<'a>>,
    old: &Object<'a, Value<'a>>,
    subject: &Subject<'_, 'a>,
) -> Result<Judgement, Undecided> {
    let update = Update {
        subject,
        others: others(subject),
        old: spec_of(old),
        new: spec_of(new),
        status: old.value.get("status").filter(|status| !status.is_null()),
        place: new.place.clone(),
    };
    let findings = Findings::of(&candidate(new, update.old, subject));
    let mut told = Told::new(*subject, new.place.clone());
    told.warn_of(&findings, update.new);
    told.warn_of_loaded(&update.others);
    let changed = update.changed();
    let paused = update.is_paused(update.new);
    if changed.contains(&"version") {
        update.version(paused, &mut told);
    }
    if update.is_paused(update.old) && !paused {
        update.unpause(&mut told);
    }
    update.effects(&changed, paused, &mut told);
    if changed.iter().any(|key| ["secretName", "configSecret"].contains(key)) {
        missing_secret(update.new, subject, &mut told);
    }
    Ok(told.judgement(&findings.flaws, || {
        let named = changed.iter().copied().collect::<Json>();
        Reason::new(&PROVIDER_UPDATED, subject.id()).fact(Fact::named("changed", named))
    }))
}

impl<'a> Update<'_, 'a> {
    /// Returns the keys of the spec members that differ from before, sorted.
    fn changed(&self) -> Vec<&'a str> {
        let keys = |spec: Option<Value<'a>>| spec.into_iter().flat_map(Value::members).map(|(key, _)| key);
        let of = |spec: Option<Value<'a>>, key: &str| spec.and_then(|spec| member(spec, key));
        let mut changed: Vec<&str> =
            keys(self.old).chain(keys(self.new)).filter(|key| of(self.old, key) != of(self.new, key)).collect();
        crate::base::sort::sort(&mut changed);
        changed.dedup();
        changed
    }

    fn is_paused(&self, spec: Option<Value<'a>>) -> bool {
        let paused = spec.and_then(|spec| member(spec, "paused")).and_then(Value::as_bool);
        self.subject.api == Api::Management && paused == Some(true)
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        let text = self.status.and_then(|status| member(status, key)).and_then(Value::as_str);
        text.filter(|text| !text.is_empty())
    }

    /// Returns the contract of the stored provider: that of its version's series if its ConfigMap is loaded, or else
    /// the one it reports.
    fn contract(&self) -> Option<&'a str> {
        let stored = Wanted::of(self.old);
        let published = stored.version.and_then(|version| stored.contract(version, self.subject));
        published.or_else(|| reported_contract(self.status))
    }

    /// Judges the change of the version.
    fn version(&self, paused: bool, told: &mut Told<'_, '_>) {
        let wanted = Wanted::of(self.new);
        let place = Pointer::to("spec").key("version");
        let found = if wanted.version.is_none() { wanted.unnamed(self.subject) } else { None };
        let Some(version) = wanted.version.or(found.as_deref()) else {
            told.warn_of_version(self.new, &wanted.unusable(self.subject));
            return;
        };
        let from = self.text("installedVersion").or_else(|| Wanted::of(self.old).version);
        let cite = match wanted.version {
            Some(_) => Fact::at(self.place.clone().join(&place), version),
            None => Fact::named("latest", version),
        };
        let read = from.and_then(KubernetesVersion::parse).zip(KubernetesVersion::parse(version));
        if read.is_some_and(|(from, to)| is_downgrade(&from, &to)) {
            let from = Fact::named("from", from.unwrap_or_default());
            told.refuse("downgrade", Reason::new(&CHANGE_IS_LOWER, self.subject.id()).fact(cite).fact(from));
            return;
        }
        let Some(contract) = wanted.contract(version, self.subject) else {
            told.warn_of_contract(self.subject.id(), &place);
            return;
        };
        if self.subject.kind != Kind::Core && !self.suits_core(contract, told) {
            return;
        }
        match self.contract() {
            Some(own) if own != contract && self.subject.api == Api::Management => {
                self.all_paused(paused, contract, told)
            }
            Some(_) => {}
            None => told.warn_of_contract(self.subject.id(), &place),
        }
    }

    /// Checks that there is a core, and that its contract suits that of the new version.
    fn suits_core(&self, contract: &str, told: &mut Told<'_, '_>) -> bool {
        if !self.others.iter().any(|other| other.kind == Kind::Core) {
            told.refuse("core-missing", Reason::new(&CHANGE_WITHOUT_A_CORE, self.subject.id()));
            return false;
        }
        beside_cores(contract, &self.others, self.subject, told)
    }

    /// Refuses a change of contract unless all providers of the design's API are paused, including the subject.
    fn all_paused(&self, paused: bool, contract: &str, told: &mut Told<'_, '_>) {
        let mut running: Vec<(Kind, String)> = self
            .others
            .iter()
            .filter(|other| other.api == Api::Management && !other.paused)
            .map(|other| (other.kind, other.id()))
            .collect();
        if !paused {
            running.push((self.subject.kind, self.subject.id()));
        }
        crate::base::sort::sort(&mut running);
        if !running.is_empty() {
            let names = running.iter().map(|(_, id)| id.as_str()).collect::<Json>();
            let reason = Reason::new(&CHANGE_BEFORE_PAUSES, self.subject.id()).fact(Fact::named("running", names));
            told.refuse("not-all-paused", reason.fact(Fact::named("contract", contract)));
        }
    }

    /// Refuses to unpause while any provider's contract does not suit the core's.
    fn unpause(&self, told: &mut Told<'_, '_>) {
        let mut fleet: Vec<Speaking<'_>> = Vec::new();
        let own = self.contract();
        let mut unknown = own.map_or_else(|| vec![self.subject.id()], |_| Vec::new());
        for other in &self.others {
            unknown.extend(other.contract.is_none().then(|| other.id()));
            let Loaded { kind, name, namespace, api, .. } = *other;
            fleet.extend(other.contract.map(|contract| Speaking { kind, name, namespace, contract, api }));
        }
        let Subject { kind, name, namespace, api, .. } = *self.subject;
        fleet.extend(own.map(|contract| Speaking { kind, name, namespace, contract, api }));
        // Beside a core whose contract is not known, nobody can say which provider lags behind.
        let is_core_known = self.others.iter().all(|other| other.kind != Kind::Core || other.contract.is_some())
            && (kind != Kind::Core || own.is_some());
        let laggards = if is_core_known { laggards(&fleet) } else { Vec::new() };
        for laggard in laggards.into_iter().filter_map(|place| fleet.get(place)) {
            let id = format!("{}/{}", laggard.kind.word(), laggard.name);
            told.refuse(
                "old-contract-present",
                Reason::new(&OLD_CONTRACT_PRESENT, id).fact(Fact::named("contract", laggard.contract)),
            );
        }
        if !unknown.is_empty() {
            told.warn_of_contract(unknown.into_iter().collect::<Json>(), &Pointer::to("spec").key("paused"));
        }
    }

    /// Warns about effects that the user may not expect.
    fn effects(&self, changed: &[&str], paused: bool, told: &mut Told<'_, '_>) {
        let replaced: Vec<&str> =
            changed.iter().copied().filter(|key| effect(&[key], false) == Action::Reinstall).collect();
        let named = || Fact::named("changed", replaced.iter().copied().collect::<Json>());
        let place = Pointer::to("spec");
        if !replaced.is_empty() && !changed.contains(&"version") {
            let code = if paused { &CHANGE_WAITS_FOR_UNPAUSE } else { &CHANGE_REPLACES };
            told.warn(code, &place, [named()]);
        }
        if changed.contains(&"fetchConfig") && !changed.contains(&"version") {
            told.warn(&SOURCE_WAITS_FOR_UPGRADE, &place.key("fetchConfig"), []);
        }
    }
}
