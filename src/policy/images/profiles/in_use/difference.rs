//! What a change of a profile does to the pools of Shoots, pool by pool.

use super::Violation;
use super::identity::{name_of, namespace_of};
use super::listed::Listed;
use super::pool::Pools;
use super::pools::{Documents, Judgement, Refused, judge_each, warning_of_neither};
use crate::base::Edition;
use crate::base::sort::sort_by;
use crate::policy::images::documents::{MachineImage, MachineType, ProfileSpec, Shoot};
use crate::policy::images::store::Profile;
use crate::reason::Problem;

/// The effects of a change on pools.
#[derive(Debug, Default)]
pub(crate) struct Difference {
    /// The parts of the change that cause pools to be refused that were not refused before, with these pools.
    pub refused: Vec<Violation>,
    /// The number of these pools.
    pub pools: usize,
    /// The number of pools that were refused before and still are.
    pub already: usize,
    /// A warning about pools that are not judged because neither profile has what they name, which may be misspelt.
    pub of_neither: Option<Problem>,
}

impl Difference {
    /// The most pools that are named for a part of the change.
    const NAMED: usize = 50;

    /// Judges the pools of Shoots. Each Shoot comes with the place of the profile that it uses among the `offers`,
    /// which are given before and after the change.
    pub(crate) fn of<'s, 'a>(
        sides: [&Profile<'_>; 2],
        offers: &[[&ProfileSpec<'a>; 2]],
        mut shoots: Vec<(usize, &'s Shoot<'s>)>,
        edition: Edition,
    ) -> Self {
        let name = |shoot: &Shoot<'s>| (namespace_of(shoot.metadata.as_ref()), name_of(shoot.metadata.as_ref()));
        sort_by(&mut shoots, |(_, left), (_, right)| name(left).cmp(&name(right)));
        let [before, after] = sides.map(listed);
        let documents = Documents { before, after, paths: sides.map(|side| side.written.path()) };
        let (mut difference, mut refused, mut of_neither) = (Self::default(), Refused::default(), Pools::default());
        judge_each(&documents, offers, shoots.into_iter(), edition, |pool, judgement| {
            let Judgement { causes, gone, was_refused, is_of_neither } = judgement;
            if *is_of_neither {
                of_neither.add(pool);
            }
            difference.already += usize::from(*was_refused && !*is_of_neither);
            difference.pools += usize::from(gone.is_some() || !causes.is_empty());
            gone.iter().chain(causes).for_each(|cause| refused.add(cause, Self::NAMED, pool));
        });
        difference.refused = refused.violations();
        difference.of_neither = warning_of_neither(&of_neither);
        difference
    }
}

/// The images and machine types that a document itself lists.
fn listed<'p, 'a>(profile: &'p Profile<'a>) -> Listed<'p, 'a> {
    let none: (&[MachineImage<'a>], &[MachineType<'a>]) = (&[], &[]);
    let cluster = profile.cluster().map(|profile| (&*profile.spec().machine_images, &*profile.spec().machine_types));
    let own = || profile.namespaced().map(|own| (&*own.spec().machine_images, &*own.spec().machine_types));
    let (images, types) = cluster.or_else(own).unwrap_or(none);
    Listed::new(images, types)
}
