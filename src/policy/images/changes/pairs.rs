//! Pairs of a machine type, with its architecture, and an image version: which of them appear and which vanish.

use std::cmp::Ordering;

use super::rectangles::{Rectangle, rectangles};
use crate::base::Known;
use crate::policy::images::fit::{FitQuery, Fitting};
use crate::question::{Asked, Undecided};
use crate::wire::words;

words! {
    /// The state of a pair of a machine type and an image version in a profile.
    pub enum State {
        /// The profile lacks the machine type or the version.
        Absent = "absent",
        /// The version does not fit the machine type.
        Apart = "apart",
        /// The version fits, but is not offered unless it is named.
        Withheld = "withheld",
        /// The version is offered.
        Offered = "offered",
    }
}

impl State {
    /// How available a pair is.
    fn rank(self) -> u8 {
        match self {
            Self::Absent | Self::Apart => 0,
            Self::Withheld => 1,
            Self::Offered => 2,
        }
    }
}

/// Pairs that change alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Kind<'a> {
    pub before: State,
    pub after: State,
    /// What prevents the pairs from being offered in the worse state.
    pub by: &'a str,
}

/// A machine type with its effective architecture, or an image with a version.
pub(super) type Named<'a> = (&'a str, &'a str);

/// The pairs that differ between two profiles.
#[derive(Debug, Default)]
pub(super) struct Pairs<'a> {
    /// All machine types and all versions of both profiles.
    pub types: Vec<Named<'a>>,
    pub versions: Vec<Named<'a>>,
    /// The number of pairs that are offered before and after.
    pub offered: [usize; 2],
    /// The pairs that become more available, and those that become less available.
    pub appear: Changes<'a>,
    pub vanish: Changes<'a>,
}

/// The indexes of the versions and machine types whose pairs change alike.
type Cells<'a> = Known<Kind<'a>, Vec<(u32, u32)>>;

/// Pairs that change in one direction.
#[derive(Debug, Default)]
pub(super) struct Changes<'a> {
    pub count: usize,
    /// The groups of pairs that change alike, the largest first.
    pub alike: Vec<(Kind<'a>, Rectangle)>,
}

impl<'a> Pairs<'a> {
    /// Compares the pairs of two profiles.
    pub(super) fn between(sides: [&FitQuery<'_, 'a>; 2], asked: &Asked<'_>) -> Result<Self, Undecided> {
        let [before, after] = sides.map(Side::new);
        let mut pairs = Self {
            types: union([&before.types, &after.types]),
            versions: union([&before.versions, &after.versions]),
            ..Self::default()
        };
        let places = |side: &Side<'_, 'a>| -> Vec<Option<usize>> {
            pairs.versions.iter().map(|version| side.versions.get(version).copied()).collect()
        };
        let places = [places(&before), places(&after)];
        let (mut appear, mut vanish): (Cells<'a>, Cells<'a>) = Default::default();
        for (row, machine) in (0..).zip(&pairs.types) {
            let sides = [(&before, &after), (&after, &before)].map(|(side, other)| Row::of(side, other, *machine));
            let columns = places[0].iter().zip(&places[1]);
            for (column, (old, new)) in (0..).zip(columns) {
                let [(before, hindered), (after, kept)] = [sides[0].state(*old, asked)?, sides[1].state(*new, asked)?];
                pairs.offered[0] += usize::from(before == State::Offered);
                pairs.offered[1] += usize::from(after == State::Offered);
                let (cells, by) = match after.rank().cmp(&before.rank()) {
                    Ordering::Equal => continue,
                    Ordering::Greater if before == State::Apart => {
                        (&mut appear, sides[0].cause(*old, &sides[1], *new).unwrap_or(hindered))
                    }
                    Ordering::Less if after == State::Apart => {
                        (&mut vanish, sides[1].cause(*new, &sides[0], *old).unwrap_or(kept))
                    }
                    Ordering::Greater => (&mut appear, hindered),
                    Ordering::Less => (&mut vanish, kept),
                };
                cells.update(Kind { before, after, by }, |cells| cells.push((column, row)));
            }
        }
        Ok(Self { appear: Changes::of(appear), vanish: Changes::of(vanish), ..pairs })
    }
}

