//! Explains why a version does not suit workers, from facts that suffice to tell.

use super::filter::Filter;
use super::needs::{InPlace, Needs};
use crate::base::Edition;
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{ARCHITECTURE, Definition, ImageVersion};
use crate::policy::images::reasons::{
    BUILT_FOR_ANOTHER_ARCHITECTURE, KUBELET_NOT_RUN, NO_UPDATES_IN_PLACE, NOT_UPDATED_IN_PLACE, RUNTIME_MISSING,
};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer};

/// The facts that say which architectures a version is built for.
pub(super) fn architecture_facts(
    version: &ImageVersion<'_>,
    place: &Pointer,
    definitions: &[Definition<'_>],
    edition: Edition,
) -> Vec<Fact> {
    let reads_field = definitions.is_empty() || !architectures::capability_precedes(edition);
    let older = version.architectures.iter().copied().collect::<Json>();
    let named = version.flavors().filter_map(|(index, flavor)| {
        let values = flavor.get(ARCHITECTURE)?.iter().copied().collect::<Json>();
        Some(Fact::at(place.clone().key("capabilityFlavors").index(index).key(ARCHITECTURE), values))
    });
    let mut facts: Vec<Fact> = named.collect();
    if facts.is_empty() && reads_field {
        facts.push(Fact::of(place.clone().key("architectures"), Some(older).filter(|older| !older.is_empty())));
    }
    let is_open = version.flavors().any(|(_, flavor)| flavor.get(ARCHITECTURE).is_none());
    if version.flavors().next().is_none() || is_open && !reads_field {
        facts.push(Fact::named("defined", architectures::defined(definitions).iter().copied().collect::<Json>()));
    }
    facts
}

impl<'a> Needs<'a> {
    /// Why a version, which is at `place`, does not meet a need.
    pub(crate) fn why_unmet(
        &self,
        need: Filter,
        version: &ImageVersion<'a>,
        place: &Pointer,
        definitions: &[Definition<'a>],
        edition: Edition,
    ) -> Option<Reason> {
        let reason = |code| Reason::new(code, version.version());
        match need {
            Filter::WorkerArchitecture => {
                let built_for = architectures::of_version(version, definitions, edition);
                let reason = reason(&BUILT_FOR_ANOTHER_ARCHITECTURE)
                    .fact(Fact::named("wanted", self.architecture))
                    .fact(Fact::named("architectures", built_for.into_iter().collect::<Json>()));
                Some(reason.facts(architecture_facts(version, place, definitions, edition)))
            }
            Filter::Cri => {
                let wanted = self.cri.as_ref()?;
                let offered = version.cri.iter().enumerate().map(|(index, cri)| {
                    let at = place.clone().key("cri").index(index);
                    let runtimes = cri.container_runtimes.iter().enumerate().map(|(index, runtime)| {
                        Fact::of(at.clone().key("containerRuntimes").index(index).key("type"), runtime.runtime_type)
                    });
                    [Fact::of(at.clone().key("name"), cri.name)].into_iter().chain(runtimes).collect::<Vec<_>>()
                });
                let reason = reason(&RUNTIME_MISSING)
                    .fact(Fact::named("wanted", wanted.name()))
                    .fact(Fact::named("runtimes", wanted.runtimes().iter().copied().collect::<Json>()));
                Some(reason.facts(offered.flatten()))
            }
            Filter::KubernetesVersion => {
                let at = place.clone().key("kubeletVersionConstraint");
                let kubelet = self.kubelet.as_ref().map(|kubelet| kubelet.to_string());
                let reason = reason(&KUBELET_NOT_RUN).fact(Fact::of(at, version.kubelet_version_constraint));
                Some(reason.fact(Fact::named("kubelet", kubelet)))
            }
            Filter::InPlaceUpdates => {
                let at = place.clone().key("inPlaceUpdates");
                let updates = version.in_place_updates.as_ref();
                let least = updates.and_then(|updates| updates.min_version_for_update);
                let from = match self.in_place? {
                    InPlace::New => None,
                    InPlace::From(version) | InPlace::To(version) => Some(version),
                };
                let reason = reason(if from.is_some() { &NOT_UPDATED_IN_PLACE } else { &NO_UPDATES_IN_PLACE })
                    .fact(Fact::of(at.clone().key("supported"), updates.map(|updates| updates.supported)))
                    .fact(Fact::of(at.key("minVersionForUpdate"), least));
                Some(reason.facts(from.map(|from| Fact::named("from", from))))
            }
            _ => None,
        }
    }
}
