//! A pool of workers that is ready for a Shoot.

use super::machine::Fitting;
use crate::base::Interner;
use crate::policy::images::documents::USUAL;
use crate::wire::{Value, answer};

answer! {
    /// A pool of workers as a Shoot has it.
    #[derive(Clone)]
    pub struct ReadyWorker<'a> {
        /// Its name.
        name: &'a str,
        /// Its machines.
        machine: ReadyMachine<'a>,
        /// The fewest machines.
        minimum: i64,
        /// The most machines.
        maximum: i64,
        /// Its zones, where they are known.
        zones: Option<Vec<&'a str>>,
        /// Its container runtimes, as they were given.
        cri: Option<Value<'a>>,
        /// Its own Kubernetes, as it was given.
        kubernetes: Option<Value<'a>>,
        /// How its machines are updated, as it was given.
        update_strategy ["updateStrategy"]: Option<Value<'a>>,
        /// Its root disks, as they were given.
        volume: Option<Value<'a>>,
    }
}

answer! {
    /// The machines of a pool.
    #[derive(Clone)]
    pub struct ReadyMachine<'a> {
        /// Their type.
        machine_type ["type"]: &'a str,
        /// Their image.
        image: ReadyImage<'a>,
        /// Their architecture.
        architecture: &'a str,
    }
}

answer! {
    /// The image of a pool.
    #[derive(Clone)]
    pub struct ReadyImage<'a> {
        /// Its name.
        name: &'a str,
        /// Its version.
        version: &'a str,
    }
}

impl<'a> Fitting<'_, 'a> {
    /// A pool with a version, for a Shoot: as the question describes it, and otherwise the smallest.
    pub(super) fn ready(&self, version: usize) -> ReadyWorker<'a> {
        let wanted = &self.query.wanted;
        let asked = wanted.worker.as_ref();
        let own = Some(self.architecture).filter(|architecture| !architecture.is_empty());
        let named = asked.and_then(|worker| worker.architecture());
        let part = |key: &str| asked.and_then(|worker| worker.part(key));
        let minimum = asked.and_then(|worker| worker.minimum).unwrap_or(1);
        let zones = asked.map(|worker| &worker.zones).filter(|zones| !zones.is_empty()).unwrap_or(&wanted.zones.names);
        ReadyWorker {
            name: asked.and_then(|worker| worker.name).unwrap_or("worker"),
            machine: ReadyMachine {
                machine_type: self.machine.name(),
                image: ReadyImage { name: self.query.image_name(version), version: self.query.version_text(version) },
                architecture: named.or(own).unwrap_or(USUAL),
            },
            minimum,
            maximum: asked.and_then(|worker| worker.maximum).unwrap_or(minimum.max(1)),
            zones: Some(each_once(zones)).filter(|zones| !zones.is_empty()),
            cri: part("cri"),
            kubernetes: part("kubernetes"),
            update_strategy: part("updateStrategy"),
            volume: part("volume"),
        }
    }
}

/// A pool names each zone once, whoever names it besides.
fn each_once<'a>(zones: &[&'a str]) -> Vec<&'a str> {
    let mut seen = Interner::default();
    zones.iter().copied().filter(|zone| seen.is_new(zone)).collect()
}
