//! Compares the compiled catalogue with the rules applied to plain strings.
//!
//! Exhaustive tests are cheap because a catalogue is made to hold a whole profile. All versions of a universe (with
//! none, one or two of all possible flavors) and all its machine types form one profile, which is compiled once; then
//! each machine type is asked about each version. A list of three values is absent or one of eight subsets, so two
//! capabilities make 81 different sides, 81 machine types and 6,643 versions, which is 538,083 pairs for each universe
//! and edition. The oracle takes some tenths of a microsecond for most of them.

pub mod choice;
pub mod rule;
pub mod universe;

use std::thread;

use fitment::Edition;
use fitment::inside::{
    Catalog, CloudProfile, Definition, ImageVersion, MachineImage, MachineType, Offer, Ordered, ProfileSpec, best,
};
use fitment_tests::numbers::Numbers;
use rule::{Capabilities, Rules, Taken};
use universe::Universe;

const EDITIONS: [(Edition, Rules); 2] = [(Edition::DESIGN, Rules::Design), (Edition::UPSTREAM, Rules::Upstream)];

/// A machine type: its capabilities and the older architecture field.
type Machine = (Capabilities, Option<&'static str>);

fn capabilities(of: &Capabilities) -> Ordered<&'static str, Vec<&'static str>> {
    of.iter().cloned().collect()
}

fn definitions(of: &Capabilities) -> Vec<Definition<'static>> {
    of.iter().map(|(name, values)| Definition { name: Some(name), values: values.clone() }).collect()
}

/// Returns the name of a machine type.
fn name(place: usize) -> &'static str {
    format!("m{place}").leak()
}

/// Returns a profile with these machine types, and versions with these flavors.
fn profile(defined: &Capabilities, machines: &[Machine], versions: &[Vec<&Capabilities>]) -> ProfileSpec<'static> {
    let machine = |(place, (own, older)): (usize, &Machine)| MachineType {
        name: Some(name(place)),
        architecture: *older,
        capabilities: capabilities(own),
        ..MachineType::default()
    };
    let version = |flavors: &Vec<&Capabilities>| ImageVersion {
        capability_flavors: flavors.iter().map(|flavor| capabilities(flavor)).collect::<Vec<_>>().into(),
        ..ImageVersion::default()
    };
    ProfileSpec {
        machine_capabilities: definitions(defined),
        machine_types: machines.iter().enumerate().map(machine).collect(),
        machine_images: vec![MachineImage {
            versions: versions.iter().map(version).collect(),
            ..MachineImage::default()
        }],
        ..ProfileSpec::default()
    }
}

/// Compares every machine type with every version, in both editions. Returns the number of pairs.
fn compare(defined: &Capabilities, machines: &[Machine], versions: &[Vec<&Capabilities>]) -> u64 {
    let spec = profile(defined, machines, versions);
    let catalog = Catalog::new(&spec);
    let mut pairs = 0;
    for (edition, rules) in EDITIONS {
        for (place, (own, older)) in machines.iter().enumerate() {
            let machine = rule::of_machine(own, *older, defined, rules);
            let set = catalog.machine_set(place, &spec.machine_types[place], edition);
            let mut fitting = catalog.fitting(&set).into_iter().peekable();
            for (version, flavors) in versions.iter().enumerate() {
                pairs += 1;
                let case = || format!("{defined:?}\nmachine {machine:?}\nflavors {flavors:?}\n{rules:?}");
                let found = fitting.next_if_eq(&(version as u32)).is_some();
                assert_eq!(found, rule::supported(&machine, flavors, defined), "{}", case());
                let sets: Vec<_> = catalog.flavors(version).collect();
                let universe = catalog.space();
                let fits = sets.iter().filter(|(_, flavor)| universe.fits(&set, flavor));
                let taken = match best(universe, &set, fits.map(|(place, flavor)| (*place, flavor.as_ref())), edition) {
                    Ok(Some(place)) => Taken::Flavor(place),
                    Ok(None) => Taken::None,
                    Err(_) => Taken::Ambiguous,
                };
                assert_eq!(taken, rule::best(&machine, flavors, defined, rules), "{}", case());
            }
            assert_eq!(fitting.next(), None, "a version fits that is not there");
        }
    }
    pairs
}

/// Compares all machine types with all versions of up to this many flavors.
fn exhaust(universe: &Universe, flavors: usize) -> u64 {
    let sides: Vec<Capabilities> = (0..universe.sides()).map(|side| universe.side(side)).collect();
    let machines: Vec<Machine> = sides.iter().map(|side| (side.clone(), None)).collect();
    let mut versions = vec![Vec::new()];
    let mut longer = vec![Vec::new()];
    for _ in 0..flavors {
        let with_one_more = longer
            .iter()
            .flat_map(|version: &Vec<_>| sides.iter().map(move |side| version.iter().copied().chain([side]).collect()));
        longer = with_one_more.collect();
        versions.extend(longer.iter().cloned());
    }
    compare(&universe.definitions, &machines, &versions)
}

