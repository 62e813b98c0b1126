//! Templates as the `openstack` command prints them, which has a dash for what is null.

use crate::wire::{Value, given};

/// What the command prints for null.
const DASH: &str = "-";

given! {
    /// What of a template says who showed it.
    #[derive(Clone, Copy)]
    foreign pub(crate) struct Shown<'a> {
        /// Its labels. With them and `updated_at` and without `links` it is one that the `openstack` command printed, which
        /// has a dash for null.
        labels: Option<Value<'a>>,
        /// When it was changed.
        updated_at: Option<Value<'a>>,
        /// Where the API has it.
        links: Option<Value<'a>>,
    }
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
