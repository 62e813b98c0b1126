//! All machine types against all image versions.

use super::ground::Ground;
use super::machine::Fitting;
use super::wanted::Wishes;
use crate::policy::images::question::fit::Summary;
use crate::policy::images::question::matrix::*;
use crate::question::{Answers, Asked, Decision, Outcome};

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
            cloud_profile: given.cloud_profile,
            namespaced_cloud_profile: given.namespaced_cloud_profile,
            image: given.image,
            version: given.version,
            region: given.region,
            zones: given.zones,
            worker: given.worker,
            kubernetes_version: given.kubernetes_version,
            ..Wishes::default()
        };
        let ground = Ground::of(wishes, asked)?;
        let versions = ground.versions()?;
        let fittings = if machine_types.is_empty() {
            Fitting::of_all(&ground)
        } else {
            Fitting::of_each(&ground, &machine_types)?
        };
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
            .map(|version| Column { image: ground.image_name(*version), version: ground.version_text(*version) });
        let fitting = rows.iter().map(|row| row.fitting.len()).sum();
        let answer = MatrixAnswer {
            versions: columns.collect(),
            pairs: versions.len() * rows.len(),
            machine_types: rows,
            fitting,
        };
        let problems = ground.problems();
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(problems))
    }
}

fn row<'a>(fitting: &Fitting<'_, 'a>, causes: &[Option<&'a str>], summary: Summary<'a>) -> Row<'a> {
    let columns = causes.iter().enumerate().filter(|(_, cause)| cause.is_none());
    Row { name: fitting.machine.name(), fitting: columns.map(|(column, _)| column).collect(), refused: summary.refused }
}
