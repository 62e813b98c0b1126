//! Templates as the `openstack` command prints them, with a dash for null.

use crate::wire::{Cause, Fault, Reader, Value, Wrapping, expect_bare, given};

/// The text that the command prints for null.
const DASH: &str = "-";

given! {
    /// The members of a template that show whether the `openstack` command printed it.
    #[derive(Clone, Copy)]
    foreign pub(crate) struct Shown<'a> {
        /// The template's labels; with them and `updated_at` but without `links`, a dash is taken for null, as
        /// `openstack` prints it.
        labels: Option<Value<'a>>,
        /// When the template was changed.
        updated_at: Option<Value<'a>>,
        /// The links of the template in the API.
        links: Option<Value<'a>>,
    }
}

/// The members of a template that are read here. The API always shows them, and clients do unless told otherwise.
pub(crate) const COUNTED: [&str; 4] = ["cluster_distro", "driver", "server_type", "coe"];

/// The members in which the answers of the service and its clients wrap templates.
const WRAPPINGS: [Wrapping; 3] = [
    Wrapping::one("cluster_template", "the template stands"),
    Wrapping::one("clustertemplate", "the template stands"),
    Wrapping::several("clustertemplates", "the template stands"),
];

/// Checks that a template has the members in `always` and, if it shows its uuid, also those in `shown`.
pub(crate) fn expect_whole(from: &Reader<'_, '_>, always: &[&str], shown: &[&str]) -> Result<(), Fault> {
    expect_bare(&WRAPPINGS, |key| from.value().get(key)).map_err(|cause| from.fault(cause))?;
    let has = |key: &str| from.value().get(key).is_some();
    let is_shown = has("uuid") || has("UUID");
    // Only a template with all columns reveals that a dash is the command's notation for null.
    let is_dash = |key: &&str| from.value().get(key).and_then(Value::as_str) == Some(DASH);
    if !has("links") && COUNTED.iter().any(is_dash) {
        match ["labels", "updated_at"].into_iter().filter(|key| !has(key)).collect::<Vec<&str>>() {
            missing if missing.is_empty() => {}
            missing => return Err(from.fault(cut_short(&missing))),
        }
    }
    let counted = COUNTED.iter().copied().filter(|key| always.contains(key) || is_shown && shown.contains(key));
    match counted.filter(|key| !has(key)).collect::<Vec<&str>>() {
        missing if missing.is_empty() => Ok(()),
        missing => Err(from.fault(cut_short(&missing))),
    }
}

/// The fault that a client left out members, and the command that shows them.
pub(crate) fn cut_short(missing: &[&str]) -> Cause {
    let expected = match missing.contains(&"driver") {
        true => {
            "all of it, as `openstack coe cluster template show -f json` prints it, with `driver: null` where it stores none"
        }
        false => "all of it, as `openstack coe cluster template show -f json` prints it",
    };
    Cause::WrongType { found: format!("a template without `{}`", missing.join("`, `")), expected }
}

impl<'a> Shown<'a> {
    /// Takes the members of a template from `get`.
    pub(crate) fn of(get: impl Fn(&str) -> Option<Value<'a>>) -> Self {
        Self { labels: get("labels"), updated_at: get("updated_at"), links: get("links") }
    }

    /// Whether the `openstack` command printed the template: like the API it shows the labels and the time of the last
    /// change, but it leaves out the links.
    fn is_printed(self) -> bool {
        self.labels.is_some() && self.updated_at.is_some() && self.links.is_none()
    }

    /// Returns a text of the template, unless it is the dash that stands for null.
    pub(crate) fn text(self, text: Option<&'a str>) -> Option<&'a str> {
        text.filter(|text| *text != DASH || !self.is_printed())
    }

    /// Whether a value of the template is the dash that stands for null.
    pub(crate) fn is_dash(self, value: Value<'_>) -> bool {
        value.as_str() == Some(DASH) && self.is_printed()
    }
}
