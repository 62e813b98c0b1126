use super::installed::in_request;
use super::reasons::*;
use super::refusal::{Miss, Refusal};
use crate::question::Undecided;
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Cause, Fault, Kind, Ordered, Pointer, Value, Wrapping, expect_bare};

/// The image property that names a driver.
const DRIVER: &str = "magnum_driver";
const DISTRIBUTION: &str = "os_distro";
/// The member under which clients show the properties of an image.
const PROPERTIES: &str = "properties";

/// The labels that every image list of the `openstack` command shows, and that no image of the service has.
const LISTED: [&str; 3] = ["ID", "Name", "Status"];

/// Members of an image that clients show and nobody writes by hand, and one that the service's own answer has as well,
/// which shows the properties beside them.
const SHOWN: [&str; 4] = ["id", "status", "visibility", "disk_format"];
const OF_THE_SERVICE: &str = "schema";

/// The members in which the answers of services wrap images.
const WRAPPINGS: [Wrapping; 2] =
    [Wrapping::one("image", "the image stands"), Wrapping::several("images", "the image stands")];

/// What the image service returned for a template's image.
#[derive(Debug)]
pub(crate) enum Image<'a> {
    /// The image's properties as written. An empty property counts as an absent one.
    Properties {
        /// The property `magnum_driver`.
        driver: Told<'a>,
        /// The property `os_distro`.
        distribution: Told<'a>,
    },
    /// Reading the image failed.
    Failed(Refusal),
}

/// A property and its place: clients show some properties among the members of an image, and some or all of them under
/// `properties`.
#[derive(Clone, Default, Debug)]
pub(crate) struct Told<'a> {
    pub text: Option<&'a str>,
    pub place: Pointer,
}

impl<'a> Image<'a> {
    /// Reads the given image. Fails if none is given, because its template cannot be judged without it.
    pub(crate) fn read(given: Option<&Ordered<&'a str, Value<'a>>>) -> Result<Self, Undecided> {
        let path = Pointer::to("image");
        let Some(properties) = given else { return Err(Undecided::missing(&IMAGE_NOT_GIVEN, path)) };
        expect_bare(&WRAPPINGS, |key| properties.get(key).copied())
            .map_err(|cause| Undecided::from(Fault::new(in_request(&path), cause)))?;
        if has_lost_properties(properties) {
            let found = "an image without its properties".to_owned();
            let expected = "all of it, as `openstack image show -f json` prints it";
            return Err(Undecided::from(Fault::new(in_request(&path), Cause::WrongType { found, expected })));
        }
        let inside = properties.get(PROPERTIES).copied().filter(|inside| !inside.is_null());
        if let Some(text) = inside.filter(|inside| inside.kind() != Kind::Object) {
            let expected = "a map of properties, as `openstack image show -f json` prints it";
            return Err(Undecided::from(Fault::wrong_type_at(
                in_request(&path.key(PROPERTIES)),
                text.kind(),
                expected,
            )));
        }
        let text = |key: &str| {
            let beside = properties.get(key).copied().filter(|value| !value.is_null());
            let below = inside.and_then(|inside| inside.get(key)).filter(|value| !value.is_null());
            let place = match (beside, below) {
                (None, Some(_)) => path.clone().key(PROPERTIES).key(key),
                _ => path.clone().key(key),
            };
            if let (Some(beside), Some(below)) = (beside, below)
                && beside != below
            {
                let found = format!("`{key}` beside `{PROPERTIES}`, where it says something else");
                let cause = Cause::WrongType { found, expected: "one of them" };
                return Err(Undecided::from(Fault::new(in_request(&path), cause)));
            }
            let Some(value) = beside.or(below) else { return Ok(Told { text: None, place }) };
            match value.as_str() {
                Some(text) => Ok(Told { text: Some(text), place }),
                None => Err(Undecided::from(Fault::wrong_type_at(in_request(&place), value.kind(), "string"))),
            }
        };
        // An image may have a property that is called `error`.
        let failed = properties.get("error").copied().filter(|value| !value.is_null());
        let wrong = |value: Value<'_>| {
            Undecided::from(Fault::wrong_type_at(in_request(&path.clone().key("error")), value.kind(), "string"))
        };
        let failed = failed.map(|value| value.as_str().ok_or_else(|| wrong(value))).transpose()?;
        let refusal = match failed {
            None | Some("") => {
                return Ok(Self::Properties { driver: text(DRIVER)?, distribution: text(DISTRIBUTION)? });
            }
            Some("not_found") => Refusal::ImageNotFound,
            Some("forbidden") => Refusal::ImageNotAuthorized,
            Some("duplicate") => Refusal::ImageAmbiguous,
            Some("other") => Refusal::ImageServiceFailed,
            Some(word) => {
                let known = &["not_found", "forbidden", "duplicate", "other"];
                let cause = Cause::UnknownWord { word: word.to_owned(), known };
                return Err(Undecided::from(Fault::new(in_request(&path.key("error")), cause)));
            }
        };
        Ok(Self::Failed(refusal))
    }

    /// Returns the driver that the image names, or the reason why the image is passed over. If it cannot be read, this
    /// fails only if the service says that the image does not exist or may not be read; other failures come up again
    /// when the image is checked.
    pub(crate) fn driver(&self) -> Result<Result<Told<'a>, Reason>, Miss> {
        match self {
            Self::Properties { driver, .. } => Ok(Ok(driver.clone())),
            Self::Failed(refusal @ (Refusal::ImageNotFound | Refusal::ImageNotAuthorized)) => Err(failed(*refusal)),
            Self::Failed(refusal) => Ok(Err(failed(*refusal).reason)),
        }
    }

    /// Returns the distribution, without which no template is stored.
    pub(crate) fn distribution(&self) -> Result<&'a str, Miss> {
        match self {
            Self::Failed(refusal) => Err(failed(*refusal)),
            Self::Properties { distribution, .. } => {
                distribution.text.filter(|name| !name.is_empty()).ok_or_else(|| {
                    let reason = Reason::new(&IMAGE_SAYS_NO_DISTRIBUTION, DISTRIBUTION)
                        .fact(Fact::of(distribution.place.clone(), distribution.text));
                    Miss::new(Refusal::OsDistroMissing, reason)
                })
            }
        }
    }
}

