//! The design's checks before a provider is installed, against those that are there.

use super::condition::Condition;
use crate::base::sort::sort_by_key;
use crate::policy::providers::contracts::{is_retired, tolerates};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    INSTALL_ALLOWED, INSTALL_CONTRACT_MISMATCH, INSTALL_CONTRACT_RETIRED, INSTALL_CORE_MISSING,
    INSTALL_CORE_NOT_INSTALLED, INSTALL_DUPLICATE, INSTALL_PAUSED, INSTALL_SECOND_CORE,
};
use crate::policy::providers::versions::Api;
use crate::reason::{Code, Fact, Reason};
use crate::wire::{Pointer, words};

words! {
    /// The result of the checks.
    pub enum Stage {
        /// The provider is installed.
        Install = "install",
        /// It is looked at again later.
        Requeue = "requeue",
        /// It is not installed as it is.
        Fail = "fail",
        /// Nothing is done.
        Ignore = "ignore",
    }
}

/// A provider that is to be installed.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: &'a str,
    /// Its namespace.
    pub namespace: &'a str,
    /// The contract of its version, if it is known.
    pub contract: Option<&'a str>,
    /// Whether it is paused.
    pub paused: bool,
    /// The API of its object.
    pub api: Api,
}

/// A provider that is there.
#[derive(Clone, Debug)]
pub struct Existing<'a> {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: &'a str,
    /// Its namespace.
    pub namespace: &'a str,
    /// The contract that it reports.
    pub contract: Option<&'a str>,
    /// Whether it is installed.
    pub installed: bool,
    /// What facts about it start with.
    pub place: Pointer,
}

/// What the checks say.
#[derive(Debug)]
pub struct Judged {
    /// What comes of them.
    pub stage: Stage,
    /// Why, unless the provider is installed.
    pub word: Option<&'static str>,
    /// The condition that tells, if one does.
    pub condition: Option<Condition>,
    /// Why.
    pub reason: Reason,
}

/// What a check needs and does not have: the contract of the subject.
#[derive(Debug)]
pub struct ContractUnknown;

/// Judges a provider by the rules in their order. The subject itself among the existing ones is passed over.
pub fn judge(subject: &Subject<'_>, existing: &[Existing<'_>]) -> Result<Judged, ContractUnknown> {
    let id = format!("{}/{}", subject.kind.word(), subject.name);
    let about = |code: &'static Code| Reason::new(code, id.as_str());
    let mut others: Vec<&Existing<'_>> = existing.iter().collect();
    others.retain(|other| (other.kind, other.name, other.namespace) != (subject.kind, subject.name, subject.namespace));
    sort_by_key(&mut others, |other| (other.kind, other.name, other.namespace));
    let failed = |word, condition, reason| Judged {
        stage: Stage::Fail,
        word: Some(word),
        condition: Some(Condition::preflight(Some(condition))),
        reason,
    };
    let waits = |word, reason| Judged {
        stage: Stage::Requeue,
        word: Some(word),
        condition: Some(Condition::preflight(Some("WaitingForCoreProviderReady"))),
        reason,
    };
    if let Some(twin) = others.iter().find(|other| (other.kind, other.name) == (subject.kind, subject.name)) {
        let place = twin.place.clone().key("namespace");
        return Ok(failed(
            "duplicate-instance",
            "MoreThanOneExists",
            about(&INSTALL_DUPLICATE).saw(place, twin.namespace),
        ));
    }
    let core = others.iter().find(|other| other.kind == Kind::Core);
    if let Some(core) = core.filter(|_| subject.kind == Kind::Core) {
        let place = core.place.clone().key("name");
        return Ok(failed("second-core", "MoreThanOneExists", about(&INSTALL_SECOND_CORE).saw(place, core.name)));
    }
    let mut cores_contract = None;
    if subject.kind != Kind::Core {
        let Some(core) = core else {
            return Ok(waits("core-missing", about(&INSTALL_CORE_MISSING).fact(Fact::named("provider", id.as_str()))));
        };
        let Some(contract) = core.contract.filter(|contract| core.installed && !contract.is_empty()) else {
            let reason = about(&INSTALL_CORE_NOT_INSTALLED).saw(core.place.clone().key("name"), core.name);
            return Ok(waits("core-not-installed", reason));
        };
        cores_contract = Some((contract, core.place.clone().key("contract")));
    }
    let contract = subject.contract.filter(|contract| !contract.is_empty()).ok_or(ContractUnknown)?;
    if let Some((cores, place)) = cores_contract {
        let suits = match subject.api {
            Api::Management => contract == cores,
            Api::Operator => tolerates(cores, contract),
        };
        if !suits {
            let reason = about(&INSTALL_CONTRACT_MISMATCH).saw(place, cores).fact(Fact::named("contract", contract));
            return Ok(failed("contract-mismatch", "CAPIVersionIncompatibility", reason));
        }
    }
    if is_retired(contract) {
        let reason = about(&INSTALL_CONTRACT_RETIRED).fact(Fact::named("contract", contract));
        return Ok(failed("contract-retired", "CAPIVersionIncompatibility", reason));
    }
    if subject.paused {
        return Ok(Judged {
            stage: Stage::Ignore,
            word: Some("paused"),
            condition: None,
            reason: about(&INSTALL_PAUSED),
        });
    }
    Ok(Judged {
        stage: Stage::Install,
        word: None,
        condition: Some(Condition::preflight(None)),
        reason: about(&INSTALL_ALLOWED),
    })
}
