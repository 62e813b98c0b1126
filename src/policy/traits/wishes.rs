//! The traits that a flavor and an image require or forbid, with the keys that say so.

use crate::base::sort::{alike, sort_by};
use crate::policy::traits::bits::Bits;
use crate::policy::traits::documents::{Flavor, Image};
use crate::policy::traits::flavor::{Asks, SpecKey};
use crate::policy::traits::fleet::View;
use crate::policy::traits::placement::Market;
use crate::reason::Fact;
use crate::wire::{Pointer, words};

words! {
    /// What a key belongs to.
    pub(crate) enum Owner {
        /// The flavor's extra specs.
        Flavor = "flavor",
        /// The image's properties.
        Image = "image",
    }
}

/// A trait that is required or forbidden in a group.
#[derive(Debug)]
pub(crate) struct Wish<'a> {
    /// The suffix of the group; empty for the group without one. `None`: the scheduler does not read the keys, and the
    /// boot sends the trait to whatever node was chosen.
    pub suffix: Option<&'a str>,
    /// The name of the trait, as the keys have it.
    pub name: &'a str,
    /// Whether the trait is required; otherwise it is forbidden.
    pub required: bool,
    /// The keys that express the wish, in the flavor, the image or both.
    pub keys: Vec<Key<'a>>,
    /// Whether a node also needs the trait as it is written, because the boot sends it and Ironic compares all letters.
    pub as_sent: bool,
}

/// A key of a flavor or an image.
#[derive(Clone, Debug)]
pub(crate) struct Key<'a> {
    /// What the key belongs to.
    pub of: Owner,
    /// The key itself.
    pub key: &'a str,
    /// The value of the key.
    pub value: &'a str,
    /// The fact that cites the key in a question about a single flavor and image.
    pub fact: Fact,
}

impl<'a> Key<'a> {
    fn of_flavor(flavor: &Flavor<'a>, key: &'a str, value: &'a str) -> Self {
        Self { of: Owner::Flavor, key, value, fact: flavor.fact(Pointer::to("flavor"), key, value) }
    }
}

/// Returns the wishes that the scheduler reads, sorted by group and name.
pub(crate) fn wishes<'a>(flavor: &Flavor<'a>, image: Option<&Image<'a>>) -> Vec<Wish<'a>> {
    let of_flavor = flavor.extra_specs.iter().filter_map(|(key, value)| {
        let SpecKey { suffix, name, .. } = SpecKey::parse(key).filter(|key| key.asks == Asks::Trait)?;
        let required = match value.text {
            "required" => true,
            "forbidden" => false,
            _ => return None,
        };
        Some(((Some(suffix), name, required), Key::of_flavor(flavor, key, value.text)))
    });
    let of_image = image.into_iter().flat_map(|image| {
        let required = image.properties.iter().filter(|(_, value)| value.as_str() == Some("required"));
        required.filter_map(move |(key, _)| {
            let fact = image.properties.fact(Pointer::to("image"), key, "required");
            let key = Key { of: Owner::Image, key, value: "required", fact };
            Some(((Some(""), key.key.strip_prefix("trait:")?, true), key))
        })
    });
    together(of_flavor.chain(of_image).collect())
}

/// Returns the requirements under keys that only the boot reads, sorted by name.
pub(crate) fn read_at_boot<'a>(flavor: &Flavor<'a>) -> Vec<Wish<'a>> {
    let specs = flavor.extra_specs.iter().filter(|(key, value)| key.starts_with("trait") && value.text == "required");
    let of_flavor = specs.filter(|(key, _)| SpecKey::parse(key).is_none()).filter_map(|(key, value)| {
        let (_, name) = key.split_once(':')?;
        Some(((None, name, true), Key::of_flavor(flavor, key, value.text)))
    });
    together(of_flavor.collect())
}

/// What one key says: the suffix of the group, the name, and whether the trait is required.
type Said<'a> = (Option<&'a str>, &'a str, bool);

/// Combines the keys that express the same wish. The order in which keys are stored makes no difference.
fn together<'a>(mut said: Vec<(Said<'a>, Key<'a>)>) -> Vec<Wish<'a>> {
    let rank = |(wish, key): &(Said<'a>, Key<'a>)| (*wish, key.of, key.key);
    sort_by(&mut said, |left, right| rank(left).cmp(&rank(right)));
    let wish = |places: Vec<u32>| {
        let mut said = places.into_iter().filter_map(|place| said.get(place as usize)).peekable();
        let ((suffix, name, required), _) = *said.peek()?;
        let keys = said.map(|(_, key)| key.clone()).collect();
        Some(Wish { suffix: *suffix, name, required: *required, keys, as_sent: false })
    };
    alike(&said, |(left, _), (right, _)| left.cmp(right)).into_iter().filter_map(wish).collect()
}

impl<'a> Wish<'a> {
    /// Returns what Placement reads in the name: traits, each with whether it is required or forbidden. It is not sent
    /// what only the boot reads.
    fn of_placement(&self) -> impl Iterator<Item = (&'a str, bool)> {
        let forbidden = !self.required;
        let sent = self.suffix.map(|_| self.name);
        sent.into_iter().flat_map(|name| name.split(',')).enumerate().map(move |(index, part)| {
            // Placement strips blanks around names, but not those after the `!` that is sent before the first name.
            let marked = forbidden && index == 0;
            let part = if marked { part.trim_end() } else { part.trim() };
            let name = part.trim_start_matches('!');
            (name, !marked && name.len() == part.len())
        })
    }

    /// Whether Placement refuses every query with this wish.
    pub(crate) fn is_refused(&self, view: &View<'_, '_>) -> bool {
        self.of_placement().any(|(name, _)| name.is_empty() || !view.knows_trait(name))
    }

    /// Returns the nodes among `nodes` that do not satisfy the wish.
    pub(crate) fn failing(&self, view: &View<'_, '_>, nodes: &Bits) -> Bits {
        let mut meeting = nodes.clone();
        for (name, required) in self.of_placement() {
            match required {
                true => meeting.keep(&view.having(name)),
                false => meeting.remove(&view.having(name)),
            }
        }
        if self.as_sent {
            // Ironic compares with its own list, even if the node could not be reported.
            meeting = view.fleet.having(self.name, &meeting);
        }
        let mut failing = nodes.clone();
        failing.remove(&meeting);
        failing
    }
}
