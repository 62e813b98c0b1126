//! The codes for which driver is chosen, and why others are not.

use crate::reason::codes;

codes! {
    /// The codes about the choice of a driver.
    pub(crate) CHOOSING_CODES;

    /// The request names the driver (level 1).
    pub NAMED_BY_REQUEST = "driver-named-by-request" {
        says: "the request names the driver {0}",
        means: "the request has a `driver`, which takes precedence over anything else",
        why: "a user can try a driver beside the deployment's usual one",
        source: "drivers-and-traits 1.3 R1",
        cure: "leave `driver` out to let the image or the configuration choose",
    }

    /// The image names the driver (level 2).
    pub NAMED_BY_IMAGE = "driver-named-by-image" {
        says: "the image's property `magnum_driver` names the driver {0}",
        means: "the request names no driver, and the image does",
        why: "an image is often built for one driver",
        source: "drivers-and-traits 1.3 R1, R5",
        cure: "send `driver` in the request, or change the image's property",
    }

    /// The configuration names the driver (level 3).
    pub NAMED_BY_CONFIG = "driver-named-by-configuration" {
        says: "`default_driver` in the configuration names the driver {0}",
        means: "neither the request nor the image names a driver, and the configuration does",
        why: "an operator can choose one driver for all templates",
        source: "drivers-and-traits 1.3 R1, R10",
        cure: "send `driver` in the request, or set the image's property `magnum_driver`",
    }

    /// The first enabled driver by name is taken (level 4).
    pub FIRST_BY_NAME = "driver-first-by-name" {
        says: "{subject} is the first by name of the enabled drivers: {enabled}",
        means: "nobody names a driver, so the first in the order of code points is taken",
        why: "the choice must not depend on the order in which packages happen to load",
        source: "drivers-and-traits 1.3 R1, R2",
        cure: "set `default_driver` where more than one driver is installed",
    }

    /// The request names no driver (level 1).
    pub REQUEST_NAMES_NONE = "request-names-no-driver" {
        says: "the request names no driver",
        means: "`driver` is not in the request, or null",
        why: "the field is optional",
        source: "drivers-and-traits 1.3 R3",
        cure: "send `driver` to choose one",
    }

    /// The driver in the request (level 1) is ignored because the client is too old for the field.
    pub REQUEST_NOT_HEARD = "request-driver-not-heard" {
        says: "the request names the driver {0}, which is ignored: the client is older than the field",
        means: "the request has a `driver`, but its version knows no such field, so the next level is asked",
        why: "to an older version the field does not exist",
        source: "drivers-and-traits 1.8 V5, 1.10 row 1",
        cure: "send the request with a version that has the field, if `apiMaxVersion` allows one",
    }

    /// The image names no driver (level 2).
    pub IMAGE_NAMES_NONE = "image-names-no-driver" {
        says: "the image names no driver in `magnum_driver`",
        means: "the property is absent or empty; its name has to be exactly that",
        why: "most images fit any driver",
        source: "drivers-and-traits 1.3 R3, R5",
        cure: "set the property `magnum_driver` on the image",
    }

    /// The configuration names no driver (level 3).
    pub CONFIG_NAMES_NONE = "configuration-names-no-driver" {
        says: "the configuration names no driver in `default_driver`",
        means: "the option is unset or empty",
        why: "a deployment with one driver needs none",
        source: "drivers-and-traits 1.3 R3",
        cure: "set `default_driver`",
    }

    /// No driver is enabled (level 4).
    pub NO_DRIVER_ENABLED = "no-driver-enabled" {
        says: "no driver is enabled",
        means: "no driver is installed, or each is disabled",
        why: "since the drivers left the main project a bare installation has none",
        source: "drivers-and-traits 1.1, 1.3 R1",
        cure: "install a driver, or take one off `disabled_drivers`",
    }

    /// The drivers are given twice, in a registry and directly.
    pub REGISTRY_AND_DRIVERS = "registry-and-drivers-given" {
        says: "`{member:plain}` is given beside `registry`, which has it already",
        means: "a registry holds the drivers and their configuration, and a question takes them from one place",
        why: "of two lists nobody could say which one counts",
        source: "design, the protocol",
        cure: "leave out `registry`, or `registeredDrivers` and `config`",
    }

    /// The patch is missing from a question about one.
    pub PATCH_NOT_GIVEN = "patch-not-given" {
        says: "`patch` is not given",
        means: "the question is what a change makes of a template, and there is none",
        why: "a missing patch is not the same as an empty one",
        source: "drivers-and-traits 1.6",
        cure: "give the JSON patch, if need be an empty one",
    }

    /// A driver of the name is installed.
    pub DRIVER_INSTALLED = "driver-installed" {
        says: "the driver {subject} is installed",
        means: "a driver is registered under the name",
        why: "a driver that is named is loaded by its name, whatever it provides",
        source: "drivers-and-traits 1.4 D2",
        cure: "nothing to do",
    }

    /// No driver of the name is installed.
    pub DRIVER_NOT_INSTALLED = "driver-not-installed" {
        says: "no driver {subject} is installed{like:plain}",
        means: "no package registers a driver of exactly that name",
        why: "names are compared letter by letter; nothing is trimmed and case counts",
        source: "drivers-and-traits 1.2 M6, 1.4 D2",
        cure: "correct the name, or install the driver's package",
    }

    /// The driver is disabled.
    pub DRIVER_DISABLED = "driver-disabled" {
        says: "the driver {subject} stands in `disabled_drivers`",
        means: "the operator has taken the driver out",
        why: "a disabled driver is not there for anybody who asks",
        source: "drivers-and-traits 1.10 row 2",
        cure: "choose another driver, or take this one off `disabled_drivers`",
    }

    /// The driver is beta and not enabled.
    pub DRIVER_BETA_NOT_ENABLED = "driver-beta-not-enabled" {
        says: "the driver {subject} is beta, and `enabled_beta_drivers` has {enabled}",
        means: "beta drivers count only when the operator enables them by name",
        why: "nobody should get an unfinished driver without having asked for it",
        source: "drivers-and-traits 1.4 D5, 1.10 row 8",
        cure: "add the driver to `enabled_beta_drivers`",
    }

    /// The driver's plugin fails, so the driver is left out.
    pub DRIVER_BROKEN = "driver-broken" {
        says: "the plugin of the driver {0} fails: {1}",
        means: "the plugin cannot be imported or constructed, so the driver is left out",
        why: "one bad package should not stop the others",
        source: "drivers-and-traits 1.4 D8, 1.10",
        cure: "repair or remove the package, or put the driver on `disabled_drivers`",
    }

    /// A driver's plugin fails and breaks every lookup.
    pub PLUGIN_BREAKS_LOOKUPS = "plugin-breaks-lookups" {
        says: "the plugin of the driver {0} fails ({1}), and with it every lookup",
        means: "building the map of drivers loads each plugin, and nothing catches what one of them raises",
        why: "this is how the software behaves today; the design edition leaves the plugin out",
        source: "drivers-and-traits 1.4 D8",
        cure: "put the driver on `disabled_drivers`",
    }

    /// Two packages register the name, so loading the driver by it fails.
    pub DRIVER_REGISTERED_TWICE = "driver-registered-twice" {
        says: "two packages register a driver {subject}",
        means: "loading a driver by a name that two packages register fails",
        why: "this is how the software behaves today; the design edition takes the first",
        source: "drivers-and-traits 1.4 D8",
        cure: "remove one of the packages",
    }

    /// Two packages register the name, and the first driver is taken.
    pub DRIVERS_SHARE_NAME = "drivers-share-name" {
        says: "two packages register a driver {0}, of which the first that is enabled is taken",
        means: "today's service fails where it loads a driver by a name that two packages register",
        why: "a name has to say which driver is meant",
        source: "drivers-and-traits 1.4 D8",
        cure: "remove one of the packages",
    }

    /// The driver that was named is not supported.
    pub DRIVER_NOT_SUPPORTED = "driver-not-supported" {
        says: "the driver {subject} is not supported",
        means: "a level names a driver that is not available; the search does not go on to the next level",
        why: "whoever names a driver wants that one and no other",
        source: "drivers-and-traits 1.3 R4, R10",
        cure: "name another driver, or make this one available",
    }

    /// The lookup ends in a failure of the service.
    pub LOOKUP_FAILED = "driver-lookup-failed" {
        says: "looking up the driver {subject} fails",
        means: "the lookup ends in an error of the service, not in an answer",
        why: "this is how the software behaves today with a plugin that fails",
        source: "drivers-and-traits 1.4 D8",
        cure: "disable the plugin that fails",
    }

    /// A driver provides the cluster type.
    pub CLUSTER_TYPE_PROVIDED = "cluster-type-provided" {
        says: "the driver {0} provides {subject}",
        means: "the driver lists this server type, operating system and orchestrator",
        why: "without a name the type decides",
        source: "drivers-and-traits 1.4 D3",
        cure: "nothing to do",
    }

    /// No enabled driver provides the cluster type.
    pub CLUSTER_TYPE_NOT_PROVIDED = "cluster-type-not-provided" {
        says: "no enabled driver provides {subject}",
        means: "no driver lists this server type, operating system and orchestrator together",
        why: "a cluster that no driver knows how to make cannot be made",
        source: "drivers-and-traits 1.4 D4, D5",
        cure: "use an image of another distribution, or install a driver for this one",
    }

    /// Several drivers provide the type, and the first registered is taken.
    pub FIRST_REGISTERED_WINS = "first-registered-wins" {
        says: "{subject} is registered before {0}",
        means: "several drivers provide the type, and the first one registered is taken",
        why: "the design text says that the first match wins",
        source: "drivers-and-traits 1.4 D3, 1.10 row 4",
        cure: "name the driver, or disable the other",
    }

    /// Several drivers provide the type, and the last registered is taken.
    pub LAST_REGISTERED_WINS = "last-registered-wins" {
        says: "{subject} is registered after {0}",
        means: "several drivers provide the type, and the last one registered replaces the others in the map",
        why: "this is how the software behaves today; the design edition takes the first",
        source: "drivers-and-traits 1.4 D3",
        cure: "name the driver, or disable the other",
    }

    /// The chosen driver does not list the cluster type.
    pub DRIVER_LACKS_CLUSTER_TYPE = "driver-lacks-cluster-type" {
        says: "the driver {0} does not provide {type}",
        means: "the driver was chosen by name, and the cluster's type is not among those it lists",
        why: "the template can be created, and clusters made from it may fail",
        source: "drivers-and-traits 1.3 R11, 1.10 row 3",
        cure: "name a driver that provides the type, or use another image",
    }

    /// An option refers to an option of another section.
    pub OPTION_REFERS_ELSEWHERE = "option-refers-elsewhere" {
        says: "{option} refers to {other}, and the service fails unless it has such an option",
        means: "the value is put in from another section of the files, whose options are not known here",
        why: "a service follows references to the options that it has, whatever else stands in its files",
        source: "drivers-and-traits 1.2 M3",
        cure: "see that the service has the option, or write the value itself",
    }

    /// An option is in a section where the service does not read it.
    pub OPTION_IN_OTHER_SECTION = "option-in-other-section" {
        says: "{option} stands in the section {section}, where nobody reads it",
        means: "the service reads the option in the section `[drivers]` alone, and the choice of a driver goes on without it",
        why: "an option that counts for nothing looks as if it counted",
        source: "drivers-and-traits 1.2 M3",
        cure: "move the option to the section `[drivers]`, or take it out",
    }

    /// `disabled_drivers` has a name that no driver has.
    pub LINT_DISABLED_UNKNOWN = "lint-disabled-driver-unknown" {
        says: "`disabled_drivers` has {subject}, and no such driver is installed{like:plain}",
        means: "the entry disables nothing",
        why: "the driver that was meant stays enabled, and nobody says so",
        source: "drivers-and-traits 1.4 D6",
        cure: "correct the name, or take the entry out",
    }
}
