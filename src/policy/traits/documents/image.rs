use super::others::{IMAGES, other_than_an_image};
use super::{Properties, Property, SpecValue, cut_short, expect_unwrapped, has};
use crate::base::nearest;
use crate::wire::{Fault, Json, Kind, Ordered, Reader, Value, Wrapping, given};

given! {
    /// An image as the image service or one of its clients shows it.
    #[derive(Default)]
    foreign pub(crate) struct Image<'a> {
        /// Its name.
        name ["name" or "Name"]: Option<&'a str>,
        /// What it is named by where two have a name.
        id ["id" or "ID"]: Option<SpecValue<'a>>,
        /// The distribution in it, which openstacksdk writes down beside the other properties.
        distribution ["os_distro"]: Option<Value<'a>>,
        /// Its properties in stored order; those of the image service stand among its other members.
        properties ["properties" or "Properties"]: Properties<'a, Property<'a>>,
    } then whole
}

/// What every list of the command shows, and no image of the service.
const LISTED: [&str; 3] = ["ID", "Name", "Status"];

/// What images stand in, in answers of services.
const WRAPPINGS: [Wrapping; 2] =
    [Wrapping::one("image", "the image stands"), Wrapping::several("images", "the images stand")];

/// The image service has properties among its own members; a list that leaves them out would leave out traits.
fn whole<'a>(image: &mut Image<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let value = from.value();
    expect_unwrapped(from, &WRAPPINGS)?;
    if let Some(other) = other_than_an_image(value) {
        return Err(cut_short(from, other.to_owned(), IMAGES));
    }
    // openstacksdk has null there for an image without any.
    if has(value, "properties") || has(value, "Properties") {
        // Of the members beside them nobody reads one as a property.
        let beside = value.members().find(|(key, _)| key.starts_with("trait:"));
        return beside.map_or(Ok(()), |(key, _)| {
            let found = format!("the property `{key}` beside the members of the image, where nobody reads it");
            Err(cut_short(from, found, "it among `properties`"))
        });
    }
    let expected = "all of it, as `openstack image show -f json` prints it";
    if LISTED.iter().all(|label| has(value, label)) {
        return Err(cut_short(from, "an image of a list, without its properties".to_owned(), expected));
    }
    if let Some((key, _)) = value.members().find(|(_, value)| value.kind() == Kind::Object) {
        let found = format!("an image without `properties`, but with an object under `{key}`");
        return Err(cut_short(from, found, expected));
    }
    let is_shown = SHOWN.iter().any(|key| has(value, key));
    let is_bare = DESCRIBED.iter().any(|key| has(value, key)) && !value.members().any(|(key, _)| says_something(key));
    if is_shown && !OF_THE_SERVICE.iter().all(|keys| keys.iter().any(|key| has(value, key))) || is_bare {
        return Err(cut_short(from, "an image without `properties`".to_owned(), expected));
    }
    image.properties = Properties::beside(from)?;
    Ok(())
}

/// What shows that a service or a client told of an image: nobody writes it by hand.
const SHOWN: [&str; 13] = [
    "id",
    "status",
    "visibility",
    "checksum",
    "created_at",
    "updated_at",
    "size",
    "virtual_size",
    "file",
    "schema",
    "self",
    "is_hidden",
    "owner_id",
];

/// What of those the service's own answer always has, whose properties stand beside: one of each.
const OF_THE_SERVICE: [&[&str]; 5] = [&["id"], &["status"], &["visibility"], &["schema"], &["self", "os_hidden"]];

/// What describes an image and asks for nothing. Who writes one by hand writes it for its properties.
const DESCRIBED: [&str; 4] = ["disk_format", "container_format", "min_disk", "min_ram"];

/// Whether a member is one that the rules look at.
fn says_something(key: &str) -> bool {
    key.starts_with("trait:") || key == DISTRIBUTION || key == "magnum_driver"
}

/// What names the distribution.
const DISTRIBUTION: &str = "os_distro";

impl<'a> Image<'a> {
    /// The image in the words of the rules, with all its properties.
    pub(crate) fn in_words_of_the_rules(&self) -> Json {
        let mut image = Json::object();
        if let Some(name) = self.name {
            image.set("name", name.into());
        }
        if let Some(id) = self.id {
            image.set("id", id.text.into());
        }
        let beside = self.distribution.filter(|value| !value.is_null());
        let beside = beside.filter(|_| self.properties.get(DISTRIBUTION).is_none());
        let beside = beside.map(|value| (DISTRIBUTION.to_owned(), Json::from(value)));
        let properties = self.properties.iter().map(|(key, value)| ((*key).to_owned(), Json::from(*value)));
        image.set("properties", Json::Object(properties.chain(beside).collect()));
        image
    }

    /// Properties that were perhaps meant to require a trait and are not heard, each with how it would be.
    pub(crate) fn unheard(&self) -> impl Iterator<Item = (&'a str, Property<'a>, String)> {
        self.properties.iter().filter_map(|(key, value)| {
            let Some((head, name)) = key.split_once(':') else {
                return Some((*key, *value, format!("trait:{}", meant_by(key, *value)?)));
            };
            let heard = head == "trait" && value.as_str() == Some("required");
            let small = head.trim().to_ascii_lowercase();
            let is_near = small.starts_with("trait") || nearest(&small, ["trait"]).is_some();
            (!heard && is_near).then(|| (*key, *value, format!("trait:{}", name.trim())))
        })
    }

    /// Properties that require a trait whose name has blanks around it, each with how it is spelt without.
    pub(crate) fn with_blanks(&self) -> impl Iterator<Item = (&'a str, Property<'a>, String)> {
        let required = self.properties.iter().filter(|(_, value)| value.as_str() == Some("required"));
        required.filter_map(|(key, value)| {
            let name = key.strip_prefix("trait:")?;
            (name.trim() != name).then(|| (*key, *value, format!("trait:{}", name.trim())))
        })
    }

    /// The traits that its properties require, in stored order. Nothing but `trait:X` with exactly `required` is heard.
    pub(crate) fn required(&self) -> impl Iterator<Item = &'a str> {
        required(&self.properties)
    }
}

/// The trait that a property without a colon was perhaps meant to require: it stands in the key behind another sign, or
/// it is the value. `None`: the property was meant for something else.
fn meant_by<'a>(key: &'a str, value: Property<'a>) -> Option<&'a str> {
    let is_near = key.get(.."trait".len()).is_some_and(|head| head.eq_ignore_ascii_case("trait"));
    let is_name = |name: &&str| name.starts_with(|first: char| first.is_ascii_uppercase());
    let behind = key.split_once(|sign: char| !sign.is_ascii_alphanumeric()).map(|(_, name)| name.trim());
    is_near.then(|| behind.filter(is_name).or_else(|| value.as_str().filter(is_name)).unwrap_or("NAME"))
}

/// The traits that an image's properties require, in stored order.
pub(crate) fn required<'a>(properties: &Ordered<&'a str, Property<'a>>) -> impl Iterator<Item = &'a str> {
    let required = |(key, value): &(&'a str, Property<'a>)| {
        key.strip_prefix("trait:").filter(|_| value.as_str() == Some("required"))
    };
    properties.iter().filter_map(required)
}
