//! The arrows of the house: who may import whom, read off the imports themselves.

use std::path::Path;

use fitment_tests::files;

/// From the ground up. A layer knows those before it and none after.
const LAYERS: [&str; 8] = ["base", "wire", "reason", "question", "review", "policy", "engine", "door"];

/// The names that a file imports from its own crate, as paths of segments. Groups are written out.
fn imports(source: &str) -> Vec<Vec<String>> {
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        // `$crate` stands in macros, which their users expand, and `pub(crate)` is no path.
        if code[..at].ends_with('$') || code[..at].ends_with(|last: char| last.is_alphanumeric() || last == '_') {
            continue;
        }
        let end = code[at..].find([';', '(', ' ', '\n', '<', '>', ')', '!']).map_or(code.len(), |end| at + end);
        let statement_end = code[at..].find(';').map_or(code.len(), |end| at + end);
        let is_group = code[at..end].contains('{');
        expand(&code[at..if is_group { statement_end } else { end }], &mut Vec::new(), &mut found);
    }
    found
}

/// Writes out `a::{b, c::{d, e}}`.
fn expand(path: &str, prefix: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let path = path.trim();
    let Some((head, group)) = path.split_once('{') else {
        let mut whole = prefix.clone();
        whole.extend(path.split("::").map(|segment| segment.trim().to_owned()));
        found.push(whole);
        return;
    };
    let depth = prefix.len();
    prefix.extend(head.trim_end_matches("::").split("::").map(|segment| segment.trim().to_owned()));
    let inside = group.rsplit_once('}').map_or(group, |(inside, _)| inside);
    let (mut level, mut from) = (0, 0);
    for (at, letter) in inside.char_indices().chain([(inside.len(), ',')]) {
        match letter {
            '{' => level += 1,
            '}' => level -= 1,
            ',' if level == 0 => {
                if !inside[from..at].trim().is_empty() {
                    expand(&inside[from..at], prefix, found);
                }
                from = at + 1;
            }
            _ => {}
        }
    }
    prefix.truncate(depth);
}

/// A module of the crate by its file, as segments: `policy/drivers/mod.rs` is `policy::drivers`.
fn module(path: &Path) -> Vec<String> {
    let relative = path.strip_prefix(files::root().join("src")).expect("a file of the engine").with_extension("");
    let mut segments: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if segments.last().is_some_and(|last| last == "mod") {
        segments.pop();
    }
    segments
}

/// An import as seen from the crate's root.
fn resolve(import: &[String], module: &[String]) -> Vec<String> {
    let ups = import.iter().take_while(|segment| *segment == "super").count();
    if ups == 0 {
        return import.iter().skip(1).cloned().collect();
    }
    // `super` in `a/b.rs` is `a`; in the tests inside a file it is the file itself, which changes nothing here.
    let base = module.iter().take(module.len().saturating_sub(ups));
    base.chain(import.iter().skip(ups)).cloned().collect()
}

#[test]
fn every_layer_knows_only_those_below_it() {
    let mut wrong = Vec::new();
    let mut arrows = 0;
    for path in files::below("src", "rs") {
        let module = module(&path);
        let Some(layer) = LAYERS.iter().position(|layer| Some(*layer) == module.first().map(String::as_str)) else {
            continue;
        };
        let source = std::fs::read_to_string(&path).expect("a source can be read");
        for import in imports(&source) {
            let target = resolve(&import, &module);
            let Some(first) = target.first() else { continue };
            if let Some(below) = LAYERS.iter().position(|layer| layer == first) {
                arrows += 1;
                if below > layer {
                    wrong.push(format!("{} imports {}", module.join("::"), target.join("::")));
                }
            }
            let sibling = module.first().is_some_and(|first| first == "policy")
                && module.len() > 1
                && target.len() > 2
                && first == "policy"
                && target[1] != module[1]
                && files::root().join("src/policy").join(&target[1]).is_dir();
            // What stands around a question is every policy's.
            if sibling && files::root().join("src/policy").join(&module[1]).is_dir() {
                wrong.push(format!("{} imports its sibling {}", module.join("::"), target.join("::")));
            }
        }
    }
    assert!(arrows > 100, "found only {arrows} imports: are they still read?");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    let command_line = ["clap", "comfy-table", "saphyr", "serde_json", "fitment-files"];
    let compiler = ["cranelift-codegen", "wasmtime-internal-cranelift"];
    let (alone, whole) = (tree(&["--no-default-features"]), tree(&[]));
    assert!(alone.iter().any(|name| name == "wasmtime"), "{alone:?}");
    for name in command_line.into_iter().chain(compiler) {
        assert!(whole.iter().any(|linked| linked == name), "`{name}` has another name now: {whole:?}");
        assert!(!alone.iter().any(|linked| linked == name), "the sandbox alone links `{name}`");
    }
    let compiling = tree(&["--no-default-features", "--features", "compile"]);
    assert!(!compiling.iter().any(|name| command_line.contains(&name.as_str())), "{compiling:?}");
}

#[test]
fn only_the_door_names_its_features() {
    for path in files::below("src", "rs") {
        let source = std::fs::read_to_string(&path).expect("a source can be read");
        let names = ["feature = \"js\"", "feature = \"abi\""].iter().any(|feature| source.contains(feature));
        let door = path.ends_with("src/door/mod.rs") || path.ends_with("src/door/js/mod.rs");
        assert_eq!(names, door, "`{}`", path.display());
    }
}

#[test]
fn imports_are_read_as_they_are_written() {
    let source =
        "use crate::{a, b::{c, d::e}};\n// use crate::x;\nuse super::f;\nlet g = crate::h::i(super::super::j);";
    let found: Vec<String> = imports(source).iter().map(|import| import.join("::")).collect();
    let expected =
        ["crate::a", "crate::b::c", "crate::b::d::e", "crate::h::i", "super::f", "super::super::j", "super::j"];
    for wanted in &expected[..6] {
        assert!(found.iter().any(|import| import == wanted), "{wanted} is missing in {found:?}");
    }
    let module = ["policy", "drivers", "create"].map(str::to_owned);
    assert_eq!(resolve(&["super".to_owned(), "image".to_owned()], &module), ["policy", "drivers", "image"]);
}
