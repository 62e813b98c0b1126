//! The rules of matching written a second time, from their text and on plain strings, as slowly as they read. Nothing
//! here knows the engine.

/// Values by name, in the order of the document.
pub type Capabilities = Vec<(&'static str, Vec<&'static str>)>;

/// Which rules hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    Design,
    Upstream,
}

/// What becomes of several flavors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    None,
    Ambiguous,
    Flavor(usize),
}

fn named<'c>(capabilities: &'c Capabilities, name: &str) -> Option<&'c Vec<&'static str>> {
    capabilities.iter().find(|(known, _)| *known == name).map(|(_, values)| values)
}

/// The values of a defined capability: the own list where the key is there, all defined values otherwise.
pub fn values<'c>(own: &'c Capabilities, name: &str, defined: &'c [&'static str]) -> &'c [&'static str] {
    named(own, name).map_or(defined, Vec::as_slice)
}

/// For every defined capability the lists share a value.
pub fn compatible(a: &Capabilities, b: &Capabilities, definitions: &Capabilities) -> bool {
    definitions.iter().all(|(name, defined)| {
        let theirs = values(b, name, defined);
        values(a, name, defined).iter().any(|value| theirs.contains(value))
    })
}

/// No flavors fit everything; otherwise one of them has to be compatible.
pub fn supported(machine: &Capabilities, flavors: &[&Capabilities], definitions: &Capabilities) -> bool {
    flavors.is_empty() || flavors.iter().any(|flavor| compatible(machine, flavor, definitions))
}

/// Which flavor is taken.
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

/// Upstream: value by value, the flavors that have it are kept, if there are any.
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

/// The design: in round r the r-th shared value of each capability in turn; the lower index wins, none is last, and
/// in the end the order of the document decides.
fn first_in_rounds(
    fitting: &[usize],
    machine: &Capabilities,
    flavors: &[&Capabilities],
    definitions: &Capabilities,
) -> usize {
    let rounds = definitions.iter().map(|(_, defined)| defined.len()).max().unwrap_or(0);
    // The index of the value that a flavor shares in a round, or one beyond all for none.
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

/// What a machine type can, as matching reads it. With several architectures defined, the design reads the older field
/// where the capability is not there.
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

/// Whether an image version fits a machine type on a profile without definitions.
pub fn fits_without_definitions(machine: Option<&'static str>, version: &[&'static str], rules: Rules) -> bool {
    let machine = machine.filter(|text| !text.is_empty()).unwrap_or("amd64");
    let version = if version.is_empty() { &["amd64"] } else { version };
    rules == Rules::Upstream || version.contains(&machine)
}
