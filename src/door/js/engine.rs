use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

/// An engine with its loaded documents.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    engine: crate::Engine,
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine without documents.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads documents.
    pub fn load(&mut self, request: &[u8]) -> Uint8Array {
        bytes(self.engine.load(request))
    }

    /// Answers a question.
    pub fn ask(&self, request: &[u8]) -> Uint8Array {
        bytes(self.engine.ask(request))
    }

    /// Judges or completes the object of an AdmissionReview.
    pub fn review(&self, request: &[u8]) -> Uint8Array {
        bytes(self.engine.review(request))
    }
}

fn bytes(answer: String) -> Uint8Array {
    Uint8Array::from(answer.as_bytes())
}
