//! The engine for JavaScript. The verbs take and give bytes, which cross in one copy; as text they are for requests
//! that are text already. What is small and rare crosses as an object.

use js_sys::Uint8Array;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::base::Edition;

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
        let about = About { engine: "fitment", version: env!("CARGO_PKG_VERSION"), editions: Edition::NAMES };
        Ok(about.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
    }
}

#[derive(Serialize)]
struct About {
    engine: &'static str,
    version: &'static str,
    editions: [&'static str; 2],
}

fn bytes(answer: String) -> Uint8Array {
    Uint8Array::from(answer.as_bytes())
}
