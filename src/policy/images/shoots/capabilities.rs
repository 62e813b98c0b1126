//! Whether the image version of a pool runs on its machine type (section 8.5).

use super::context::{Pool, Refusal};
use super::machine_type::not_offered;
use crate::policy::images::compare::FlavorMatch;
use crate::policy::images::divergences::MISSING_TYPE_IS_REFUSED;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{POOL_CAPABILITIES_APART, UPSTREAM_CRASH};
use crate::policy::images::workers::{Candidates, Needs};
use crate::reason::{Fact, Reason};
use crate::wire::Json;

/// The approximate length of the explanation why one flavor does not fit.
const LETTERS_OF_A_FLAVOR: usize = 256;

/// A failure of the upstream software, which stops the judgement of the whole Shoot.
#[derive(Debug)]
pub(super) struct Crash {
    /// Why the software fails.
    pub why: Reason,
}

/// Judges a pool, whether it changes or not. A version that the profile does not have counts as one without flavors.
pub(super) fn judge(pool: Pool<'_, '_>) -> Result<Option<Refusal>, Crash> {
    let context = pool.context;
    if context.spec().machine_capabilities.is_empty() {
        return Ok(None);
    }
    let Some((place, machine)) = context.machine_type(pool.worker.machine_type()) else {
        if context.asked.edition.applies(&MISSING_TYPE_IS_REFUSED) {
            return Ok(Some(not_offered(pool)));
        }
        let name = pool.worker.machine_type();
        let why = Reason::new(&UPSTREAM_CRASH, pool.worker.name()).saw(pool.place(&["machine", "type"]), name);
        return Err(Crash { why });
    };
    let Some(image) = pool.worker.image() else { return Ok(None) };
    let Some((version, _)) = context.version(image.name(), image.version()) else { return Ok(None) };
    let candidates = Candidates::new(context.offer, Some((place, machine)), Needs::default(), context.asked.edition);
    if candidates.runs(version) {
        return Ok(None);
    }
    let edition = context.asked.edition;
    // The capabilities of a type may be long, and there may be many pools.
    let told = context.listing.told(|| {
        let capabilities = context.offer.catalog.machine(machine, edition);
        let shown: Json = capabilities.iter().fold(Json::object(), |mut shown, (name, values)| {
            shown.set(name, values.iter().copied().collect());
            shown
        });
        let flavors =
            FlavorMatch::in_profile(context.offer, &context.profile_place, (place, machine), None, version, edition);
        let letters = shown.to_text().len() + flavors.flavors.len() * LETTERS_OF_A_FLAVOR;
        ((shown, flavors.why_supported()), letters)
    });
    let with = told.as_ref().map(|(shown, _)| format!(" with the capabilities {}", shown.to_text()));
    let detail = format!(
        "machine type `{}`{} is not supported by the machine image `{}`",
        machine.name(),
        with.unwrap_or_default(),
        image.reference()
    );
    let reason = Reason::new(&POOL_CAPABILITIES_APART, pool.worker.name())
        .fact(Fact::named("type", machine.name()))
        .fact(Fact::named("image", image.reference()));
    let reason = match told {
        Some((shown, flavors)) => {
            let type_place = context.profile_place.clone().key("machineTypes").index(place).key("capabilities");
            reason.fact(Fact::at(type_place, shown)).because(Some(flavors))
        }
        None => reason,
    };
    let error = FieldError::invalid(pool.field("machine.image.version"), image.version(), &detail);
    Ok(Some(Refusal { error, why: reason }))
}
