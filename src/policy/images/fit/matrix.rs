//! Which machine types fit which image versions, as a matrix.

use super::machine::Fitting;
use super::query::FitQuery;
use super::told::told;
use super::wanted::{Whereabouts, Wishes};
use crate::policy::images::documents::WorkerDocument;
use crate::policy::images::store::ProfileGiven;
use crate::policy::images::workers::{Refused, Standing, Summary};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::Reasons;
use crate::wire::{answer, given};

given! {
    /// The machine types and image versions to compare.
    pub struct MatrixGiven<'a> {
        /// The profile to use.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// Only these machine types.
        machine_types ["machineTypes"]: Vec<&'a str>,
        /// Only this image.
        image: Option<&'a str>,
        /// Only this version of the image.
        version: Option<&'a str>,
        /// The region in which the machine types have to be available.
        region: Option<&'a str>,
        /// The zones in which the machine types have to be available; any zone of the region if absent.
        zones: Vec<&'a str>,
        /// The worker that the image has to suit.
        worker: Option<WorkerDocument<'a>>,
        /// The Kubernetes version that the image has to run, unless the worker has its own.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
    }
}

answer! {
    /// A column for each image version, and for each machine type a row with the columns that fit.
    pub struct MatrixAnswer<'a> {
        /// The image versions, which are the columns.
        versions: Vec<Column<'a>>,
        /// The machine types, which are the rows.
        machine_types ["machineTypes"]: Vec<Row<'a>>,
        /// The number of pairs that fit.
        fitting: usize,
        /// The number of pairs that are offered; absent if that depends on the time, which is not known.
        offered: Option<usize>,
        /// The number of pairs.
        pairs: usize,
        /// The number of machine types that were left out because all pairs would be too many.
        more: Option<usize>,
    }
}

answer! {
    /// An image version.
    pub struct Column<'a> {
        /// The name of the image.
        image: &'a str,
        /// The version of the image.
        version: &'a str,
        /// Whether the version is neither expired nor unavailable; absent if that depends on the time, which is not
        /// known.
        active: Option<bool>,
    }
}

answer! {
    /// A machine type, with the versions that fit it.
    pub struct Row<'a> {
        /// The name of the machine type.
        name: &'a str,
        /// The indexes of the columns that fit.
        fitting: Vec<usize>,
        /// The indexes of the columns that are offered; absent if that depends on the time, which is not known.
        offered: Option<Vec<usize>>,
        /// The causes that keep the others out, the most frequent one first.
        refused: Vec<Refused<'a>>,
    }
}

/// The number of pairs after which no further machine type is looked at.
pub(super) const MOST_PAIRS: usize = 1 << 18;

/// `images/matrix`
#[derive(Debug)]
pub struct Matrix;

impl Answers for Matrix {
    const NAME: &'static str = "images/matrix";
    const ASKS: &'static str = "which image versions fit which machine types, all at once";
    type Given<'a> = MatrixGiven<'a>;
    type Answer<'a> = MatrixAnswer<'a>;

    fn decide<'a>(given: MatrixGiven<'a>, asked: &Asked<'a>) -> Outcome<MatrixAnswer<'a>> {
        let machine_types = given.machine_types;
        let wishes = Wishes {
            profile: given.profile,
            image: given.image,
            version: given.version,
            whereabouts: Whereabouts {
                region: given.region,
                zones: given.zones,
                worker: given.worker,
                kubernetes_version: given.kubernetes_version,
            },
            ..Wishes::default()
        };
        let query = FitQuery::of(wishes, asked)?;
        let versions = query.versions()?;
        let fittings =
            if machine_types.is_empty() { Fitting::of_all(&query) } else { Fitting::of_each(&query, &machine_types)? };
        let mut rows = Vec::new();
        let mut because = Reasons::default();
        for fitting in &fittings {
            if rows.len() * versions.len() >= MOST_PAIRS {
                break;
            }
            let standings = fitting.standings(&versions);
            let summary = Summary::of(standings.iter().copied());
            because.push(fitting.why_summary(&summary));
            rows.push(row(fitting, &standings, summary));
        }
        let columns = versions.iter().map(|version| Column {
            image: query.image_name(*version),
            version: query.version_text(*version),
            active: query.is_active(*version),
        });
        let answer = MatrixAnswer {
            versions: columns.collect(),
            pairs: versions.len() * rows.len(),
            more: Some(fittings.len() - rows.len()).filter(|more| *more > 0),
            fitting: rows.iter().map(|row| row.fitting.len()).sum(),
            offered: rows.iter().map(|row| row.offered.as_ref().map(Vec::len)).sum(),
            machine_types: rows,
        };
        let looked_at = fittings.get(..answer.machine_types.len()).unwrap_or_default();
        let problems = told(&query, looked_at, &versions);
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(problems))
    }
}

fn row<'a>(fitting: &Fitting<'_, 'a>, standings: &[Standing<'a>], summary: Summary<'a>) -> Row<'a> {
    let columns = |wanted: fn(&Standing<'a>) -> bool| {
        let columns = standings.iter().enumerate().filter(|(_, standing)| wanted(standing));
        columns.map(|(column, _)| column).collect()
    };
    Row {
        name: fitting.machine.name(),
        fitting: columns(|standing| standing.fits),
        offered: summary.offered.map(|_| columns(|standing| standing.offered == Some(true))),
        refused: summary.refused,
    }
}
