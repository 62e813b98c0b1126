//! The keys of a provider's configuration (section 17.1). Extensions decode strictly: a single key that the type does
//! not have, at any depth, makes the whole configuration unreadable.

use super::providers::Provider;
use crate::base::{Edition, is_duration};
use crate::policy::images::divergences::{AZURE_DOMAIN_COUNTS, CAPABILITIES_BESIDE_REFERENCES};
use crate::wire::{Cause, Fault, Json, Kind, PathStep, Pointer, Value};

/// The form of a value.
#[derive(Debug)]
pub enum Shape {
    /// A string.
    Text,
    /// A string that is a duration.
    Duration,
    /// A boolean.
    Flag,
    /// A whole number of 32 bits.
    Number,
    /// A list whose elements have one shape.
    List(&'static Shape),
    /// An object with arbitrary keys, whose values have one shape.
    Map(&'static Shape),
    /// An object with these keys.
    Object(&'static [Key]),
}

/// A key and the shape of its value.
#[derive(Debug)]
pub struct Key {
    name: &'static str,
    shape: &'static Shape,
    /// Whether only the design text has the key, and no extension.
    flat: bool,
}

const fn key(name: &'static str, shape: &'static Shape) -> Key {
    Key { name, shape, flat: false }
}

/// Capabilities beside a reference, the form of the design text.
const FLAT: Key = Key { name: "capabilities", shape: &CAPABILITIES, flat: true };

static TEXT: Shape = Shape::Text;
static TEXTS: Shape = Shape::List(&Shape::Text);
static DURATION: Shape = Shape::Duration;
static FLAG: Shape = Shape::Flag;
static NUMBER: Shape = Shape::Number;
static LABELS: Shape = Shape::Map(&Shape::Text);
static CAPABILITIES: Shape = Shape::Map(&TEXTS);

macro_rules! object {
    ($($key:expr),* $(,)?) => { Shape::Object(&[$($key),*]) };
}

/// The list of images with the versions of a provider.
macro_rules! images {
    ($version:ident) => {
        Shape::List(&Shape::Object(&[key("name", &TEXT), key("versions", &Shape::List(&$version))]))
    };
}

static AWS: Shape = object![key("apiVersion", &TEXT), key("kind", &TEXT), key("machineImages", &images!(AWS_VERSION))];
static AWS_VERSION: Shape = object![
    key("version", &TEXT),
    FLAT,
    key("regions", &Shape::List(&object![key("name", &TEXT), key("ami", &TEXT), key("architecture", &TEXT), FLAT])),
    key(
        "capabilityFlavors",
        &Shape::List(&object![
            key("capabilities", &CAPABILITIES),
            key("regions", &Shape::List(&object![key("name", &TEXT), key("ami", &TEXT), key("architecture", &TEXT)]))
        ])
    ),
];

static ALICLOUD: Shape =
    object![key("apiVersion", &TEXT), key("kind", &TEXT), key("machineImages", &images!(ALICLOUD_VERSION))];
static ALICLOUD_VERSION: Shape = object![
    key("version", &TEXT),
    FLAT,
    key("regions", &Shape::List(&object![key("name", &TEXT), key("id", &TEXT), FLAT])),
    key(
        "capabilityFlavors",
        &Shape::List(&object![
            key("capabilities", &CAPABILITIES),
            key("regions", &Shape::List(&object![key("name", &TEXT), key("id", &TEXT)]))
        ])
    ),
];

static OPENSTACK: Shape = object![
    key("apiVersion", &TEXT),
    key("kind", &TEXT),
    key("machineImages", &images!(OPENSTACK_VERSION)),
    key(
        "constraints",
        &object![
            key(
                "floatingPools",
                &Shape::List(&object![
                    key("name", &TEXT),
                    key("region", &TEXT),
                    key("domain", &TEXT),
                    key("defaultFloatingSubnet", &TEXT),
                    key("nonConstraining", &FLAG),
                    key(
                        "loadBalancerClasses",
                        &Shape::List(&object![
                            key("name", &TEXT),
                            key("purpose", &TEXT),
                            key("floatingSubnetID", &TEXT),
                            key("floatingSubnetTags", &TEXT),
                            key("floatingSubnetName", &TEXT),
                            key("floatingNetworkID", &TEXT),
                            key("subnetID", &TEXT)
                        ])
                    )
                ])
            ),
            key("loadBalancerProviders", &Shape::List(&object![key("name", &TEXT), key("region", &TEXT)]))
        ]
    ),
    key("dnsServers", &TEXTS),
    key("dhcpDomain", &TEXT),
    key("keystoneURL", &TEXT),
    key("keystoneCACert", &TEXT),
    key("keystoneForceInsecure", &FLAG),
    key("keystoneURLs", &Shape::List(&object![key("region", &TEXT), key("url", &TEXT), key("caCert", &TEXT)])),
    key("requestTimeout", &DURATION),
    key("rescanBlockStorageOnResize", &FLAG),
    key("ignoreVolumeAZ", &FLAG),
    key("nodeVolumeAttachLimit", &NUMBER),
    key("useSNAT", &FLAG),
    key("serverGroupPolicies", &TEXTS),
    key("resolvConfOptions", &TEXTS),
    key(
        "storageClasses",
        &Shape::List(&object![
            key("name", &TEXT),
            key("default", &FLAG),
            key("provisioner", &TEXT),
            key("parameters", &LABELS),
            key("annotations", &LABELS),
            key("labels", &LABELS),
            key("reclaimPolicy", &TEXT),
            key("volumeBindingMode", &TEXT)
        ])
    ),
];
static OPENSTACK_VERSION: Shape = object![
    key("version", &TEXT),
    key("image", &TEXT),
    FLAT,
    key("regions", &Shape::List(&object![key("name", &TEXT), key("id", &TEXT), key("architecture", &TEXT), FLAT])),
    key(
        "capabilityFlavors",
        &Shape::List(&object![
            key("capabilities", &CAPABILITIES),
            key("image", &TEXT),
            key("regions", &Shape::List(&object![key("name", &TEXT), key("id", &TEXT), key("architecture", &TEXT)]))
        ])
    ),
];

static AZURE: Shape = object![
    key("apiVersion", &TEXT),
    key("kind", &TEXT),
    key("machineImages", &images!(AZURE_VERSION)),
    key("countUpdateDomains", &DOMAINS),
    key("countFaultDomains", &DOMAINS),
    key("machineTypes", &Shape::List(&object![key("name", &TEXT), key("acceleratedNetworking", &FLAG)])),
    key("cloudConfiguration", &object![key("name", &TEXT)]),
];
static DOMAINS: Shape = Shape::List(&object![key("region", &TEXT), key("count", &NUMBER)]);
static AZURE_VERSION: Shape = object![
    key("version", &TEXT),
    key("urn", &TEXT),
    key("id", &TEXT),
    key("communityGalleryImageID", &TEXT),
    key("sharedGalleryImageID", &TEXT),
    key("architecture", &TEXT),
    key("acceleratedNetworking", &FLAG),
    key("skipMarketplaceAgreement", &FLAG),
    FLAT,
    key(
        "capabilityFlavors",
        &Shape::List(&object![
            key("capabilities", &CAPABILITIES),
            key("urn", &TEXT),
            key("id", &TEXT),
            key("communityGalleryImageID", &TEXT),
            key("sharedGalleryImageID", &TEXT),
            key("skipMarketplaceAgreement", &FLAG)
        ])
    ),
];

static GCP: Shape = object![key("apiVersion", &TEXT), key("kind", &TEXT), key("machineImages", &images!(GCP_VERSION))];
static GCP_VERSION: Shape = object![
    key("version", &TEXT),
    key("image", &TEXT),
    key("architecture", &TEXT),
    FLAT,
    key("capabilityFlavors", &Shape::List(&object![key("capabilities", &CAPABILITIES), key("image", &TEXT)])),
];

static LOCAL: Shape = object![
    key("apiVersion", &TEXT),
    key("kind", &TEXT),
    key("machineImages", &images!(LOCAL_VERSION)),
    key("loadBalancer", &object![key("image", &TEXT)]),
];
static LOCAL_VERSION: Shape = object![
    key("version", &TEXT),
    key("image", &TEXT),
    FLAT,
    key("capabilityFlavors", &Shape::List(&object![key("capabilities", &CAPABILITIES), key("image", &TEXT)])),
];

impl Provider {
    /// Returns the shape of the provider's configuration.
    pub fn shape(self) -> &'static Shape {
        let (config, _) = self.shapes();
        config
    }

    /// Returns the shape of a version of an image in the configuration.
    pub fn shape_of_version(self) -> &'static Shape {
        let (_, version) = self.shapes();
        version
    }

    fn shapes(self) -> (&'static Shape, &'static Shape) {
        match self {
            Self::Aws => (&AWS, &AWS_VERSION),
            Self::Azure => (&AZURE, &AZURE_VERSION),
            Self::Gcp => (&GCP, &GCP_VERSION),
            Self::Openstack => (&OPENSTACK, &OPENSTACK_VERSION),
            Self::Alicloud => (&ALICLOUD, &ALICLOUD_VERSION),
            Self::Local => (&LOCAL, &LOCAL_VERSION),
        }
    }
}

/// A key in a configuration that its type does not have.
#[derive(Debug)]
pub struct Stranger {
    /// The path of the key.
    pub path: Pointer,
    /// The name of the key.
    pub key: String,
    /// The keys that are known in its place.
    pub known: Vec<&'static str>,
}

/// The result of comparing a configuration with its shape.
#[derive(Default, Debug)]
pub struct Strictly {
    /// Whether the keys of the design text are known.
    pub flat: bool,
    /// Whether the values of azure's domain counts may have any type, because they are not judged.
    pub any_domains: bool,
    /// The unknown keys found so far.
    pub strangers: Vec<Stranger>,
    /// The values of a wrong type found so far.
    pub faults: Vec<Fault>,
    /// Whether a list has a `null` element, which an extension reads as an empty value.
    pub nulls: bool,
}

impl Strictly {
    /// Starts with nothing found; the edition decides which keys are known.
    pub fn of(edition: Edition) -> Self {
        let any_domains = edition.applies(&AZURE_DOMAIN_COUNTS);
        Self { flat: edition.applies(&CAPABILITIES_BESIDE_REFERENCES), any_domains, ..Self::default() }
    }

