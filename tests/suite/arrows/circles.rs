//! Files that import each other in a circle can only be understood together.

use std::collections::{BTreeMap, BTreeSet};

use fitment_tests::files;

use super::imports::{expand, imports, module, resolve};

type Path = Vec<String>;

/// The modules of a crate.
#[derive(Default)]
struct Crate {
    /// The imports of each file, by its module.
    files: BTreeMap<Path, Vec<Path>>,
    /// The names that each file declares.
    declared: BTreeMap<Path, BTreeSet<String>>,
    /// The names that each `mod.rs` hands on, with where they come from; `*` stands for all that are declared there. Its
    /// own imports are no arrows: it may import what it contains.
    maps: BTreeMap<Path, Vec<(String, Path)>>,
}

impl Crate {
    fn read(folder: &str) -> Self {
        let mut read = Self::default();
        for path in files::below(folder, "rs") {
            let module = module(&path, folder);
            let source = std::fs::read_to_string(&path).expect("a source can be read");
            let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let is_map = ["mod.rs", "lib.rs", "main.rs"].iter().any(|map| path.ends_with(map));
            if is_map {
                let module = if path.ends_with("mod.rs") { module } else { Path::new() };
                read.maps.entry(module.clone()).or_default().extend(handed_on(code, &module));
            } else {
                let imports = imports(code).iter().map(|import| resolve(import, &module)).collect();
                read.declared.insert(module.clone(), declared(code));
                read.files.insert(module, imports);
            }
        }
        read
    }

    /// Returns the file that an import leads to, through the maps that hand it on.
    fn file_of(&self, import: &[String]) -> Option<&Path> {
        let mut import = import.to_vec();
        // A map hands on what another one hands on.
        for _ in 0..8 {
            if let Some((file, _)) = (1..=import.len()).rev().find_map(|end| self.files.get_key_value(&import[..end])) {
                return Some(file);
            }
            let (map, names) = (0..import.len()).rev().find_map(|end| self.maps.get_key_value(&import[..end]))?;
            let from = self.origin(names, import.get(map.len())?)?;
            import = from.iter().chain(&import[map.len() + 1..]).cloned().collect();
        }
        None
    }

    /// Returns where a name comes from that a map hands on.
    fn origin(&self, names: &[(String, Path)], wanted: &str) -> Option<Path> {
        let named = names.iter().find(|(name, _)| name == wanted).map(|(_, from)| from.clone());
        named.or_else(|| {
            let globs = names.iter().filter(|(name, _)| name == "*");
            globs.filter_map(|(_, from)| from.split_last()).find_map(|(_, module)| {
                let declares = self.declared.get(module).is_some_and(|names| names.contains(wanted));
                let there = || module.iter().cloned().chain([wanted.to_owned()]).collect();
                let handed_on = || self.origin(self.maps.get(module)?, wanted);
                declares.then(there).or_else(handed_on)
            })
        })
    }

    /// Returns the arrows from file to file.
    fn arrows(&self) -> BTreeSet<(&Path, &Path)> {
        let of = |(from, imports): (_, &'_ Vec<Path>)| -> Vec<_> {
            imports.iter().filter_map(|import| Some((from, self.file_of(import)?))).collect()
        };
        let all = self.files.iter().flat_map(of);
        all.filter(|(from, to)| from != to).collect()
    }
}

/// Returns the arrows from which a way leads back.
fn circles<'c>(arrows: &BTreeSet<(&'c Path, &'c Path)>) -> Vec<(&'c Path, &'c Path)> {
    let mut known: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    arrows.iter().for_each(|(from, to)| known.entry(from).or_default().push(to));
    let leads_back = |(from, to): &(&'c Path, &'c Path)| {
        let (mut seen, mut ahead) = (BTreeSet::from([*to]), vec![*to]);
        while let Some(file) = ahead.pop() {
            ahead.extend(known.get(file).into_iter().flatten().filter(|next| seen.insert(next)));
        }
        seen.contains(from)
    };
    arrows.iter().copied().filter(leads_back).collect()
}

/// Returns the names that a file declares, those inside macros such as `given!` among them; `pub` alone stands before
/// the names of reason codes.
fn declared(code: &str) -> BTreeSet<String> {
    const BEFORE: [&str; 9] = ["struct", "enum", "union", "fn", "const", "static", "type", "trait", "pub"];
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = code.flat_map(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let names = words.windows(2).filter(|pair| BEFORE.contains(&pair[0]));
    names.map(|pair| pair[1].to_owned()).collect()
}

/// Returns the names that a map imports, each with the path that it comes from.
fn handed_on(code: &str, map: &[String]) -> Vec<(String, Path)> {
    let mut names = Vec::new();
    for line in code.split(';') {
        let Some((_, path)) = line.rsplit_once("use ") else { continue };
        let mut paths = Vec::new();
        expand(path, &mut Vec::new(), &mut paths);
        names.extend(paths.into_iter().filter_map(|path| {
            let from = match path.first()?.as_str() {
                "crate" | "super" => resolve(&path, map),
                _ => map.iter().chain(&path).cloned().collect(),
            };
            Some((path.last()?.clone(), from))
        }));
    }
    names
}

#[test]
fn a_name_is_found_through_the_globs_of_maps() {
    let read = Crate::read("src");
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Path>();
    for (import, file) in [
        ("policy::traits::reasons::BREAKS_EVERY_BOOT", "policy::traits::reasons::reports"),
        ("policy::images::documents::ShootKubernetes", "policy::images::documents::kubelet"),
    ] {
        assert_eq!(read.file_of(&path(import)), Some(&path(file)), "{import}");
    }
    assert_eq!(read.file_of(&path("policy::traits::reasons::NONE")), None);
}

#[test]
fn no_files_stand_in_a_circle() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for folder in ["src", "host/src", "host/files/src", "xtask/src", "tests/src"] {
        let read = Crate::read(folder);
        let arrows = read.arrows();
        seen += arrows.len();
        wrong.extend(
            circles(&arrows).iter().map(|(from, to)| format!("{folder}: {} knows {}", from.join("::"), to.join("::"))),
        );
    }
    assert!(seen > 2000, "found only {seen} arrows: are the imports still read?");
    assert!(wrong.is_empty(), "in a circle:\n{}", wrong.join("\n"));
}
