//! The architecture and the machine type of a pool (section 8.3).

use super::context::{Pool, Refusal, could_have, supported};
use crate::policy::images::catalog::architectures;
use crate::policy::images::documents::{KNOWN, MachineType, Worker};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{ARCHITECTURE_UNKNOWN, MACHINE_TYPE_NOT_OFFERED, MACHINE_TYPE_REFUSED};
use crate::reason::{Fact, Reason};
use crate::wire::Json;

/// Judges the architecture, even if it does not change.
pub(super) fn judge_architecture(pool: Pool<'_, '_>) -> Option<Refusal> {
    let architecture = pool.architecture();
    (!KNOWN.contains(&architecture)).then(|| Refusal {
        error: FieldError::not_supported(pool.field("machine.architecture"), architecture, &KNOWN),
        why: Reason::new(&ARCHITECTURE_UNKNOWN, pool.worker.name())
            .fact(Fact::of(pool.place(&["machine", "architecture"]), pool.written.and_then(Worker::architecture)))
            .fact(Fact::named("architecture", architecture))
            .fact(Fact::named("known", KNOWN.into_iter().collect::<Json>())),
    })
}

/// Judges the machine type, unless it is as before.
pub(super) fn judge(pool: Pool<'_, '_>) -> Option<Refusal> {
    if pool.keeps_type() {
        return None;
    }
    let name = pool.worker.machine_type();
    let mut named = pool.context.machine_types(name).peekable();
    if named.peek().is_none() {
        return Some(not_offered(pool));
    }
    let (mut usable, mut right) = (false, false);
    for machine in named {
        usable |= is_usable(machine);
        right |= has_architecture(pool, machine);
    }
    let available = !pool.context.region.machine_types.lacks(name, &pool.zones());
    let architecture = pool.architecture();
    let other = format!("does not have the architecture `{architecture}`");
    let reasons: Vec<&str> = [
        (!usable).then_some("is unusable"),
        (!available).then_some("is unavailable in at least one zone"),
        (!right).then_some(other.as_str()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if reasons.is_empty() {
        return None;
    }
    let why = reasons.join(", ");
    let detail = format!("machine type {why}{}", supported("machine types", &valid(pool)));
    let reason = Reason::new(&MACHINE_TYPE_REFUSED, pool.worker.name())
        .saw(pool.place(&["machine", "type"]), name)
        .fact(Fact::named("why", why))
        .fact(Fact::named("usable", usable))
        .fact(Fact::named("available", available))
        .fact(Fact::named("architecture", architecture));
    Some(Refusal { error: FieldError::invalid(pool.field("machine.type"), name, &detail), why: reason })
}

/// Refuses a machine type that the profile does not have.
pub(super) fn not_offered(pool: Pool<'_, '_>) -> Refusal {
    let name = pool.worker.machine_type();
    let valid = valid(pool);
    let words: Vec<&str> = valid.iter().map(String::as_str).collect();
    let written = pool.worker.machine.as_ref().and_then(|machine| machine.machine_type);
    let reason = Reason::new(&MACHINE_TYPE_NOT_OFFERED, pool.worker.name())
        .fact(Fact::of(pool.place(&["machine", "type"]), written))
        .because(could_have(pool, &words));
    Refusal { error: FieldError::not_supported(pool.field("machine.type"), name, &words), why: reason }
}

/// The machine types that the pool could have.
fn valid(pool: Pool<'_, '_>) -> Vec<String> {
    pool.context.listed(|| {
        let (lacking, zones) = (&pool.context.region.machine_types, pool.zones());
        let types = pool.context.spec().machine_types.iter();
        let valid = types.filter(|machine| {
            is_usable(machine) && has_architecture(pool, machine) && !lacking.lacks(machine.name(), &zones)
        });
        valid.map(|machine| machine.name().to_owned()).collect()
    })
}

/// Whether the type says that it is usable; a type without `usable` is not usable here.
fn is_usable(machine: &MachineType<'_>) -> bool {
    machine.usable == Some(true)
}

fn has_architecture(pool: Pool<'_, '_>, machine: &MachineType<'_>) -> bool {
    architectures::effective(machine, pool.context.architectures) == pool.architecture()
}
