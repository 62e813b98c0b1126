//! How many minor versions an upgrade may skip.

use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::divergences::SKIP_COUNTS_MAJORS;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    SKIP_RULE_DOES_NOT_APPLY, SKIP_WITHIN_LIMIT, SKIPS_TOO_MANY_MINORS, VERSION_UNREADABLE,
};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

/// The first installed version that the rule applies to.
const SINCE: KubernetesVersion<'static> =
    KubernetesVersion { major: 1, minor: 10, patch: 0, pre_release: "", metadata: "" };

/// The most minor versions an upgrade may advance.
const MOST: u64 = 3;

/// The upgrade of a provider from one version to another.
#[derive(Clone, Copy, Debug)]
pub struct Leap<'a> {
    /// The provider's kind.
    pub kind: Kind,
    /// The provider's name.
    pub name: &'a str,
    /// The installed version.
    pub from: KubernetesVersion<'a>,
    /// The version to upgrade to.
    pub to: KubernetesVersion<'a>,
}

impl Leap<'_> {
    /// Whether the rule applies to this provider: only those released with Cluster API itself are covered.
    fn is_ruled(&self) -> bool {
        match self.kind {
            Kind::Core => true,
            Kind::Bootstrap | Kind::ControlPlane => self.name == "kubeadm",
            _ => false,
        }
    }

    /// Returns how many minor versions the upgrade advances, or `None` if it skips a whole major version.
    fn rise(&self, edition: Edition) -> Option<u64> {
        let majors = self.to.major.saturating_sub(self.from.major);
        if self.to.major == self.from.major || !edition.applies(&SKIP_COUNTS_MAJORS) {
            return Some(self.to.minor.saturating_sub(self.from.minor));
        }
        match majors {
            0 => Some(0),
            1 => Some(self.to.minor.saturating_add(1)),
            _ => None,
        }
    }

    /// Returns the reason the upgrade is allowed, or the reason it is refused.
    pub fn judge(&self, edition: Edition) -> Result<Reason, Reason> {
        let label = self.kind.label(self.name);
        let reason = |code| {
            Reason::new(code, label.as_str())
                .fact(Fact::named("from", self.from.tag()))
                .fact(Fact::named("to", self.to.tag()))
                .fact(Fact::named("most", MOST))
        };
        if !self.is_ruled() || self.from < SINCE {
            return Ok(reason(&SKIP_RULE_DOES_NOT_APPLY));
        }
        match self.rise(edition) {
            Some(rise) if rise <= MOST => Ok(reason(&SKIP_WITHIN_LIMIT)),
            _ => Err(reason(&SKIPS_TOO_MANY_MINORS)),
        }
    }
}

/// `providers/skip-rule`
#[derive(Debug)]
pub struct SkipRule;

given! {
    /// The upgrade of one provider.
    pub struct SkipGiven<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The installed version.
        current: &'a str,
        /// The version to upgrade to.
        next: &'a str,
    }
}

answer! {
    /// Whether the upgrade skips no more minor versions than allowed.
    pub struct SkipAnswer {
        /// Whether the upgrade is allowed.
        allowed: bool,
    }
}

impl Answers for SkipRule {
    const NAME: &'static str = "providers/skip-rule";
    const ASKS: &'static str = "whether an upgrade skips more minors than it may";
    const VERDICT: VerdictFrom = VerdictFrom::True("allowed");
    type Given<'a> = SkipGiven<'a>;
    type Answer<'a> = SkipAnswer;

    fn decide<'a>(given: SkipGiven<'a>, asked: &Asked<'a>) -> Outcome<SkipAnswer> {
        let read = |key: &str, text: &'a str| {
            let unreadable = || Reason::new(&VERSION_UNREADABLE, text).saw(Pointer::to(key), text);
            KubernetesVersion::parse(text).ok_or_else(unreadable)
        };
        let judged = read("current", given.current).and_then(|from| {
            let to = read("next", given.next)?;
            Leap { kind: given.kind, name: given.name, from, to }.judge(asked.edition)
        });
        let (allowed, reason) = match judged {
            Ok(reason) => (true, reason),
            Err(reason) => (false, reason),
        };
        Ok(Decision::new(SkipAnswer { allowed }, reason))
    }
}
