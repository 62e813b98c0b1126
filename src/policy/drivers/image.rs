use super::reasons::*;
use super::registry::{Miss, Refusal, in_request};
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::wire::{Cause, Fault, Ordered, Pointer, Value};

/// The name of the property that names a driver.
const DRIVER: &str = "magnum_driver";
const DISTRIBUTION: &str = "os_distro";

/// What the image service says of a template's image.
#[derive(Debug)]
pub(crate) enum Image<'a> {
    /// Its properties, as they are written: an empty one says as much as none.
    Properties {
        /// `magnum_driver`
        driver: Option<&'a str>,
        /// `os_distro`
        distribution: Option<&'a str>,
    },
    /// How reading it failed.
    Failed(Refusal),
}

impl<'a> Image<'a> {
    /// Reads what was given. Without it nothing can be said of a template that needs it.
    pub(crate) fn read(given: Option<&Ordered<&'a str, Value<'a>>>) -> Result<Self, Undecided> {
        let path = Pointer::to("image");
        let Some(properties) = given else { return Err(Undecided::missing(&IMAGE_NOT_GIVEN, path)) };
        let text = |key: &str| match properties.get(key).filter(|value| !value.is_null()) {
            None => Ok(None),
            Some(value) => match value.as_str() {
                Some(text) => Ok(Some(text)),
                None => {
                    Err(Undecided::from(Fault::wrong_type_at(in_request(&path.clone().key(key)), *value, "string")))
                }
            },
        };
        let refusal = match text("error")? {
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

    /// The driver that the image names. An image that cannot be read stops the search only where the service says
    /// that it is not there or not to be seen; other failures come up again when the image is checked.
    pub(crate) fn driver(&self) -> Result<Option<&'a str>, Miss> {
        match self {
            Self::Properties { driver, .. } => Ok(*driver),
            Self::Failed(refusal @ (Refusal::ImageNotFound | Refusal::ImageNotAuthorized)) => Err(failed(*refusal)),
            Self::Failed(_) => Ok(None),
        }
    }

    /// The check before a template is stored: there has to be a distribution.
    pub(crate) fn distribution(&self) -> Result<&'a str, Miss> {
        match self {
            Self::Failed(refusal) => Err(failed(*refusal)),
            Self::Properties { distribution, .. } => distribution.filter(|name| !name.is_empty()).ok_or_else(|| {
                let reason = Reason::new(&IMAGE_SAYS_NO_DISTRIBUTION, DISTRIBUTION)
                    .fact(Fact::of(Pointer::to("image").key(DISTRIBUTION), *distribution));
                Miss::new(Refusal::OsDistroMissing, reason)
            }),
        }
    }
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
