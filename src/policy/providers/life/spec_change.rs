//! What a change of a provider's object, or of what it reads, does.

use crate::policy::providers::divergences::CHANGE_REINSTALLS;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CHANGE_HAS_NO_EFFECT, CHANGE_INSTALLS_OVER, CHANGE_PAUSES, CHANGE_REFUSED_AS_DOWNGRADE, CHANGE_REINSTALLS_PROVIDER,
    CHANGE_RESUMES, CHANGE_TO_THE_CACHE, CHANGE_UPGRADES, CHANGE_WAITS,
};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Code, Fact, Reason};
use crate::wire::{Json, Pointer, answer, given, words};

/// `providers/spec-change`
#[derive(Debug)]
pub struct SpecChange;

given! {
    /// A provider and what changes.
    pub struct ChangeGiven<'a> {
        /// The provider after the change.
        provider: Option<Changing<'a>>,
        /// What changes: paths below `spec`, and `secret:data`, `configSecret:data`, `configmap:data`.
        changed: Vec<&'a str>,
        /// The version that is installed.
        installed_version ["installedVersion"]: Option<&'a str>,
        /// The version that the spec wants.
        spec_version ["specVersion"]: Option<&'a str>,
        /// Whether what was applied last is what the cache holds; true, unless given.
        hash_matches ["hashMatches"]: Option<bool>,
    }
}

given! {
    /// A provider whose object changes.
    foreign pub struct Changing<'a> {
        /// Its kind.
        kind: Option<Kind>,
        /// Its name.
        name: Option<&'a str>,
        /// Whether it is paused after the change.
        paused: bool,
        /// Its version.
        version: Option<&'a str>,
    }
}

words! {
    /// What the operator does.
    pub enum Action {
        /// Nothing.
        None = "none",
        /// It installs another version.
        Upgrade = "upgrade",
        /// It deletes the components and installs them anew.
        Reinstall = "reinstall",
        /// It scales the provider to nothing.
        Pause = "pause",
        /// It scales the provider up again.
        Resume = "resume",
        /// It installs for the first time.
        Install = "install",
        /// It installs over what is there.
        InstallOver = "install-over",
        /// It applies what it applied last.
        ApplyCache = "apply-cache",
    }
}

answer! {
    /// What a change does.
    #[derive(Default)]
    pub struct ChangeAnswer {
        /// What the operator does.
        action: Option<Action>,
        /// In which steps.
        steps: Vec<&'static str>,
        /// What is not deleted.
        preserve: Vec<&'static str>,
        /// Whether the change is part of what today's operator compares.
        hash_changes ["hashChanges"]: Option<bool>,
        /// Whether the old components are deleted first.
        deletes_first ["deletesFirst"]: Option<bool>,
        /// Whether another version is installed.
        upgraded: Option<bool>,
        /// The status of the condition `ProviderUpgraded`.
        upgraded_condition ["upgradedCondition"]: Option<&'static str>,
        /// The version that is installed afterwards.
        installed_version ["installedVersion"]: Option<String>,
        /// The condition that says so.
        condition: Option<Condition>,
    }
}

answer! {
    /// A condition of a provider.
    pub struct Condition {
        /// Its type.
        kind ["type"]: &'static str,
        /// Its status.
        status: &'static str,
        /// Its reason.
        reason: &'static str,
    }
}

/// What is deleted first when components are replaced, and what is not.
const REPLACED: [&str; 2] = ["delete-components", "install"];
const PRESERVED: [&str; 3] = ["CustomResourceDefinitions", "Namespace", "user objects"];

impl Answers for SpecChange {
    const NAME: &'static str = "providers/spec-change";
    const ASKS: &'static str = "what a change of a provider's object, or of what it reads, does";
    type Given<'a> = ChangeGiven<'a>;
    type Answer<'a> = ChangeAnswer;

    fn decide<'a>(given: ChangeGiven<'a>, asked: &Asked<'a>) -> Outcome<ChangeAnswer> {
        match asked.edition.applies(&CHANGE_REINSTALLS) {
            true => Ok(design(&given)),
            false => Ok(today(&given)),
        }
    }
}

