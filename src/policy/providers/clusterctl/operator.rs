//! The lifecycle of the operator itself, by clusterctl command.

use crate::base::KubernetesVersion;
use crate::base::sort::sort;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    OPERATOR_AS_IT_IS, OPERATOR_CHANGES, OPERATOR_DOWNGRADE, OPERATOR_MISMATCH, OPERATOR_MISSING,
    OPERATOR_STILL_NEEDED, OPERATOR_VERSION_UNREADABLE,
};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Cause, Fault, Json, Pointer, answer, given, words};

/// `providers/operator`
#[derive(Debug)]
pub struct Operator;

given! {
    /// A clusterctl command, and the state it finds.
    pub struct OperatorGiven<'a> {
        /// The command: `init`, `upgrade`, `upgrade-plan`, `delete`, or any other.
        command: &'a str,
        /// The version of clusterctl.
        clusterctl: &'a str,
        /// The installed version of the operator; absent: it is not installed.
        operator: Option<&'a str>,
        /// The released versions of the operator; `upgrade-plan` of an installed operator needs them.
        releases: Option<Vec<&'a str>>,
        /// The providers that still exist; `delete` of an installed operator needs them.
        providers: Option<Vec<Left<'a>>>,
    }
}

given! {
    /// A provider that still exists.
    foreign pub struct Left<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
    }
}

words! {
    /// What a command does to the operator.
    pub enum Action {
        /// Install the operator.
        Install = "install",
        /// Leave the operator as it is.
        None = "none",
        /// Upgrade the operator to another version.
        Upgrade = "upgrade",
        /// Delete the operator.
        Delete = "delete",
    }
}

words! {
    /// Why a command is refused.
    pub enum Refused {
        /// The operator is not installed.
        Missing = "operator-missing",
        /// The versions of the operator and clusterctl differ.
        Mismatch = "operator-version-mismatch",
        /// clusterctl is older than the operator.
        Downgrade = "downgrade",
        /// Providers still exist.
        ProvidersRemain = "providers-remain",
    }
}

answer! {
    /// What a command does to the operator.
    #[derive(Default)]
    pub struct OperatorAnswer {
        /// Whether the command is allowed.
        allowed: bool,
        /// What the command does to the operator.
        action: Option<Action>,
        /// The version that is installed or upgraded to.
        version: Option<String>,
        /// Why the command is refused.
        reason: Option<Refused>,
        /// Whether clusterctl already has the version that the operator would be upgraded to.
        clusterctl_matches ["clusterctlMatches"]: Option<bool>,
        /// The providers that still exist, as `Kind/name`.
        blockers: Vec<String>,
    }
}

impl Refused {
    fn code(self) -> &'static Code {
        match self {
            Self::Missing => &OPERATOR_MISSING,
            Self::Mismatch => &OPERATOR_MISMATCH,
            Self::Downgrade => &OPERATOR_DOWNGRADE,
            Self::ProvidersRemain => &OPERATOR_STILL_NEEDED,
        }
    }
}

impl Answers for Operator {
    const NAME: &'static str = "providers/operator";
    const ASKS: &'static str = "what a command of clusterctl does to the operator itself";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = OperatorGiven<'a>;
    type Answer<'a> = OperatorAnswer;

    fn decide<'a>(given: OperatorGiven<'a>, _: &Asked<'a>) -> Outcome<OperatorAnswer> {
        let tool = version("clusterctl", given.clusterctl)?;
        let installed = given.operator.map(|text| version("operator", text)).transpose()?;
        let answer = judge(&given, tool, installed)?;
        let code = match (answer.reason, answer.action) {
            (Some(refused), _) => refused.code(),
            (None, Some(Action::None) | None) => &OPERATOR_AS_IT_IS,
            (None, Some(_)) => &OPERATOR_CHANGES,
        };
        let mut reason = Reason::new(code, given.command)
            .fact(Fact::of(Pointer::to("operator"), given.operator))
            .fact(Fact::at(Pointer::to("clusterctl"), given.clusterctl));
        if let Some(action) = answer.action {
            reason = reason.fact(Fact::named("action", action.word()));
        }
        if !answer.blockers.is_empty() {
            let blockers = answer.blockers.iter().map(String::as_str).collect::<Json>();
            reason = reason.fact(Fact::named("providers", blockers));
        }
        Ok(Decision::new(answer, reason))
    }
}

fn version<'a>(key: &str, text: &'a str) -> Result<KubernetesVersion<'a>, Undecided> {
    let unreadable = || {
        let place = Pointer::to(key);
        let problem = Problem::error(&OPERATOR_VERSION_UNREADABLE, Pointer::to("given").join(&place));
        Undecided::request(problem.fact(Fact::at(place, text)))
    };
    KubernetesVersion::parse(text).ok_or_else(unreadable)
}

fn judge(
    given: &OperatorGiven<'_>,
    tool: KubernetesVersion<'_>,
    installed: Option<KubernetesVersion<'_>>,
) -> Result<OperatorAnswer, Fault> {
    let missing = |field| Fault::new(Pointer::to("given").key(field), Cause::Missing { field });
    let refused = |reason| OperatorAnswer { reason: Some(reason), ..OperatorAnswer::default() };
    let done = |action| OperatorAnswer { allowed: true, action: Some(action), ..OperatorAnswer::default() };
    let to = |action, version: &KubernetesVersion<'_>| OperatorAnswer { version: Some(version.tag()), ..done(action) };
    Ok(match (given.command, installed) {
        ("init", None) => to(Action::Install, &tool),
        ("delete", None) => done(Action::None),
        ("delete", Some(_)) => {
            let left = given.providers.as_deref().ok_or_else(|| missing("providers"))?;
            let mut left: Vec<(Kind, &str)> = left.iter().map(|found| (found.kind, found.name)).collect();
            if left.is_empty() {
                return Ok(done(Action::Delete));
            }
            sort(&mut left);
            left.dedup();
            let blockers = left.iter().map(|(kind, name)| format!("{}/{name}", kind.word())).collect();
            OperatorAnswer { blockers, ..refused(Refused::ProvidersRemain) }
        }
        (_, None) => refused(Refused::Missing),
        ("upgrade", Some(installed)) if tool == installed => done(Action::None),
        ("upgrade", Some(installed)) if tool < installed => refused(Refused::Downgrade),
        ("upgrade", Some(_)) => to(Action::Upgrade, &tool),
        ("upgrade-plan", Some(installed)) => {
            let releases = given.releases.as_deref().ok_or_else(|| missing("releases"))?;
            let releases = releases.iter().filter_map(|text| KubernetesVersion::parse(text));
            let newer = releases.filter(|release| release.is_release() && *release > installed);
            let newest = newer.reduce(|best, next| if next > best { next } else { best });
            match newest {
                Some(newest) => {
                    OperatorAnswer { clusterctl_matches: Some(tool == newest), ..to(Action::Upgrade, &newest) }
                }
                None => done(Action::None),
            }
        }
        (_, Some(installed)) if tool == installed => done(Action::None),
        (_, Some(_)) => refused(Refused::Mismatch),
    })
}
