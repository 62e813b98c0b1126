//! Explains why a version fits a machine type or does not, from facts that suffice to tell.

use super::cure::{Cure, Edit, Owner};
use super::machine::{Fitting, Kept};
use crate::policy::images::compare::FlavorMatch;
use crate::policy::images::reasons::{
    FLAVOR_TO_ADD, KEPT_IN_PLACE, MACHINE_TYPE_NOT_USABLE, MACHINE_TYPE_UNAVAILABLE, NOTHING_DEFINED, SMALLEST_CURE,
    SOME_VERSIONS_FIT, SOME_VERSIONS_OFFERED, VALUE_TO_ADD, VALUE_TO_CORRECT, VERSION_DOES_NOT_FIT, VERSION_FITS,
    VERSION_WITHHELD,
};
use crate::policy::images::versions::Withheld;
use crate::policy::images::workers::{Filter, Own, Summary};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Json, Pointer};

impl<'a> Fitting<'_, 'a> {
    /// Why a version fits the machine type or does not.
    pub(super) fn why(&self, version: usize) -> Reason {
        let query = self.query;
        let (catalog, edition) = (query.catalog(), query.asked.edition);
        let place = query.offer.spec_place();
        let machine_place = place.clone().key("machineTypes").index(self.index);
        let version_place = query.version_place(version);
        let machine = (self.index, self.machine);
        let flavor_match = FlavorMatch::in_profile(&query.offer, &place, machine, self.pool, version, edition);
        let apart = self.apart(version);
        let named = |key: &str, value: Option<&str>| value.map(|value| Fact::at(Pointer::to(key), value));
        let everything = catalog.fits_everything(edition);
        let beneath = match (everything, flavor_match.is_supported()) {
            (true, _) => {
                Reason::new(&NOTHING_DEFINED, "profile").fact(Fact::absent(flavor_match.defined.place.clone()))
            }
            (_, true) if !flavor_match.flavors.is_empty() => flavor_match.why_best(flavor_match.best(edition), edition),
            _ => flavor_match.why_supported(),
        };
        let unavailable = self.why_unavailable();
        let unmet = self.unmet(version, apart.flavor_fits()).filter_map(|need| {
            let entry = catalog.version_of(query.spec(), version)?;
            let needs = &query.wanted.needs;
            let leaves = needs.leaves(query.image_name(version), query.version_text(version));
            if let Some(own) = needs.own.filter(|_| need == Filter::InPlaceUpdates && leaves) {
                return Some(Reason::new(&KEPT_IN_PLACE, query.name(version)).facts(own_image(own)));
            }
            let definitions = &query.spec().machine_capabilities;
            needs.why_unmet(need, entry, &version_place, definitions, edition)
        });
        let unmet: Reasons = unmet.collect();
        let kept = if apart.fits() { self.kept(version, query.wanted.version.is_some()).ok().flatten() } else { None };
        let code = match kept {
            Some(_) => &VERSION_WITHHELD,
            None if apart.fits() => &VERSION_FITS,
            None => &VERSION_DOES_NOT_FIT,
        };
        Reason::new(code, query.name(version))
            .saw(self.named_at.clone(), self.machine.name())
            .facts(named("image", query.wanted.image))
            .facts(named("version", query.wanted.version))
            .saw(machine_place.key("name"), self.machine.name())
            .saw(query.image_place(version).key("name"), query.image_name(version))
            .saw(version_place.key("version"), query.version_text(version))
            .because(kept.and_then(|kept| self.why_kept(version, kept)))
            .because(unavailable)
            .because(unmet)
            .because([beneath])
            .because(self.cure(version, &apart).map(|cure| why_cured(&cure, query.name(version))))
    }

    /// What keeps a version that fits from being offered.
    fn why_kept(&self, version: usize, kept: Kept) -> Option<Reason> {
        let query = self.query;
        match kept {
            Kept::Unusable => {
                let place = query.offer.spec_place().key("machineTypes").index(self.index).key("usable");
                Some(Reason::new(&MACHINE_TYPE_NOT_USABLE, self.machine.name()).saw(place, false))
            }
            Kept::Withheld(Withheld::Classification(_)) => query.why_classified(version),
            // A suffix does not withhold a version from those who name it.
            Kept::Withheld(Withheld::Suffix) => None,
        }
    }

    /// How many versions fit and are offered, and what keeps the others out.
    pub(super) fn why_summary(&self, summary: &Summary<'a>) -> Reason {
        let (code, count) = match summary.offered {
            Some(offered) => (&SOME_VERSIONS_OFFERED, offered),
            None => (&SOME_VERSIONS_FIT, summary.fitting),
        };
        Reason::new(code, self.machine.name())
            .saw(self.named_at.clone(), self.machine.name())
            .fact(Fact::named("fitting", summary.fitting))
            .fact(Fact::named("count", count))
            .fact(Fact::named("versions", summary.versions))
            .because(self.why_unavailable())
            .because(summary.why_refused())
    }

    /// Why the machine type is not available in the wanted region or zones, if it is not.
    pub(super) fn why_unavailable(&self) -> Option<Reason> {
        let wanted = &self.query.wanted;
        self.lacking.contains(&Filter::Region).then(|| {
            Reason::new(&MACHINE_TYPE_UNAVAILABLE, self.machine.name())
                .fact(Fact::of(Pointer::to("region"), wanted.region))
                .facts(wanted.zones.facts())
                .facts(self.region_facts())
        })
    }

    /// The facts about the region and what its zones lack; if the profile has no such region, the names of all regions.
    fn region_facts(&self) -> Vec<Fact> {
        let Self { query, .. } = self;
        let regions = &query.spec().regions;
        let place = |region: usize| query.offer.spec_place().key("regions").index(region);
        let wanted = regions.iter().position(|region| region.name == query.wanted.region);
        let Some((index, region)) = wanted.and_then(|index| Some((index, regions.get(index)?))) else {
            let names = regions.iter().enumerate();
            return names.map(|(index, region)| Fact::of(place(index).key("name"), region.name)).collect();
        };
        let zones = region.zones.iter().enumerate().flat_map(|(zone, entry)| {
            let zone = place(index).key("zones").index(zone);
            let lacking = Some(&entry.unavailable_machine_types).filter(|lacking| !lacking.is_empty());
            let lacking = lacking.map(|lacking| lacking.iter().copied().collect::<Json>());
            [Fact::of(zone.clone().key("name"), entry.name), Fact::of(zone.key("unavailableMachineTypes"), lacking)]
        });
        [Fact::of(place(index).key("name"), region.name)].into_iter().chain(zones).collect()
    }
}

