//! What the questions about drivers are given and answer.

use crate::wire::{Ordered, Value, answer, given, words};

given! {
    /// A driver whose package is installed.
    pub struct Driver<'a> {
        /// Its entry-point name.
        name: &'a str,
        /// What it can run, each as server type, operating system and orchestrator.
        provides: Vec<(&'a str, &'a str, &'a str)>,
        /// Whether it has to be enabled by name.
        beta: bool,
        /// How its plugin fails, if it does.
        broken: Option<Broken>,
    }
}

words! {
    /// How a plugin fails.
    pub enum Broken {
        /// Its module cannot be imported.
        Import = "import",
        /// Its constructor raises.
        Construct = "construct",
    }
}

given! {
    /// The section `[drivers]` of the configuration.
    #[derive(Default)]
    pub struct Config<'a> {
        /// The driver of templates that name none.
        default_driver: Option<&'a str>,
        /// Drivers that are not to be used.
        disabled_drivers: Vec<&'a str>,
        /// Beta drivers that may be used.
        enabled_beta_drivers: Vec<&'a str>,
    }
}

given! {
    /// A template that is to be created.
    pub struct ResolveGiven<'a> {
        /// The installed drivers in the order in which they load.
        registered_drivers ["registeredDrivers"]: Vec<Driver<'a>>,
        /// The configuration.
        config: Option<Config<'a>>,
        /// The body of the request; a key that is not there was not sent.
        request: Ordered<&'a str, Value<'a>>,
        /// The properties of the image, or `error` with how reading it failed: `not_found`, `forbidden`,
        /// `duplicate` or `other`.
        image: Option<Ordered<&'a str, Value<'a>>>,
        /// The header `OpenStack-API-Version`, if one was sent.
        version_header ["versionHeader"]: Option<&'a str>,
        /// The lowest version of the API; 1.1 unless given.
        api_min_version ["apiMinVersion"]: Option<&'a str>,
        /// The highest version of the API; 1.14 unless given.
        api_max_version ["apiMaxVersion"]: Option<&'a str>,
        /// The version that brings the field `driver`; the upstream edition has none.
        driver_field_since ["driverFieldSince"]: Option<&'a str>,
    }
}

answer! {
    /// What the response to the request says.
    #[derive(Default)]
    pub struct Resolved<'a> {
        /// Its status.
        status: u16,
        /// The driver in it.
        driver: Option<&'a str>,
        /// Which level named the driver.
        resolved_from ["resolvedFrom"]: Option<Level>,
        /// The distribution that is stored, which is the image's.
        cluster_distro ["clusterDistro"]: Option<&'a str>,
        /// Whether it has the key `driver`.
        has_driver ["hasDriver"]: Option<bool>,
        /// Why the template is refused.
        error: Option<Refusal>,
    }
}

words! {
    /// Where a driver's name can come from.
    pub enum Level {
        /// The request.
        Request = "request",
        /// The image's `magnum_driver`.
        Image = "image",
        /// The configured default.
        Config = "config",
        /// The first enabled driver by name.
        Fallback = "fallback",
    }
}

words! {
    /// Why a request about drivers is refused.
    pub enum Refusal {
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
        /// Something is added that is there.
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
    pub fn status(self) -> u16 {
        match self {
            Self::ImageNotAuthorized => 403,
            Self::VersionNotAcceptable => 406,
            Self::ImageAmbiguous => 409,
            Self::ServerError | Self::ImageServiceFailed => 500,
            _ => 400,
        }
    }
}

given! {
    /// The installed drivers and their configuration.
    pub struct DefaultGiven<'a> {
        /// The installed drivers in the order in which they load.
        registered_drivers ["registeredDrivers"]: Vec<Driver<'a>>,
        /// The configuration.
        config: Option<Config<'a>>,
    }
}

given! {
    /// A name or a type of cluster that a driver is looked up by.
    pub struct LookupGiven<'a> {
        /// The installed drivers in the order in which they load.
        registered_drivers ["registeredDrivers"]: Vec<Driver<'a>>,
        /// The configuration.
        config: Option<Config<'a>>,
        /// The server type: `vm` or `bm`.
        server_type ["serverType"]: Option<&'a str>,
        /// The operating system.
        os: Option<&'a str>,
        /// The orchestrator.
        coe: Option<&'a str>,
        /// A name; where it is empty the type decides.
        driver_name ["driverName"]: Option<&'a str>,
    }
}

