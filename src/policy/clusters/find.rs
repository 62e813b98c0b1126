//! The question which record belongs to a CAPI cluster.

use super::constants::CLUSTER;
use super::loaded::RANCHER_CLUSTERS;
use super::lookup::Inventory;
use super::object::{CapiCluster, RancherCluster, Written};
use super::reasons::PATH_OF_DELETION;
use super::settings::Strategy;
use super::situation::{Objects, each_once, loaded_or_warned};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::Reason;
use crate::wire::{Pointer, answer, given, words};

given! {
    /// A CAPI cluster and the v3 records.
    pub struct FindGiven<'a> {
        /// The CAPI cluster.
        capi_cluster ["capiCluster"]: Written<'a, CapiCluster<'a>>,
        /// The v3 records. Absent: the loaded ones.
        rancher_clusters ["rancherClusters"]: Option<Objects<'a, RancherCluster<'a>>>,
    }
}

words! {
    /// How many records match.
    pub enum Match {
        /// No record matches.
        Zero = "zero",
        /// One record matches.
        One = "one",
        /// Several records match.
        Many = "many",
    }
}

answer! {
    /// The records that match.
    pub struct Found<'a> {
        /// How many records match.
        matched ["match"]: Match,
        /// The name of the record that is used. Absent: no record matches.
        selected: Option<&'a str>,
        /// Whether the number of matches calls for a warning, because exactly one is expected.
        warn: bool,
        /// The names of all matching records, the one that is used first.
        matches: Vec<&'a str>,
        /// `rancher-deletion` if the record that is used is being deleted; otherwise absent.
        path: Option<&'static str>,
    }
}

/// The question `clusters/find`.
#[derive(Debug)]
pub struct Find;

impl Answers for Find {
    const NAME: &'static str = "clusters/find";
    const ASKS: &'static str = "which Rancher record belongs to a CAPI cluster";
    type Given<'a> = FindGiven<'a>;
    type Answer<'a> = Found<'a>;

    fn decide<'a>(given: FindGiven<'a>, asked: &Asked<'a>) -> Outcome<Found<'a>> {
        let cluster = given.capi_cluster.existing(Pointer::to("capiCluster"))?;
        // Records whose names are still to be generated can be told apart by nothing, but they match.
        let placed = |(index, record): (usize, Option<Written<'a, _>>)| {
            record.map(|record| record.object(Pointer::to("rancherClusters").index(index)))
        };
        let (records, unknown) = match given.rancher_clusters {
            Some(records) => {
                let records = records.into_iter().enumerate().filter_map(placed).collect();
                (each_once(records, CLUSTER)?, None)
            }
            None => loaded_or_warned(RANCHER_CLUSTERS, asked)?,
        };
        let inventory = Inventory::new(records, Vec::new(), asked.edition);
        let records = inventory.of(&cluster);
        let first = records.matches.first();
        let reason = records.why_found(Strategy::V3, &cluster);
        let is_deleted = first.filter(|record| record.deleting);
        let path = is_deleted.map(|record| Reason::new(&PATH_OF_DELETION, record.name).fact(record.deletion_fact()));
        let answer = Found {
            matched: match records.matches.len() {
                0 => Match::Zero,
                1 => Match::One,
                _ => Match::Many,
            },
            selected: first.map(|record| record.name),
            warn: records.matches.len() > 1,
            matches: records.matches.iter().map(|record| record.name).collect(),
            path: path.as_ref().map(|_| "rancher-deletion"),
        };
        Ok(Decision::new(answer, reason.because(records.why_first()).because(path)).with_problems(unknown))
    }
}
