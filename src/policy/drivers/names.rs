use std::ops::Deref;

use crate::reason::Fact;
use crate::wire::{Fault, Fill, HasShape, Pointer, Read, Reader, Shape};

/// A list of names, given as a list or as text with commas between the names, as in a configuration file.
#[derive(Clone, Default, Debug)]
pub(crate) struct NameList<'a> {
    names: Vec<&'a str>,
    text: Option<&'a str>,
}

impl<'a> NameList<'a> {
    /// Returns the fact that cites a name, for a list at `list`.
    pub(crate) fn fact(&self, list: Pointer, index: usize) -> Fact {
        match self.text {
            Some(text) => Fact::at(list, text),
            None => Fact::of(list.index(index), self.names.get(index).copied()),
        }
    }

    /// Returns the place of a name, for a list at `list`. A list that is given as text has a single place.
    pub(crate) fn place(&self, list: Pointer, index: usize) -> Pointer {
        if self.text.is_some() { list } else { list.index(index) }
    }
}

impl<'a> Deref for NameList<'a> {
    type Target = [&'a str];

    fn deref(&self) -> &[&'a str] {
        &self.names
    }
}

impl<'a> Fill<'a> for NameList<'a> {
    /// Splits text as the service's own reader of configuration files does: trailing commas are dropped, the other
    /// commas separate names, which may be empty, and blanks around names are trimmed.
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        // A later section of the configuration replaces the list of an earlier one.
        *self = Self::default();
        let Some(text) = from.value().as_str() else { return self.names.fill(from) };
        let list = text.trim().trim_end_matches(',');
        let names = list.split(',').map(str::trim);
        *self = Self { names: if list.is_empty() { Vec::new() } else { names.collect() }, text: Some(text) };
        Ok(())
    }
}

impl<'a> Read<'a> for NameList<'a> {
    const REQUIRED: bool = false;

    fn blank() -> Self {
        Self::default()
    }
}

impl HasShape for NameList<'_> {
    const SHAPE: &'static Shape = &Shape::Either(&[&Shape::List(&Shape::Text), &Shape::Text]);
    const OPTIONAL: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Document, read};

    #[test]
    fn a_text_is_taken_apart_at_its_commas() -> Result<(), Fault> {
        for (json, names) in [
            (r#"["a", "b "]"#, vec!["a", "b "]),
            (r#"" a , b,,""#, vec!["a", "b"]),
            (r#""a,\nb""#, vec!["a", "b"]),
            (r#""a,,b""#, vec!["a", "", "b"]),
            (r#"" ""#, vec![]),
        ] {
            let document = Document::read(json.as_bytes(), 4)?;
            assert_eq!(*read::<NameList<'_>>(document.root(), "")?.0, *names, "{json}");
        }
        Ok(())
    }
}
