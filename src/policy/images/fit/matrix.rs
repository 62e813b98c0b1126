//! All machine types against all image versions.

use super::machine::Fitting;
use super::query::FitQuery;
use super::wanted::{Whereabouts, Wishes};
use crate::policy::images::documents::Worker;
use crate::policy::images::store::ProfileGiven;
use crate::policy::images::workers::{Refused, Summary};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::{answer, given};

given! {
    /// Machine types and image versions, each to be held against each.
    pub struct MatrixGiven<'a> {
        /// The profile that it is about.
        #[flatten]
        profile: ProfileGiven<'a>,
        /// Only these machine types.
        machine_types ["machineTypes"]: Vec<&'a str>,
        /// Only this image.
        image: Option<&'a str>,
        /// Only this version of it.
        version: Option<&'a str>,
        /// The region in which the machine types have to be available.
        region: Option<&'a str>,
        /// The zones in which they have to be available; any zone of the region, unless given.
        zones: Vec<&'a str>,
        /// The worker that the image has to suit.
        worker: Option<Worker<'a>>,
        /// The Kubernetes version that the image has to run, unless the worker has its own.
        kubernetes_version ["kubernetesVersion"]: Option<&'a str>,
    }
}

answer! {
    /// Columns of image versions, and a row of those that fit for each machine type.
    pub struct MatrixAnswer<'a> {
        /// The columns.
        versions: Vec<Column<'a>>,
        /// The rows.
        machine_types ["machineTypes"]: Vec<Row<'a>>,
        /// How many pairs fit.
        fitting: usize,
        /// How many pairs there are.
        pairs: usize,
    }
}

answer! {
    /// An image version.
    pub struct Column<'a> {
        /// The image.
        image: &'a str,
        /// Its version.
        version: &'a str,
    }
}

answer! {
    /// A machine type.
    pub struct Row<'a> {
        /// Its name.
        name: &'a str,
        /// The columns that fit, by their places.
        fitting: Vec<usize>,
        /// What keeps the others apart, the cause of most first.
        refused: Vec<Refused<'a>>,
    }
}

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
        let mut because = Vec::new();
        for fitting in &fittings {
            let causes = fitting.causes(&versions);
            let summary = Summary::of(causes.iter().copied());
            because.push(fitting.why_summary(&summary));
            rows.push(row(fitting, &causes, summary));
        }
        let columns = versions
            .iter()
            .map(|version| Column { image: query.image_name(*version), version: query.version_text(*version) });
        let fitting = rows.iter().map(|row| row.fitting.len()).sum();
        let answer = MatrixAnswer {
            versions: columns.collect(),
            pairs: versions.len() * rows.len(),
            machine_types: rows,
            fitting,
        };
        let machines: Vec<usize> = fittings.iter().map(|fitting| fitting.index).collect();
        let problems = query.problems(&machines, &versions);
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(problems))
    }
}

fn row<'a>(fitting: &Fitting<'_, 'a>, causes: &[Option<&'a str>], summary: Summary<'a>) -> Row<'a> {
    let columns = causes.iter().enumerate().filter(|(_, cause)| cause.is_none());
    Row { name: fitting.machine.name(), fitting: columns.map(|(column, _)| column).collect(), refused: summary.refused }
}
