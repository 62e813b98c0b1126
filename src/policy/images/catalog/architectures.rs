//! The effective architectures for matching images with workers (section 3.5): the capabilities come first, then the
//! legacy fields. How the legacy fields are filled is a different rule, see `stages::older_fields`.

use crate::base::{Edition, Interner, Names};
use crate::policy::images::divergences::CAPABILITY_PRECEDES_FIELD;
use crate::policy::images::documents::{ARCHITECTURE, Definition, ImageVersion, MachineType, USUAL};

/// The defined architectures as written, including duplicates.
pub(crate) fn defined<'d, 'a>(definitions: &'d [Definition<'a>]) -> &'d [&'a str] {
    where_defined(definitions).unwrap_or_default()
}

/// The defined architectures as written. `None`: the capability is not defined at all.
pub(crate) fn where_defined<'d, 'a>(definitions: &'d [Definition<'a>]) -> Option<&'d [&'a str]> {
    let found = definitions.iter().rfind(|definition| definition.name == Some(ARCHITECTURE));
    found.map(|definition| definition.values.as_slice())
}

/// Whether several architectures are defined, counting duplicates.
pub(crate) fn are_several(defined: &[&str]) -> bool {
    defined.len() > 1
}

/// The architecture of a machine type: the value of its capability if it has exactly one, otherwise the legacy field,
/// or empty.
pub(crate) fn of_machine_type<'a>(machine: &MachineType<'a>, definitions: &[Definition<'a>]) -> &'a str {
    effective(machine, where_defined(definitions))
}

/// Like [`of_machine_type`], for callers that look at many machine types and find the defined architectures once.
pub(crate) fn effective<'a>(machine: &MachineType<'a>, defined: Option<&[&'a str]>) -> &'a str {
    let own = machine.capabilities.get(ARCHITECTURE).map(Vec::as_slice);
    match defined.map(|defined| own.unwrap_or(defined)).unwrap_or_default() {
        [only] => only,
        _ => machine.architecture.unwrap_or_default(),
    }
}

/// Whether a machine type names no architecture, neither as a capability nor in the legacy field.
pub(crate) fn is_nameless(machine: &MachineType<'_>) -> bool {
    let own = machine.architecture.is_some_and(|own| !own.is_empty());
    !own && machine.capabilities.get(ARCHITECTURE).is_none()
}

/// Whether the architecture capability takes precedence over a legacy field that differs. Otherwise the two may not
/// differ.
pub(crate) fn capability_precedes(edition: Edition) -> bool {
    edition.applies(&CAPABILITY_PRECEDES_FIELD)
}

/// The architectures of an image version: all defined ones if it has no flavors, otherwise those that its flavors name,
/// otherwise those of the legacy field. With definitions, the design edition ignores the legacy field; there, a flavor
/// that names no architecture has all defined ones, as it does for other capabilities.
pub(crate) fn of_version<'a>(
    version: &ImageVersion<'a>,
    definitions: &[Definition<'a>],
    edition: Edition,
) -> Vec<&'a str> {
    let mut flavors = version.flavors().map(|(_, flavor)| flavor).peekable();
    let defined = defined(definitions);
    if flavors.peek().is_none() && !defined.is_empty() {
        return distinct(defined.iter().copied());
    }
    let precedes = !definitions.is_empty() && capability_precedes(edition);
    let unnamed = if precedes { defined } else { &[] };
    let named = flavors.flat_map(|flavor| flavor.get(ARCHITECTURE).map_or(unnamed, Vec::as_slice));
    let named = distinct(named.copied());
    if named.is_empty() && !precedes { version.architectures.clone() } else { named }
}

/// The architectures of any of several versions, each as in [`of_version`]. The defined architectures are not copied
/// for each version that has all of them.
pub(crate) fn of_versions<'v, 'a: 'v>(
    versions: impl Iterator<Item = &'v ImageVersion<'a>>,
    definitions: &[Definition<'a>],
    edition: Edition,
) -> Names<'a> {
    let defined = defined(definitions);
    let precedes = !definitions.is_empty() && capability_precedes(edition);
    let (mut named, mut has_all) = (Vec::new(), false);
    for version in versions {
        let mut flavors = version.flavors().map(|(_, flavor)| flavor).peekable();
        if flavors.peek().is_none() && !defined.is_empty() {
            has_all = true;
            continue;
        }
        let before = named.len();
        for flavor in flavors {
            match flavor.get(ARCHITECTURE) {
                Some(own) => named.extend(own.iter().copied()),
                None => has_all |= precedes,
            }
        }
        if named.len() == before && !precedes {
            named.extend(version.architectures.iter().copied());
        }
    }
    named.extend(defined.iter().copied().filter(|_| has_all));
    named.into_iter().collect()
}

/// An architecture that versions have to support, with what the definitions say about it. That is looked up once,
/// however many versions are checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedArchitecture<'w> {
    name: &'w str,
    is_defined: bool,
    /// Whether any architecture is defined.
    any_is_defined: bool,
    /// Whether the capabilities take precedence, so that the legacy field is ignored.
    precedes: bool,
}

impl<'w> WantedArchitecture<'w> {
    pub(crate) fn new(name: &'w str, definitions: &[Definition<'_>], edition: Edition) -> Self {
        let defined = defined(definitions);
        let precedes = !definitions.is_empty() && capability_precedes(edition);
        Self { name, is_defined: defined.contains(&name), any_is_defined: !defined.is_empty(), precedes }
    }

    /// Like [`Self::new`], for callers that look at many architectures and sort the defined ones once. `precedes` is
    /// [`capability_precedes`] if anything is defined.
    pub(crate) fn among(name: &'w str, defined: &Names<'_>, precedes: bool) -> Self {
        Self { name, is_defined: defined.contains(name), any_is_defined: !defined.is_empty(), precedes }
    }

    /// Whether a version supports the architecture, that is, whether [`of_version`] would list it.
    pub(crate) fn is_of(self, version: &ImageVersion<'_>) -> bool {
        let mut flavors = version.flavors().map(|(_, flavor)| flavor).peekable();
        if flavors.peek().is_none() && self.any_is_defined {
            return self.is_defined;
        }
        let mut names_any = false;
        for flavor in flavors {
            let (has, any) = match flavor.get(ARCHITECTURE) {
                Some(values) => (values.contains(&self.name), !values.is_empty()),
                None => (self.precedes && self.is_defined, self.precedes && self.any_is_defined),
            };
            if has {
                return true;
            }
            names_any |= any;
        }
        !names_any && !self.precedes && version.architectures.contains(&self.name)
    }
}

/// The architecture of a worker that names none: that of its machine type, or else amd64.
pub(crate) fn of_worker<'a>(machine: Option<&MachineType<'a>>, defined: Option<&[&'a str]>) -> &'a str {
    let inferred = machine.map(|machine| effective(machine, defined)).unwrap_or_default();
    if inferred.is_empty() { USUAL } else { inferred }
}

/// Returns each value once, in the order of first occurrence.
fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Interner::default();
    values.filter(|value| seen.is_new(value)).collect()
}
