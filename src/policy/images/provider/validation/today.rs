//! What today's extension refuses in a mapping that the design edition accepts (section 17.7). Only the design has its
//! own form of entries, joins repeated entries, takes openstack's names, and does not judge azure's domain counts.

use super::sides::Sides;
use crate::base::Edition;
use crate::policy::images::errors::{FieldError, pointed, spelled};
use crate::policy::images::provider::artifacts::Defined;
use crate::policy::images::provider::choice::Wish;
use crate::policy::images::provider::mapping::{Findings, Gaps, Mapping, OwnList};
use crate::policy::images::provider::written::{Entries, ProviderConfig};
use crate::policy::images::reasons::{FOUND_OTHERWISE_TODAY, TODAY_WOULD_REFUSE};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns of the first thing that today's extension refuses; the two sides are at these paths. Unknown keys are reported
/// elsewhere.
pub(super) fn refused_today(sides: &Sides<'_, '_>, [images, config]: &[Pointer; 2]) -> Option<Problem> {
    let error = first_refused(sides)?;
    let below = |prefix| error.field.strip_prefix(prefix).map(pointed);
    let path = match below("spec.providerConfig.") {
        Some(below) => config.clone().join(&below),
        None => images.clone().join(&below("spec.machineImages[").unwrap_or_default()),
    };
    let problem = Problem::warning(&TODAY_WOULD_REFUSE, path).fact(Fact::named("provider", sides.provider.word()));
    Some(problem.fact(Fact::named("field", error.field)).fact(Fact::named("detail", error.detail)))
}

/// Warns that today's extension finds another artifact for a machine than `found`, or none.
pub(crate) fn found_otherwise_today(wish: &Wish<'_, '_>, config: &ProviderConfig<'_>, found: &str) -> Option<Problem> {
    let is_readable = first_of_the_design(config).is_none();
    let boots = is_readable.then(|| wish.find(config, Edition::UPSTREAM).ok()).flatten();
    let today = boots.map_or_else(|| "nothing".to_owned(), |boots| format!("`{}`", boots.reference.text));
    let problem = Problem::warning(&FOUND_OTHERWISE_TODAY, Pointer::to("given").key("imageVersion"));
    let problem = problem.fact(Fact::named("artifact", found)).fact(Fact::named("provider", wish.provider.word()));
    (today != format!("`{found}`")).then(|| problem.fact(Fact::named("today", today)))
}

fn first_refused(sides: &Sides<'_, '_>) -> Option<FieldError> {
    const EDITION: Edition = Edition::UPSTREAM;
    let &Sides { provider, definitions, images, config } = sides;
    if let Some(at) = first_of_the_design(config) {
        return Some(FieldError::forbidden(spelled(at.as_str()), "the extension knows no such key"));
    }
    let (defined, mut found) = (Defined::new(definitions), Findings::new(None));
    OwnList { provider, defined: &defined, config, edition: EDITION }.check(&mut found);
    if found.errors.is_empty() {
        let entries = Entries::new(provider, config, EDITION);
        let mapping = Mapping { provider, defined: &defined, images, entries, edition: EDITION };
        mapping.check(&mut found, &mut Gaps::new(None, Pointer::default()));
    }
    found.errors.into_iter().next()
}

/// Returns the path of the first use of the design text's form: capabilities beside a reference.
fn first_of_the_design(config: &ProviderConfig<'_>) -> Option<Pointer> {
    const KEY: &str = "capabilities";
    let path = Pointer::to("spec").key("providerConfig");
    config.entries().find_map(|placed| {
        let at = || placed.at(&path);
        if placed.entry.capabilities.is_some() {
            return Some(at().key(KEY));
        }
        let item = placed.entry.regions.iter().position(|item| item.capabilities.is_some())?;
        Some(at().key("regions").index(item).key(KEY))
    })
}
