//! Whether the machine of a bastion boots the image that the profile names for it, which nothing checks before the
//! machine starts.

use crate::policy::images::catalog::{Offer, architectures};
use crate::policy::images::reasons::BASTION_BOOTS_NOTHING;
use crate::policy::images::workers::{Candidates, Needs};
use crate::question::{Asked, Doc};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns if a profile names both a machine type and an image version for bastions and the version does not run on the
/// type.
pub(crate) fn boots_nothing<'a>(offer: &Doc<'_, Offer<'a>>, asked: &Asked<'_>) -> Option<Problem> {
    let spec = offer.spec();
    let bastion = spec.bastion.as_ref()?;
    let name = bastion.machine_type.as_ref()?.name?;
    let image = bastion.machine_image.as_ref()?;
    let (place, text) = (offer.catalog.machine_named(name)?, image.version?);
    let machine = spec.machine_types.get(place)?;
    let needs = Needs {
        architecture: Some(architectures::of_machine_type(machine, &spec.machine_capabilities)),
        ..Needs::default()
    };
    let candidates = Candidates::new(offer, Some((place, machine)), needs, asked.edition);
    let mut named = offer
        .versions_named(image.name?, text)
        .filter_map(|version| Some((version, offer.catalog.version_of(spec, version)?)));
    let is_first_unfit = named.next().is_some_and(|(version, entry)| !candidates.suits(version, entry));
    let at = |spec: Pointer| spec.key("bastion").key("machineImage").key("version");
    is_first_unfit.then(|| {
        let problem = Problem::warning(&BASTION_BOOTS_NOTHING, at(offer.spec_path()));
        let problem = problem.fact(Fact::at(at(offer.spec_place()), text));
        problem.fact(Fact::named("machine", name)).fact(Fact::named("image", image.name.unwrap_or_default()))
    })
}
