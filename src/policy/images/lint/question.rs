//! `images/lint`: what it is given and answers, and in which order it looks.

use super::finding::{Findings, ProfileFinding};
use super::looked::{Looked, STEPS};
use super::{definitions, flavors, mapping, size, versions};
use crate::policy::images::catalog::Offer;
use crate::policy::images::edits::Operation;
use crate::policy::images::profiles::SizeLimit;
use crate::policy::images::provider::{Survey, surveyed};
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
        /// How many steps are taken at most where lists are held against each other; four million unless it is fewer.
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
        /// Whether everything was looked at: a profile can be so large that not each pair is.
        complete: bool,
    }
}

/// `images/lint`
#[derive(Debug)]
pub struct LintProfile;

/// How many findings are listed, unless more or fewer are asked for.
const LISTED: usize = 200;

impl Answers for LintProfile {
    const NAME: &'static str = "images/lint";
    const ASKS: &'static str = "what is wrong with a profile that nobody complains about";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = LintProfileGiven<'a>;
    type Answer<'a> = ProfileLinted;

    fn decide<'a>(given: LintProfileGiven<'a>, asked: &Asked<'a>) -> Outcome<ProfileLinted> {
        let missing = || Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(NEW.0));
        let reference = given.cloud_profile.ok_or_else(missing)?;
        let offer = offer_of(reference, NEW.0, asked)?;
        let written = Written::of_cloud_profile(reference, NEW.0, asked)?;
        let place = offer.place();
        let Offer { profile, catalog, .. } = &*offer;
        let spec = profile.spec();
        let bound =
            |given: Option<u64>, usual| given.map_or(usual, |given| usize::try_from(given).unwrap_or(usize::MAX));
        let looked = Looked::new(spec, catalog, place, (asked, bound(given.steps, STEPS)));
        let mut found = Findings::new(bound(given.list_at_most, LISTED));
        definitions::check(&looked, &mut found);
        let (config, unread) = surveyed(spec, &offer.path(), asked);
        let has_gap = match &config {
            Some(config) => mapping::check(&looked, &Survey::of(config), &mut found),
            None => Vec::new(),
        };
        flavors::check(&looked, &has_gap, &mut found);
        versions::check(&looked, &mut found)?;
        let limit = SizeLimit(bound(given.max_bytes, SizeLimit::default().0));
        size::check(&looked, *written, limit, &mut found);

        let complete = looked.is_whole();
        let stopped = (!complete).then(|| Problem::warning(&LINT_STOPPED, offer.path()));
        let document = format!("CloudProfile/{}", profile.name());
        let Findings { told, count, errors, mut safe, .. } = found;
        safe.reverse();
        let (findings, reasons): (Vec<ProfileFinding>, Reasons) = told.into_iter().unzip();
        let reason = Reason::new(&PROFILE_LINTED, document.as_str())
            .fact(Fact::named("types", spec.machine_types.len()))
            .fact(Fact::named("versions", catalog.versions().len()))
            .fact(Fact::named("findings", count))
            .because(reasons);
        let answer = ProfileLinted { ok: errors == 0, document, count, errors, findings, fix: safe, complete };
        Ok(Decision::new(answer, reason).with_problems(unread).with_problems(stopped))
    }
}