answer! {
    /// A driver, or why there is none.
    #[derive(Default)]
    pub struct Found<'a> {
        /// The driver.
        driver: Option<&'a str>,
        /// Why there is none.
        error: Option<Refusal>,
        /// The status that the error gives a response.
        status: Option<u16>,
    }
}

given! {
    /// A stored template.
    foreign pub struct Template<'a> {
        /// The server type.
        server_type: Option<&'a str>,
        /// The orchestrator.
        coe: Option<&'a str>,
        /// The operating system.
        cluster_distro: Option<&'a str>,
        /// The driver, if the template is younger than the field.
        driver: Option<&'a str>,
    }
}

given! {
    /// A cluster that is to be created from a template.
    pub struct ClusterGiven<'a> {
        /// The installed drivers in the order in which they load.
        registered_drivers ["registeredDrivers"]: Vec<Driver<'a>>,
        /// The configuration.
        config: Option<Config<'a>>,
        /// The template.
        template: Template<'a>,
    }
}

answer! {
    /// How far the creation of a cluster comes.
    pub struct ClusterCreated<'a> {
        /// What the API says: `pass` or an error.
        api_gate ["apiGate"]: &'static str,
        /// The driver that the conductor loads.
        conductor_driver ["conductorDriver"]: Option<&'a str>,
        /// Why it loads none.
        conductor_error ["conductorError"]: Option<Refusal>,
    }
}

given! {
    /// A template that is shown, alone or in a list.
    pub struct ShowGiven<'a> {
        /// The installed drivers; showing does not look at them.
        registered_drivers ["registeredDrivers"]: Vec<Driver<'a>>,
        /// The configuration; showing does not look at it.
        config: Option<Config<'a>>,
        /// The template.
        template: Template<'a>,
        /// Whether the list is a detailed one; the field is in both.
        detail: bool,
        /// The header `OpenStack-API-Version`, if one was sent.
        version_header ["versionHeader"]: Option<&'a str>,
        /// The lowest version of the API; 1.1 unless given.
        api_min_version ["apiMinVersion"]: Option<&'a str>,
        /// The highest version of the API; 1.14 unless given.
        api_max_version ["apiMaxVersion"]: Option<&'a str>,
        /// The version that brings the field `driver`; the upstream edition has none.
        driver_field_since ["driverFieldSince"]: Option<&'a str>,
    }
}

answer! {
    /// What the response says of the driver.
    #[derive(Default)]
    pub struct Shown<'a> {
        /// Its status.
        status: u16,
        /// Whether it has the key `driver`.
        has_driver ["hasDriver"]: Option<bool>,
        /// The driver in it.
        driver: Option<&'a str>,
        /// Why there is none.
        error: Option<Refusal>,
    }
}

given! {
    /// A change to a template.
    pub struct PatchGiven<'a> {
        /// The installed drivers in the order in which they load.
        registered_drivers ["registeredDrivers"]: Vec<Driver<'a>>,
        /// The configuration.
        config: Option<Config<'a>>,
        /// The template; `referenced_by_cluster` says whether clusters use it.
        template: Ordered<&'a str, Value<'a>>,
        /// The JSON patch.
        patch: Vec<Ordered<&'a str, Value<'a>>>,
        /// The header `OpenStack-API-Version`, if one was sent.
        version_header ["versionHeader"]: Option<&'a str>,
        /// The lowest version of the API; 1.1 unless given.
        api_min_version ["apiMinVersion"]: Option<&'a str>,
        /// The highest version of the API; 1.14 unless given.
        api_max_version ["apiMaxVersion"]: Option<&'a str>,
        /// The version that brings the field `driver`; the upstream edition has none.
        driver_field_since ["driverFieldSince"]: Option<&'a str>,
    }
}

answer! {
    /// What becomes of a change.
    #[derive(Default)]
    pub struct Patched<'a> {
        /// The status of the response.
        status: u16,
        /// The driver in it.
        driver: Option<&'a str>,
        /// Whether it has the key `driver`.
        has_driver ["hasDriver"]: Option<bool>,
        /// Why the change is refused.
        error: Option<Refusal>,
    }
}
