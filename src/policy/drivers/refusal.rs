//! Why a request about drivers is refused.

use crate::reason::Reason;
use crate::wire::words;

words! {
    /// Why a request about drivers is refused.
    pub(crate) enum Refusal {
        /// No driver of that name.
        DriverNotSupported = "driver-not-supported",
        /// No driver for that type of cluster.
        ClusterTypeNotSupported = "cluster-type-not-supported",
        /// No such image.
        ImageNotFound = "image-not-found",
        /// An image that may not be read.
        ImageNotAuthorized = "image-not-authorized",
        /// Several images of that name.
        ImageAmbiguous = "image-ambiguous",
        /// The image service failed.
        ImageServiceFailed = "image-service-failed",
        /// The image does not say its distribution.
        OsDistroMissing = "os-distro-missing",
        /// A field of the wrong type or length.
        InvalidField = "invalid-field",
        /// A version the API does not have.
        VersionNotAcceptable = "version-not-acceptable",
        /// A broken plugin.
        ServerError = "server-error",
        /// An operation that needs a value has none.
        PatchNeedsValue = "patch-needs-value",
        /// Something is added that already exists.
        PatchAddExists = "patch-add-exists",
        /// Something is added that templates do not have.
        PatchUnknownAttribute = "patch-unknown-attribute",
        /// Something is changed that only the service sets.
        PatchInternalAttribute = "patch-internal-attribute",
        /// Something is removed that has to be there.
        PatchMandatoryAttribute = "patch-mandatory-attribute",
        /// Something is replaced or removed that is not there.
        PatchConflict = "patch-conflict",
        /// Clusters use the template.
        TemplateInUse = "template-in-use",
    }
}

impl Refusal {
    /// The status of the response.
    pub(crate) fn status(self) -> u16 {
        match self {
            Self::ImageNotAuthorized => 403,
            Self::VersionNotAcceptable => 406,
            Self::ImageAmbiguous => 409,
            Self::ServerError | Self::ImageServiceFailed => 500,
            _ => 400,
        }
    }
}

/// No driver, with the error of the response.
#[derive(Debug)]
pub(crate) struct Miss {
    pub refusal: Refusal,
    pub reason: Reason,
}

impl Miss {
    pub(crate) fn new(refusal: Refusal, reason: Reason) -> Self {
        Self { refusal, reason }
    }
}
