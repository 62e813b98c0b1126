//! The codes for what happens to templates and what clients see of them.

use crate::reason::codes;

codes! {
    /// The codes about templates.
    pub(crate) TEMPLATES_CODES;

    /// A field does not have the expected form.
    pub FIELD_INVALID = "field-invalid" {
        says: "{subject} is {0}, expected {expected:plain}",
        means: "a field of the request has a value of the wrong type, length or word",
        why: "fields are checked before drivers are looked at",
        source: "drivers-and-traits 1.2 M2, M5, 1.5",
        cure: "send a value of the kind expected, or leave the field out",
    }

    /// The request has a field that templates do not have.
    pub FIELD_UNKNOWN = "template-field-unknown" {
        says: "a template has no field {subject}{like:plain}",
        means: "the request has a field that the API does not know, so the whole request is refused",
        why: "a misspelt `driver` would otherwise let another level choose in silence",
        source: "drivers-and-traits 1.2, 1.5",
        cure: "correct the field's name, or leave it out",
    }

    /// The request has fields that only the cloud can check.
    pub FIELDS_NOT_JUDGED = "template-fields-not-judged" {
        says: "the service also checks {fields} of the template, which is not judged here",
        means: "flavors, key pairs and networks are looked up, and who may publish a template is asked, before it is stored; a change has all of the template checked again",
        why: "only the cloud can say whether they exist; the template may still be refused for them",
        source: "drivers-and-traits 1.5",
        cure: "see that they exist in the project, and that it may publish templates",
    }

    /// A template stores a driver although none could be named.
    pub STORED_BEFORE_NAMING = "template-stores-driver-before-naming" {
        says: "a driver is stored in {count:template}, such as {0}, though `beforeNaming` says that none could be named; it is passed over",
        means: "before drivers could be named no template stored one, so the type of its clusters is looked at instead",
        why: "a template that stores a driver is younger than the field, and its clusters go by that driver",
        source: "drivers-and-traits 1.3 R6, R7",
        cure: "leave `beforeNaming` out, or ask about such templates by themselves",
    }

    /// The request names a different image from the one given.
    pub IMAGE_IS_ANOTHER = "image-is-another" {
        says: "the request names the image {0}, and the one that was given is {shown}",
        means: "neither the name nor the id of the image that was given is the one in the request, whose properties count",
        why: "the image names a driver and the distribution, so the answer may differ for another image",
        source: "drivers-and-traits 1.3 R1, R8",
        cure: "give the image that the request names, as `openstack image show -f json` prints it",
    }

    /// The version header asks for a version that the API does not have.
    pub VERSION_NOT_ACCEPTABLE = "version-not-acceptable" {
        says: "the version header is {0}, expected a service and a version from {min} to {max}",
        means: "the header `OpenStack-API-Version` names another service, no version, or one outside the range",
        why: "a client must not get an answer in a version it does not speak",
        source: "drivers-and-traits 1.8 V3",
        cure: "send `container-infra latest` or a version in the range",
    }

    /// The client is too old to see the field `driver`.
    pub CLIENT_TOO_OLD = "client-before-the-driver-field" {
        says: "the client speaks {subject}, and the field `driver` exists since {1}",
        means: "clients below the field's version neither send nor see it",
        why: "older clients must not meet a field they do not know",
        source: "drivers-and-traits 1.8 V1, V5",
        cure: "ask with a newer version to see the driver",
    }

    /// The driver is stored, but the client does not see it.
    pub DRIVER_STORED_UNSEEN = "driver-stored-unseen" {
        says: "the driver {subject} is stored, and the client does not see it",
        means: "resolution and storing happen at every version of the client",
        why: "the template needs its driver whoever created it",
        source: "drivers-and-traits 1.8 V5, 1.10",
        cure: "ask with a newer version to see the driver",
    }

    /// The driver that an old client sent is ignored.
    pub DRIVER_FIELD_IGNORED = "driver-field-ignored" {
        says: "the driver in the request is ignored: the client is older than the field",
        means: "the request has a `driver`, but its version knows no such field",
        why: "to an older version the field does not exist",
        source: "drivers-and-traits 1.8 V5, 1.10 row 1",
        cure: "send the request with a version that has the field, if `apiMaxVersion` allows one",
    }

    /// The image is missing from the question.
    pub IMAGE_NOT_GIVEN = "image-not-given" {
        says: "nothing is said about the image",
        means: "a template cannot be judged without its image, because its distribution is always read",
        why: "to take silence for an image without properties would be a guess",
        source: "drivers-and-traits 1.3 R8",
        cure: "give the image's properties, or `error` with how reading it failed",
    }

    /// The image does not exist.
    pub IMAGE_NOT_FOUND = "image-not-found" {
        says: "the image is not found",
        means: "the image service has no image of that name or id",
        why: "a template is made from an image",
        source: "drivers-and-traits 1.5 C3",
        cure: "correct the image's name",
    }

    /// The image may not be read.
    pub IMAGE_NOT_AUTHORIZED = "image-not-authorized" {
        says: "the image may not be read",
        means: "the image belongs to somebody else and is not shared",
        why: "a template is made from an image its author can read",
        source: "drivers-and-traits 1.5 C3",
        cure: "use an image that is shared with the project",
    }

    /// Several images have the name.
    pub IMAGE_AMBIGUOUS = "image-ambiguous" {
        says: "several images have that name",
        means: "the name fits more than one image",
        why: "which one is meant cannot be guessed; this is reported after errors about the driver",
        source: "drivers-and-traits 1.5 C3, C4",
        cure: "name the image by its id",
    }

    /// The image service failed.
    pub IMAGE_SERVICE_FAILED = "image-service-failed" {
        says: "the image service fails",
        means: "reading the image ended in an error of the service",
        why: "without the image's distribution nothing can be stored; this is reported after errors about the driver",
        source: "drivers-and-traits 1.5 C3, C4",
        cure: "try again, or look at the image service",
    }

    /// The image has no distribution.
    pub IMAGE_SAYS_NO_DISTRIBUTION = "image-says-no-distribution" {
        says: "the image says no distribution in `os_distro`",
        means: "the image does not say which operating system it holds, which is needed even where a driver is named",
        why: "the distribution is stored in the template and decides which clusters can be made",
        source: "drivers-and-traits 1.5 C5",
        cure: "set the property `os_distro` on the image",
    }

    /// The template stores a driver.
    pub TEMPLATE_STORES = "template-stores-driver" {
        says: "the template stores the driver {0}",
        means: "the driver was fixed when the template was created",
        why: "a later change of the configuration must not move clusters to another driver",
        source: "drivers-and-traits 1.3 R6, 1.7",
        cure: "change the template's `driver` while no cluster uses it",
    }

    /// The template stores no driver.
    pub TEMPLATE_STORES_NONE = "template-stores-no-driver" {
        says: "the template stores no driver",
        means: "the template is older than the field, so its type decides at every operation",
        why: "old templates are not filled in",
        source: "drivers-and-traits 1.3 R7, 1.9 G1",
        cure: "add a `driver` to the template to pin one",
    }

    /// The API checks the cluster type only (upstream edition, and templates without a driver).
    pub API_ASKS_TYPE = "api-asks-the-cluster-type" {
        says: "the API looks for a driver by the type of the cluster alone",
        means: "the driver that the template stores plays no part in this check",
        why: "this is how the software behaves today; the design edition asks the template's driver, where it stores one",
        source: "drivers-and-traits 1.7 K1",
        cure: "install a driver that provides the type",
    }

    /// The API checks the template's driver (design edition).
    pub API_ASKS_DRIVER = "api-asks-the-driver" {
        says: "the API asks the driver that will make the cluster",
        means: "the API and the conductor come to the same driver",
        why: "two checks that ask different drivers refuse what works and accept what fails",
        source: "drivers-and-traits 1.10 row 7",
        cure: "nothing to do",
    }

    /// The patch sets the driver.
    pub PATCH_SETS_DRIVER = "patch-sets-driver" {
        says: "the patch sets the driver to {driver}",
        means: "the last operation on `/driver` decides",
        why: "a template may move to another driver while no cluster uses it",
        source: "drivers-and-traits 1.6 U1, U2",
        cure: "nothing to do",
    }

    /// The patch names a driver, which is checked (design edition).
    pub PATCH_NAMES_DRIVER = "driver-named-by-patch" {
        says: "the patch names the driver {0}",
        means: "an operation on `/driver` brings this name",
        why: "an update checks the name as creation does",
        source: "drivers-and-traits 1.10 row 6",
        cure: "name another driver",
    }

    /// The patch does not touch the driver.
    pub PATCH_KEEPS_DRIVER = "patch-keeps-driver" {
        says: "the patch leaves the driver as it is: {driver}",
        means: "no operation is about `/driver`",
        why: "a change of something else does not touch it",
        source: "drivers-and-traits 1.6 U4",
        cure: "nothing to do",
    }

    /// The change is allowed while clusters use the template.
    pub CHANGE_IS_HARMLESS = "change-is-harmless" {
        says: "{subject} alone may change while clusters use the template",
        means: "making public, hiding, tagging or renaming does not touch the clusters",
        why: "these say who sees the template and what it is called",
        source: "drivers-and-traits 1.6 U3",
        cure: "nothing to do",
    }

    /// The change is not allowed while clusters use the template.
    pub TEMPLATE_IN_USE = "template-in-use" {
        says: "clusters use the template, and the patch changes {changed}",
        means: "while clusters use it, a template may only be made public, hidden, tagged or renamed, one at a time",
        why: "later operations on those clusters read the template",
        source: "drivers-and-traits 1.6 U3",
        cure: "create a new template, or change one of the harmless things alone",
    }

    /// It is unknown whether clusters use the template.
    pub TEMPLATE_USE_NOT_GIVEN = "template-use-not-given" {
        says: "nothing says whether clusters use the template: if one does, this change is refused",
        means: "`referenced_by_cluster` is not given, and the answer is that for a template without clusters",
        why: "while clusters use it, a template may only be made public, hidden, tagged or renamed, one at a time",
        source: "drivers-and-traits 1.6 U3",
        cure: "look for its clusters with `openstack coe cluster list`, and give `referenced_by_cluster` with the template",
    }

    /// An operation needs a value and has none.
    pub PATCH_NEEDS_VALUE = "patch-needs-value" {
        says: "the operation {0} on {1} needs a value",
        means: "`add` and `replace` bring a value, and null is none",
        why: "to take a value away there is `remove`",
        source: "drivers-and-traits 1.6 U2",
        cure: "send a value, or use `remove`",
    }

    /// `add` finds an existing value.
    pub PATCH_ADD_EXISTS = "patch-add-exists" {
        says: "{1} is added and has a value already",
        means: "`add` is for an attribute without a value",
        why: "a replacement should be explicit",
        source: "drivers-and-traits 1.6 U2",
        cure: "use `replace`",
    }

    /// `add` names an attribute that templates do not have.
    pub PATCH_UNKNOWN = "patch-unknown-attribute" {
        says: "{1} is added and is no attribute of a template",
        means: "the path of the operation names nothing that a template has",
        why: "a template has a fixed set of attributes",
        source: "drivers-and-traits 1.6",
        cure: "correct the path",
    }

    /// An operation changes an attribute that only the service sets.
    pub PATCH_INTERNAL = "patch-internal-attribute" {
        says: "{1} is set by the service alone",
        means: "the attribute is one that clients do not set",
        why: "identity, owner and times are the service's own",
        source: "drivers-and-traits 1.6",
        cure: "leave the operation out",
    }

    /// An operation removes a mandatory attribute.
    pub PATCH_MANDATORY = "patch-mandatory-attribute" {
        says: "{1} may not be removed",
        means: "a template cannot do without the attribute",
        why: "clusters could not be made from it",
        source: "drivers-and-traits 1.6",
        cure: "replace it instead",
    }

    /// An operation finds nothing to replace or remove.
    pub PATCH_CONFLICT = "patch-conflict" {
        says: "the operation {0} finds nothing at {1}",
        means: "there is nothing at that path to replace or remove",
        why: "a patch that does not fit was made for another document",
        source: "drivers-and-traits 1.6",
        cure: "correct the path",
    }
}