    /// Whether what was looked at can be read unchanged.
    pub fn finds_nothing_foreign(&self) -> bool {
        self.strangers.is_empty() && !self.nulls
    }

    /// Compares a value with a shape. `null` counts as absent.
    pub fn look(&mut self, value: Value<'_>, shape: &Shape, step: &PathStep<'_>) {
        let kind = value.kind();
        match (shape, kind) {
            (_, Kind::Null) => {}
            (Shape::Text, Kind::String) | (Shape::Flag, Kind::Bool) => {}
            (Shape::Number, Kind::Number) if value.as_number().is_some_and(|number| number.parse::<i32>().is_ok()) => {}
            (Shape::Duration, Kind::String) => {
                let text = value.as_str().unwrap_or_default();
                if !is_duration(text) {
                    let cause = Cause::Unreadable { text: text.to_owned(), expected: "a duration such as `10m`" };
                    self.faults.push(Fault::new(Pointer::parsed(&step.pointer()), cause));
                }
            }
            (Shape::List(each), Kind::Array) => {
                for (index, element) in value.elements().enumerate() {
                    self.nulls |= element.is_null();
                    self.look(element, each, &PathStep::Index(step, index));
                }
            }
            (Shape::Map(each), Kind::Object) => {
                for (name, value) in value.members() {
                    self.look(value, each, &PathStep::Key(step, name));
                }
            }
            (Shape::Object(keys), Kind::Object) => {
                for (name, value) in value.members() {
                    let step = PathStep::Key(step, name);
                    match self.known(keys).find(|key| key.name == name) {
                        Some(key) => {
                            let before = self.faults.len();
                            self.look(value, key.shape, &step);
                            if self.any_domains && std::ptr::eq(key.shape, &raw const DOMAINS) {
                                self.faults.truncate(before);
                            }
                        }
                        None => self.strangers.push(Stranger {
                            path: Pointer::parsed(&step.pointer()),
                            key: name.to_owned(),
                            known: self.known(keys).map(|key| key.name).collect(),
                        }),
                    }
                }
            }
            (Shape::Text | Shape::Duration, _) => self.fault(value, step, "string"),
            (Shape::Flag, _) => self.fault(value, step, "boolean"),
            (Shape::Number, Kind::Number) => {
                let number = value.as_number().unwrap_or_default().to_owned();
                let cause = Cause::OutOfRange { number, expected: "a whole number of 32 bits" };
                self.faults.push(Fault::new(Pointer::parsed(&step.pointer()), cause));
            }
            (Shape::Number, _) => self.fault(value, step, "number"),
            (Shape::List(_), _) => self.fault(value, step, "array"),
            (Shape::Map(_) | Shape::Object(_), _) => self.fault(value, step, "object"),
        }
    }

