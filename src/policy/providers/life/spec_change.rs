//! The effect of changing a provider's object, or a Secret or ConfigMap that it refers to.

use crate::policy::providers::divergences::CHANGE_REINSTALLS;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::objects::spec_keys;
use crate::policy::providers::reasons::{
    CHANGE_HAS_NO_EFFECT, CHANGE_INSTALLS_OVER, CHANGE_PAUSES, CHANGE_REFUSED_AS_DOWNGRADE, CHANGE_REINSTALLS_PROVIDER,
    CHANGE_RESUMES, CHANGE_TO_THE_CACHE, CHANGE_UPGRADES, CHANGE_WAITS, MEMBER_UNKNOWN,
};
use crate::policy::providers::releases::{ObjectMeta, is_same_version};
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Cause, Fault, Json, Pointer, answer, given, words};

/// `providers/spec-change`
#[derive(Debug)]
pub struct SpecChange;

given! {
    /// A provider, and the parts that change.
    pub struct ChangeGiven<'a> {
        /// The provider after the change.
        provider: Option<Changing<'a>>,
        /// The changed paths below `spec`, as `manager.verbosity` or as `/spec/manager/verbosity`, and `secret:data`,
        /// `configSecret:data` or `configmap:data` for changed contents.
        changed: Vec<&'a str>,
        /// The installed version; absent: that in the provider's status, else the provider is not installed.
        installed_version ["installedVersion"]: Option<&'a str>,
        /// The version in the spec; absent: that of the provider.
        spec_version ["specVersion"]: Option<&'a str>,
        /// Whether the hash that was applied last equals that of the cache; absent: true.
        hash_matches ["hashMatches"]: Option<bool>,
    }
}

given! {
    /// The provider after the change, as it is stored or reduced to the members that are read.
    foreign pub struct Changing<'a> {
        /// The provider's kind.
        kind: Option<Kind>,
        /// The provider's name; absent: that in `metadata`.
        name: Option<&'a str>,
        /// The `apiVersion` of a stored provider.
        api_version ["apiVersion"]: Option<&'a str>,
        /// What is read of the spec.
        #[flatten]
        settings: Settings<'a>,
        /// The metadata of a stored provider.
        metadata: Option<ObjectMeta<'a>>,
        /// The spec of a stored provider, which takes precedence over `paused` and `version`.
        spec: Option<Settings<'a>>,
        /// The status of a stored provider.
        status: Option<Reported<'a>>,
    }
}

given! {
    /// The part of a spec that is read.
    foreign pub struct Settings<'a> {
        /// Whether the provider is paused after the change.
        paused: bool,
        /// The provider's version.
        version: Option<&'a str>,
    }
}

given! {
    /// The status of a stored provider.
    foreign pub struct Reported<'a> {
        /// The installed version, if the question does not say it.
        installed_version ["installedVersion"]: Option<&'a str>,
    }
}

impl<'a> Changing<'a> {
    fn settings(&self) -> &Settings<'a> {
        self.spec.as_ref().unwrap_or(&self.settings)
    }
}

impl<'a> ChangeGiven<'a> {
    fn is_paused(&self) -> bool {
        // Today's API has no pause and drops it.
        let can_pause = |provider: &Changing<'a>| Api::of(&[provider.api_version]) == Api::Management;
        self.provider.as_ref().is_some_and(|provider| can_pause(provider) && provider.settings().paused)
    }

    /// Returns the version in the spec after the change.
    fn wanted(&self) -> Option<&'a str> {
        self.spec_version.or_else(|| self.provider.as_ref()?.settings().version)
    }

    /// Returns the installed version, and its place; `None` if the provider is not installed.
    fn installed(&self) -> Option<(&'a str, Pointer)> {
        let key = "installedVersion";
        let found = match (self.installed_version, &self.provider) {
            (None, Some(provider)) => {
                (provider.status.as_ref()?.installed_version?, Pointer::to("provider").key("status").key(key))
            }
            (version, _) => (version?, Pointer::to(key)),
        };
        Some(found).filter(|(version, _)| !version.is_empty())
    }
}

