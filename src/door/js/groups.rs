use wasm_bindgen::prelude::*;

use super::catalog::Catalog;

#[wasm_bindgen]
impl Catalog {
    /// What each machine type and each image version has of a capability, as JSON. The capability is given by its
    /// index. Left out of the smallest entry, which has no matrix.
    pub fn groups(&self, capability: usize) -> String {
        self.profile.groups(capability, self.edition)
    }
}
