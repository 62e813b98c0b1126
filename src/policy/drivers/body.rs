//! What Magnum checks in the body of a request that creates a template, apart from the choice of a driver.

use super::attributes::{Attribute, as_bool, attribute};
use super::reasons::{FIELD_INVALID, FIELDS_NOT_JUDGED};
use super::refusal::{Miss, Refusal};
use crate::base::python_int;
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Kind, Ordered, Pointer, Value};

/// The members of a request.
type Body<'a> = Ordered<&'a str, Value<'a>>;

/// The container storage driver that needs a volume of its own, and the minimum size of that volume in GB.
const STORAGE: (&str, i128) = ("devicemapper", 3);

/// Applies the checks that come before the search for a driver: first values of the wrong type are refused, then values
/// that crash the service's own reader, then combinations that do not go together. The `driver` of a client that is too
/// old for the field is not `heard`, so its form does not matter.
pub(crate) fn judge(body: &Body<'_>, heard: bool) -> Result<(), Miss> {
    let counted = body.iter().filter(|(key, _)| heard || *key != "driver");
    let known = || counted.clone().filter_map(|(key, value)| Some((attribute(key)?, *value)));
    known().try_for_each(|(attribute, value)| fits(attribute, value))?;
    for (attribute, value) in known().filter(|(_, value)| !value.is_null()) {
        let fails = attribute.is_flag() && as_bool(value).is_none();
        if fails || attribute.name == "dns_nameserver" && value.as_str().is_none() {
            return Err(Miss {
                refusal: Refusal::ServerError,
                ..invalid(attribute.name, Some(&value), &attribute.expects())
            });
        }
    }
    let is_volume = body.get("docker_storage_driver").and_then(|value| value.as_str()) == Some(STORAGE.0);
    let size = body.get("docker_volume_size");
    if is_volume && size.and_then(|size| number(*size)).is_none_or(|size| size < STORAGE.1) {
        let expected = format!("at least {} for the storage driver `{}`", STORAGE.1, STORAGE.0);
        return Err(invalid("docker_volume_size", size, &expected));
    }
    Ok(())
}

/// Finds what makes the service fail when it stores an otherwise valid template.
pub(crate) fn judge_stored(body: &Body<'_>) -> Result<(), Miss> {
    let Some(labels) = body.get("labels") else { return Ok(()) };
    if !labels.is_null() && !labels.members().any(|(_, value)| value.is_null()) {
        return Ok(());
    }
    let refused = invalid("labels", Some(labels), "an object with text, numbers or booleans");
    Err(Miss { refusal: Refusal::ServerError, ..refused })
}

fn fits(attribute: &Attribute, value: Value<'_>) -> Result<(), Miss> {
    let Attribute { name, internal, .. } = *attribute;
    if name == "uuid" {
        let is_uuid = value.is_null() || value.as_str().is_some_and(is_uuid);
        return if is_uuid { Ok(()) } else { Err(invalid(name, Some(&value), "a uuid")) };
    }
    if internal {
        return Err(invalid(name, Some(&value), "nothing: the service alone sets it"));
    }
    if value.is_null() {
        let has_to_be = name == "image_id";
        return if has_to_be { Err(invalid(name, Some(&value), &attribute.expects())) } else { Ok(()) };
    }
    let fits = match (name, attribute.range()) {
        // Booleans are checked later and fail with a different error.
        _ if attribute.is_flag() => true,
        ("dns_nameserver", _) => value.as_str().is_none_or(are_addresses),
        ("labels", _) => {
            let is_plain = |value: Value<'_>| !matches!(value.kind(), Kind::Array | Kind::Object);
            value.kind() == Kind::Object && value.members().all(|(_, value)| is_plain(value))
        }
        (_, Some((least, most))) => {
            let is_blank = value.as_str().is_some_and(|text| text.trim().is_empty());
            is_blank || number(value).is_some_and(|number| least <= number && number <= most)
        }
        _ => attribute.accepts(value),
    };
    if fits { Ok(()) } else { Err(invalid(name, Some(&value), &attribute.expects())) }
}

/// Reads a number as the service reads one from a request, rounded towards zero: text is accepted, and `true` is 1.
fn number(value: Value<'_>) -> Option<i128> {
    let text = value.as_str().and_then(python_int);
    let number = || {
        let number = value.as_number()?;
        python_int(number).or_else(|| python_int(number.split_once('.')?.0))
    };
    text.or(value.as_bool().map(i128::from)).or_else(number)
}

fn is_uuid(text: &str) -> bool {
    let plain = text.replace("urn:", "").replace("uuid:", "");
    let digits = || plain.trim_matches(['{', '}']).bytes().filter(|byte| *byte != b'-');
    digits().count() == 32 && digits().all(|byte| byte.is_ascii_hexdigit())
}

fn are_addresses(text: &str) -> bool {
    text.split(',').all(|address| address.trim().parse::<std::net::Ipv4Addr>().is_ok())
}

/// The refusal of a field that does not have the expected form.
pub(crate) fn invalid(key: &'static str, sent: Option<&Value<'_>>, expected: &str) -> Miss {
    let found = sent.map(|value| match value.kind() {
        // Long text is shown by its length.
        Kind::String if value.json().len() > 300 => format!("text of {} bytes", value.json().len() - 2).into(),
        _ => Json::from(*value),
    });
    let reason = Reason::new(&FIELD_INVALID, key)
        .fact(Fact::of(Pointer::to("request").key(key), found))
        .fact(Fact::named("expected", expected));
    Miss::new(Refusal::InvalidField, reason)
}

/// The fields that the service checks against what Fitment does not see.
const CHECKED_ELSEWHERE: [&str; 10] = [
    "image_id",
    "flavor_id",
    "master_flavor_id",
    "keypair_id",
    "external_network_id",
    "fixed_network",
    "fixed_subnet",
    "public",
    "hidden",
    "labels",
];

/// The warning that the service also checks fields of the template in `member` that Fitment cannot judge. `asks` tells
/// whether the service asks for the image, or whether the client may publish or hide the template.
pub(crate) fn not_judged<'a>(
    member: &str,
    field: impl Fn(&str) -> Option<Value<'a>>,
    asks: impl Fn(&str, Value<'a>) -> bool,
) -> Option<Problem> {
    let is_checked = |key: &&str| {
        field(key).is_some_and(|value| match *key {
            "labels" => value.get("boot_volume_size").is_some(),
            "image_id" | "public" | "hidden" => asks(key, value),
            _ => !value.is_null(),
        })
    };
    let fields: Vec<&str> = CHECKED_ELSEWHERE.into_iter().filter(is_checked).collect();
    (!fields.is_empty()).then(|| {
        let path = Pointer::to("given").key(member);
        Problem::warning(&FIELDS_NOT_JUDGED, path).fact(Fact::named("fields", fields.into_iter().collect::<Json>()))
    })
}
