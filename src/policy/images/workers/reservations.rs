//! What kubelets reserve of their machines for Kubernetes and the system (section 8.2).

use crate::policy::images::documents::{Kubelet, MachineType, Quantity};
use crate::policy::images::reasons::KUBELET_RESERVES_ALL;
use crate::reason::{Fact, Reason};

/// A reservation that leaves nothing of a resource of the machine.
pub(crate) struct Reservation<'a> {
    /// The name of the resource.
    pub what: &'static str,
    /// The amounts that are reserved, as written.
    pub reserved: String,
    /// The amount that the machine has, as written.
    pub capacity: &'a str,
}

impl<'a> Reservation<'a> {
    /// The resources that a kubelet reserves completely. A machine whose amount the profile does not state counts as
    /// having none, but only if anything is reserved.
    pub(crate) fn all(kubelet: &Kubelet<'_>, machine: &MachineType<'a>) -> Vec<Self> {
        let kept = [("CPU", kubelet.cpu(), machine.cpu), ("memory", kubelet.memory(), machine.memory)];
        kept.into_iter().filter_map(|(what, reserved, capacity)| Self::of(what, &reserved, capacity)).collect()
    }

    fn of(what: &'static str, reserved: &[Quantity<'_>], capacity: Option<Quantity<'a>>) -> Option<Self> {
        let sum = reserved.iter().fold(0_i128, |sum, part| sum.saturating_add(part.nanos()));
        if sum < capacity.map_or(0, |capacity| capacity.nanos()) || (capacity.is_none() && sum == 0) {
            return None;
        }
        let parts: Vec<&str> = reserved.iter().map(|part| part.text).collect();
        let reserved = if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") };
        Some(Self { what, reserved, capacity: capacity.map_or("0", |capacity| capacity.text) })
    }

    /// Why no pool can have the reservation; `machine_type` cites the name of the type.
    pub(crate) fn why(&self, pool: &str, machine_type: Fact) -> Reason {
        Reason::new(&KUBELET_RESERVES_ALL, pool)
            .fact(machine_type)
            .fact(Fact::named("what", self.what))
            .fact(Fact::named("reserved", self.reserved.as_str()))
            .fact(Fact::named("capacity", self.capacity))
    }
}
