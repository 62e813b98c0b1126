//! The best of the image versions that are offered, chosen step by step by the rule of the design.

use super::machine::Fitting;
use crate::base::sort::sort_by;
use crate::policy::images::compare::Contender;
use crate::policy::images::versions::Released;
use crate::policy::images::workers::{Standing, Summary};
use crate::question::Undecided;

/// The versions of one image that can be taken, the best one first.
pub(super) struct Choice<'a> {
    pub candidates: Vec<Contender<'a>>,
    pub summary: Summary<'a>,
}

impl<'a> Choice<'a> {
    /// Looks at the images in the order of the profile, up to the first that has a candidate.
    pub(super) fn among(fitting: &Fitting<'_, 'a>, versions: &[usize]) -> Result<Self, Undecided> {
        let entries = fitting.query.catalog().versions();
        let image = |version: &usize| entries.get(*version).map(|entry| entry.image);
        let mut standings = Vec::new();
        let mut candidates = Vec::new();
        for of_one_image in versions.chunk_by(|left, right| image(left) == image(right)) {
            for version in of_one_image {
                let (standing, candidate) = candidate(fitting, *version)?;
                standings.push(standing);
                candidates.extend(candidate);
            }
            if !candidates.is_empty() {
                break;
            }
        }
        sort_by(&mut candidates, |left, right| left.against(right).0);
        Ok(Self { candidates, summary: Summary::of(standings) })
    }

    /// The version to take.
    pub(super) fn first(&self) -> Option<&Contender<'a>> {
        self.candidates.first()
    }
}

/// The standing of a version if the question names no version, and the candidate it makes if it is offered.
fn candidate<'a>(
    fitting: &Fitting<'_, 'a>,
    version: usize,
) -> Result<(Standing<'a>, Option<Contender<'a>>), Undecided> {
    let standing = fitting.standing(version, false);
    if standing.offered.is_none() {
        // Returns the error that says the time is missing.
        fitting.kept(version, false)?;
    }
    let query = fitting.query;
    let entry = query.catalog().versions().get(version).filter(|_| standing.offered == Some(true));
    let (Some(entry), Some(taken)) = (entry, fitting.taken(version)) else { return Ok((standing, None)) };
    let text = query.version_text(version);
    let released = Released::known(text, entry.parsed, &entry.lifecycle, query.asked)?;
    Ok((standing, Some(Contender { place: version, released, taken })))
}
