use std::path::Path;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::exit::Failure;
use super::input;

/// What says of a document which it is.
#[derive(Deserialize)]
struct Object<'d> {
    #[serde(rename = "apiVersion")]
    api_version: Option<&'d str>,
    kind: Option<&'d str>,
}

/// An object that somebody is about to make, replace or take away.
pub struct Change<'d> {
    document: &'d RawValue,
    object: Object<'d>,
    old: Option<Box<RawValue>>,
    delete: bool,
}

impl<'d> Change<'d> {
    /// Nothing if the document is an AdmissionReview already, or nobody can say what it is.
    pub fn of(document: &'d RawValue, file: &Path, old: Option<&Path>, delete: bool) -> Result<Option<Self>, Failure> {
        let object = serde_json::from_str::<Object<'_>>(document.get()).ok();
        let object = object.filter(|object| object.kind.is_some_and(|kind| kind != "AdmissionReview"));
        let read = |path: &Path| {
            let bytes = input::document(path)?;
            serde_json::from_slice::<Box<RawValue>>(&bytes).map_err(|error| Failure::file(path, error))
        };
        let old = old.map(read).transpose()?;
        match object {
            Some(object) => Ok(Some(Self { document, object, old, delete })),
            None if old.is_some() || delete => Err(Failure::file(
                file,
                "found no object with a `kind`, expected one: an AdmissionReview says itself what is done",
            )),
            None => Ok(None),
        }
    }

    /// What an API server would send.
    pub fn review(&self) -> String {
        let (document, old) = (self.document.get(), self.old.as_deref().map(RawValue::get));
        let (operation, object, old) = match (self.delete, old) {
            (true, _) => ("DELETE", "null", document),
            (false, Some(old)) => ("UPDATE", document, old),
            (false, None) => ("CREATE", document, "null"),
        };
        let (group, version) = match self.object.api_version.unwrap_or_default().split_once('/') {
            Some(parts) => parts,
            None => ("", self.object.api_version.unwrap_or_default()),
        };
        let kind = json!({ "group": group, "version": version, "kind": self.object.kind });
        format!(
            r#"{{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{{"uid":"fitment","kind":{kind},"operation":"{operation}","object":{object},"oldObject":{old}}}}}"#
        )
    }
}
