//! A loaded fleet: the document with what was compiled from it.

use super::Fleet;
use crate::base::{Limits, nearest};
use crate::policy::traits::documents::{FIELDS, GROUP};
use crate::policy::traits::reasons::UNKNOWN_TRAIT;
use crate::question::Loadable;
use crate::reason::{Fact, Problem, sentence};
use crate::wire::{Document, Fault, Pointer};
use self_cell::self_cell;

/// The document kind `Fleet`, which is compiled when it is loaded.
pub(crate) const FLEET: Loadable = Loadable {
    group: GROUP,
    kind: "Fleet",
    compile: |document, path| Ok(Box::new(LoadedFleet::compile(document, path)?)),
    default: None,
    link: None,
    beside: None,
};

self_cell! {
    /// A loaded fleet: the document with what was compiled from it.
    ///
    /// ```
    /// let fleet = fitment::LoadedFleet::read(br#"{"nodes": [
    ///     {"name": "n1", "resource_class": "gold", "traits": ["CUSTOM_GPU"], "power_state": "power off"},
    ///     {"name": "n2", "resource_class": "gold", "traits": [], "power_state": "power off"}
    /// ]}"#).unwrap();
    /// assert_eq!(fleet.fitting("CUSTOM_GOLD", ["CUSTOM_GPU"], []), Ok(vec!["n1"]));
    /// ```
    pub struct LoadedFleet {
        owner: Document,
        #[covariant]
        dependent: Fleet,
    }
}

impl LoadedFleet {
    /// Reads and compiles a fleet.
    pub fn read(json: &[u8]) -> Result<Self, Fault> {
        Self::compile(Document::read(json, Limits::default().depth)?, "")
    }

    /// Returns warnings for the fleet's author, one line each: unknown keys, and values of the wrong kind. The value
    /// under a misspelt key is not read, so more nodes may seem to fit than really do.
    ///
    /// ```
    /// let fleet = fitment::LoadedFleet::read(br#"{"nodes": [{"name": "n", "maintenence": true}]}"#)?;
    /// assert!(fleet.warnings()[0].contains("did you mean `maintenance`"));
    /// # Ok::<(), fitment::Fault>(())
    /// ```
    pub fn warnings(&self) -> Vec<String> {
        let fields = FIELDS.iter().find(|fields| fields.kind.is_some());
        fields
            .map(|fields| fields.warnings(self.borrow_owner().root(), ""))
            .unwrap_or_default()
            .iter()
            .map(sentence)
            .collect()
    }

    /// Returns the names of the free nodes of a class that have all the required traits and none of the forbidden ones.
    /// Fails if Placement does not know a trait: if the name of a forbidden trait were misspelt, every node would fit.
    ///
    /// ```
    /// let fleet = fitment::LoadedFleet::read(br#"{"nodes": [
    ///     {"name": "n1", "resource_class": "gold", "traits": ["CUSTOM_GPU"], "power_state": "power off"}
    /// ]}"#)?;
    /// assert_eq!(fleet.fitting("CUSTOM_GOLD", [], ["CUSTOM_GPU"]), Ok(vec![]));
    /// assert!(fleet.fitting("CUSTOM_GOLD", [], ["CUSTOM_GPV"]).is_err_and(|why| why.contains("`CUSTOM_GPU`")));
    /// # Ok::<(), fitment::Fault>(())
    /// ```
    pub fn fitting<'n>(
        &self,
        class: &str,
        required: impl IntoIterator<Item = &'n str>,
        forbidden: impl IntoIterator<Item = &'n str>,
    ) -> Result<Vec<&str>, String> {
        let fleet = self.fleet();
        let mut found = fleet.of_class(class, fleet.free());
        for name in required {
            found = fleet.having(known(fleet, name)?, &found);
        }
        for name in forbidden {
            found.remove(&fleet.having(known(fleet, name)?, &found));
        }
        Ok(found.iter().map(|place| fleet.name(place)).collect())
    }

    /// Compiles the fleet in a document at `path` in the request.
    pub(crate) fn compile(document: Document, path: &str) -> Result<Self, Fault> {
        Self::try_new(document, |document| Fleet::read(document.root(), path))
    }

    /// Returns the compiled fleet.
    pub(crate) fn fleet(&self) -> &Fleet<'_> {
        self.borrow_dependent()
    }
}

/// Returns the name if any node has the trait or Placement knows it otherwise, or else the error in English.
fn known<'n>(fleet: &Fleet<'_>, name: &'n str) -> Result<&'n str, String> {
    let of_nodes = fleet.trait_names().iter().copied();
    if fleet.library().knows(name) || of_nodes.clone().any(|known| known == name) {
        return Ok(name);
    }
    let unknown = Problem::error(&UNKNOWN_TRAIT, Pointer::default());
    let unknown = unknown.fact(Fact::named("subject", name)).fact(Fact::named("status", 400_u64));
    let alike = nearest(name, of_nodes).or_else(|| fleet.library().nearest(name));
    Err(sentence(&unknown.nearest_to(name, alike)))
}
