//! What kubelets keep of their machines for Kubernetes and the system (section 8.2).

use crate::policy::images::documents::{Kubelet, MachineType, Quantity};
use crate::policy::images::reasons::KUBELET_RESERVES_ALL;
use crate::reason::{Fact, Reason};

/// What is kept of a machine and leaves nothing of it.
pub(crate) struct Reservation<'a> {
    /// What it is.
    pub what: &'static str,
    /// How much is kept, as it is written.
    pub reserved: String,
    /// How much the machine has.
    pub capacity: &'a str,
}

impl<'a> Reservation<'a> {
    /// What a kubelet keeps of a machine as a whole. A machine of which the profile does not say how much it has, has
    /// nothing; it is looked at where anything is kept.
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

    /// Why no pool can have it, on a machine type as it is named.
    pub(crate) fn why(&self, pool: &str, machine_type: Fact) -> Reason {
        Reason::new(&KUBELET_RESERVES_ALL, pool)
            .fact(machine_type)
            .fact(Fact::named("what", self.what))
            .fact(Fact::named("reserved", self.reserved.as_str()))
            .fact(Fact::named("capacity", self.capacity))
    }
}
