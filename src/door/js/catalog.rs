use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use crate::base::{Edition, Instant};
use crate::policy::images::LoadedProfile;

/// A CloudProfile, compiled: what fits a machine type as numbers, for a list that is drawn anew at every key press.
#[wasm_bindgen]
pub struct Catalog {
    pub(super) profile: LoadedProfile,
    pub(super) edition: Edition,
}

#[wasm_bindgen]
impl Catalog {
    /// Compiles a profile from the bytes of its JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(profile: &[u8], edition: Option<String>) -> Result<Self, JsError> {
        Ok(Self { edition: named(edition)?, profile: LoadedProfile::read(profile).map_err(failed)? })
    }

    /// The places of the image versions that fit a machine type.
    pub fn fitting(&self, machine_type: &str) -> Result<Uint32Array, JsError> {
        let places = self.profile.fitting(machine_type, self.edition).map_err(failed)?;
        Ok(Uint32Array::from(places.as_slice()))
    }

    /// What keeps each image version apart: the place of a capability, or 0xffffffff where it fits.
    pub fn refusals(&self, machine_type: &str) -> Result<Uint32Array, JsError> {
        let places = self.profile.refusals(machine_type, self.edition).map_err(failed)?;
        Ok(Uint32Array::from(places.as_slice()))
    }

    /// The places of those that are offered at a time, in the form of RFC 3339, in the zones of a region if one is given.
    pub fn offered(
        &self,
        machine_type: &str,
        now: &str,
        region: Option<String>,
        zones: &str,
    ) -> Result<Uint32Array, JsError> {
        let zones: Vec<&str> = zones.split_terminator(BETWEEN).collect();
        let region = region.as_deref().map(|region| (region, zones.as_slice()));
        let places = self.profile.offered(machine_type, time(now)?, region, self.edition).map_err(failed)?;
        Ok(Uint32Array::from(places.as_slice()))
    }

    /// The places of the image versions that are neither expired nor unavailable at a time.
    pub fn active(&self, now: &str) -> Result<Uint32Array, JsError> {
        Ok(Uint32Array::from(self.profile.active(time(now)?).as_slice()))
    }

    /// What each image version is at a time, in the form of RFC 3339.
    pub fn classifications(&self, now: &str) -> Result<String, JsError> {
        Ok(listed(self.profile.classifications(time(now)?)))
    }

    /// What the profile's author should know, a line each.
    pub fn warnings(&self) -> String {
        listed(self.profile.warnings())
    }

    /// What the numbers mean, as JSON.
    #[wasm_bindgen(js_name = columnsText)]
    pub fn columns_text(&self) -> String {
        self.profile.columns()
    }
}

/// What stands between the texts of a list.
const BETWEEN: char = '\0';

/// Texts, each with what ends it. Inside of one that is written as elsewhere in a sentence: a key may have any character.
fn listed<T: AsRef<str>>(texts: Vec<T>) -> String {
    let mut list = String::new();
    for text in texts {
        for (place, part) in text.as_ref().split(BETWEEN).enumerate() {
            if place > 0 {
                list.push_str("\\u{0}");
            }
            list.push_str(part);
        }
        list.push(BETWEEN);
    }
    list
}

pub(super) fn named(edition: Option<String>) -> Result<Edition, JsError> {
    let Some(name) = edition else { return Ok(Edition::default()) };
    Edition::named(&name).ok_or_else(|| JsError::new(&format!("no edition is called `{name}`")))
}

fn time(text: &str) -> Result<Instant, JsError> {
    let malformed = || JsError::new(&format!("found `{text}`, expected a time such as `2026-01-01T00:00:00Z`"));
    Instant::parse(text).ok_or_else(malformed)
}

pub(super) fn failed(why: String) -> JsError {
    JsError::new(&why)
}
