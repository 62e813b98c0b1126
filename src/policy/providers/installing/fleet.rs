//! The checks of the design before a provider is installed, against the providers that already exist.

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
    /// The outcome of the checks.
    pub enum Stage {
        /// Install the provider.
        Install = "install",
        /// Check the provider again later.
        Requeue = "requeue",
        /// Refuse to install the provider as it is.
        Fail = "fail",
        /// Do nothing.
        Ignore = "ignore",
    }
}

/// The provider to install.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The provider's kind.
    pub kind: Kind,
    /// The provider's name.
    pub name: &'a str,
    /// The provider's namespace.
    pub namespace: &'a str,
    /// The contract of the version to install, if known.
    pub contract: Option<&'a str>,
    /// Whether the provider is paused.
    pub paused: bool,
    /// The API of the provider's object, if known.
    pub api: Option<Api>,
}

/// A provider that already exists.
#[derive(Clone, Debug)]
pub struct Existing<'a> {
    /// The provider's kind.
    pub kind: Kind,
    /// The provider's name.
    pub name: &'a str,
    /// The provider's namespace.
    pub namespace: &'a str,
    /// The contract that the provider reports.
    pub contract: Option<&'a str>,
    /// Whether the provider is installed.
    pub installed: bool,
    /// The API of the provider's object, if known.
    pub api: Option<Api>,
    /// The place that facts about the provider point into.
    pub place: Pointer,
}

/// The result of the checks.
#[derive(Debug)]
pub struct Judged {
    /// The outcome.
    pub stage: Stage,
    /// The reason word, unless the provider is installed.
    pub word: Option<&'static str>,
    /// The condition to set, if any.
    pub condition: Option<Condition>,
    /// The reason for the outcome.
    pub reason: Reason,
}

/// The checks cannot be completed because the contract of the subject is unknown.
#[derive(Debug)]
pub struct ContractUnknown;

/// Judges the subject by the checks, in order. An entry of `existing` that is the subject itself is ignored.
pub fn judge(subject: &Subject<'_>, existing: &[Existing<'_>]) -> Result<Judged, ContractUnknown> {
    let id = format!("{}/{}", subject.kind.word(), subject.name);
    let about = |code: &'static Code| Reason::new(code, id.as_str());
    let mut others: Vec<&Existing<'_>> = existing.iter().collect();
    others.retain(|other| {
        Api::differ(other.api, subject.api)
            || (other.kind, other.name, other.namespace) != (subject.kind, subject.name, subject.namespace)
    });
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
            Some(Api::Operator) => tolerates(cores, contract),
            _ => contract == cores,
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
