//! The codes for operators of the service.

use crate::reason::codes;

codes! {
    /// The codes for operators.
    pub OPERATING_CODES;

    /// The configured default is no driver's name.
    pub LINT_DEFAULT_UNKNOWN = "lint-default-driver-unknown" {
        says: "`default_driver` is {subject}, and no such driver is installed{like:plain}",
        means: "every template for which neither the request nor the image names a driver is refused",
        why: "the option is checked when it is used and not when the service starts",
        source: "drivers-and-traits 1.2 M3, 1.3 R10",
        cure: "correct the name, or install the driver's package",
    }

    /// The configured default is disabled.
    pub LINT_DEFAULT_DISABLED = "lint-default-driver-disabled" {
        says: "`default_driver` is {subject}, which is in `disabled_drivers`",
        means: "every template for which neither the request nor the image names a driver is refused",
        why: "the default is looked up among the drivers that are not disabled",
        source: "drivers-and-traits 1.3 R10",
        cure: "choose another default, or take the driver off `disabled_drivers`",
    }

    /// The configured default is beta and not enabled.
    pub LINT_DEFAULT_BETA = "lint-default-driver-beta" {
        says: "`default_driver` is {subject}, which is beta and not in `enabled_beta_drivers`",
        means: "templates get a driver that nobody enabled, or are refused for it",
        why: "the list of enabled beta drivers is looked at only where the type of a cluster decides, and not for the default",
        source: "drivers-and-traits 1.3 R11, 1.10 row 8",
        cure: "add the driver to `enabled_beta_drivers`, or choose another default",
    }

    /// The plugin of the configured default fails.
    pub LINT_DEFAULT_BROKEN = "lint-default-driver-broken" {
        says: "`default_driver` is {subject}, whose plugin fails to {how:plain}",
        means: "every template for which neither the request nor the image names a driver fails",
        why: "the option is checked when it is used and not when the service starts",
        source: "drivers-and-traits 1.3 R10, 1.4 D8, 1.10",
        cure: "repair the plugin, or choose another default",
    }

    /// A driver provides a type that no template can ask for.
    pub LINT_TYPE_NEVER_ASKED_FOR = "lint-type-never-asked-for" {
        says: "{driver} provides {subject}, which no template can ask for{like:plain}",
        means: "a type is a server type, an operating system and an orchestrator in this order; the first is `vm` or `bm`, the last `kubernetes`",
        why: "types are compared letter by letter, and other values are refused before drivers are looked at",
        source: "drivers-and-traits 1.2 M4, M5, M6",
        cure: "write the type as templates have it",
    }

    /// No cluster type is served.
    pub LINT_NOTHING_SERVED = "lint-nothing-served" {
        says: "no type of cluster is served: {why:plain}",
        means: "today no cluster can be created; by the design only one whose template names a driver that may be used",
        why: "today's API asks for a provider of the type before anything else, and the design's where no driver is named",
        source: "drivers-and-traits 1.3 R9, 1.4 D4, D5, D8, 1.7 K1, 1.10 row 7",
        cure: "enable a driver that is installed, complete what it `provides`, or repair the plugin",
    }

    /// A beta driver blocks a type that another driver would serve.
    pub LINT_TYPE_BLOCKED = "lint-type-blocked" {
        says: "every cluster of the type {subject} is refused: `{beta:plain}` loads after `{driver:plain}`, is beta and is not enabled",
        means: "of the drivers that provide a type the one that loads last stands for it, and a beta driver has to be enabled",
        why: "the API asks for a provider of the type before anything else, whatever driver the template names",
        source: "drivers-and-traits 1.4 D3, D5, 1.7 K1",
        cure: "enable the beta driver or put it among `disabled_drivers`",
    }

    /// The range of API versions is empty.
    pub LINT_NO_VERSION = "lint-no-api-version" {
        says: "the lowest version of the API, {subject}, is above the highest, {max}",
        means: "every request is refused, whatever version it asks for",
        why: "a version has to be within the range",
        source: "drivers-and-traits 1.8 V1, V3",
        cure: "correct `apiMinVersion` or `apiMaxVersion`",
    }

    /// No version of the API has the field `driver`.
    pub LINT_FIELD_NEVER_SERVED = "lint-field-never-served" {
        says: "the version that brings the field `driver`, {0}, is above the highest of the API, {max}",
        means: "no client can name a driver or see one, whatever version it asks for",
        why: "to a version below the one that brings the field, the field does not exist",
        source: "drivers-and-traits 1.8 V1, V5",
        cure: "correct `driverFieldSince` or `apiMaxVersion`, or take `apiMaxVersion` out",
    }

    /// No templates were given to compare.
    pub NOTHING_COMPARED = "nothing-compared" {
        says: "there is no template to look at, so nothing was compared",
        means: "the list of templates is empty or was not given",
        why: "finding no change without templates says nothing about the change",
        source: "drivers-and-traits 1.9",
        cure: "give the templates, as `openstack coe cluster template show -f json` prints each",
    }

    /// A registry is compared with itself.
    pub COMPARED_WITH_ITSELF = "registry-compared-with-itself" {
        says: "before and after are the same registry, so nothing can change",
        means: "`before` is not given or is the registry of `after`, and drivers could be named on both sides",
        why: "that nothing changes then says nothing about the change that was meant",
        source: "drivers-and-traits 1.9",
        cure: "give the registry of the previous server as `before`, or `beforeNaming: true` for the upgrade that brings the field",
    }

    /// Templates cannot be used for clusters, neither before nor after the change.
    pub TEMPLATES_STILL_FAIL = "templates-still-fail" {
        says: "{count:template} cannot be used for clusters, neither before nor after: {names}{more:plain}",
        means: "no driver takes clusters of the template on either side, so that nothing changes for it",
        why: "a driver missing in a registry, or a misspelt name, looks the same, and then nothing was compared",
        source: "drivers-and-traits 1.7, 1.9",
        cure: "see that the registries have the drivers that the templates store, or drivers that provide their cluster types",
    }

    /// `enabled_beta_drivers` has a name that no driver has.
    pub LINT_ENABLED_UNKNOWN = "lint-enabled-driver-unknown" {
        says: "`enabled_beta_drivers` has {subject}, and no such driver is installed{like:plain}",
        means: "the entry enables nothing",
        why: "the driver that was meant stays out of use, and nobody says so",
        source: "drivers-and-traits 1.4 D5",
        cure: "correct the name, or take the entry out",
    }

    /// The section has an option that the service does not read.
    pub LINT_OPTION_UNREAD = "lint-option-unread" {
        says: "the service has no option {subject} in the section `drivers`, so nobody reads it{like:plain}",
        means: "the section has an option of another name than those that the service knows there",
        why: "it sets nothing, and whoever wrote it counts on it",
        source: "drivers-and-traits 1.2 M3",
        cure: "correct the name, move the option to its section, or take it out",
    }

    /// A list of names has an empty name.
    pub LINT_EMPTY_NAME = "lint-empty-driver-name" {
        says: "{option} has an empty name among the others, which is that of no driver",
        means: "the entry disables and enables nothing",
        why: "two commas with nothing between them may have lost a name",
        source: "drivers-and-traits 1.2 M3, M6",
        cure: "write the name that was meant, or take the comma out",
    }

    /// Two packages register drivers of the same name.
    pub LINT_REGISTERED_TWICE = "lint-driver-registered-twice" {
        says: "two packages register a driver {subject}",
        means: "loading the driver by its name fails, and with it every cluster of its templates",
        why: "a name has to say which driver is meant",
        source: "drivers-and-traits 1.4 D8",
        cure: "remove one of the packages",
    }

    /// Several drivers provide a type, and nothing but their names decides between them.
    pub LINT_ALPHABET_DECIDES = "lint-alphabet-decides" {
        says: "{drivers} provide {subject}, and without `default_driver` new templates get {first}, the first by name",
        means: "several drivers provide the type, and what is chosen for a template that names none depends on their names",
        why: "a package that is installed later can take over all new templates",
        source: "drivers-and-traits 1.3 R1, R2, 1.9 G2",
        cure: "set `default_driver`, or set the property `magnum_driver` on the images",
    }

    /// Without a default, new templates get a driver that lacks types which others provide.
    pub LINT_FALLBACK_DECIDES = "lint-fallback-decides" {
        says: "without `default_driver` new templates get {0}, the first by name, and it does not provide {types}{more:plain}",
        means: "a template for which neither the request nor the image names a driver gets the first enabled driver by name, \
                also where only another one provides its type",
        why: "the name is stored without a look at the type, and clusters of the template are left to a driver that is not \
              made for them",
        source: "drivers-and-traits 1.3 R9, R11, 1.9 G2, G3",
        cure: "set the property `magnum_driver` on the images, or `default_driver` to a driver that provides their types",
    }

    /// The configured default lacks types that others provide.
    pub LINT_DEFAULT_LACKS_TYPES = "lint-default-lacks-types" {
        says: "new templates get {0}, which is `default_driver`, and it does not provide {types}{more:plain}",
        means: "a template for which neither the request nor the image names a driver gets the default, also where only another \
                driver provides its type",
        why: "the default is stored without a look at the type, and clusters of the template are left to a driver that is not \
              made for them",
        source: "drivers-and-traits 1.3 R9, R11, 1.9 G2, G3",
        cure: "set the property `magnum_driver` on the images of those types",
    }

    /// The previous server served a type that this one does not.
    pub LINT_TYPE_NO_LONGER_SERVED = "lint-type-no-longer-served" {
        says: "the previous server served {subject} with {0}, and nobody does now",
        means: "today clusters of the type cannot be made any more; by the design only those whose templates name a driver that \
                may be used",
        why: "today's API asks for a provider of the type before anything else, and the design's where no driver is named",
        source: "drivers-and-traits 1.7 K1, 1.10 row 7",
        cure: "install a driver that provides the type, enable the one that is installed, or complete what it `provides`",
    }

    /// The previous server had a driver name that this one does not, and templates may store it.
    pub LINT_NAME_GONE = "lint-driver-name-gone" {
        says: "the previous server had the driver {subject}, and no driver can be loaded by that name now",
        means: "templates store the name of their driver, and clusters of those that store this one fail, also where another \
                driver provides their type",
        why: "a stored name is never replaced, and every operation on a cluster loads the driver of its template by it",
        source: "drivers-and-traits 1.3 R4, R6, 1.4 D2, 1.7 K1, K2",
        cure: "keep the driver until no template stores its name: `drivers/compare` tells which do",
    }

    /// The drivers and their configuration were checked.
    pub DRIVERS_LINTED = "drivers-linted" {
        says: "findings: {findings}, in drivers: {drivers}",
        means: "what is known to go wrong with drivers and their configuration was looked for",
        why: "nothing of it is checked when the service starts",
        source: "drivers-and-traits 1.2 M3, 1.3, 1.4",
        cure: "look at the findings",
    }

    /// No template is affected by the change.
    pub TEMPLATES_GO_ON = "templates-go-on" {
        says: "nothing changes for {count:template}",
        means: "clusters of each get the same driver as before, and so does each template when it is created again",
        why: "a change of drivers should not change what users have",
        source: "drivers-and-traits 1.9",
        cure: "nothing to do",
    }

    /// Some templates are affected by the change.
    pub TEMPLATES_CHANGE = "templates-change" {
        says: "of {count:template}, {clusters:plain} for their clusters; created again, {again:plain}",
        means: "some templates do not go on as before: as they are stored, or when they are created again",
        why: "the design promises that templates continue to work exactly as before",
        source: "drivers-and-traits 1.9 G2, G3, 1.10 row 3",
        cure: "set `default_driver`, tag the images, or keep the drivers that were there",
    }

    /// A template is affected by the change.
    pub TEMPLATE_CHANGES = "template-changes" {
        says: "{subject} does not go on as before",
        means: "its clusters or the same template created again get another driver, or none",
        why: "whoever uses the template has changed nothing",
        source: "drivers-and-traits 1.9",
        cure: "look at the causes below",
    }

    /// Clusters of the stored template get another driver or error.
    pub CLUSTERS_CHANGE = "template-clusters-change" {
        says: "its clusters: {before} before, {after} now",
        means: "the driver that clusters of the stored template get, or the error instead",
        why: "each operation on a cluster loads the driver of its template",
        source: "drivers-and-traits 1.7 K1, K2",
        cure: "keep the driver that was there, or name it in the template",
    }

    /// The template gets another driver or error when it is created again.
    pub AGAIN_CHANGES = "template-again-changes" {
        says: "created again: {before} before, {after} now",
        means: "the driver that the same template gets where a request names none, or the error instead",
        why: "templates are made again from scripts that name no driver",
        source: "drivers-and-traits 1.3 R1, 1.9 G2",
        cure: "set `default_driver`, or the property `magnum_driver` on the image",
    }
    /// A template occurs twice with different contents.
    pub TEMPLATES_SHARE_UUIDS = "templates-share-uuids" {
        says: "the template with the uuid {uuid} is shown twice and not alike, at {first} and at {second}",
        means: "a template is known by its uuid, so these are one, shown twice, and say different things",
        why: "of two that differ nobody could say which one counts",
        source: "drivers-and-traits 1.7 K4",
        cure: "give each template once, as it is now",
    }
}