/// What a change of these paths below the spec does in the design.
pub fn effect(changed: &[&str], paused: bool) -> Action {
    let is = |section: &str| {
        let below = |path: &&str| {
            path.strip_prefix(section).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        changed.iter().any(below)
    };
    if is("version") {
        Action::Upgrade
    } else if paused {
        if is("paused") { Action::Pause } else { Action::None }
    } else if REINSTALLING.iter().any(|section| is(section)) {
        Action::Reinstall
    } else if is("paused") {
        Action::Resume
    } else {
        Action::None
    }
}

/// The parts of a spec whose change reinstalls. What a Secret or a ConfigMap holds and where components are fetched
/// from count at the next upgrade.
const REINSTALLING: [&str; 8] = [
    "manager",
    "deployment",
    "secretName",
    "configSecret",
    "additionalManifests",
    "manifestPatches",
    "patches",
    "additionalDeployments",
];

fn design(given: &ChangeGiven<'_>) -> Decision<ChangeAnswer> {
    let paused = given.provider.as_ref().is_some_and(|provider| provider.paused);
    let bare = |path: &'_ &str| path.strip_prefix("spec.").unwrap_or(path).to_owned();
    let mut changed: Vec<String> = given.changed.iter().map(bare).collect();
    if given.installed_version.is_some() && given.installed_version != given.spec_version {
        changed.push("version".to_owned());
    }
    let changed: Vec<&str> = changed.iter().map(String::as_str).collect();
    let action = effect(&changed, paused);
    let (code, steps): (&Code, &[&str]) = match action {
        Action::Upgrade => (&CHANGE_UPGRADES, &REPLACED),
        Action::Reinstall => (&CHANGE_REINSTALLS_PROVIDER, &REPLACED),
        Action::Pause => (&CHANGE_PAUSES, &["scale-to-zero"]),
        Action::Resume => (&CHANGE_RESUMES, &["restore-replicas"]),
        _ if paused && effect(&changed, false) != Action::None => (&CHANGE_WAITS, &[]),
        _ => (&CHANGE_HAS_NO_EFFECT, &[]),
    };
    let preserve = if steps == REPLACED { PRESERVED.to_vec() } else { Vec::new() };
    let answer = ChangeAnswer { action: Some(action), steps: steps.to_vec(), preserve, ..ChangeAnswer::default() };
    Decision::new(answer, reason(given, code))
}

fn reason(given: &ChangeGiven<'_>, code: &'static Code) -> Reason {
    let name = given.provider.as_ref().and_then(|provider| provider.name).unwrap_or("provider");
    Reason::new(code, name).fact(Fact::named("changed", given.changed.iter().copied().collect::<Json>()))
}

/// What is no part of the hash that today's operator compares.
fn is_hashed(path: &&&str) -> bool {
    !["status", "metadata"].iter().any(|section| path.starts_with(section))
}

fn today(given: &ChangeGiven<'_>) -> Decision<ChangeAnswer> {
    let installed = given.installed_version.filter(|version| !version.is_empty());
    let wanted = given.spec_version.or_else(|| given.provider.as_ref().and_then(|provider| provider.version));
    let hash_changes = given.changed.iter().any(|path| is_hashed(&path));
    let mut answer = ChangeAnswer { hash_changes: Some(hash_changes), ..ChangeAnswer::default() };
    let condition = |kind, status, reason| Some(Condition { kind, status, reason });
    let Some(installed) = installed else {
        answer.action = Some(Action::Install);
        answer.installed_version = wanted.map(str::to_owned);
        answer.deletes_first = Some(false);
        answer.upgraded = Some(false);
        answer.condition = condition("ProviderInstalled", "True", "ProviderInstalled");
        return Decision::new(answer, reason(given, &CHANGE_INSTALLS_OVER));
    };
    answer.installed_version = Some(installed.to_owned());
    let series = |text: &str| Api::Operator.version(text).map(|version| version.series());
    let versions = Fact::at(Pointer::to("installedVersion"), installed);
    if let Some(wanted) = wanted.filter(|wanted| *wanted != installed) {
        let lower = series(wanted).zip(series(installed)).is_some_and(|(wanted, installed)| wanted < installed);
        if lower {
            answer.action = Some(Action::None);
            answer.upgraded = Some(false);
            answer.deletes_first = Some(false);
            answer.condition = condition("PreflightCheckPassed", "False", "UnsupportedProviderDowngradeReason");
            let reason = reason(given, &CHANGE_REFUSED_AS_DOWNGRADE).fact(versions);
            return Decision::new(answer, reason.fact(Fact::named("wanted", wanted)));
        }
        answer.action = Some(Action::Upgrade);
        answer.installed_version = Some(wanted.to_owned());
        answer.upgraded = Some(true);
        answer.upgraded_condition = Some("True");
        answer.deletes_first = Some(true);
        answer.condition = condition("ProviderUpgraded", "True", "ProviderUpgraded");
        return Decision::new(answer, reason(given, &CHANGE_UPGRADES).fact(versions));
    }
    answer.upgraded = Some(false);
    answer.deletes_first = Some(false);
    let cached = given.hash_matches.unwrap_or(true) && !hash_changes;
    answer.action = Some(if cached { Action::ApplyCache } else { Action::InstallOver });
    Decision::new(answer, reason(given, if cached { &CHANGE_TO_THE_CACHE } else { &CHANGE_INSTALLS_OVER }))
}
