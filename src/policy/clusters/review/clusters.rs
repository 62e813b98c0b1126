use super::{Sides, sides};
use crate::policy::clusters::change_effects::{on_namespace, why};
use crate::policy::clusters::constants::IMPORT_LABEL;
use crate::policy::clusters::effects::{Told, on_cluster};
use crate::policy::clusters::loaded::{CAPI_CLUSTERS, all, is_known, namespace_not_known};
use crate::policy::clusters::marker::Home;
use crate::policy::clusters::object::Object;
use crate::policy::clusters::reasons::STRATEGY_ASSUMED;
use crate::policy::clusters::record::Operation;
use crate::policy::clusters::settings::Strategy;
use crate::policy::clusters::situation::{World, not_loaded};
use crate::question::{Asked, Undecided};
use crate::reason::{Fact, Level, Problem, says};
use crate::review::{Call, Judgement};
use crate::wire::{Cause, Fault, Pointer};

/// Warns about the effects of a change to a CAPI cluster.
pub fn capi_cluster<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    let Sides { operation, old, new } = match sides(call)? {
        Ok(sides) => sides,
        Err(judgement) => return Ok(judgement),
    };
    let deletes = operation == Operation::Delete;
    let path = Pointer::to("review").key("request").key("namespace");
    let home = Home::loaded(call.namespace, path.clone(), asked)?;
    let has_marker = |cluster: &Object<'_>| cluster.labels.get(IMPORT_LABEL).is_some();
    let is_needed = !deletes && [&old, &new].into_iter().flatten().any(|cluster| !has_marker(cluster));
    let (home, unknown) = match home {
        // Whoever applies such a manifest chooses the namespace.
        _ if call.namespace.is_empty() => (Home::Missing, is_needed.then(namespace_missing)),
        Home::Unknown(_) => (Home::Missing, is_needed.then(|| as_warning(&namespace_not_known(call.namespace, path)))),
        known => (known, None),
    };
    let mut world = World::loaded(asked)?;
    let told = in_each_strategy(&mut world, |world| {
        let old = old.as_ref().map(|cluster| (cluster, &home));
        on_cluster(old, new.as_ref().map(|cluster| (cluster, &home)), world, asked.edition)
    })?;
    Ok(Some(judgement(told, &world, deletes).with_warnings(unknown)))
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
    let clusters = all(CAPI_CLUSTERS, asked)?;
    let has_clusters = clusters.iter().any(|cluster| cluster.namespace == call.name);
    let mut world = World::loaded(asked)?;
    let told = in_each_strategy(&mut world, |world| {
        on_namespace(old.as_ref(), new.as_ref(), &clusters, world, asked.edition)
    })?;
    let judgement = judgement(told, &world, operation == Operation::Delete && has_clusters);
    let are_unknown = matters && !is_known(CAPI_CLUSTERS, asked);
    Ok(Some(judgement.with_warnings(are_unknown.then(|| not_loaded(CAPI_CLUSTERS)))))
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
        .with_warnings(world.warn_of_unknown().filter(|_| matters))
        .with_warnings(is_assumed.then(assumed))
        .with_warnings(world.settings.problems.iter().filter(|_| matters).cloned())
}

fn as_warning(problem: &Problem) -> Problem {
    let warning = Problem::new(Level::Warning, problem.code(), problem.path().clone());
    problem.cited().iter().cloned().fold(warning, Problem::fact)
}

/// The warning that a manifest does not name the namespace of its cluster.
fn namespace_missing() -> Problem {
    let path = Pointer::to("review").key("request").key("object").key("metadata").key("namespace");
    Problem::of(&Fault::new(path, Cause::Missing { field: "namespace" })).at_level(Level::Warning)
}
