use crate::base::python_int;
use crate::wire::Value;

/// One attribute of a cluster template, as Magnum's API defines it.
#[derive(Debug)]
pub(crate) struct Attribute {
    pub name: &'static str,
    holds: Holds,
    /// Only the service sets it.
    pub internal: bool,
    /// It may not be removed.
    pub mandatory: bool,
    /// It has a value even where nobody gave one.
    pub set_by_default: bool,
    /// It holds members that a path can reach.
    pub has_members: bool,
    /// What it expects, where that has no form of its own.
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

/// The server type of a template that names none.
pub(crate) const VIRTUAL: &str = "vm";
/// The server types.
pub(crate) static SERVER_TYPES: [&str; 2] = [VIRTUAL, "bm"];
/// The orchestrator, which is the only one.
pub(crate) const ORCHESTRATOR: &str = "kubernetes";

/// The attribute of that name.
pub(crate) fn attribute(name: &str) -> Option<&'static Attribute> {
    ATTRIBUTES.iter().find(|attribute| attribute.name == name)
}

/// The names of all attributes.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    ATTRIBUTES.iter().map(|attribute| attribute.name)
}

/// The attributes that hold members which a path can reach.
pub(crate) fn with_members() -> impl Iterator<Item = &'static Attribute> {
    ATTRIBUTES.iter().filter(|attribute| attribute.has_members)
}

impl Attribute {
    /// Whether the value is one of this attribute's.
    pub(crate) fn accepts(&self, value: Value<'_>) -> bool {
        match self.holds {
            Holds::Text { least } => value.as_str().is_some_and(|text| (least..=255).contains(&text.chars().count())),
            Holds::Bool { .. } => as_bool(value).is_some(),
            Holds::Number { least, most } => {
                // Text is no number here, but true is 1.
                let number = value.as_number().and_then(python_int).or(value.as_bool().map(i128::from));
                number.is_some_and(|number| (least..=most).contains(&number))
            }
            Holds::Word(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            Holds::Anything => true,
        }
    }

    /// Whether it is true or false.
    pub(crate) fn is_flag(&self) -> bool {
        matches!(self.holds, Holds::Bool { .. })
    }

    /// The least and the most of a number.
    pub(crate) fn range(&self) -> Option<(i128, i128)> {
        match self.holds {
            Holds::Number { least, most } => Some((least, most)),
            _ => None,
        }
    }

    /// What it expects, in words.
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

    /// Whether the new value is the old one.
    pub(crate) fn same(&self, old: Option<Value<'_>>, new: Option<Value<'_>>) -> bool {
        if let Holds::Bool { unless_set } = self.holds {
            let read = |value: Option<Value<'_>>| value.map_or(Some(unless_set), as_bool);
            return read(old) == read(new);
        }
        old == new
    }

    /// Whether this alone may change while clusters use the template.
    pub(crate) fn may_change_in_use(&self, new: Option<Value<'_>>) -> bool {
        match self.name {
            "public" => new.and_then(as_bool) == Some(true),
            "tags" => new.is_some(),
            "hidden" | "name" => true,
            _ => false,
        }
    }
}

/// The words that oslo reads as a boolean.
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