    fn known(&self, keys: &'static [Key]) -> impl Iterator<Item = &'static Key> + use<> {
        let flat = self.flat;
        keys.iter().filter(move |key| flat || !key.flat)
    }

    fn fault(&mut self, value: Value<'_>, step: &PathStep<'_>, expected: &'static str) {
        self.faults.push(Fault::wrong_type_at(Pointer::parsed(&step.pointer()), value.kind(), expected));
    }

    /// Returns the value without the keys that its type does not have, as an extension that decodes loosely would see
    /// it.
    pub fn cleaned(&self, value: Value<'_>, shape: &Shape) -> Json {
        match (shape, value.kind()) {
            // Go decodes a `null` element of a list as the zero value, and a `null` member as an absent one.
            (Shape::Object(_) | Shape::Map(_), Kind::Null) => Json::object(),
            (Shape::Text | Shape::Duration, Kind::Null) => Json::from(""),
            (Shape::Flag, Kind::Null) => Json::from(false),
            (Shape::Number, Kind::Null) => Json::from(0),
            (Shape::Map(each), Kind::Object) => {
                let members = value.members().filter(|(_, value)| !value.is_null());
                Json::Object(members.map(|(name, value)| (name.to_owned(), self.cleaned(value, each))).collect())
            }
            (Shape::Object(keys), Kind::Object) => {
                let members = value.members().filter(|(_, value)| !value.is_null()).filter_map(|(name, value)| {
                    let key = self.known(keys).find(|key| key.name == name)?;
                    Some((name.to_owned(), self.cleaned(value, key.shape)))
                });
                Json::Object(members.collect())
            }
            (Shape::List(each), Kind::Array) => value.elements().map(|element| self.cleaned(element, each)).collect(),
            _ => Json::from(value),
        }
    }
}
