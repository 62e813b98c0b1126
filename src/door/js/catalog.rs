use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use crate::base::{Edition, Instant};
use crate::policy::images::LoadedProfile;

/// A compiled CloudProfile. It answers in numbers, for lists that are drawn again at every key press.
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

    /// The indexes of the image versions that fit a machine type.
    pub fn fitting(&self, machine_type: &str) -> Result<Uint32Array, JsError> {
        let places = self.profile.fitting(machine_type, self.edition).map_err(failed)?;
        Ok(Uint32Array::from(places.as_slice()))
    }

    /// For each image version, the index of the capability that rules it out, or 0xffffffff if the version fits.
    pub fn refusals(&self, machine_type: &str) -> Result<Uint32Array, JsError> {
        let places = self.profile.refusals(machine_type, self.edition).map_err(failed)?;
        Ok(Uint32Array::from(places.as_slice()))
    }

    /// The indexes of the image versions that are offered for a machine type at a time, which is in RFC 3339, in the
    /// zones of a region if one is given.
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

    /// The indexes of the image versions that are neither expired nor unavailable at a time, which is in RFC 3339.
    pub fn active(&self, now: &str) -> Result<Uint32Array, JsError> {
        Ok(Uint32Array::from(self.profile.active(time(now)?).as_slice()))
    }

    /// The classification of each image version at a time, which is in RFC 3339. A zero ends each.
    pub fn classifications(&self, now: &str) -> Result<String, JsError> {
        Ok(listed(self.profile.classifications(time(now)?)))
    }

    /// What the author of the profile should know. A zero ends each warning.
    pub fn warnings(&self) -> String {
        listed(self.profile.warnings())
    }

    /// What the indexes stand for, as JSON.
    #[wasm_bindgen(js_name = columnsText)]
    pub fn columns_text(&self) -> String {
        self.profile.columns()
    }
}

/// The character after each text of a list.
const BETWEEN: char = '\0';

/// Joins texts, each with a zero after it. A zero inside a text, where any key may have one, is escaped as in other
/// sentences.
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
