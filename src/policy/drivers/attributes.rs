use crate::base::python_int;
use crate::wire::Value;

/// One attribute of a cluster template, as Magnum's API defines it.
#[derive(Debug)]
pub(crate) struct Attribute {
    pub name: &'static str,
    holds: Holds,
    /// Whether only the service may set it.
    pub internal: bool,
    /// Whether it is mandatory, so that a patch may not remove it.
    pub mandatory: bool,
    /// Whether it has a value even if no client set one.
    pub set_by_default: bool,
    /// Whether a patch path can reach members inside it.
    pub has_members: bool,
    /// The expectation in words, for attributes whose type does not imply one.
    about: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum Holds {
    Text { least: usize },
    Bool { unless_set: bool },
    Number { least: i128, most: i128 },
    Word(&'static [&'static str]),
    Anything,
}

/// The server type of templates that do not name one.
pub(crate) const VIRTUAL: &str = "vm";
/// The server types that Magnum accepts.
pub(crate) static SERVER_TYPES: [&str; 2] = [VIRTUAL, "bm"];
/// The only orchestrator that Magnum accepts.
pub(crate) const ORCHESTRATOR: &str = "kubernetes";

/// Returns the attribute with the given name.
pub(crate) fn attribute(name: &str) -> Option<&'static Attribute> {
    ATTRIBUTES.iter().find(|attribute| attribute.name == name)
}

/// Returns the names of all attributes.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ATTRIBUTES.iter().map(|attribute| attribute.name)
}

/// Returns the attributes whose members a patch path can reach.
pub(crate) fn with_members() -> impl Iterator<Item = &'static Attribute> {
    ATTRIBUTES.iter().filter(|attribute| attribute.has_members)
}

impl Attribute {
    /// Whether the attribute accepts the value.
    pub(crate) fn accepts(&self, value: Value<'_>) -> bool {
        match self.holds {
            Holds::Text { least } => value.as_str().is_some_and(|text| (least..=255).contains(&text.chars().count())),
            Holds::Bool { .. } => as_bool(value).is_some(),
            Holds::Number { least, most } => {
                // Numbers in text are not accepted here, but `true` counts as 1.
                let number = value.as_number().and_then(python_int).or(value.as_bool().map(i128::from));
                number.is_some_and(|number| (least..=most).contains(&number))
            }
            Holds::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Holds::Anything => true,
        }
    }

    /// Whether the attribute is a boolean.
    pub(crate) fn is_flag(&self) -> bool {
        matches!(self.holds, Holds::Bool { .. })
    }

    /// The smallest and the largest accepted number, if the attribute is a number.
    pub(crate) fn range(&self) -> Option<(i128, i128)> {
        match self.holds {
            Holds::Number { least, most } => Some((least, most)),
            _ => None,
        }
    }

    /// Describes the accepted values.
    pub(crate) fn expects(&self) -> String {
        match self.holds {
            Holds::Text { least } => format!("text of {least} to 255 characters"),
            Holds::Bool { .. } => "true or false".to_owned(),
            Holds::Number { least, most: i128::MAX } => format!("a whole number from {least}"),
            Holds::Number { least, most } => format!("a whole number from {least} to {most}"),
            Holds::Word(words) => format!("one of {}", words.join(", ")),
            Holds::Anything => self.about.to_owned(),
        }
    }

    /// Whether the new value equals the old one. A boolean without a value has its default.
    pub(crate) fn same(&self, old: Option<Value<'_>>, new: Option<Value<'_>>) -> bool {
        if let Holds::Bool { unless_set } = self.holds {
            let read = |value: Option<Value<'_>>| value.map_or(Some(unless_set), as_bool);
            return read(old) == read(new);
        }
        old == new
    }

    /// Whether this attribute may change to `new` while clusters use the template, if nothing else changes.
    pub(crate) fn may_change_in_use(&self, new: Option<Value<'_>>) -> bool {
        match self.name {
            "public" => new.and_then(as_bool) == Some(true),
            "tags" => new.is_some(),
            "hidden" | "name" => true,
            _ => false,
        }
    }
}

/// Reads a boolean as oslo does, which also accepts words and numbers.
pub(crate) fn as_bool(value: Value<'_>) -> Option<bool> {
    if let Some(value) = value.as_bool() {
        return Some(value);
    }
    let text = value.as_str().or(value.as_number())?.trim().to_ascii_lowercase();
    match text.as_str() {
        "1" | "t" | "true" | "on" | "y" | "yes" => Some(true),
        "0" | "f" | "false" | "off" | "n" | "no" => Some(false),
        _ => None,
    }
}

const fn plain(name: &'static str, holds: Holds) -> Attribute {
    Attribute {
        name,
        holds,
        internal: false,
        mandatory: false,
        set_by_default: false,
        has_members: false,
        about: "a value",
    }
}

const fn text(name: &'static str) -> Attribute {
    plain(name, Holds::Text { least: 1 })
}

const fn flag(name: &'static str, unless_set: bool) -> Attribute {
    Attribute { set_by_default: true, ..plain(name, Holds::Bool { unless_set }) }
}

const fn internal(name: &'static str) -> Attribute {
    Attribute { internal: true, set_by_default: true, ..plain(name, Holds::Anything) }
}

const fn mandatory(attribute: Attribute) -> Attribute {
    Attribute { mandatory: true, ..attribute }
}

static ATTRIBUTES: &[Attribute] = &[
    internal("created_at"),
    internal("id"),
    internal("links"),
    internal("updated_at"),
    internal("uuid"),
    internal("project_id"),
    internal("user_id"),
    text("name"),
    mandatory(text("image_id")),
    mandatory(plain("coe", Holds::Word(&[ORCHESTRATOR]))),
    mandatory(Attribute { set_by_default: true, ..plain("server_type", Holds::Word(&SERVER_TYPES)) }),
    mandatory(text("cluster_distro")),
    text("driver"),
    text("flavor_id"),
    text("master_flavor_id"),
    text("keypair_id"),
    Attribute { about: "IPv4 addresses with commas between them", ..plain("dns_nameserver", Holds::Anything) },
    mandatory(text("external_network_id")),
    text("fixed_network"),
    text("fixed_subnet"),
    mandatory(plain("network_driver", Holds::Word(&["flannel", "calico", "cilium"]))),
    plain("volume_driver", Holds::Word(&["cinder"])),
    text("docker_storage_driver"),
    plain("docker_volume_size", Holds::Number { least: 1, most: i128::MAX }),
    plain("apiserver_port", Holds::Number { least: 1024, most: 65_535 }),
    text("http_proxy"),
    text("https_proxy"),
    text("no_proxy"),
    text("insecure_registry"),
    plain("tags", Holds::Text { least: 0 }),
    Attribute {
        set_by_default: true,
        has_members: true,
        about: "an object with text, numbers or booleans",
        ..plain("labels", Holds::Anything)
    },
    mandatory(flag("registry_enabled", false)),
    mandatory(flag("tls_disabled", false)),
    mandatory(flag("public", false)),
    mandatory(flag("hidden", false)),
    flag("master_lb_enabled", false),
    flag("floating_ip_enabled", true),
];
