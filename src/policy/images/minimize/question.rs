//! `images/minimize-profile`: its input and answer.

use super::lists::{Part, Superfluous};
use crate::policy::images::documents::CloudProfile;
use crate::policy::images::edits::Operation;
use crate::policy::images::reasons::{LISTS_SAY_NOTHING, NOTHING_TO_MINIMIZE, PROFILE_MINIMIZED, PROFILE_NOT_GIVEN};
use crate::policy::images::store::{NEW, Written};
use crate::question::{Answers, Asked, Decision, Outcome, Reference, Undecided};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

given! {
    /// A profile to make smaller.
    pub struct MinimizeGiven<'a> {
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
    }
}

answer! {
    /// The parts that a profile can do without.
    pub struct Minimized {
        /// The document to which the patch applies, as `CloudProfile/name`.
        document: String,
        /// The patch that removes the lists.
        patch: Vec<Operation>,
        /// The number of lists that are removed.
        lists: usize,
        /// The size of the document in bytes of compact JSON.
        bytes_before ["bytesBefore"]: usize,
        /// The size of the document after the patch, in bytes of compact JSON.
        bytes_after ["bytesAfter"]: usize,
        /// The number of bytes saved.
        saved: usize,
    }
}

/// `images/minimize-profile`
#[derive(Debug)]
pub struct MinimizeProfile;

impl Answers for MinimizeProfile {
    const NAME: &'static str = "images/minimize-profile";
    const ASKS: &'static str = "which lists of capabilities a profile can do without, and how many bytes that saves";
    type Given<'a> = MinimizeGiven<'a>;
    type Answer<'a> = Minimized;

    fn decide<'a>(given: MinimizeGiven<'a>, asked: &Asked<'a>) -> Outcome<Minimized> {
        let missing = || Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(NEW.0));
        let written = Written::of_cloud_profile(given.cloud_profile.ok_or_else(missing)?, NEW.0, asked)?;
        let profile: CloudProfile<'_> = written.read()?;
        let document = format!("CloudProfile/{}", profile.name());
        let superfluous = Superfluous::of(*written, profile.spec());
        drop(profile);
        let (before, saved) = (written.json().len(), superfluous.bytes());
        let lists = superfluous.found.iter().map(|taken| taken.lists).sum::<usize>();
        let of_parts = Part::ALL.into_iter().filter_map(|part| {
            let taken = superfluous.found.iter().filter(|taken| taken.part == part);
            let (count, bytes) = taken.fold((0, 0), |(count, bytes), taken| (count + taken.lists, bytes + taken.bytes));
            let reason = Reason::new(&LISTS_SAY_NOTHING, part.name());
            (count > 0).then(|| reason.fact(Fact::named("count", count)).fact(Fact::named("bytes", bytes)))
        });
        let after = before.saturating_sub(saved);
        let code = if lists == 0 { &NOTHING_TO_MINIMIZE } else { &PROFILE_MINIMIZED };
        let reason = Reason::new(code, document.as_str())
            .fact(Fact::named("lists", lists))
            .fact(Fact::named("before", before))
            .fact(Fact::named("after", after))
            .because(of_parts);
        let patch = superfluous.found.into_iter().map(|taken| Operation::remove(taken.place)).collect();
        let answer = Minimized { document, patch, lists, bytes_before: before, bytes_after: after, saved };
        Ok(Decision::new(answer, reason))
    }
}
