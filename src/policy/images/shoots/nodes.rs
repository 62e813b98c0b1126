//! The profile's limit on the number of nodes, for each pool and for all of them together.

use super::context::{Refusal, ShootContext};
use crate::policy::images::documents::Worker;
use crate::policy::images::errors::FieldError;
use crate::policy::images::workers::too_many_nodes;

const WORKERS: &str = "spec.provider.workers";

/// Judges the sizes of all pools, even if they do not change.
pub(super) fn judge(context: &ShootContext<'_, '_>, workers: &[Worker<'_>]) -> Vec<Refusal> {
    let Some(limit) = context.spec().most_nodes() else { return Vec::new() };
    let refusal = |field: String, who: &str, nodes: i64| {
        let detail = format!("{nodes} nodes are more than the {limit} that the profile allows");
        let why = too_many_nodes(who, nodes, limit, &context.profile_place);
        Refusal { error: FieldError::forbidden(field, &detail), why }
    };
    let most = workers.iter().enumerate().map(|(index, worker)| (index, worker, worker.maximum.unwrap_or_default()));
    let too_large = most.filter(|(_, _, maximum)| *maximum > limit);
    let mut refusals: Vec<Refusal> = too_large
        .map(|(index, worker, maximum)| refusal(format!("{WORKERS}[{index}].maximum"), worker.name(), maximum))
        .collect();
    let least = workers.iter().fold(0_i64, |sum, worker| sum.saturating_add(worker.minimum.unwrap_or_default()));
    if least > limit {
        refusals.push(refusal(WORKERS.to_owned(), "all pools", least));
    }
    refusals
}
