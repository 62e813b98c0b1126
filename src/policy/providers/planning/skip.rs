//! How many minors an upgrade may skip.

use crate::base::{Edition, KubernetesVersion};
use crate::policy::providers::divergences::SKIP_COUNTS_MAJORS;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    SKIP_RULE_DOES_NOT_APPLY, SKIP_WITHIN_LIMIT, SKIPS_TOO_MANY_MINORS, VERSION_UNREADABLE,
};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

/// From this version on the rule holds.
const SINCE: KubernetesVersion<'static> =
    KubernetesVersion { major: 1, minor: 10, patch: 0, pre_release: "", metadata: "" };

/// How many minors an upgrade may rise.
const MOST: u64 = 3;

/// A provider and the versions it goes between.
#[derive(Clone, Copy, Debug)]
pub struct Leap<'a> {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: &'a str,
    /// The installed version.
    pub from: KubernetesVersion<'a>,
    /// The version to come.
    pub to: KubernetesVersion<'a>,
}

impl Leap<'_> {
    /// Whether the rule is about this provider: those that come from Cluster API itself.
    fn is_ruled(&self) -> bool {
        match self.kind {
            Kind::Core => true,
            Kind::Bootstrap | Kind::ControlPlane => self.name == "kubeadm",
            _ => false,
        }
    }

    /// How many minors it rises; none where further majors are skipped.
    fn rise(&self, edition: Edition) -> Option<u64> {
        let majors = self.to.major.saturating_sub(self.from.major);
        if self.to.major == self.from.major || !edition.departs(&SKIP_COUNTS_MAJORS) {
            return Some(self.to.minor.saturating_sub(self.from.minor));
        }
        match majors {
            0 => Some(0),
            1 => Some(self.to.minor.saturating_add(1)),
            _ => None,
        }
    }

    /// Whether the leap is allowed, and why.
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
    /// An upgrade of one provider.
    pub struct SkipGiven<'a> {
        /// Its kind.
        kind: Kind,
        /// Its name.
        name: &'a str,
        /// The installed version.
        current: &'a str,
        /// The version to come.
        next: &'a str,
    }
}

answer! {
    /// Whether the upgrade may skip so many minors.
    pub struct SkipAnswer {
        /// Whether it may.
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
