//! Checks the dependencies against `deny.toml`: licences, sources, bans, duplicates.
//!
//! The file is in cargo-deny's format, and cargo-deny can check more with it, such as advisories. Here only the four
//! lists that matter are checked, using `cargo tree`, so that nobody has to build another tool before the first test.

use std::fs;
use std::iter::Peekable;

use crate::shell::{Done, cargo, output, root};

/// A package as `cargo tree` shows it.
struct Package {
    name: String,
    version: String,
    licence: String,
    /// The text after the version: empty for the registry, otherwise a path or URL.
    source: String,
}

/// Checks the dependencies of the product, its builds and its tests, for every platform.
pub fn check() -> Done {
    let policy = root().join("deny.toml");
    let policy = fs::read_to_string(&policy).map_err(|error| format!("`{}`: {error}", policy.display()))?;
    let (allowed, banned, twice) = (list(&policy, "allow")?, list(&policy, "deny")?, list(&policy, "skip")?);
    let packages = packages()?;
    let mut wrong = Vec::new();
    for Package { name, version, licence, source } in &packages {
        if !is_allowed(licence, &allowed) {
            wrong.push(format!("`{name}` {version} has the licence `{licence}`, expected one of those in deny.toml"));
        }
        if banned.contains(name) {
            wrong.push(format!("`{name}` {version} is banned in deny.toml"));
        }
        // The project's own packages have a path inside it.
        if !source.is_empty() && !source.contains(&*root().to_string_lossy()) && source != "(proc-macro)" {
            wrong.push(format!("`{name}` {version} is from {source}, expected the registry"));
        }
        let others = packages.iter().any(|other| other.name == *name && other.version != *version);
        if others && !twice.contains(name) {
            wrong.push(format!(
                "`{name}` is there in several versions, {version} among them; if need be say so in deny.toml"
            ));
        }
    }
    for name in twice {
        if packages.iter().filter(|package| package.name == name).count() < 2 {
            wrong.push(format!("deny.toml lets `{name}` be there twice, and it is not"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Returns every package of the workspace, for every platform.
fn packages() -> Done<Vec<Package>> {
    let tree =
        ["tree", "--locked", "--workspace", "--target", "all", "--edges", "normal,build,dev", "--prefix", "none"];
    let doors = ["--features", "fitment/js,fitment-tests/doors", "--format", "{p}|{l}"];
    let listed = output(cargo().args(tree).args(doors)).ok_or("`cargo tree` failed")?;
    let mut lines: Vec<&str> = listed.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    lines.sort_unstable();
    lines.dedup();
    let package = |line: &str| {
        let (package, licence) = line.split_once('|')?;
        let mut words = package.splitn(3, ' ');
        let (name, version) = (words.next()?.to_owned(), words.next()?.to_owned());
        let source = words.next().unwrap_or_default().to_owned();
        Some(Package { name, version, licence: licence.to_owned(), source })
    };
    lines.into_iter().filter(|line| !line.is_empty()).map(|line| package(line).ok_or_else(|| line.to_owned())).collect()
}

/// Returns the texts of a list in the file. cargo-deny writes it as `key = ["…", …]`, or as the names in tables.
fn list(policy: &str, key: &str) -> Done<Vec<String>> {
    let begins =
        |line: &&str| line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    let mut lines = policy.lines().skip_while(|line| !begins(line));
    let mut texts = Vec::new();
    for line in lines.by_ref() {
        let line = line.split('#').next().unwrap_or_default();
        texts.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
        if line.trim_end().ends_with(']') {
            return Ok(texts);
        }
    }
    Err(format!("deny.toml has no list `{key}`"))
}

/// Whether a licence expression can be satisfied with the allowed licences.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ").replace(" WITH ", "+");
    let words: Vec<String> = spaced.split_whitespace().map(|word| word.replace('+', " WITH ")).collect();
    let mut words = words.iter().map(String::as_str).peekable();
    any_of(&mut words, allowed) && words.next().is_none()
}

/// `a OR b OR …`
fn any_of<'w, I: Iterator<Item = &'w str>>(words: &mut Peekable<I>, allowed: &[String]) -> bool {
    let mut fits = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        fits |= all_of(words, allowed);
    }
    fits
}

/// `a AND b AND …`, which binds tighter.
fn all_of<'w, I: Iterator<Item = &'w str>>(words: &mut Peekable<I>, allowed: &[String]) -> bool {
    let mut fits = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        fits &= one(words, allowed);
    }
    fits
}

/// A licence, or an expression in parentheses.
fn one<'w, I: Iterator<Item = &'w str>>(words: &mut Peekable<I>, allowed: &[String]) -> bool {
    match words.next() {
        Some("(") => {
            let fits = any_of(words, allowed);
            words.next_if_eq(&")").is_some() && fits
        }
        Some(licence) => allowed.iter().any(|known| known == licence),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_licences_are_read_as_spdx_has_them() {
        let allowed = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"].map(str::to_owned);
        for fits in
            ["MIT", "MIT/GPL-3.0", "GPL-3.0 OR MIT", "(GPL-3.0 OR MIT) AND Unicode-3.0", "MIT OR GPL-3.0 AND GPL-2.0"]
        {
            assert!(is_allowed(fits, &allowed), "{fits}");
        }
        assert!(is_allowed("Apache-2.0 WITH LLVM-exception OR GPL-3.0", &allowed));
        for not in
            ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND GPL-3.0", "GPL-3.0 WITH LLVM-exception", "(MIT"]
        {
            assert!(!is_allowed(not, &allowed), "{not}");
        }
    }

    #[test]
    fn this_project_keeps_to_its_policy() {
        assert_eq!(check(), Ok(()));
    }

    #[test]
    fn lists_are_read_as_they_are_written() {
        let policy =
            "[licenses]\nallow = [\n  \"MIT\", # the usual\n  \"Zlib\",\n]\n[bans]\ndeny = [{ crate = \"openssl\" }]\n";
        assert_eq!(list(policy, "allow"), Ok(vec!["MIT".to_owned(), "Zlib".to_owned()]));
        assert_eq!(list(policy, "deny"), Ok(vec!["openssl".to_owned()]));
        assert!(list(policy, "skip").is_err());
    }
}
