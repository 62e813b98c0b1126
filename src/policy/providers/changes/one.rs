//! The version change of one provider.

use super::fleet::{Fleet, Provider};
use crate::base::KubernetesVersion;
use crate::policy::providers::contracts::suits;
use crate::policy::providers::fleet::Named;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    CHANGE_ALLOWED, CHANGE_IS_DOWNGRADE, CHANGE_LEAVES_CORE, CHANGE_OF_NOBODY, CHANGE_OF_SEVERAL, CHANGE_UNPAUSED,
    CHANGE_WITHOUT_CORE, TARGET_CONTRACT_MISSING, VERSION_NOT_ACCEPTED,
};
use crate::policy::providers::releases::is_same_version;
use crate::policy::providers::versions::Api;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Code, Fact, Reason, Reasons};
use crate::wire::{Json, Pointer, answer, given};

/// The steps of an upgrade.
pub const UPGRADE: [&str; 2] = ["delete-components", "install"];

/// What an upgrade preserves.
const PRESERVED: [&str; 3] = ["CustomResourceDefinitions", "Namespace", "user objects"];

/// `providers/version-change`
#[derive(Debug)]
pub struct VersionChange;

given! {
    /// A fleet, and the version change of one of its providers.
    pub struct ChangeGiven<'a> {
        /// The providers of the management cluster.
        providers: Vec<Provider<'a>>,
        /// The version change.
        change: Change<'a>,
        /// The `apiVersion` of providers that do not say their own; absent: the design's API.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// The version change of one provider.
    pub struct Change<'a> {
        /// The provider's kind; may be absent if the name is unique.
        kind: Option<Kind>,
        /// The provider's namespace; may be absent if the name is unique.
        namespace: Option<&'a str>,
        /// The provider's name.
        name: &'a str,
        /// The version it moves to.
        to: &'a str,
        /// The contract of the new version.
        to_contract ["toContract"]: Option<&'a str>,
    }
}

answer! {
    /// Whether the version may change, and the effects of the change.
    #[derive(Default)]
    pub struct ChangeAnswer {
        /// Whether the version may change.
        allowed: bool,
        /// Why the version may not change.
        reason: Option<&'static str>,
        /// The providers that prevent the change, as `Kind/name`.
        offenders: Vec<String>,
        /// Whether all providers have to be paused, because the contract changes.
        pause_required ["pauseRequired"]: Option<bool>,
        /// The steps of the change; empty if the version is already installed.
        steps: Vec<&'static str>,
        /// What the change preserves.
        preserve: Vec<&'static str>,
    }
}

/// A refused version change.
#[derive(Debug)]
pub struct Refused {
    /// The reason word in the answer.
    pub word: &'static str,
    /// The providers that prevent the change, as `Kind/name`.
    pub offenders: Vec<String>,
    /// The reasons for the refusal.
    pub because: Reasons,
}

impl Refused {
    /// Creates a refusal with a single reason.
    pub fn new(word: &'static str, offenders: Vec<String>, reason: Reason) -> Self {
        Self { word, offenders, because: reason.into() }
    }

    /// Creates a refusal with one reason for each offending provider. Returns `None` if there are no offenders.
    pub fn of_each(word: &'static str, found: impl IntoIterator<Item = (String, Reason)>) -> Option<Self> {
        let (offenders, because): (Vec<String>, Reasons) = found.into_iter().unzip();
        (!offenders.is_empty()).then_some(Self { word, offenders, because })
    }
}

/// Whether `to` is a downgrade: its major or minor version is lower. A lower patch or pre-release is allowed.
pub fn is_downgrade(from: &KubernetesVersion<'_>, to: &KubernetesVersion<'_>) -> bool {
    to.series() < from.series()
}

impl Answers for VersionChange {
    const NAME: &'static str = "providers/version-change";
    const ASKS: &'static str = "whether a provider may change its version now, and what that does";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = ChangeGiven<'a>;
    type Answer<'a> = ChangeAnswer;

