use std::fs;
use std::path::Path;

use super::mutant::Mutant;
use crate::shell::Done;

/// The mutants that behave like the original, each with the reason. A line of the file is `path  |  operator  |
/// original text  |  reason`.
pub struct Equivalents(Vec<[String; 4]>);

impl Equivalents {
    /// Reads the list.
    pub fn read(path: &Path) -> Done<Self> {
        let text = fs::read_to_string(path).map_err(|error| format!("`{}`: {error}", path.display()))?;
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let parts = |line: &str| {
            let mut parts = line.split("  |  ").map(|part| part.trim().to_owned());
            let mut next = || parts.next().filter(|part| !part.is_empty());
            let known = [next()?, next()?, next()?, next()?];
            parts.next().is_none().then_some(known)
        };
        let expected = "`path  |  operator  |  original text  |  reason`";
        lines
            .map(|line| parts(line).ok_or_else(|| format!("found `{line}`, expected {expected}")))
            .collect::<Done<_>>()
            .map(Self)
    }

    /// Returns why a mutant is equivalent, if it is on the list.
    pub fn reason(&self, mutant: &Mutant) -> Option<&str> {
        let is_it = |[path, operator, original, _]: &&[String; 4]| {
            *path == mutant.path && *operator == mutant.operator && *original == mutant.original
        };
        self.0.iter().find(is_it).map(|[_, _, _, reason]| &**reason)
    }
}
