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
    /// The names that each `mod.rs` hands on, with where they come from. Its own imports are no arrows: it may import
    /// what it contains.
    maps: BTreeMap<Path, BTreeMap<String, Path>>,
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
            let from = names.get(import.get(map.len())?)?;
            import = from.iter().chain(&import[map.len() + 1..]).cloned().collect();
        }
        None
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
