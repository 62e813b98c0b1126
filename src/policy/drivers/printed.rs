//! Templates as the `openstack` command prints them, which has a dash for what is null.

use crate::wire::{Cause, Fault, Reader, Value, Wrapping, expect_bare, given};

/// What the command prints for null.
const DASH: &str = "-";

given! {
    /// What of a template says who showed it.
    #[derive(Clone, Copy)]
    foreign pub(crate) struct Shown<'a> {
        /// Its labels. A template with them and `updated_at` but no `links` is from the `openstack` command, which
        /// has a dash for null.
        labels: Option<Value<'a>>,
        /// When it was changed.
        updated_at: Option<Value<'a>>,
        /// Where the API has it.
        links: Option<Value<'a>>,
    }
}

/// What counts of a template that a client or the API showed, which leave out nothing unless they are told to.
pub(crate) const COUNTED: [&str; 4] = ["cluster_distro", "driver", "server_type", "coe"];

/// What templates stand in, in answers of the service and its clients.
const WRAPPINGS: [Wrapping; 3] = [
    Wrapping::one("cluster_template", "the template stands"),
    Wrapping::one("clustertemplate", "the template stands"),
    Wrapping::several("clustertemplates", "the template stands"),
];

/// Sees that a template says what is always said of one, and of what counts all that whoever shows its uuid shows too.
pub(crate) fn expect_whole(from: &Reader<'_, '_>, always: &[&str], shown: &[&str]) -> Result<(), Fault> {
    expect_bare(&WRAPPINGS, |key| from.value().get(key)).map_err(|cause| from.fault(cause))?;
    let has = |key: &str| from.value().get(key).is_some();
    let is_shown = has("uuid") || has("UUID");
    // Only with all columns shows that a dash is the command's word for null.
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

/// That a client left out members, and who shows them.
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
    /// By the members of a template.
    pub(crate) fn of(get: impl Fn(&str) -> Option<Value<'a>>) -> Self {
        Self { labels: get("labels"), updated_at: get("updated_at"), links: get("links") }
    }

    /// Whether the command printed it: it shows labels and when the template was changed, as the API does, and leaves
    /// out the links.
    fn is_printed(self) -> bool {
        self.labels.is_some() && self.updated_at.is_some() && self.links.is_none()
    }

    /// A text of the template, unless it says that there is none.
    pub(crate) fn text(self, text: Option<&'a str>) -> Option<&'a str> {
        text.filter(|text| *text != DASH || !self.is_printed())
    }

    /// Whether a value of the template says that there is none.
    pub(crate) fn is_dash(self, value: Value<'_>) -> bool {
        value.as_str() == Some(DASH) && self.is_printed()
    }
}
