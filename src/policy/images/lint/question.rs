//! `images/lint`: what it is given and answers.

use super::finding::{Findings, ProfileFinding};
use super::looked::STEPS;
use super::looking::{Bounds, LISTED, LookedOver, look_over};
use crate::policy::images::catalog::{Offer, unknown_types};
use crate::policy::images::edits::Operation;
use crate::policy::images::profiles::{SizeLimit, refused_anew};
use crate::policy::images::provider::unknown_keys;
use crate::policy::images::reasons::{LINT_STOPPED, PROFILE_LINTED, PROFILE_NOT_GIVEN};
use crate::policy::images::store::{NEW, Written, offer_of};
use crate::question::{Answers, Asked, Decision, Outcome, Reference, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem, Reason, Reasons};
use crate::wire::{Pointer, answer, given};

given! {
    /// A profile to look over.
    pub struct LintProfileGiven<'a> {
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// How many bytes of a document the store takes; 1572864, as etcd does, unless given.
        max_bytes ["maxBytes"]: Option<u64>,
        /// How many findings are listed; 200 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
        /// How many steps comparing lists may take; at most, and by default, four million.
        steps: Option<u64>,
    }
}

answer! {
    /// What is wrong with a profile.
    pub struct ProfileLinted {
        /// Whether there is nothing but warnings.
        ok: bool,
        /// The document, as `CloudProfile/name`: paths and edits are of it.
        document: String,
        /// How many findings there are.
        count: usize,
        /// How many of them are errors.
        errors: usize,
        /// The findings.
        findings: Vec<ProfileFinding>,
        /// All edits that are safe, in the order in which they are made; the first 10,000 of them.
        fix: Vec<Operation>,
        /// Whether everything was looked at: in a huge profile not every pair is.
        complete: bool,
    }
}

/// `images/lint`
#[derive(Debug)]
pub struct LintProfile;

impl Answers for LintProfile {
    const NAME: &'static str = "images/lint";
    const ASKS: &'static str = "what is wrong with a profile and goes unnoticed";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = LintProfileGiven<'a>;
    type Answer<'a> = ProfileLinted;

    fn decide<'a>(given: LintProfileGiven<'a>, asked: &Asked<'a>) -> Outcome<ProfileLinted> {
        let missing = || Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(NEW.0));
        let reference = given.cloud_profile.ok_or_else(missing)?;
        let offer = offer_of(reference, NEW.0, asked)?;
        let written = Written::of_cloud_profile(reference, NEW.0, asked)?;
        let bound =
            |given: Option<u64>, usual| given.map_or(usual, |given| usize::try_from(given).unwrap_or(usize::MAX));
        let bounds = Bounds {
            steps: bound(given.steps, STEPS),
            told: bound(given.list_at_most, LISTED),
            size: SizeLimit(bound(given.max_bytes, SizeLimit::default().0)),
        };
        let LookedOver { findings, unread, is_whole: complete } = look_over(&offer, &written, bounds, asked)?;
        let refused = refused_anew(&written, asked)?;
        let lacked = unknown_types(offer.spec(), [offer.spec_place(), offer.spec_path()], None);
        // Upstream such a key is why nothing of the configuration is read, which is told already.
        let is_told = |key: &Problem| unread.as_ref().is_some_and(|unread| unread.path() == key.path());
        let mut unknown = unknown_keys(*written, &written.path());
        unknown.retain(|key| !is_told(key));
        let stopped = (!complete).then(|| Problem::warning(&LINT_STOPPED, offer.path()));
        let Offer { profile, catalog, .. } = &*offer;
        let document = format!("CloudProfile/{}", profile.name());
        let Findings { told, count, errors, mut safe, .. } = findings;
        safe.reverse();
        let (findings, reasons): (Vec<ProfileFinding>, Reasons) = told.into_iter().unzip();
        let reason = Reason::new(&PROFILE_LINTED, document.as_str())
            .fact(Fact::named("types", profile.spec().machine_types.len()))
            .fact(Fact::named("versions", catalog.versions().len()))
            .fact(Fact::named("findings", count))
            .because(reasons);
        let answer = ProfileLinted { ok: errors == 0, document, count, errors, findings, fix: safe, complete };
        let problems = unread.into_iter().chain(stopped).chain(refused).chain(lacked).chain(unknown);
        Ok(Decision::new(answer, reason).with_problems(problems))
    }
}