impl<'a> Changes<'a> {
    fn of(cells: Cells<'a>) -> Self {
        let mut changes = Self::default();
        for (kind, cells) in cells.entries() {
            changes.count += cells.len();
            changes.alike.extend(rectangles(cells).into_iter().map(|alike| (*kind, alike)));
        }
        let size = |rectangle: &Rectangle| std::cmp::Reverse(rectangle.size());
        crate::base::sort::sort_by_key(&mut changes.alike, |(_, rectangle)| size(rectangle));
        changes
    }
}

/// The machine types and the versions of a profile. If a name is repeated, the first one counts.
struct Side<'s, 'a> {
    fittings: Vec<Fitting<'s, 'a>>,
    types: Known<Named<'a>, usize>,
    /// The names of the machine types, whatever their architecture.
    names: Known<&'a str, ()>,
    versions: Known<Named<'a>, usize>,
}

impl<'s, 'a> Side<'s, 'a> {
    fn new(query: &'s FitQuery<'s, 'a>) -> Self {
        let fittings = Fitting::of_all(query);
        let (mut types, mut names, mut versions) = (Known::default(), Known::default(), Known::default());
        for (place, fitting) in fittings.iter().enumerate() {
            if names.insert(fitting.machine.name(), ()) {
                types.insert((fitting.machine.name(), fitting.architecture), place);
            }
        }
        for version in 0..query.offer.catalog.versions().len() {
            let name = (query.image_name(version), query.version_text(version));
            if versions.get(&name).is_none() {
                versions.insert(name, version);
            }
        }
        Self { fittings, types, names, versions }
    }
}

/// The names in either map: those of the first, then those that only the second has.
fn union<'a>(sides: [&Known<Named<'a>, usize>; 2]) -> Vec<Named<'a>> {
    let mut all: Known<Named<'a>, ()> = Known::default();
    for (name, _) in sides.into_iter().flat_map(Known::entries) {
        all.insert(*name, ());
    }
    all.entries().map(|(name, ())| *name).collect()
}

/// A machine type of a profile. The error says what the profile lacks.
struct Row<'r, 's, 'a>(Result<&'r Fitting<'s, 'a>, &'static str>);

impl<'r, 's, 'a> Row<'r, 's, 'a> {
    fn of(side: &'r Side<'s, 'a>, other: &Side<'_, 'a>, machine: Named<'a>) -> Self {
        let fitting = side.types.get(&machine).and_then(|place| side.fittings.get(*place));
        let known = side.names.get(machine.0).is_some() && other.names.get(machine.0).is_some();
        Self(fitting.ok_or(if known { "architecture" } else { "machine-type" }))
    }

    /// The state of the pair with a version, and what prevents it from being offered.
    fn state(&self, version: Option<usize>, asked: &Asked<'_>) -> Result<(State, &'a str), Undecided> {
        let fitting = match self.0 {
            Ok(fitting) => fitting,
            Err(lacking) => return Ok((State::Absent, lacking)),
        };
        let Some(version) = version else { return Ok((State::Absent, "version")) };
        let standing = fitting.standing(version, false);
        let state = match (standing.fits, standing.offered) {
            (false, _) => State::Apart,
            (true, Some(true)) => State::Offered,
            (true, Some(false)) => State::Withheld,
            (true, None) => {
                asked.now()?;
                State::Offered
            }
        };
        Ok((state, standing.cause.unwrap_or_default()))
    }

    /// What separates this machine type from the flavor that it takes on the other side, which is what the change is
    /// about. The nearest flavor here might differ for a reason that already existed.
    fn cause(&self, version: Option<usize>, other: &Self, there: Option<usize>) -> Option<&'a str> {
        let taken = other.0.ok()?.taken(there?)?;
        self.0.ok()?.cause_of(version?, taken.flavor?)
    }
}
