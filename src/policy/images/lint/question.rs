//! `images/lint`: its input and answer.

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
    /// A profile to check.
    pub struct LintProfileGiven<'a> {
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The size of a document that the store accepts, in bytes; by default 1572864, as in etcd.
        max_bytes ["maxBytes"]: Option<u64>,
        /// The maximum number of findings to list; by default 200.
        list_at_most ["listAtMost"]: Option<u64>,
        /// The maximum number of steps for comparing lists; at most, and by default, four million.
        steps: Option<u64>,
    }
}

answer! {
    /// What is wrong with a profile.
    pub struct ProfileLinted {
        /// Whether there are no errors among the findings.
        ok: bool,
        /// The document that paths and edits refer to, as `CloudProfile/name`.
        document: String,
        /// The number of all findings.
        count: usize,
        /// The number of errors among all findings.
        errors: usize,
        /// The findings that are listed.
        findings: Vec<ProfileFinding>,
        /// The safe edits, in the order in which they must be made; at most 10,000.
        fix: Vec<Operation>,
        /// Whether everything was checked; in a huge profile not every pair is.
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
        // Upstream an unknown key makes the whole configuration unreadable, which is already reported.
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