    fn decide<'a>(given: ChangeGiven<'a>, asked: &Asked<'a>) -> Outcome<ChangeAnswer> {
        let ChangeGiven { providers, change, api_version } = given;
        let fleet = Fleet::new(providers, api_version, asked.edition);
        Ok(match judge(&fleet, &change)? {
            Err(Refused { word, offenders, because }) => {
                let pause_required = (word == "not-all-paused").then_some(true);
                let answer = ChangeAnswer { reason: Some(word), offenders, pause_required, ..ChangeAnswer::default() };
                Decision { answer, because, problems: Vec::new() }
            }
            Ok(allowed) => {
                let moves = !allowed.is_installed;
                let answer = ChangeAnswer {
                    allowed: true,
                    pause_required: Some(allowed.pauses),
                    steps: if moves { UPGRADE.to_vec() } else { Vec::new() },
                    preserve: if moves { PRESERVED.to_vec() } else { Vec::new() },
                    ..ChangeAnswer::default()
                };
                Decision::new(answer, allowed.reason)
            }
        })
    }
}

/// A version change that is allowed.
struct Allowed {
    /// Whether all providers have to be paused for the change.
    pauses: bool,
    /// Whether the new version is already installed.
    is_installed: bool,
    reason: Reason,
}

fn judge(fleet: &Fleet<'_>, change: &Change<'_>) -> Result<Result<Allowed, Refused>, Undecided> {
    let subject = match subject(fleet, change) {
        Ok(subject) => subject,
        Err(refused) => return Ok(Err(refused)),
    };
    let told = |code: &'static Code| {
        Reason::new(code, fleet.id(subject))
            .saw(Pointer::to("change").key("to"), change.to)
            .fact(Fact::named("from", fleet.version_text(subject)))
    };
    let Some(to) = fleet.api(subject).version(change.to) else {
        return Ok(Err(Refused::new("version-invalid", vec![fleet.id(subject)], told(&VERSION_NOT_ACCEPTED))));
    };
    if is_downgrade(&fleet.version(subject)?, &to) {
        return Ok(Err(Refused::new("downgrade", vec![fleet.id(subject)], told(&CHANGE_IS_DOWNGRADE))));
    }
    let cores = fleet.cores();
    if cores.is_empty() {
        return Ok(Err(Refused::new("core-missing", Vec::new(), Reason::new(&CHANGE_WITHOUT_CORE, fleet.id(subject)))));
    }
    let missing = || {
        let of = [Fact::named("version", change.to), Fact::named("provider", fleet.id(subject))];
        Undecided::missing_of(&TARGET_CONTRACT_MISSING, Pointer::to("change").key("toContract"), of)
    };
    let contract = change.to_contract.filter(|contract| !contract.is_empty()).ok_or_else(missing)?;
    let cite = Fact::at(Pointer::to("change").key("toContract"), contract);
    if !fleet.is_core(subject) {
        for core in cores {
            if !suits(fleet.contract(core)?, contract, fleet.api(subject), fleet.edition) {
                let reason = Reason::new(&CHANGE_LEAVES_CORE, fleet.id(subject)).fact(cite);
                let reason = reason.fact(fleet.cite_contract(core));
                return Ok(Err(Refused::new("contract-mismatch", vec![fleet.id(subject)], reason)));
            }
        }
    }
    let changes = fleet.contract(subject)? != contract;
    let pauses = changes && fleet.api(subject) == Api::Management;
    let running = fleet.running();
    if pauses && !running.is_empty() {
        let running = fleet.ids(&running);
        let named = running.iter().map(String::as_str).collect::<Json>();
        let reason = Reason::new(&CHANGE_UNPAUSED, fleet.id(subject))
            .fact(cite)
            .fact(fleet.cite_contract(subject))
            .fact(Fact::named("running", named));
        return Ok(Err(Refused::new("not-all-paused", running, reason)));
    }
    let is_installed = is_same_version(change.to, fleet.version_text(subject));
    Ok(Ok(Allowed { pauses, is_installed, reason: told(&CHANGE_ALLOWED) }))
}

/// Finds the provider whose version changes.
fn subject(fleet: &Fleet<'_>, change: &Change<'_>) -> Result<usize, Refused> {
    let named = Named { kind: change.kind, namespace: change.namespace, name: change.name };
    let found = fleet.find(&named);
    let place = Pointer::to("change").key("name");
    match found.as_slice() {
        [subject] => Ok(*subject),
        [] => {
            let reason = Reason::new(&CHANGE_OF_NOBODY, change.name).saw(place, change.name).fact(fleet.known());
            Err(Refused::new("unknown-provider", Vec::new(), reason))
        }
        several => {
            let reason = Reason::new(&CHANGE_OF_SEVERAL, change.name).saw(place, change.name);
            Err(Refused::new("ambiguous-provider", fleet.ids(several), reason.fact(fleet.candidates(several))))
        }
    }
}
