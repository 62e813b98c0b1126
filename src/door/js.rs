//! The engine for JavaScript. The verbs take and give bytes, which cross in one copy; as text they are for requests
//! that are text already. What is small and rare crosses as an object.

use js_sys::{Uint8Array, Uint32Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::base::{Edition, Instant};
use crate::policy::images::LoadedProfile;

/// An engine with its loaded documents.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    engine: crate::Engine,
}

#[wasm_bindgen]
impl Engine {
    /// An engine without documents.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps documents.
    pub fn load(&mut self, request: &[u8]) -> Uint8Array {
        bytes(self.engine.load(request))
    }

    /// Answers a question.
    pub fn ask(&self, request: &[u8]) -> Uint8Array {
        bytes(self.engine.ask(request))
    }

    /// Judges or completes an AdmissionReview.
    pub fn review(&self, request: &[u8]) -> Uint8Array {
        bytes(self.engine.review(request))
    }

    /// `load`, as text.
    #[wasm_bindgen(js_name = loadText)]
    pub fn load_text(&mut self, request: &str) -> String {
        self.engine.load(request.as_bytes())
    }

    /// `ask`, as text.
    #[wasm_bindgen(js_name = askText)]
    pub fn ask_text(&self, request: &str) -> String {
        self.engine.ask(request.as_bytes())
    }

    /// `review`, as text.
    #[wasm_bindgen(js_name = reviewText)]
    pub fn review_text(&self, request: &str) -> String {
        self.engine.review(request.as_bytes())
    }

    /// What this engine is, as an object.
    #[wasm_bindgen(unchecked_return_type = "{ engine: string, version: string, editions: string[] }")]
    pub fn about() -> Result<JsValue, JsError> {
        let about =
            About { engine: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION"), editions: Edition::NAMES };
        Ok(about.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
    }
}

#[derive(Serialize)]
struct About {
    engine: &'static str,
    version: &'static str,
    editions: [&'static str; 2],
}

/// A CloudProfile, compiled: what fits a machine type as numbers, for a list that is drawn anew at every key press.
#[wasm_bindgen]
pub struct Catalog {
    profile: LoadedProfile,
    edition: Edition,
}

#[wasm_bindgen]
impl Catalog {
    /// Compiles a profile from the bytes of its JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(profile: &[u8], edition: Option<String>) -> Result<Self, JsError> {
        let named = edition.as_deref().map_or(Some(Edition::default()), Edition::named);
        let edition =
            named.ok_or_else(|| JsError::new(&format!("no edition is called `{}`", edition.unwrap_or_default())))?;
        Ok(Self { profile: LoadedProfile::read(profile).map_err(failed)?, edition })
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

    /// What each image version is at a time, in the form of RFC 3339.
    pub fn classifications(&self, now: &str) -> Result<Vec<String>, JsError> {
        let malformed = || JsError::new(&format!("found `{now}`, expected a time such as `2026-01-01T00:00:00Z`"));
        let now = Instant::parse(now).ok_or_else(malformed)?;
        Ok(self.profile.classifications(now).into_iter().map(str::to_owned).collect())
    }

    /// What the numbers mean, as JSON.
    #[wasm_bindgen(js_name = columnsText)]
    pub fn columns_text(&self) -> String {
        self.profile.columns()
    }
}

fn failed(why: String) -> JsError {
    JsError::new(&why)
}

fn bytes(answer: String) -> Uint8Array {
    Uint8Array::from(answer.as_bytes())
}
