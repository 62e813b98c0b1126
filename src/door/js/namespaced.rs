use wasm_bindgen::prelude::*;

use super::catalog::{Catalog, failed, named};
use crate::policy::images::LoadedProfile;

#[wasm_bindgen]
impl Catalog {
    /// Compiles a profile together with one of a namespace that builds on it. The smallest entry does without.
    pub fn merged(profile: &[u8], namespaced: &[u8], edition: Option<String>) -> Result<Self, JsError> {
        let edition = named(edition)?;
        Ok(Self { edition, profile: LoadedProfile::read_merged(profile, namespaced).map_err(failed)? })
    }
}
