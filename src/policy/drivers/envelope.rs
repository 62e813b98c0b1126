//! Answers of services and clients with templates or an image inside, where the thing itself is expected: all that it says
//! would be passed over.

use crate::wire::{Cause, Kind, Value};

/// What templates stand in.
pub(crate) const OF_TEMPLATES: Envelopes =
    Envelopes { one: &["cluster_template", "clustertemplate"], several: &["clustertemplates"], name: "template" };

/// What images stand in.
pub(crate) const OF_IMAGES: Envelopes = Envelopes { one: &["image"], several: &["images"], name: "image" };

/// The members in which something stands.
pub(crate) struct Envelopes {
    one: &'static [&'static str],
    several: &'static [&'static str],
    /// What stands in them.
    name: &'static str,
}

impl Envelopes {
    /// Sees that something is in none of them. What it is called like may be a property of it, but holds nothing then.
    pub(crate) fn expect_none<'a>(&self, get: impl Fn(&str) -> Option<Value<'a>>) -> Result<(), Cause> {
        let is = |kind: Kind| move |(_, value): &(&str, Value<'a>)| value.kind() == kind;
        let named = |names: &'static [&'static str]| names.iter().filter_map(|name| Some((*name, get(name)?)));
        let found = |envelope| format!("a member `{envelope}`, in which the {} stands", self.name);
        if let Some((envelope, _)) = named(self.one).find(is(Kind::Object)) {
            return Err(Cause::WrongType { found: found(envelope), expected: "what stands in there" });
        }
        match named(self.several).find(is(Kind::Array)) {
            Some((envelope, _)) => Err(Cause::WrongType { found: found(envelope), expected: "one of those in there" }),
            None => Ok(()),
        }
    }
}
