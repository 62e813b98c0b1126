use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

use crate::cli::exit::Failure;
use crate::cli::members::{list, word};

/// A kind of which every object there is is loaded.
#[derive(Clone, Debug)]
pub struct CompleteKind {
    api_version: String,
    kind: String,
}

impl FromStr for CompleteKind {
    type Err = &'static str;

    /// Reads `Shoot.core.gardener.cloud` and `core.gardener.cloud/v1beta1/Shoot`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (api_version, kind) = match (text.rsplit_once('/'), text.split_once('.')) {
            (Some((api_version, kind)), _) => (api_version.to_owned(), kind),
            // The version makes no difference.
            (None, Some((kind, group))) => (format!("{group}/v1"), kind),
            (None, None) => ("v1".to_owned(), text),
        };
        // In the other form, or with a version, the kind would be another one, and nothing would be declared.
        let is_kind = kind.starts_with(|letter: char| letter.is_ascii_uppercase());
        let is_version =
            api_version.matches('/').count() < 2 && !api_version.contains(|letter: char| letter.is_ascii_uppercase());
        if !is_kind || !is_version || api_version.is_empty() || api_version.starts_with('/') {
            return Err("expected a kind with its group: `Shoot.core.gardener.cloud`");
        }
        Ok(Self { api_version, kind: kind.to_owned() })
    }
}

impl fmt::Display for CompleteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.api_version.split_once('/') {
            Some((group, _)) => write!(f, "{}.{group}", self.kind),
            None => f.write_str(&self.kind),
        }
    }
}

/// What the engine refused to take as complete, in the form in which it was given, and what it takes for it: `None` if
/// it refused something else.
pub fn refusal(answer: &Value, kinds: &[CompleteKind]) -> Option<Failure> {
    let told = |problem: &Value| {
        let (place, key) = word(&problem["path"]).strip_prefix("/complete/")?.split_once('/')?;
        let given = kinds.get(place.parse::<usize>().ok()?)?;
        let nearest = list(&problem["facts"]).iter().find(|fact| fact["name"] == "nearest");
        let nearest = nearest.map(|fact| word(&fact["value"]).to_owned())?;
        let meant = match key {
            "kind" => CompleteKind { kind: nearest, ..given.clone() },
            // The group may come without its version.
            _ if nearest.contains('.') && !nearest.contains('/') => {
                CompleteKind { api_version: format!("{nearest}/v1"), ..given.clone() }
            }
            _ => CompleteKind { api_version: nearest, ..given.clone() },
        };
        Some(Failure::Input(format!("found `--complete {given}`, which nothing reads; did you mean `{meant}`?")))
    };
    list(&answer["problems"]).iter().find_map(told)
}

/// The same for a set of documents that a gate refused.
#[cfg(feature = "serve")]
pub fn refusal_of(error: &fitment_host::Error, kinds: &[CompleteKind]) -> Option<Failure> {
    refusal(&serde_json::from_slice(error.answer()?).ok()?, kinds)
}

/// Builds the request that declares kinds of which every object is loaded; `None` if there are none.
pub fn request(kinds: &[CompleteKind]) -> Option<String> {
    let kind = |CompleteKind { api_version, kind }: &CompleteKind| json!({ "apiVersion": api_version, "kind": kind });
    let complete: Vec<Value> = kinds.iter().map(kind).collect();
    // A kind that is misspelt would declare nothing.
    let request = json!({ "documents": [], "complete": complete, "fieldValidation": "Strict", "text": true });
    (!complete.is_empty()).then(|| request.to_string())
}
