//! The texts and numbers that an input may have to contain to reveal a mutant: those in the nearby source.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use syn::Lit;

use super::mutant::Mutant;
use crate::shell::Done;

/// How many literals around a mutant are used.
const TAKEN: usize = 24;

/// The words of each file: for each literal its position and its words.
pub struct Dictionary(BTreeMap<String, Vec<(usize, Vec<String>)>>);

impl Dictionary {
    /// Collects the words of the files that have mutants.
    pub fn of(mutants: &[Mutant], sources: &Path) -> Done<Self> {
        let mut files = BTreeMap::new();
        for Mutant { path, .. } in mutants {
            if !files.contains_key(path) {
                let text = fs::read_to_string(sources.join(path)).map_err(|error| format!("`{path}`: {error}"))?;
                let tokens: TokenStream = text.parse().map_err(|error| format!("`{path}`: {error}"))?;
                let mut found = Vec::new();
                collect(tokens, &mut found);
                files.insert(path.clone(), found);
            }
        }
        Ok(Self(files))
    }

    /// Returns a JSON list of the texts and numbers nearest to a mutant, with the neighbours of each number.
    pub fn around(&self, mutant: &Mutant) -> String {
        let mut nearest: Vec<&(usize, Vec<String>)> = self.0.get(&mutant.path).into_iter().flatten().collect();
        nearest.sort_by_key(|(place, _)| place.abs_diff(mutant.range.start));
        let words: Vec<&str> =
            nearest.into_iter().take(TAKEN).flat_map(|(_, words)| words).map(String::as_str).collect();
        format!("[{}]", words.join(","))
    }
}

fn collect(tokens: TokenStream, found: &mut Vec<(usize, Vec<String>)>) {
    let mut is_attribute = false;
    for token in tokens {
        // Comments of documentation are attributes with a text; of what they say nothing is sent.
        let follows = std::mem::replace(
            &mut is_attribute,
            matches!(&token, TokenTree::Punct(sign) if "#!".contains(sign.as_char())),
        );
        match token {
            TokenTree::Group(group) if follows && group.delimiter() == Delimiter::Bracket => {}
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Literal(literal) => found.push((literal.span().byte_range().start, words(&literal))),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Returns a literal as JSON. A number is returned with its two neighbours.
fn words(literal: &Literal) -> Vec<String> {
    match Lit::new(literal.clone()) {
        Lit::Str(text) => quoted(&text.value()),
        Lit::Char(letter) => quoted(&letter.value().to_string()),
        Lit::Int(number) => {
            let number: Option<u64> = number.base10_parse().ok();
            let near =
                number.into_iter().flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]);
            near.map(|number| number.to_string()).collect()
        }
        _ => Vec::new(),
    }
}

/// Quotes a text as JSON. Empty if it would need escapes, which no name does.
fn quoted(text: &str) -> Vec<String> {
    let is_plain = !text.is_empty() && !text.contains(|letter: char| letter.is_control() || "\"\\".contains(letter));
    is_plain.then(|| format!("\"{text}\"")).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_json_that_is_near_to_them() {
        let source = "/// About `f`.\n#[doc = \"x\"] fn f() { f(\"type\", 64, 'x', b\"no\", \"a\\n\") }";
        let tokens: TokenStream = source.parse().expect("it is Rust");
        let mut found = Vec::new();
        collect(tokens, &mut found);
        let words: Vec<String> = found.into_iter().flat_map(|(_, words)| words).collect();
        assert_eq!(words, ["\"type\"", "63", "64", "65", "\"x\""]);
    }
}
