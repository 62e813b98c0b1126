//! Reads the imports of a source file.

use std::path::Path;

use fitment_tests::files;

/// Returns the names that a file imports from its own crate, as paths of segments. Groups are expanded.
pub fn imports(source: &str) -> Vec<Vec<String>> {
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        // `$crate` stands in macros, where the user's crate expands it, and `pub(crate)` is not a path. Of two
        // consecutive `super`s, the second one belongs to the path of the first.
        let before = &code[..at];
        if before.ends_with(['$', ':', '_']) || before.ends_with(char::is_alphanumeric) {
            continue;
        }
        let end = code[at..].find([';', ',', '(', ' ', '\n', '<', '>', ')', '!']).map_or(code.len(), |end| at + end);
        let statement_end = code[at..].find(';').map_or(code.len(), |end| at + end);
        let is_group = code[at..end].contains('{');
        expand(&code[at..if is_group { statement_end } else { end }], &mut Vec::new(), &mut found);
    }
    found
}

/// Expands `a::{b, c::{d, e}}`.
pub fn expand(path: &str, prefix: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
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

/// Returns the module of a file below a folder as segments: `policy/drivers/mod.rs` is `policy::drivers`.
pub fn module(path: &Path, folder: &str) -> Vec<String> {
    let relative = path.strip_prefix(files::root().join(folder)).expect("a file of the folder").with_extension("");
    let mut segments: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if segments.last().is_some_and(|last| last == "mod") {
        segments.pop();
    }
    segments
}

/// Resolves an import to a path from the crate's root.
pub fn resolve(import: &[String], module: &[String]) -> Vec<String> {
    let ups = import.iter().take_while(|segment| *segment == "super").count();
    if ups == 0 {
        return import.iter().skip(1).cloned().collect();
    }
    // `super` in `a/b.rs` is `a`. In a file's test module it is the file itself, which makes no difference here.
    let base = module.iter().take(module.len().saturating_sub(ups));
    base.chain(import.iter().skip(ups)).cloned().collect()
}