/// Describes a cure, value by value.
fn why_cured(cure: &Cure<'_>, version: String) -> Reason {
    if let Some(flavor) = &cure.add_flavor {
        let facts = flavor
            .iter()
            .map(|(name, values)| Fact::named((*name).to_owned(), values.iter().copied().collect::<Json>()));
        let added = Reason::new(&FLAVOR_TO_ADD, version.clone()).facts(facts);
        return Reason::new(&SMALLEST_CURE, version).because([added]);
    }
    let edit = |edit: &Edit<'_>| {
        let owner = match edit.to {
            Owner::Flavor => format!("flavor {}", cure.flavor + 1),
            Owner::Version => "the version".to_owned(),
            Owner::MachineType => "the machine type".to_owned(),
        };
        let code = if edit.replaces.is_some() { &VALUE_TO_CORRECT } else { &VALUE_TO_ADD };
        Reason::new(code, edit.add)
            .fact(Fact::named("capability", edit.capability))
            .fact(Fact::named("owner", owner))
            .facts(edit.replaces.map(|replaced| Fact::named("replaces", replaced)))
    };
    Reason::new(&SMALLEST_CURE, version).because(cure.edits.iter().map(edit))
}

/// The facts about the image that a worker has.
fn own_image(own: Own<'_>) -> [Fact; 2] {
    let at = Pointer::to("worker").key("machine").key("image");
    [("name", own.0), ("version", own.1)]
        .map(|(key, text)| Fact::of(at.clone().key(key), Some(text).filter(|text| !text.is_empty())))
}
