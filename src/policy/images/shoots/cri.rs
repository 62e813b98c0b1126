//! The container runtimes of a pool (section 8.6).

use super::context::{Pool, Refusal};
use crate::policy::images::documents::Worker;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{CRI_REFUSED, RUNTIME_REFUSED};
use crate::policy::images::workers::supports;
use crate::reason::{Fact, Reason};
use crate::wire::Json;

/// Judges the container runtimes, unless both the runtimes and the image are as before.
pub(super) fn judge(pool: Pool<'_, '_>) -> Vec<Refusal> {
    let (Some(cri), Some(image)) = (&pool.worker.cri, pool.worker.image()) else { return Vec::new() };
    let same = |old: &Worker<'_>| old.cri.as_ref() == Some(cri) && old.image() == Some(image);
    if pool.old.is_some_and(same) {
        return Vec::new();
    }
    let Some((_, version)) = pool.context.version(image.name(), image.version()) else { return Vec::new() };
    let name = cri.name.unwrap_or_default();
    let Some(offered) = version.cri.iter().find(|offered| offered.name.unwrap_or_default() == name) else {
        let names = pool.context.listing.of(|| version.cri.iter().filter_map(|offered| offered.name).collect());
        let detail = format!(
            "machine image `{}` does not support the CRI `{name}`, supported values: [{}]",
            image.reference(),
            names.join(" ")
        );
        let why = Reason::new(&CRI_REFUSED, pool.worker.name())
            .saw(pool.place(&["cri", "name"]), name)
            .fact(Fact::named("image", image.reference()))
            .fact(Fact::named("offered", names.into_iter().collect::<Json>()));
        return vec![Refusal { error: FieldError::invalid(pool.field("cri.name"), name, &detail), why }];
    };
    let supports = supports(offered, cri.container_runtimes.len());
    let wanted = cri.container_runtimes.iter().enumerate();
    let missing = wanted.filter(|(_, runtime)| !supports(runtime.runtime_type.unwrap_or_default()));
    let types = || offered.container_runtimes.iter().filter_map(|runtime| runtime.runtime_type).map(str::to_owned);
    missing
        .map(|(index, runtime)| {
            let runtime = runtime.runtime_type.unwrap_or_default();
            let detail = format!(
                "machine image `{}` does not support the container runtime `{runtime}`, supported values: [{}]",
                image.reference(),
                pool.context.listed(|| types().collect()).join(" ")
            );
            let field = pool.field(&format!("cri.containerRuntimes[{index}].type"));
            let why = Reason::new(&RUNTIME_REFUSED, pool.worker.name())
                .saw(pool.place(&["cri", "containerRuntimes"]).index(index).key("type"), runtime)
                .fact(Fact::named("image", image.reference()));
            Refusal { error: FieldError::invalid(field, runtime, &detail), why }
        })
        .collect()
}
