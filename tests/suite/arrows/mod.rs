//! Which module may import which, checked on the imports themselves.

mod circles;
mod imports;

use std::collections::{BTreeMap, BTreeSet};

use fitment_tests::files;
use imports::{expand, imports, module, resolve};

/// The layers from the bottom up. A layer may use those before it and none after it.
const LAYERS: [&str; 8] = ["base", "wire", "reason", "question", "review", "policy", "engine", "door"];

/// Returns what `lib.rs` exports under another path, such as `Engine` for `engine::Engine`.
fn facade() -> Vec<(String, Vec<String>)> {
    let source = files::read("src/lib.rs");
    let uses = source.lines().filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';'));
    let mut names = Vec::new();
    for path in uses {
        let mut paths = Vec::new();
        expand(path, &mut Vec::new(), &mut paths);
        names.extend(paths.into_iter().filter_map(|path| Some((path.last()?.clone(), path))));
    }
    names
}

/// An import in a file: the importing module and the imported path, both from the crate's root.
struct Arrow {
    from: Vec<String>,
    /// Whether the file is a `mod.rs`, which may import what it contains.
    map: bool,
    to: Vec<String>,
}

impl Arrow {
    fn said(&self) -> String {
        format!("{} imports {}", self.from.join("::"), self.to.join("::"))
    }
}

fn arrows() -> Vec<Arrow> {
    let facade = facade();
    let mut arrows = Vec::new();
    for path in files::below("src", "rs") {
        let from = module(&path, "src");
        let source = std::fs::read_to_string(&path).expect("a source can be read");
        for import in imports(&source) {
            let mut to = resolve(&import, &from);
            if let Some((_, path)) = facade.iter().find(|(name, _)| Some(name) == to.first()) {
                to.splice(..1, path.iter().cloned());
            }
            arrows.push(Arrow { from: from.clone(), map: path.ends_with("mod.rs"), to });
        }
    }
    arrows
}

fn layer(module: &[String]) -> Option<usize> {
    LAYERS.iter().position(|layer| Some(*layer) == module.first().map(String::as_str))
}

/// Returns the length of a room's path. Outside of policies and the engine, a layer is one room; within them, every
/// module directly in their folder is one.
fn depth(module: &[String]) -> usize {
    match module.first().map(String::as_str) {
        Some("policy") => 3,
        Some("engine") => 2,
        _ => 1,
    }
}

/// Returns the room that a module belongs to.
fn room(module: &[String]) -> Vec<String> {
    module.iter().take(depth(module)).cloned().collect()
}

/// Returns the order of the rooms of a policy, or of one of its folders, as its `mod` lines have it.
fn order(house: &str) -> Vec<String> {
    let map = files::read(format!("src/policy/{house}/mod.rs"));
    let modules =
        map.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    modules.map(str::to_owned).collect()
}

