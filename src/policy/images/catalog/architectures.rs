//! Which architecture something has for matching images with workers (section 3.5): capabilities first, the
//! older fields where these say nothing. How the older fields are written is another rule, see `stages::older_fields`.

use crate::base::{Edition, Interner, Names};
use crate::policy::images::divergences::CAPABILITY_PRECEDES_FIELD;
use crate::policy::images::documents::{ARCHITECTURE, Definition, ImageVersion, MachineType, USUAL};

/// The defined architectures as they are written, repeated ones included.
pub(crate) fn defined<'d, 'a>(definitions: &'d [Definition<'a>]) -> &'d [&'a str] {
    where_defined(definitions).unwrap_or_default()
}

/// The same; `None`: the capability is not defined at all.
pub(crate) fn where_defined<'d, 'a>(definitions: &'d [Definition<'a>]) -> Option<&'d [&'a str]> {
    let found = definitions.iter().rfind(|definition| definition.name == Some(ARCHITECTURE));
    found.map(|definition| definition.values.as_slice())
}

/// Whether several architectures are defined, counted as they are written.
pub(crate) fn are_several(defined: &[&str]) -> bool {
    defined.len() > 1
}

/// The architecture of a machine type: that of its capability if it has exactly one value, else that of the older
/// field, or none.
pub(crate) fn of_machine_type<'a>(machine: &MachineType<'a>, definitions: &[Definition<'a>]) -> &'a str {
    effective(machine, where_defined(definitions))
}

/// The same for a caller that looks at many machine types and finds the defined architectures once.
pub(crate) fn effective<'a>(machine: &MachineType<'a>, defined: Option<&[&'a str]>) -> &'a str {
    let own = machine.capabilities.get(ARCHITECTURE).map(Vec::as_slice);
    match defined.map(|defined| own.unwrap_or(defined)).unwrap_or_default() {
        [only] => only,
        _ => machine.architecture.unwrap_or_default(),
    }
}

/// Whether a machine type says of no architecture that it is its own.
pub(crate) fn is_nameless(machine: &MachineType<'_>) -> bool {
    let own = machine.architecture.is_some_and(|own| !own.is_empty());
    !own && machine.capabilities.get(ARCHITECTURE).is_none()
}

/// Whether an architecture among the capabilities takes precedence over the older field beside it; otherwise the two
/// may not differ.
pub(crate) fn capability_precedes(edition: Edition) -> bool {
    edition.applies(&CAPABILITY_PRECEDES_FIELD)
}

/// The architectures of an image version: all defined ones if it has no flavors, else those that its flavors name, else
/// those of the older field. The design edition does not read that where capabilities are defined: there a flavor that
/// names none has all defined ones, as everywhere.
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

/// The architectures of any of several versions: what [`of_version`] lists of each. Those that are defined are not
/// copied for each version that has all of them.
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

/// An architecture that versions are to be built for, with what the definitions say of it, which is found once however
/// many versions are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedArchitecture<'w> {
    name: &'w str,
    is_defined: bool,
    /// Whether any is defined.
    any_is_defined: bool,
    /// Whether capabilities count, and the older field beside them does not.
    precedes: bool,
}

impl<'w> WantedArchitecture<'w> {
    pub(crate) fn new(name: &'w str, definitions: &[Definition<'_>], edition: Edition) -> Self {
        let defined = defined(definitions);
        let precedes = !definitions.is_empty() && capability_precedes(edition);
        Self { name, is_defined: defined.contains(&name), any_is_defined: !defined.is_empty(), precedes }
    }

    /// The same for a caller that looks at many architectures and sorted the defined ones once; `precedes` as
    /// [`capability_precedes`] says where anything is defined.
    pub(crate) fn among(name: &'w str, defined: &Names<'_>, precedes: bool) -> Self {
        Self { name, is_defined: defined.contains(name), any_is_defined: !defined.is_empty(), precedes }
    }

    /// Whether a version is built for it: whether it is among what [`of_version`] lists.
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

/// The architecture of a worker that names none: that of its machine type, or the usual one.
pub(crate) fn of_worker<'a>(machine: Option<&MachineType<'a>>, defined: Option<&[&'a str]>) -> &'a str {
    let inferred = machine.map(|machine| effective(machine, defined)).unwrap_or_default();
    if inferred.is_empty() { USUAL } else { inferred }
}

/// Each value once, in the order of its first appearance.
fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Interner::default();
    values.filter(|value| seen.is_new(value)).collect()
}