words! {
    /// The operator's reaction to a change.
    pub enum Action {
        /// Do nothing.
        None = "none",
        /// Install another version.
        Upgrade = "upgrade",
        /// Delete the components and install them again.
        Reinstall = "reinstall",
        /// Scale the provider down to zero replicas.
        Pause = "pause",
        /// Restore the provider's replicas.
        Resume = "resume",
        /// Install the provider for the first time.
        Install = "install",
        /// Apply the components over the existing ones, without deleting anything first.
        InstallOver = "install-over",
        /// Apply the cached components again.
        ApplyCache = "apply-cache",
    }
}

answer! {
    /// The effect of a change.
    #[derive(Default)]
    pub struct ChangeAnswer {
        /// The operator's reaction.
        action: Option<Action>,
        /// The steps of that reaction.
        steps: Vec<&'static str>,
        /// What the steps preserve.
        preserve: Vec<&'static str>,
        /// Whether the change affects the hash that today's operator compares.
        hash_changes ["hashChanges"]: Option<bool>,
        /// Whether the old components are deleted first.
        deletes_first ["deletesFirst"]: Option<bool>,
        /// Whether another version is installed.
        upgraded: Option<bool>,
        /// The status of the condition `ProviderUpgraded`.
        upgraded_condition ["upgradedCondition"]: Option<&'static str>,
        /// The installed version after the change.
        installed_version ["installedVersion"]: Option<String>,
        /// The condition that the operator sets.
        condition: Option<Condition>,
    }
}

answer! {
    /// A condition of a provider.
    pub struct Condition {
        /// The condition's type.
        kind ["type"]: &'static str,
        /// The condition's status.
        status: &'static str,
        /// The condition's reason.
        reason: &'static str,
    }
}

/// The steps that replace components, and what they preserve.
const REPLACED: [&str; 2] = ["delete-components", "install"];
const PRESERVED: [&str; 3] = ["CustomResourceDefinitions", "Namespace", "user objects"];

impl Answers for SpecChange {
    const NAME: &'static str = "providers/spec-change";
    const ASKS: &'static str = "what a change of a provider's object, or of what it reads, does";
    type Given<'a> = ChangeGiven<'a>;
    type Answer<'a> = ChangeAnswer;

    fn decide<'a>(given: ChangeGiven<'a>, asked: &Asked<'a>) -> Outcome<ChangeAnswer> {
        refuse_unreadable(&given.changed)?;
        let decision = match asked.edition.applies(&CHANGE_REINSTALLS) {
            true => design(&given),
            false => today(&given),
        };
        Ok(decision.with_problems(unknown(&given.changed)))
    }
}

/// Refuses a path that begins with nothing that can be a member, so that no misread path passes for one that does
/// nothing, and one that means several members or the whole spec: what a change does depends on the members that change.
fn refuse_unreadable(changed: &[&str]) -> Result<(), Fault> {
    let is_readable = |key: &str| {
        let of_a_key = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let named = !key.is_empty() && !key.eq_ignore_ascii_case("spec") && key.chars().all(of_a_key);
        named || CONTENTS.contains(&key)
    };
    let several = |path: &str| path.contains(|c: char| c == ',' || c.is_whitespace());
    let found = changed.iter().enumerate().find(|(_, path)| several(path) || !is_readable(first_key(path)));
    found.map_or(Ok(()), |(index, path)| {
        let expected = "a member of the spec that changes, as `manager.verbosity` or `/spec/manager/verbosity`";
        let cause = Cause::Unreadable { text: (*path).to_owned(), expected };
        Err(Fault::new(Pointer::to("given").key("changed").index(index), cause))
    })
}