/// Whether a client cut off the properties of an image. One that has anything that is read here counts as whole.
fn has_lost_properties(image: &Ordered<&str, Value<'_>>) -> bool {
    let has = |key: &str| image.get(key).is_some();
    // An `id` alone may be written by hand.
    let is_shown = SHOWN.into_iter().filter(|key| has(key)).count() > 1
        && ![OF_THE_SERVICE, DRIVER, DISTRIBUTION, "error"].into_iter().any(has);
    !has(PROPERTIES) && (is_shown || LISTED.into_iter().all(has))
}

/// The warning that the request names a different image from the one that was given as shown by a client.
pub(crate) fn another(request: &Ordered<&str, Value<'_>>, image: &Ordered<&str, Value<'_>>) -> Option<Problem> {
    let text = |key: &str| image.get(key).and_then(|value| value.as_str());
    let named = request.get("image_id").and_then(|value| value.as_str())?;
    let shown = image.get(PROPERTIES).and_then(|_| text("name").or(text("id")))?;
    if [text("name"), text("id")].contains(&Some(named)) {
        return None;
    }
    let path = Pointer::to("request").key("image_id");
    let problem = Problem::warning(&IMAGE_IS_ANOTHER, in_request(&path)).fact(Fact::at(path, named));
    Some(problem.fact(Fact::named("shown", shown)))
}

fn failed(refusal: Refusal) -> Miss {
    let (code, word) = match refusal {
        Refusal::ImageNotFound => (&IMAGE_NOT_FOUND, "not_found"),
        Refusal::ImageNotAuthorized => (&IMAGE_NOT_AUTHORIZED, "forbidden"),
        Refusal::ImageAmbiguous => (&IMAGE_AMBIGUOUS, "duplicate"),
        _ => (&IMAGE_SERVICE_FAILED, "other"),
    };
    Miss::new(refusal, Reason::new(code, "image").saw(Pointer::to("image").key("error"), word))
}
