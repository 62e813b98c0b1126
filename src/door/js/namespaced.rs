use wasm_bindgen::prelude::*;

use super::catalog::{Catalog, failed, named};
use crate::policy::images::LoadedProfile;

#[wasm_bindgen]
impl Catalog {
    /// Compiles a CloudProfile together with a NamespacedCloudProfile that builds on it. Left out of the smallest
    /// entry.
    pub fn merged(profile: &[u8], namespaced: &[u8], edition: Option<String>) -> Result<Self, JsError> {
        let edition = named(edition)?;
        Ok(Self { edition, profile: LoadedProfile::read_merged(profile, namespaced).map_err(failed)? })
    }
}
