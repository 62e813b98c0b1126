//! The version that is recommended beside the answer: the one to take if no image is named.

use super::choice::Choice;
use super::machine::Fitting;
use crate::policy::images::compare::Contender;
use crate::policy::images::reasons::{ANOTHER_IMAGE_RECOMMENDED, NOTHING_TO_PICK, VERSION_RECOMMENDED};
use crate::reason::{Fact, Reason};

/// The versions to take; a choice that depends on the time is absent if the time is not known.
pub(super) struct Recommendation<'a> {
    /// The choice among the versions of the first image that has any to take.
    pub of_all: Option<Choice<'a>>,
    /// The choice among the versions of the image asked about, if `of_all` chose another image.
    pub of_image: Option<Choice<'a>>,
}

impl<'a> Recommendation<'a> {
    /// Looks at all images, whichever one is asked about.
    pub(super) fn of(fitting: &Fitting<'_, 'a>, versions: &[usize]) -> Self {
        let query = fitting.query;
        let entries = query.catalog().versions();
        let all: Vec<usize> = (0..entries.len()).collect();
        let of_all = Choice::among(fitting, &all).ok();
        let image = |version: usize| entries.get(version).map(|entry| entry.image);
        let asked = versions.first().and_then(|version| image(*version)).filter(|_| query.wanted.image.is_some());
        let found = of_all.as_ref().and_then(Choice::first).and_then(|contender| image(contender.place));
        let of_image = asked.filter(|asked| found.is_some_and(|found| found != *asked)).and_then(|asked| {
            let versions: Vec<usize> = query.catalog().versions_of(asked).collect();
            Choice::among(fitting, &versions).ok()
        });
        Self { of_all, of_image }
    }

    /// Why the version is recommended; names both images if it is not of the image asked about.
    pub(super) fn why(&self, fitting: &Fitting<'_, 'a>) -> Option<Reason> {
        let query = fitting.query;
        let all = self.of_all.as_ref()?;
        let machine = fitting.machine.name();
        let Some(first) = all.first() else {
            let nothing = Reason::new(&NOTHING_TO_PICK, machine).saw(fitting.named_at.clone(), machine);
            // Without an image, the answer itself already says what keeps these versions out.
            let of_others = query.wanted.image.map(|_| all.summary.why_refused());
            return Some(nothing.because(of_others.into_iter().flatten()));
        };
        let text = |contender: &Contender<'a>| query.name(contender.place);
        let reason = |code| {
            Reason::new(code, text(first))
                .saw(fitting.named_at.clone(), machine)
                .saw(query.version_place(first.place).key("version"), first.released.text)
        };
        let Some(of_image) = &self.of_image else { return Some(reason(&VERSION_RECOMMENDED)) };
        let instead = of_image.first().map_or_else(|| "none of its versions".to_owned(), text);
        Some(
            reason(&ANOTHER_IMAGE_RECOMMENDED)
                .fact(Fact::named("image", query.wanted.image))
                .fact(Fact::named("instead", instead))
                .because(of_image.summary.why_refused()),
        )
    }
}
