//! One pass of the controller over one CAPI cluster.

mod action;
mod create;
mod deletion;
mod fleet;
mod outcome;
mod registration;
mod trust;
mod upkeep;

pub use action::{Action, Target};
pub use outcome::{Ended, Hold, Outcome, Reconciled};
pub use registration::Registration;
pub use upkeep::is_propagated;

use super::constants::{FINALIZER, IMPORTED};
use super::divergences::{LEFT_OVER_FINALIZER, LIST_FAILURE_IS_TOLD};
use super::filter::{REGISTERED, control_plane, deletion_comes_first, filtered};
use super::lookup::{Inventory, Records, is_found_by_owned};
use super::marker::{Home, mark, why_marked};
use super::object::Object;
use super::reasons::*;
use super::settings::{Settings, Strategy};
use super::situation::World;
use crate::base::Edition;
use crate::question::Undecided;
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::Pointer;

/// A pass over one CAPI cluster.
#[derive(Debug)]
pub struct Pass<'p, 'r, 'a> {
    cluster: &'p Object<'a>,
    home: &'p Home<'a>,
    registration: &'p Registration<'r>,
    settings: &'p Settings<'a>,
    inventory: &'p Inventory<'a>,
    records: Records<'p, 'a>,
    list_error: Option<&'a str>,
    edition: Edition,
}

