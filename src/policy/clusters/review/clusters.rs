use super::{Sides, sides};
use crate::policy::clusters::change_effects::{on_namespace, why};
use crate::policy::clusters::constants::IMPORT_LABEL;
use crate::policy::clusters::effects::{Told, on_cluster};
use crate::policy::clusters::loaded::{CAPI_CLUSTERS, is_known, with_stray};
use crate::policy::clusters::marker::Home;
use crate::policy::clusters::object::{Object, missing};
use crate::policy::clusters::reasons::STRATEGY_ASSUMED;
use crate::policy::clusters::record::Operation;
use crate::policy::clusters::settings::Strategy;
use crate::policy::clusters::situation::{World, not_loaded};
use crate::question::{Asked, Lacks, Undecided};
use crate::reason::{Fact, Level, Problem, says};
use crate::review::{Call, Judgement};
use crate::wire::Pointer;

/// Warns about the effects of a change to a CAPI cluster.
pub fn capi_cluster<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    let Sides { operation, old, new } = match sides(call)? {
        Ok(sides) => sides,
        Err(judgement) => return Ok(judgement),
    };
    let path = Pointer::to("review").key("request").key("namespace");
    let mut world = World::loaded(asked)?;
    let mut told_in = |home: &Home<'a>| {
        in_each_strategy(&mut world, |world| {
            let [old, new] = [&old, &new].map(|side| side.as_ref().map(|cluster| (cluster, home)));
            on_cluster(old, new, world, asked.edition)
        })
    };
    let (told, unknown) = match told_in(&Home::loaded(call.namespace, path, asked)?) {
        // A review only warns if the namespace matters and is not known.
        Err(undecided) if undecided.lacks == Lacks::Facts => (told_in(&Home::Missing)?, undecided.problems),
        told => (told?, Vec::new()),
    };
    // Whoever applies such a manifest chooses the namespace, and with it the records.
    let unknown = if call.namespace.is_empty() { vec![namespace_missing(operation)] } else { unknown };
    let unknown = unknown.into_iter().map(|problem| problem.at_level(Level::Warning));
    Ok(Some(judgement(told, &world, operation == Operation::Delete).with_warnings(unknown)))
}

/// Warns about the effects of a change to a namespace on its CAPI clusters.
pub fn namespace<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    let Sides { operation, old, new } = match sides(call)? {
        Ok(sides) => sides,
        Err(judgement) => return Ok(judgement),
    };
    let marker = |namespace: &Option<Object<'a>>| {
        namespace.as_ref().and_then(|namespace| namespace.labels.get(IMPORT_LABEL).copied())
    };
    let matters = operation == Operation::Delete || marker(&old) != marker(&new);
    let (clusters, stray) = with_stray(CAPI_CLUSTERS, asked)?;
    let has_clusters = clusters.iter().any(|cluster| cluster.namespace == call.name);
    let mut world = World::loaded(asked)?;
    let told = in_each_strategy(&mut world, |world| {
        on_namespace(old.as_ref(), new.as_ref(), &clusters, world, asked.edition)
    })?;
    let judgement = judgement(told, &world, operation == Operation::Delete && has_clusters);
    let are_unknown = !is_known(CAPI_CLUSTERS, asked);
    let unknown = are_unknown.then(|| not_loaded(CAPI_CLUSTERS)).or(stray.map(|stray| stray.at_level(Level::Warning)));
    Ok(Some(judgement.with_warnings(unknown.filter(|_| matters))))
}

/// The effects of a change, and whether they depend on a strategy that is only assumed.
struct InEach {
    told: Vec<Told>,
    is_assumed: bool,
}

fn in_each_strategy<'a>(
    world: &mut World<'a>,
    judge: impl Fn(&World<'a>) -> Result<Vec<Told>, Undecided>,
) -> Result<InEach, Undecided> {
    let told = judge(world)?;
    let strategy = world.settings.strategy();
    if !world.settings.are_assumed {
        return Ok(InEach { told, is_assumed: false });
    }
    world.settings.assume(Strategy::V3);
    let matters = world.settings.strategy() != strategy && !(told.is_empty() && judge(world)?.is_empty());
    Ok(InEach { told, is_assumed: matters })
}

/// Allows the change whatever its effects, and warns about them. `depends_on_records`: even without effects, there
/// could be some if more were known about the records.
fn judgement(InEach { told, is_assumed }: InEach, world: &World<'_>, depends_on_records: bool) -> Judgement {
    let judgement = Judgement {
        warnings: told.iter().map(|told| says(&told.why)).collect(),
        because: why(&told).into(),
        ..Judgement::default()
    };
    let matters = depends_on_records || !told.is_empty();
    let assumed = || Problem::warning(&STRATEGY_ASSUMED, Pointer::default()).fact(Fact::named("strategy", "v1"));
    judgement
        .with_warnings(world.warn_of_unknown(true).filter(|_| matters))
        .with_warnings(is_assumed.then(assumed))
        .with_warnings(world.settings.problems.iter().filter(|_| matters).cloned())
}

/// The problem that a manifest does not name the namespace of its cluster.
fn namespace_missing(operation: Operation) -> Problem {
    let object = if operation == Operation::Delete { "oldObject" } else { "object" };
    missing(Pointer::to("review").key("request").key(object).key("metadata").key("namespace"), "namespace")
}
