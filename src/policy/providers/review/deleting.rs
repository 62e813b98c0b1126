//! Reviews of provider deletions.

use super::Subject;
use super::told::Told;
use crate::policy::providers::life::{Doubt, Guarded, Providers, Refused, Users, guard};
use crate::policy::providers::reasons::{NO_CLUSTERS_LOADED, PROVIDER_MAY_GO};
use crate::question::Undecided;
use crate::reason::Reason;
use crate::review::{Judgement, Object};
use crate::wire::{Pointer, Value};

/// Refuses the deletion of a provider that workload clusters use or other providers need.
pub fn judge<'a>(old: &Object<'a, Value<'a>>, subject: &Subject<'_, 'a>) -> Result<Judgement, Undecided> {
    let documents = subject.asked.documents;
    let users = Users::loaded(documents, subject.kind, subject.name);
    let providers = Providers::loaded(documents, Some(subject.api));
    let doubt = |doubt: Doubt<'_>| Undecided::facts(doubt.problem(Pointer::to("review").join(&old.place)));
    let named = (subject.kind, subject.name, subject.namespace, Some(subject.api));
    let Guarded { refused, blockers, because } = guard(named, &providers, &users).map_err(doubt)?;
    let mut told = Told::new(*subject, old.place.clone());
    if refused.is_some() {
        for (blocker, reason) in blockers.iter().zip(because) {
            let why = if blocker.kind == "Cluster" { Refused::InUse } else { Refused::ProvidersRemain };
            told.refuse(why.word(), reason);
        }
    } else if users.known.is_empty() {
        told.warn(&NO_CLUSTERS_LOADED, &Pointer::default(), []);
    }
    Ok(told.judgement(&[], || Reason::new(&PROVIDER_MAY_GO, subject.id())))
}
