use wasm_bindgen::prelude::*;

use super::catalog::Catalog;

#[wasm_bindgen]
impl Catalog {
    /// What each machine type and each image version has of a capability, which is named by its place, as JSON. The
    /// smallest entry has no matrix and does without.
    pub fn groups(&self, capability: usize) -> String {
        self.profile.groups(capability, self.edition)
    }
}
