//! What the installed drivers can serve at all, whatever templates ask for.

use super::attributes::{ORCHESTRATOR, SERVER_TYPES};
use super::installed::Setup;
use super::microversion::{USUAL_MAX, USUAL_MIN};
use super::reasons::*;
use super::registry::{ClusterType, Registry, Stop, Triple};
use super::version::parse;
use crate::reason::{Code, Fact};
use crate::wire::Pointer;

/// A finding: its code, its subject, its place relative to the registry, and its facts.
pub(crate) type Found = (&'static Code, String, Pointer, Vec<Fact>);

/// Whether a template can ask for the type. Its operating system can be anything.
fn can_be_asked_for((server_type, _, coe): Triple<'_>) -> bool {
    is_accepted(server_type, coe)
}

/// Returns the provided types that a template can ask for.
pub(crate) fn asked_for<'a>(registry: &Registry<'_, 'a>) -> impl Iterator<Item = Triple<'a>> {
    registry.types().filter(|triple| can_be_asked_for(*triple))
}

/// Whether a request for a template may have these values. Others are refused before drivers are looked at.
pub(crate) fn is_accepted(server_type: &str, coe: &str) -> bool {
    SERVER_TYPES.contains(&server_type) && coe == ORCHESTRATOR
}

/// The type in the usual notation, such as `vm/ubuntu/kubernetes`.
pub(crate) fn said((server_type, os, coe): Triple<'_>) -> String {
    [server_type, os, coe].join("/")
}

/// Finds the types in drivers' lists that no template can ask for.
pub(crate) fn never_asked_for<'r>(registry: &'r Registry<'_, '_>) -> impl Iterator<Item = Found> + 'r {
    let provided = |index| move |(place, triple): (usize, &(_, _, _))| (index, place, *triple);
    let all = registry.all().flat_map(move |(index, driver)| driver.provides.iter().enumerate().map(provided(index)));
    all.filter(|(.., triple)| !can_be_asked_for(*triple)).map(|(index, place, triple)| {
        let inside = registry.setup.driver(index).key("provides").index(place);
        let name = registry.driver(index).map(|driver| Fact::named("driver", driver.name));
        let facts = name.into_iter().chain([Fact::like(meant(triple))]);
        (&LINT_TYPE_NEVER_ASKED_FOR, said(triple), inside, facts.collect())
    })
}

/// Returns the type that was probably meant: the same parts in the right order and case, if those make a valid type.
fn meant((first, second, third): Triple<'_>) -> Option<String> {
    let small = [first, second, third].map(str::to_ascii_lowercase);
    let of = |is: &dyn Fn(&str) -> bool| small.iter().position(|part| is(part));
    let server_type = of(&|part| SERVER_TYPES.contains(&part))?;
    let coe = of(&|part| part == ORCHESTRATOR)?;
    let os = (0..small.len()).find(|place| *place != server_type && *place != coe)?;
    let os = [first, second, third].get(os).copied()?;
    Some(format!("{}/{os}/{ORCHESTRATOR}", small.get(server_type)?))
}

/// Finds the types that a beta driver blocks although another driver would serve them, unless no type is served at all.
pub(crate) fn blocked<'r>(registry: &'r Registry<'_, '_>) -> impl Iterator<Item = Found> + 'r {
    let is_served = nothing(registry).is_none();
    let types = asked_for(registry).filter(move |_| is_served);
    types.filter_map(|triple| {
        let Err(Stop::Unproven(beta)) = registry.find_for_type(&ClusterType::of(triple)) else { return None };
        let name = |index: usize| registry.driver(index).map(|driver| driver.name);
        let is_proven = |index: &usize| registry.driver(*index).is_some_and(|driver| !registry.is_unproven(driver));
        let driver = name(registry.providers(triple).rfind(is_proven)?)?;
        let facts = vec![Fact::named("beta", name(beta)?), Fact::named("driver", driver)];
        Some((&LINT_TYPE_BLOCKED, said(triple), registry.setup.driver(beta), facts))
    })
}

/// Finds out whether no type at all is served, and why.
pub(crate) fn nothing(registry: &Registry<'_, '_>) -> Option<Found> {
    let mut first = None;
    for triple in asked_for(registry) {
        match registry.find_for_type(&ClusterType::of(triple)) {
            Ok(_) => return None,
            Err(stop) => first = first.or(Some(stop)),
        }
    }
    let name = |index: usize| registry.driver(index).map_or("", |driver| driver.name);
    let why = match first {
        None if registry.setup.drivers().is_empty() => "no driver is installed".to_owned(),
        None => "no driver provides a type that a template can ask for".to_owned(),
        Some(Stop::Breaks(index)) => format!("the plugin of `{}` breaks every lookup", name(index)),
        Some(Stop::Twice(index, _)) => format!("two packages register `{}`", name(index)),
        Some(Stop::Unproven(index)) => format!("`{}` is beta and not enabled", name(index)),
        Some(Stop::Unknown | Stop::NotProvided) => "no driver that is installed may be used".to_owned(),
    };
    let subject = registry.setup.drivers_place();
    Some((&LINT_NOTHING_SERVED, "drivers".to_owned(), subject, vec![Fact::named("why", why)]))
}

/// Finds out whether the lowest version of the API is above the highest. If a version brings the field `driver`, the
/// highest is at least that one.
pub(crate) fn no_version(setup: &Setup<'_>, brings_field: bool) -> Option<Found> {
    let [min, max, since] = setup.versions();
    let least = since.filter(|since| brings_field && parse(since) > parse(USUAL_MAX));
    let inside = Pointer::to(if min.is_some() { "apiMinVersion" } else { "apiMaxVersion" });
    let seen = Fact::of(setup.place(&inside), min.or(max));
    let (min, max) = (min.unwrap_or(USUAL_MIN), max.or(least).unwrap_or(USUAL_MAX));
    let facts = vec![seen, Fact::named("max", max)];
    (parse(min)? > parse(max)?).then(|| (&LINT_NO_VERSION, min.to_owned(), inside, facts))
}

/// Finds out whether the version that adds the field is above the highest, so that no client sees the field.
pub(crate) fn no_field(setup: &Setup<'_>) -> Option<Found> {
    let [_, max, since] = setup.versions();
    let (max, since) = (max?, since?);
    let inside = Pointer::to("driverFieldSince");
    let facts = vec![Fact::at(setup.place(&inside), since), Fact::named("max", max)];
    (parse(since)? > parse(max)?).then(|| (&LINT_FIELD_NEVER_SERVED, since.to_owned(), inside, facts))
}