/// Warns of changed paths that begin with no member of a spec.
fn unknown(changed: &[&str]) -> Vec<Problem> {
    let known = || spec_keys().chain(CONTENTS).chain(["metadata", "status"]);
    let warning = |(index, path): (usize, &&str)| {
        let key = first_key(path);
        let at = Pointer::to("given").key("changed").index(index);
        let problem = Problem::warning(&MEMBER_UNKNOWN, at).fact(Fact::named("key", key)).nearest_to(key, known());
        known().all(|known| known != key).then_some(problem)
    };
    changed.iter().enumerate().filter_map(warning).take(TOLD).collect()
}

/// What stands for the content of a Secret or a ConfigMap.
const CONTENTS: [&str; 3] = ["secret:data", "configSecret:data", "configmap:data"];

/// The most changed paths to warn about.
const TOLD: usize = 100;

/// What separates a member from what is below it.
const BELOW: [char; 3] = ['.', '[', '/'];

/// Returns a path without `spec` and the slash that a pointer begins with.
fn below_spec(path: &str) -> &str {
    let path = path.strip_prefix('/').unwrap_or(path);
    match path.strip_prefix("spec") {
        Some("") => "",
        rest => rest.and_then(|rest| rest.strip_prefix(['.', '/'])).unwrap_or(path),
    }
}

/// Returns the member that a path begins with.
fn first_key(path: &str) -> &str {
    below_spec(path).split(BELOW).next().unwrap_or_default()
}

/// Returns the effect of changing the given paths below `spec`, in the design edition.
pub fn effect(changed: &[&str], paused: bool) -> Action {
    let is = |section: &str| {
        let below =
            |path: &&str| path.strip_prefix(section).is_some_and(|rest| rest.is_empty() || rest.starts_with(BELOW));
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

/// The parts of a spec whose change causes a reinstallation. The fetch configuration and the contents of Secrets and
/// ConfigMaps are missing here: they take effect at the next upgrade.
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
    let paused = given.is_paused();
    let mut changed: Vec<&str> = given.changed.iter().map(|path| below_spec(path)).collect();
    let wanted = given.wanted().filter(|version| !version.is_empty());
    if given.installed().zip(wanted).is_some_and(|((installed, _), wanted)| !is_same_version(installed, wanted)) {
        changed.push("version");
    }
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

fn reason<'a>(given: &ChangeGiven<'a>, code: &'static Code) -> Reason {
    let named = |provider: &Changing<'a>| provider.name.or_else(|| provider.metadata.as_ref()?.name);
    let name = given.provider.as_ref().and_then(named).unwrap_or("provider");
    Reason::new(code, name).fact(Fact::named("changed", given.changed.iter().copied().collect::<Json>()))
}

/// Whether a path is part of the hash that today's operator compares.
fn is_hashed(path: &str) -> bool {
    let first = path.strip_prefix('/').unwrap_or(path).split(BELOW).next();
    !matches!(first, Some("status" | "metadata"))
}

fn today(given: &ChangeGiven<'_>) -> Decision<ChangeAnswer> {
    let wanted = given.wanted();
    let hash_changes = given.changed.iter().any(|path| is_hashed(path));
    let mut answer = ChangeAnswer { hash_changes: Some(hash_changes), ..ChangeAnswer::default() };
    let condition = |kind, status, reason| Some(Condition { kind, status, reason });
    let Some((installed, place)) = given.installed() else {
        answer.action = Some(Action::Install);
        answer.installed_version = wanted.map(str::to_owned);
        answer.deletes_first = Some(false);
        answer.upgraded = Some(false);
        answer.condition = condition("ProviderInstalled", "True", "ProviderInstalled");
        return Decision::new(answer, reason(given, &CHANGE_INSTALLS_OVER));
    };
    answer.installed_version = Some(installed.to_owned());
    let series = |text: &str| Api::Operator.version(text).map(|version| version.series());
    let versions = Fact::at(place, installed);
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