/// Runs through the universes on two threads.
fn exhaust_all(universes: &[Universe], flavors: usize) -> u64 {
    thread::scope(|scope| {
        let half = |first: usize| {
            let mine = universes.iter().skip(first).step_by(2);
            scope.spawn(move || mine.map(|universe| exhaust(universe, flavors)).sum::<u64>())
        };
        let halves = [half(0), half(1)];
        halves.into_iter().map(|half| half.join().expect("each half ends")).sum()
    })
}

#[test]
fn all_small_universes() {
    let mut total = 0;
    for (capabilities, values, flavors) in [(1, 3, 2), (2, 3, 2), (3, 2, 2), (3, 3, 1)] {
        let mut universes = Universe::all(capabilities, values);
        universes.extend(universes.last().map(Universe::reversed));
        let pairs = exhaust_all(&universes, flavors);
        let (universes, sides) = (universes.len(), format!("{capabilities} capabilities × {values} values"));
        println!("{universes} universes of {sides} with up to {flavors} flavors: {pairs} pairs exhausted");
        total += pairs;
    }
    println!("the catalogue says of {total} pairs what the rules say");
}

#[test]
fn a_million_pairs_of_a_larger_universe() {
    let mut numbers = Numbers(33);
    let universes = Universe::all(3, 3);
    let mut pairs = 0;
    while pairs < 1_000_000 {
        let universe = numbers.among(&universes).clone();
        let sides: Vec<Capabilities> = (0..80).map(|_| universe.side(numbers.below(universe.sides()))).collect();
        let machines: Vec<Machine> = (0..40).map(|_| (universe.side(numbers.below(universe.sides())), None)).collect();
        let versions: Vec<_> = (0..100).map(|_| vec![numbers.among(&sides), numbers.among(&sides)]).collect();
        pairs += compare(&universe.definitions, &machines, &versions);
    }
    println!("{pairs} sampled pairs of 3 capabilities × 3 values with two flavors");
}

/// A capability that nothing names makes no difference, however wide it is. With it, the universe no longer fits into
/// one word, and the catalogue uses its other representation.
#[test]
fn wide_universes_are_no_different() {
    let wide: Vec<&'static str> = (0..70).map(|value| -> &'static str { format!("v{value}").leak() }).collect();
    let mut universes = Universe::all(2, 3);
    for universe in &mut universes {
        universe.definitions.insert(1, ("wide", wide.clone()));
        universe.named.insert(1, Vec::new());
    }
    // The list of the wide capability is absent, or present and empty.
    let mut pairs: u64 = universes.iter().map(|universe| exhaust(universe, 1)).sum();
    // With two flavors, the list is always absent.
    let mut universe = Universe::all(2, 2).pop().expect("there are several");
    universe.definitions.push(("wide", wide));
    pairs += exhaust(&universe, 2);
    println!("{} wide universes: {pairs} pairs exhausted", universes.len());
}

#[test]
fn the_older_field_counts_where_it_should() {
    let mut pairs = 0;
    for architectures in [vec![], vec!["amd64"], vec!["amd64", "arm64"], vec!["amd64", "amd64"]] {
        let definitions = vec![("architecture", architectures), ("net", vec!["acc", "std"])];
        let named = vec![vec!["amd64", "arm64", "s390x"], vec!["std"]];
        let universe = Universe { definitions, named };
        let sides: Vec<Capabilities> = (0..universe.sides()).map(|side| universe.side(side)).collect();
        let fields = [None, Some(""), Some("amd64"), Some("arm64"), Some("s390x"), Some("vax")];
        let machines: Vec<Machine> = sides.iter().flat_map(|side| fields.map(|field| (side.clone(), field))).collect();
        let versions: Vec<_> = sides.iter().flat_map(|one| sides.iter().map(move |other| vec![one, other])).collect();
        pairs += compare(&universe.definitions, &machines, &versions);
    }
    println!("{pairs} pairs with the older field exhausted");
}

#[test]
fn profiles_without_definitions_compare_architectures() {
    let known = ["amd64", "arm64", "s390x"];
    let lists: Vec<Vec<&str>> = (0..8)
        .map(|subset| (0..3).filter(|index| subset >> index & 1 == 1).map(|index| known[index]).collect())
        .collect();
    let fields = [None, Some(""), Some("amd64"), Some("arm64"), Some("s390x"), Some("vax")];
    let mut spec = profile(&Vec::new(), &fields.map(|field| (Vec::new(), field)), &vec![Vec::new(); lists.len()]);
    for (version, list) in spec.machine_images[0].versions.iter_mut().zip(&lists) {
        version.architectures.clone_from(list);
    }
    // Capabilities that nobody defined play no part.
    spec.machine_images[0].versions[3].capability_flavors =
        vec![capabilities(&vec![("architecture", Vec::new())])].into();
    let offer = Offer::new(CloudProfile { spec: Some(spec), metadata: None });
    for (edition, rules) in EDITIONS {
        for (place, field) in fields.iter().enumerate() {
            let fits = |list: &Vec<&'static str>| rule::fits_without_definitions(*field, list, rules);
            let expected: Vec<u32> = (0..).zip(&lists).filter(|(_, list)| fits(list)).map(|(place, _)| place).collect();
            assert_eq!(offer.fitting(name(place), edition), Some(expected), "{field:?} {rules:?}");
        }
    }
}
