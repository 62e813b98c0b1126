//! All machine types against all image versions.

use super::fitting::Fitting;
use super::ground::Ground;
use super::profile;
use super::question::fit::Summary;
use super::question::matrix::*;
use super::wanted::Wanted;
use super::worker::Needs;
use crate::policy::{Answers, Asked, Decision, Outcome};

/// `images/matrix`
#[derive(Debug)]
pub struct Matrix;

impl Answers for Matrix {
    const NAME: &'static str = "images/matrix";
    const ASKS: &'static str = "which image versions fit which machine types, all at once";
    type Given<'a> = MatrixGiven<'a>;
    type Answer<'a> = MatrixAnswer<'a>;

    fn decide<'a>(given: MatrixGiven<'a>, asked: &Asked<'a>) -> Outcome<MatrixAnswer<'a>> {
        let offer = profile::asked_offer(given.cloud_profile, given.namespaced_cloud_profile, asked)?;
        let MatrixGiven { machine_types, image, region, zones, worker, kubernetes_version, .. } = given;
        let needs = Needs::asked(worker.as_ref(), kubernetes_version)?;
        let wanted = Wanted { image, region, zones, needs, ..Wanted::default() };
        let ground = Ground { offer: &offer, wanted: &wanted, asked };
        let versions = ground.versions()?;
        let fittings =
            if machine_types.is_empty() { ground.all_machines() } else { ground.machines(&machine_types)? };
        let mut rows = Vec::new();
        let mut because = Vec::new();
        for fitting in &fittings {
            let summary = fitting.summary(&versions);
            because.push(fitting.why_summary(&summary));
            rows.push(row(fitting, &versions, summary));
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

fn row<'a>(fitting: &Fitting<'_, 'a>, versions: &[usize], summary: Summary<'a>) -> Row<'a> {
    let columns = versions.iter().enumerate().filter(|(_, version)| fitting.cause(**version).is_none());
    Row { name: fitting.machine.name(), fitting: columns.map(|(column, _)| column).collect(), refused: summary.refused }
}
