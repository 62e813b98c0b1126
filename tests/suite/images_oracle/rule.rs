//! A second implementation of the matching rules, from their text and on plain strings, as slowly as they read. It
//! knows nothing of the engine.

/// Values by name, in document order.
pub type Capabilities = Vec<(&'static str, Vec<&'static str>)>;

/// The rules that apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    Design,
    Upstream,
}

/// Which of several flavors is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    None,
    Ambiguous,
    Flavor(usize),
}

fn named<'c>(capabilities: &'c Capabilities, name: &str) -> Option<&'c Vec<&'static str>> {
    capabilities.iter().find(|(known, _)| *known == name).map(|(_, values)| values)
}

/// Returns the values of a defined capability: the own list if the key is present, otherwise all defined values.
pub fn values<'c>(own: &'c Capabilities, name: &str, defined: &'c [&'static str]) -> &'c [&'static str] {
    named(own, name).map_or(defined, Vec::as_slice)
}

/// Whether the lists share a value for every defined capability.
pub fn compatible(a: &Capabilities, b: &Capabilities, definitions: &Capabilities) -> bool {
    definitions.iter().all(|(name, defined)| {
        let theirs = values(b, name, defined);
        values(a, name, defined).iter().any(|value| theirs.contains(value))
    })
}

/// Whether a machine is supported: there are no flavors, or at least one of them is compatible.
pub fn supported(machine: &Capabilities, flavors: &[&Capabilities], definitions: &Capabilities) -> bool {
    flavors.is_empty() || flavors.iter().any(|flavor| compatible(machine, flavor, definitions))
}

/// Returns the flavor that is taken.
pub fn best(machine: &Capabilities, flavors: &[&Capabilities], definitions: &Capabilities, rules: Rules) -> Taken {
    let fitting: Vec<usize> =
        (0..flavors.len()).filter(|flavor| compatible(machine, flavors[*flavor], definitions)).collect();
    match (fitting.as_slice(), rules) {
        ([], _) => Taken::None,
        ([only], _) => Taken::Flavor(*only),
        (_, Rules::Upstream) => sift(fitting, flavors, definitions),
        (_, Rules::Design) => Taken::Flavor(first_in_rounds(&fitting, machine, flavors, definitions)),
    }
}

/// The upstream rule: value by value, only the flavors that have it are kept, if there are any.
fn sift(mut left: Vec<usize>, flavors: &[&Capabilities], definitions: &Capabilities) -> Taken {
    for (name, defined) in definitions {
        for value in defined {
            let has = |flavor: &usize| values(flavors[*flavor], name, defined).contains(value);
            let having: Vec<usize> = left.iter().copied().filter(has).collect();
            if !having.is_empty() {
                left = having;
            }
            if let [only] = left.as_slice() {
                return Taken::Flavor(*only);
            }
        }
    }
    Taken::Ambiguous
}

/// The design's rule: in round r, the r-th shared value of each capability is compared in turn. The lower index wins,
/// having no such value comes last, and finally the document order decides.
fn first_in_rounds(
    fitting: &[usize],
    machine: &Capabilities,
    flavors: &[&Capabilities],
    definitions: &Capabilities,
) -> usize {
    let rounds = definitions.iter().map(|(_, defined)| defined.len()).max().unwrap_or(0);
    // The index of the value that a flavor shares in a round. No such value sorts after all others.
    let shared = |flavor: usize, round: usize, (name, defined): &(&'static str, Vec<&'static str>)| {
        let (ours, theirs) = (values(machine, name, defined), values(flavors[flavor], name, defined));
        let both = |index: &usize| ours.contains(&defined[*index]) && theirs.contains(&defined[*index]);
        (0..defined.len()).filter(both).nth(round).unwrap_or(usize::MAX)
    };
    let key = |flavor: usize| -> Vec<usize> {
        (0..rounds).flat_map(|round| definitions.iter().map(move |defined| shared(flavor, round, defined))).collect()
    };
    let mut first = fitting[0];
    for flavor in fitting {
        if key(*flavor) < key(first) {
            first = *flavor;
        }
    }
    first
}

/// Returns the capabilities of a machine type as matching reads them. If several architectures are defined, the design
/// edition reads the older field if the capability is absent.
pub fn of_machine(
    capabilities: &Capabilities,
    older_field: Option<&'static str>,
    definitions: &Capabilities,
    rules: Rules,
) -> Capabilities {
    let several = named(definitions, "architecture").is_some_and(|values| values.len() > 1);
    let mut own = capabilities.clone();
    if let Some(architecture) = older_field.filter(|text| !text.is_empty())
        && rules == Rules::Design
        && several
        && named(capabilities, "architecture").is_none()
    {
        own.push(("architecture", vec![architecture]));
    }
    own
}

/// Whether an image version fits a machine type in a profile without definitions.
pub fn fits_without_definitions(machine: Option<&'static str>, version: &[&'static str], rules: Rules) -> bool {
    let machine = machine.filter(|text| !text.is_empty()).unwrap_or("amd64");
    let version = if version.is_empty() { &["amd64"] } else { version };
    rules == Rules::Upstream || version.contains(&machine)
}