impl<'p, 'a> Pass<'p, 'a, 'a> {
    /// A pass over a cluster, whose records are looked up here.
    pub fn new(
        cluster: &'p Object<'a>,
        home: &'p Home<'a>,
        registration: &'p Registration<'a>,
        world: &'p World<'a>,
        edition: Edition,
    ) -> Self {
        let World { inventory, settings, .. } = world;
        let records = inventory.of(cluster);
        Self { cluster, home, registration, settings, inventory, records, list_error: None, edition }
    }

    /// The same pass, in which listing the records fails with an error.
    pub fn failing_to_list(self, list_error: Option<&'a str>) -> Self {
        Self { list_error, ..self }
    }

    /// Runs the steps in order, up to the first that ends the pass.
    pub fn run(&self) -> Result<Ended<'a>, Undecided> {
        let mut passed = Reasons::from(self.settings.why_strategy());
        let ended = self.steps(&mut passed)?;
        let why = ended.why.clone().because(passed);
        Ok(Ended { why, ..ended })
    }

    /// Runs the pass without collecting the reasons of the steps that it got past, which is cheaper for thousands of
    /// clusters.
    pub fn run_briefly(&self) -> Result<Ended<'a>, Undecided> {
        self.steps(&mut Reasons::default())
    }

    fn steps(&self, passed: &mut Reasons) -> Result<Ended<'a>, Undecided> {
        if let Some(reason) = filtered(self.cluster, self.settings) {
            return Ok(Ended::ignore(Hold::Filtered, reason));
        }
        // What is being deleted is released whether or not it is marked or available.
        if deletion_comes_first(self.edition)
            && let Some(ended) = self.list_or_delete(self.cluster.has_finalizer(FINALIZER))
        {
            return Ok(ended);
        }
        if self.cluster.annotations.get(IMPORTED).is_some() {
            return Ok(self.imported());
        }
        let mark = mark(self.cluster, self.home, self.edition)?;
        let why_marked = why_marked(mark, self.cluster, self.home);
        if let Some(hold) = Hold::of(mark) {
            return Ok(Ended::ignore(hold, why_marked));
        }
        passed.push(why_marked);

        let is_v3 = self.settings.strategy() == Strategy::V3;
        let adds_finalizer = is_v3 && !self.cluster.deleting && !self.cluster.has_finalizer(FINALIZER);
        let before = adds_finalizer.then(|| Action::add_finalizer(Target::CapiCluster, FINALIZER));
        let before: Vec<Action<'a>> = before.into_iter().collect();
        match control_plane(self.cluster, self.edition) {
            Ok(reason) => passed.push(reason),
            Err(reason) => return Ok(Ended::wait(Some(Hold::ControlPlaneNotAvailable), reason).after(before)),
        }
        let has_our_finalizer = adds_finalizer || self.cluster.has_finalizer(FINALIZER);
        let ended = match self.list_or_delete(has_our_finalizer) {
            Some(ended) => ended,
            None => {
                let found = self.records.why_found(self.settings.strategy(), self.cluster);
                passed.push(found.because(self.records.why_first().filter(|_| is_v3)));
                self.import_or_keep_up()?
            }
        };
        Ok(ended.after(before))
    }

    /// Lists the records, which may fail, and handles a deletion. `None`: neither ends the pass.
    fn list_or_delete(&self, has_our_finalizer: bool) -> Option<Ended<'a>> {
        self.list_error.map(|error| self.not_listed(error)).or_else(|| self.deletion(has_our_finalizer))
    }

    /// Listing the records failed. Upstream crashes while logging that, which hides the error.
    fn not_listed(&self, error: &str) -> Ended<'a> {
        let is_told = self.edition.applies(&LIST_FAILURE_IS_TOLD);
        let code = if is_told { &LIST_FAILED } else { &LIST_FAILURE_HIDDEN };
        let reason = Reason::new(code, self.cluster.full_name()).saw(Pointer::to("listError"), error);
        Ended { hold: is_told.then_some(Hold::RecordsNotListed), ..Ended::failed(reason) }
    }

    /// The cluster was imported before and is not imported again. A left-over finalizer of ours is removed.
    fn imported(&self) -> Ended<'a> {
        let mark = self.cluster.annotation_fact(IMPORTED);
        let mut ended =
            Ended::ignore(Hold::AlreadyImported, Reason::new(&ALREADY_IMPORTED, self.cluster.full_name()).fact(mark));
        let is_left_over = self.cluster.has_finalizer(FINALIZER) && self.records.is_empty();
        if is_left_over && self.edition.applies(&LEFT_OVER_FINALIZER) {
            ended.actions.push(Action::remove_finalizer(Target::CapiCluster, FINALIZER));
            ended.why = ended.why.because([Reason::new(&FINALIZER_LEFT_OVER, self.cluster.full_name())]);
        }
        ended
    }

    fn import_or_keep_up(&self) -> Result<Ended<'a>, Undecided> {
        let strategy = self.settings.strategy();
        match (strategy, self.records.in_force(strategy)) {
            (_, None) => Ok(self.import(strategy)),
            (Strategy::V1, Some(record)) => self.keep_up_v1(record),
            (Strategy::V3, Some(record)) => self.keep_up_v3(record),
        }
    }

    fn import(&self, strategy: Strategy) -> Ended<'a> {
        let name = self.cluster.full_name();
        if let Some(record) = self.records.collision(strategy) {
            let reason = Reason::new(&NAME_COLLISION, name).fact(Fact::named("record", record.full_name()));
            return Ended::ignore(Hold::V1NameCollision, reason);
        }
        if let Some(record) = self.records.of_other(strategy) {
            let reason = Reason::new(&OTHER_STRATEGY_RECORD, name).fact(Fact::named("record", record.full_name()));
            return Ended::wait(Some(Hold::OtherStrategyRecord), reason);
        }
        let record = create::record(self.cluster, self.settings, self.edition);
        let made = Reason::new(&IMPORTED_NOW, name).fact(Fact::named("strategy", strategy.word()));
        let made = made.facts(self.records.migration(strategy));
        Ended { import: true, actions: vec![record], ..Ended::wait(None, made) }
    }

    /// Waits for or registers the cluster of a v1 record. The record itself reports its progress, and is not kept up.
    fn keep_up_v1(&self, record: &Object<'a>) -> Result<Ended<'a>, Undecided> {
        if record.cluster_name.is_empty() {
            return Ok(Ended::wait(None, Reason::new(&CLUSTER_NAME_AWAITED, record.full_name())));
        }
        if record.agent_deployed {
            return Ok(Ended::new(Outcome::Done, None, Reason::new(&CLUSTER_REGISTERED, record.full_name())));
        }
        self.registration.next(record.cluster_name, self.cluster.namespace, self.settings)
    }

    fn keep_up_v3(&self, record: &Object<'a>) -> Result<Ended<'a>, Undecided> {
        let upkeep = upkeep::upkeep(self.cluster, record, self.settings, !is_found_by_owned(self.edition));
        let mut ended = match REGISTERED.met_by(record, self.edition) {
            Some(condition) => {
                let reason = Reason::new(&CLUSTER_REGISTERED, record.name).fact(record.condition_fact(condition));
                Ended::new(Outcome::Done, None, reason)
            }
            None => self.registration.next(record.name, record.name, self.settings)?,
        };
        let has_joined = ended.registration_token.is_none();
        if has_joined {
            match fleet::due(self.cluster, record, self.registration.workload_cluster.as_ref()) {
                Ok(Some(due)) => ended = Ended { why: due.why.clone().because([ended.why]), ..due },
                Ok(None) => {}
                Err(unknown) => ended.warning = Some(unknown),
            }
        }
        // A pass that fails leaves the record unchanged.
        if !ended.failed {
            let noted = ended.actions.iter().filter_map(Action::annotation).collect();
            ended.actions.extend(upkeep.on_record);
            ended.rancher_cluster = Some(upkeep.afterwards.with(noted));
        }
        Ok(ended.after(upkeep.on_cluster))
    }
}