#[test]
fn every_layer_knows_only_those_below_it() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for arrow in arrows() {
        let Some(layer_of_it) = layer(&arrow.from) else { continue };
        let Some(first) = arrow.to.first() else { continue };
        match layer(&arrow.to) {
            Some(below) if below > layer_of_it => wrong.push(arrow.said()),
            Some(_) => seen += 1,
            None => wrong.push(format!("{}, and `{first}` is the crate's root, which is above all", arrow.said())),
        }
        let policy = |module: &[String]| {
            let in_folder = module.len() > 1 && files::root().join("src/policy").join(&module[1]).is_dir();
            (module[0] == "policy" && in_folder).then(|| module[1].clone())
        };
        if let (Some(own), Some(other)) = (policy(&arrow.from), policy(&arrow.to))
            && own != other
        {
            wrong.push(format!("{}, its sibling", arrow.said()));
        }
    }
    assert!(seen > 1000, "found only {seen} imports: are they still read?");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_folders_of_images_know_only_those_before_them() {
    let mut wrong = Vec::new();
    for (house, least) in [("images", 300), ("images/provider", 100)] {
        let order = order(house);
        assert!(order.len() > 6, "found only {order:?} in the map of {house}");
        let path: Vec<&str> = ["policy"].into_iter().chain(house.split('/')).collect();
        let place = |module: &[String]| {
            let inside = module.len() > path.len() && module[..path.len()] == path;
            inside.then(|| order.iter().position(|room| *room == module[path.len()]))
        };
        let mut seen = 0;
        for arrow in arrows() {
            let (Some(Some(from)), Some(to)) = (place(&arrow.from), place(&arrow.to)) else { continue };
            match to {
                None => wrong.push(format!("{} by way of the map", arrow.said())),
                Some(to) if to > from => wrong.push(arrow.said()),
                Some(_) => seen += 1,
            }
        }
        assert!(seen > least, "found only {seen} imports in {house}: are they still read?");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_rooms_of_the_command_line_know_only_those_before_them() {
    let map = files::read("host/src/cli/mod.rs");
    // A row of the table names a room, or several files that stand in no room.
    let rows = map.lines().filter_map(|line| line.strip_prefix("//! | `"));
    let order: Vec<Vec<&str>> = rows.map(|row| row.split('`').step_by(2).collect()).collect();
    let place = |room: &str| order.iter().position(|row| row.contains(&room));
    assert!(order.len() > 5, "found only {order:?} in the map");
    let (mut seen, mut wrong) = (0, Vec::new());
    for path in files::below("host/src/cli", "rs") {
        let module = module(&path, "host/src");
        let Some(from) = module.get(1).and_then(|room| place(room)) else { continue };
        for import in imports(&std::fs::read_to_string(&path).expect("it can be read")) {
            let to = resolve(&import, &module);
            if to.first().is_some_and(|first| first == "cli") {
                match to.get(1).and_then(|room| place(room)) {
                    Some(to) if to <= from => seen += 1,
                    _ => wrong.push(format!("{} imports {}", module.join("::"), to.join("::"))),
                }
            }
        }
    }
    assert!(seen > 150, "found only {seen} imports: are they still read?");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_rooms_stand_in_a_circle() {
    let mut edges: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
    for arrow in arrows() {
        let (from, to) = (room(&arrow.from), room(&arrow.to));
        // The `mod.rs` of several rooms may import what it contains.
        let is_above = arrow.map && arrow.from.len() < depth(&arrow.from);
        if !is_above && from != to && !from.starts_with(&to) {
            edges.entry(from).or_default().insert(to);
        }
    }
    assert!(edges.len() > 40, "found only {} rooms: are the imports still read?", edges.len());
    // Rooms that import no others are removed, again and again. If nothing more can be removed, the rest has cycles.
    loop {
        let done: BTreeSet<Vec<String>> =
            edges.values().flatten().filter(|room| !edges.contains_key(*room)).cloned().collect();
        for known in edges.values_mut() {
            known.retain(|room| !done.contains(room));
        }
        let before = edges.len();
        edges.retain(|_, known| !known.is_empty());
        if edges.len() == before && done.is_empty() {
            break;
        }
    }
    let left: Vec<String> = edges
        .iter()
        .map(|(from, to)| {
            let to: Vec<String> = to.iter().map(|room| room.join("::")).collect();
            format!("{} knows {}", from.join("::"), to.join(", "))
        })
        .collect();
    assert!(left.is_empty(), "in a circle, or leading to one:\n{}", left.join("\n"));
}

#[test]
fn the_host_never_links_the_engine() {
    let manifest = files::read("host/Cargo.toml");
    let depends =
        manifest.lines().any(|line| line.trim_start().starts_with("fitment ") || line.contains("path = \"..\""));
    assert!(!depends, "host/Cargo.toml depends on the engine");
    for path in files::below("host/src", "rs") {
        let source = std::fs::read_to_string(&path).expect("a source can be read");
        assert!(!source.contains("fitment::"), "`{}` names the engine", path.display());
    }
}

#[test]
fn a_gateway_that_takes_the_sandbox_alone_links_no_more() {
    let tree = |features: &[&str]| {
        let mut cargo = std::process::Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(files::root()).args(["tree", "--locked", "--package", "fitment-host", "--edges", "normal"]);
        let output = cargo.args(["--prefix", "none"]).args(features).output().expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let names = String::from_utf8(output.stdout).expect("names are text");
        names.lines().filter_map(|line| line.split(' ').next().map(str::to_owned)).collect::<Vec<_>>()
    };
    let command_line =
        ["clap", "comfy-table", "saphyr", "fitment-files", "hyper", "prometheus-client", "rustls", "tokio"];
    let compiler = ["cranelift-codegen", "wasmtime-internal-cranelift", "wasm-encoder"];
    let (alone, whole) = (tree(&["--no-default-features"]), tree(&[]));
    assert!(alone.iter().any(|name| name == "wasmtime"), "{alone:?}");
    for name in command_line.into_iter().chain(compiler).chain(["serde_json"]) {
        assert!(whole.iter().any(|linked| linked == name), "`{name}` has another name now: {whole:?}");
        assert!(!alone.iter().any(|linked| linked == name), "the sandbox alone links `{name}`");
    }
    let compiling = tree(&["--no-default-features", "--features", "compile"]);
    assert!(!compiling.iter().any(|name| command_line.contains(&name.as_str())), "{compiling:?}");
    let gate = tree(&["--no-default-features", "--features", "gate"]);
    assert!(gate.iter().any(|name| name == "serde_json"), "{gate:?}");
    for name in command_line.iter().chain(&compiler) {
        assert!(!gate.iter().any(|linked| linked == name), "a gate of one's own links `{name}`");
    }
}

#[test]
fn only_the_door_names_its_features() {
    for path in files::below("src", "rs") {
        let source = std::fs::read_to_string(&path).expect("a source can be read");
        let names = ["feature = \"js\"", "feature = \"abi\""].iter().any(|feature| source.contains(feature));
        let door = ["mod.rs", "js/mod.rs"].iter().any(|file| path.ends_with(format!("src/door/{file}")));
        assert_eq!(names, door, "`{}`", path.display());
    }
}

#[test]
fn imports_are_read_as_they_are_written() {
    let source =
        "use crate::{a, b::{c, d::e}};\n// use crate::x;\nuse super::f;\nlet g = crate::h::i(super::super::j);";
    let mut found: Vec<String> = imports(source).iter().map(|import| import.join("::")).collect();
    let mut expected =
        ["crate::a", "crate::b::c", "crate::b::d::e", "crate::h::i", "super::f", "super::super::j"].to_vec();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    let module = ["policy", "drivers", "create"].map(str::to_owned);
    assert_eq!(resolve(&["super".to_owned(), "image".to_owned()], &module), ["policy", "drivers", "image"]);
}
