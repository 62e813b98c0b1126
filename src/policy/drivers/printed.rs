//! Templates as the `openstack` command prints them, which has a dash for what is null.

use crate::wire::Value;

/// What the command prints for null.
const DASH: &str = "-";

/// Whether the command printed a template, by its keys: it shows labels and when the template was changed, as the API
/// does, and leaves out the links.
pub(crate) fn is_printed<'a>(get: impl Fn(&str) -> Option<Value<'a>>) -> bool {
    get("labels").is_some() && get("updated_at").is_some() && get("links").is_none()
}

/// A text, unless it says that there is none.
pub(crate) fn text(text: Option<&str>, printed: bool) -> Option<&str> {
    text.filter(|text| !printed || *text != DASH)
}

/// Whether a value says that there is none.
pub(crate) fn is_dash(value: Value<'_>) -> bool {
    value.as_str() == Some(DASH)
}
