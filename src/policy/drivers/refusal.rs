//! The refusals of requests about drivers.

use crate::reason::Reason;
use crate::wire::words;

words! {
    /// The reason why a request about drivers is refused.
    pub(crate) enum Refusal {
        /// No driver of the name is available.
        DriverNotSupported = "driver-not-supported",
        /// No driver is available for the cluster type.
        ClusterTypeNotSupported = "cluster-type-not-supported",
        /// The image does not exist.
        ImageNotFound = "image-not-found",
        /// The image may not be read.
        ImageNotAuthorized = "image-not-authorized",
        /// Several images have the name.
        ImageAmbiguous = "image-ambiguous",
        /// The image service failed.
        ImageServiceFailed = "image-service-failed",
        /// The image has no distribution in `os_distro`.
        OsDistroMissing = "os-distro-missing",
        /// A field has an invalid value or is unknown.
        InvalidField = "invalid-field",
        /// The version header asks for a version that the API does not have.
        VersionNotAcceptable = "version-not-acceptable",
        /// The service itself fails, for example because of a broken plugin.
        ServerError = "server-error",
        /// A patch operation needs a value and has none.
        PatchNeedsValue = "patch-needs-value",
        /// A patch adds an attribute that already has a value.
        PatchAddExists = "patch-add-exists",
        /// A patch adds an attribute that templates do not have.
        PatchUnknownAttribute = "patch-unknown-attribute",
        /// A patch changes an attribute that only the service sets.
        PatchInternalAttribute = "patch-internal-attribute",
        /// A patch removes a mandatory attribute.
        PatchMandatoryAttribute = "patch-mandatory-attribute",
        /// A patch replaces or removes something that does not exist.
        PatchConflict = "patch-conflict",
        /// Clusters use the template.
        TemplateInUse = "template-in-use",
    }
}

impl Refusal {
    /// The HTTP status of the response.
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

/// A lookup or check that failed, with the error of the response and its reason.
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
