//! The places where faults can be planted: all functions that run, except tests and code evaluated at compile time.

use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};

use super::found::Found;
use super::mutant::Mutant;
use super::operators;
use crate::shell::Done;

/// Returns the mutants of all files below the given folders of the sources whose paths begin with `only`.
pub fn find(sources: &Path, folders: &[&str], only: &str) -> Done<Vec<Mutant>> {
    let mut mutants = Vec::new();
    for path in files(sources, folders)? {
        let name = path.strip_prefix(sources).unwrap_or(&path).display().to_string();
        let text = fs::read_to_string(&path).map_err(|error| format!("`{name}`: {error}"))?;
        if name.starts_with(only) && !text.starts_with("// Generated") {
            mutants.extend(in_file(&name, &text)?);
        }
    }
    Ok(mutants)
}

fn files(sources: &Path, folders: &[&str]) -> Done<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| sources.join(folder)).collect();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| format!("`{}`: {error}", folder.display()))? {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the mutants of one file.
fn in_file(path: &str, text: &str) -> Done<Vec<Mutant>> {
    let file = syn::parse_file(text).map_err(|error| format!("`{path}`: {error}"))?;
    let mut walk = Walk(Found::none(path, text));
    walk.visit_file(&file);
    Ok(walk.0.mutants)
}

/// Walks through a file and plants a fault wherever one can be.
struct Walk<'f>(Found<'f>);

/// Whether an item belongs to tests or to another build.
fn is_elsewhere(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return attribute.path().is_ident("test") };
        list.path.is_ident("cfg")
            && ["test", "js", "abi", "not"].iter().any(|word| list.tokens.to_string().contains(word))
    })
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Mod(inside) if !is_elsewhere(&inside.attrs) => visit::visit_item_mod(self, inside),
            syn::Item::Fn(function) if !is_elsewhere(&function.attrs) => self.visit_item_fn(function),
            syn::Item::Impl(block) if !is_elsewhere(&block.attrs) => visit::visit_item_impl(self, block),
            syn::Item::Trait(definition) => visit::visit_item_trait(self, definition),
            _ => {}
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if function.sig.constness.is_none() {
            operators::body(&mut self.0, &function.sig, &function.block);
            self.visit_block(&function.block);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        if let syn::ImplItem::Fn(function) = item
            && function.sig.constness.is_none()
            && !is_elsewhere(&function.attrs)
        {
            operators::body(&mut self.0, &function.sig, &function.block);
            self.visit_block(&function.block);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if let syn::TraitItem::Fn(function) = item
            && let Some(block) = &function.default
        {
            operators::body(&mut self.0, &function.sig, block);
            self.visit_block(block);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        operators::statement(&mut self.0, statement);
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        match expression {
            // Evaluated at compile time.
            syn::Expr::Const(_) => return,
            syn::Expr::Repeat(repeat) => return self.visit_expr(&repeat.expr),
            _ => operators::expression(&mut self.0, expression),
        }
        visit::visit_expr(self, expression);
    }

    // Literals in patterns and types are not expressions.
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mutants of a text, each as `operator: original`.
    fn found(text: &str) -> Vec<String> {
        let mutants = in_file("file.rs", text).expect("it is Rust");
        mutants.iter().map(|mutant| format!("{}: {}", mutant.operator, mutant.original)).collect()
    }

    #[test]
    fn what_is_evaluated_early_and_what_is_no_code_of_the_engine_stays() {
        let text = "const A: u8 = 1 + 1; const fn two() -> u8 { 1 + 1 }
            #[cfg(test)] mod tests { fn one() -> bool { 1 < 2 } }
            fn repeat(of: u8) { match of { 3 => [0; 4], _ => [of; 4] }; }";
        let all = found(text);
        assert!(all.iter().all(|mutant| !mutant.contains("1 +") && !mutant.contains("1 <")), "{all:?}");
        assert!(all.iter().any(|mutant| mutant == "one more: 0"), "{all:?}");
        assert!(!all.iter().any(|mutant| mutant == "one more: 3" || mutant == "one more: 4"), "{all:?}");
    }

    #[test]
    fn chains_of_let_are_not_swapped() {
        let all = found("fn a(b: Option<bool>) { if let Some(c) = b && c {} }");
        assert!(!all.iter().any(|mutant| mutant.starts_with("|| for &&")), "{all:?}");
    }
}
