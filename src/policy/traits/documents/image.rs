use super::others::{IMAGES, other_than_an_image};
use super::{Properties, Property, SpecValue, cut_short, expect_unwrapped, has};
use crate::base::nearest;
use crate::wire::{Fault, Json, Kind, Ordered, Reader, Value, Wrapping, given};

given! {
    /// An image as the image service or one of its clients shows it.
    #[derive(Default)]
    foreign pub(crate) struct Image<'a> {
        /// The name of the image.
        name ["name" or "Name"]: Option<&'a str>,
        /// The id of the image, which tells images of the same name apart.
        id ["id" or "ID"]: Option<SpecValue<'a>>,
        /// The distribution in the image, which openstacksdk writes beside the other properties.
        distribution ["os_distro"]: Option<Value<'a>>,
        /// The properties in stored order; the image service shows them among the image's other members.
        properties ["properties" or "Properties"]: Properties<'a, Property<'a>>,
    } then whole
}

/// The labels that every image list of the `openstack` command shows, and that no image of the service has.
const LISTED: [&str; 3] = ["ID", "Name", "Status"];

/// The members in which the answers of services wrap images.
const WRAPPINGS: [Wrapping; 2] =
    [Wrapping::one("image", "the image stands"), Wrapping::several("images", "the images stand")];

/// Finds the properties, which the image service shows among the other members. An image from a list has no properties,
/// so its traits would get lost; it is refused.
fn whole<'a>(image: &mut Image<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let value = from.value();
    expect_unwrapped(from, &WRAPPINGS)?;
    if let Some(other) = other_than_an_image(value) {
        return Err(cut_short(from, other.to_owned(), IMAGES));
    }
    // openstacksdk writes null here for an image without properties.
    if has(value, "properties") || has(value, "Properties") {
        // If there are properties, the members beside them are not read as properties.
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
    let is_of_the_service = OF_THE_SERVICE.iter().all(|keys| keys.iter().any(|key| has(value, key)));
    let is_by_hand = !SHOWN.iter().any(|key| has(value, key)) && value.members().any(|(key, _)| says_something(key));
    if !is_of_the_service && !is_by_hand {
        return Err(cut_short(from, "an image without `properties`".to_owned(), expected));
    }
    image.properties = Properties::beside(from)?;
    Ok(())
}

/// The members that show that an image comes from a service or a client: nobody writes them by hand.
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

/// The members that the service's own answer always has, at least one of each row. Its properties are beside them.
const OF_THE_SERVICE: [&[&str]; 5] = [&["id"], &["status"], &["visibility"], &["schema"], &["self", "os_hidden"]];

/// Whether the rules read the member. An image that is written by hand without any of them should have `properties`.
fn says_something(key: &str) -> bool {
    key.starts_with("trait:") || key == DISTRIBUTION || key == "magnum_driver"
}

/// The property that names the distribution.
const DISTRIBUTION: &str = "os_distro";

impl<'a> Image<'a> {
    /// Returns the image as JSON under the rules' own keys, with all its properties.
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

    /// Returns the properties that were probably meant to require a trait but do not, each with the key that would.
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

    /// Returns the traits that the properties require, in stored order. Only `trait:X` with exactly the value
    /// `required` counts.
    pub(crate) fn required(&self) -> impl Iterator<Item = &'a str> {
        required(&self.properties)
    }
}

/// Returns the trait that a property without a colon was probably meant to require: the part of the key after another
/// separator, or else the value. `None`: the property was meant for something else.
fn meant_by<'a>(key: &'a str, value: Property<'a>) -> Option<&'a str> {
    let is_near = key.get(.."trait".len()).is_some_and(|head| head.eq_ignore_ascii_case("trait"));
    let is_name = |name: &&str| name.starts_with(|first: char| first.is_ascii_uppercase());
    let behind = key.split_once(|sign: char| !sign.is_ascii_alphanumeric()).map(|(_, name)| name.trim());
    is_near.then(|| behind.filter(is_name).or_else(|| value.as_str().filter(is_name)).unwrap_or("NAME"))
}

/// Returns the traits that an image's properties require, in stored order.
pub(crate) fn required<'a>(properties: &Ordered<&'a str, Property<'a>>) -> impl Iterator<Item = &'a str> {
    let required = |(key, value): &(&'a str, Property<'a>)| {
        key.strip_prefix("trait:").filter(|_| value.as_str() == Some("required"))
    };
    properties.iter().filter_map(required)
}
