//! The trait names that a service knows.

use super::custom::{CUSTOM, is_creatable, is_custom, normalized, plain};
use super::standard::TRAITS;
use crate::base::{Names, nearest};
use crate::wire::{Cause, Fault, Fill, HasShape, Read, Reader, Shape};

/// A name in a list of those that a service knows. Other texts are refused: one that looks like a standard name would
/// make the list the whole library.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownTrait<'a>(&'a str);

/// Whether some service may know a trait of this name.
pub(crate) fn can_be_known(name: &str) -> bool {
    is_creatable(name) || !is_custom(name) && !name.is_empty() && name.bytes().all(plain)
}

impl<'a> Fill<'a> for KnownTrait<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        self.0 = from.text()?;
        if can_be_known(self.0) {
            return Ok(());
        }
        let expected = "the name of a trait, of capitals, digits and `_`";
        Err(from.fault(Cause::Unreadable { text: self.0.to_owned(), expected }))
    }
}

impl<'a> Read<'a> for KnownTrait<'a> {
    fn blank() -> Self {
        Self("")
    }
}

impl HasShape for KnownTrait<'_> {
    const SHAPE: &'static Shape = &Shape::Text;
}

/// The trait names that a service knows by itself, and the custom ones that were created in it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Library<'a> {
    /// The standard names, if they are not those built into the engine.
    standard: Option<Names<'a>>,
    /// The names that exist besides: those that were created, and those that providers have.
    others: Names<'a>,
}

impl<'a> Library<'a> {
    /// Takes a list of names, such as the answer of `GET /traits`. The custom ones are those that were created. If the
    /// list has any standard name, it has all that this service knows.
    pub(crate) fn new(names: impl IntoIterator<Item = KnownTrait<'a>>) -> Self {
        let names = names.into_iter().map(|name| name.0);
        let (created, standard): (Vec<&str>, Vec<&str>) = names.partition(|name| is_custom(name));
        let standard: Names<'_> = standard.into_iter().collect();
        Self { standard: Some(standard).filter(|standard| !standard.is_empty()), others: created.into_iter().collect() }
    }

    /// Adds names that were created or that a provider has.
    pub(crate) fn add(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.others = std::mem::take(&mut self.others).with(names);
    }

    /// Whether the name is a standard one.
    pub(crate) fn is_standard(&self, name: &str) -> bool {
        match &self.standard {
            Some(standard) => standard.contains(name),
            None => TRAITS.binary_search(&name).is_ok(),
        }
    }

    /// Whether the name is a standard one, was created, or is shown by a provider.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.others.contains(name) || self.is_standard(name)
    }

    /// Whether the name is known or can be created on demand.
    pub(crate) fn accepts(&self, name: &str) -> bool {
        self.knows(name) || is_creatable(name)
    }

    /// Returns an accepted name with the same letters and digits as one that is not accepted, in any case.
    pub(crate) fn respelt(&self, name: &str) -> Option<String> {
        let capitals = name.to_ascii_uppercase();
        let custom = capitals.strip_prefix(CUSTOM).map(normalized);
        [Some(capitals), custom].into_iter().flatten().find(|other| other != name && self.accepts(other))
    }

    /// Returns the standard name most similar to an unknown one.
    pub(crate) fn nearest(&self, name: &str) -> Option<&str> {
        match &self.standard {
            Some(standard) => nearest(name, standard.iter()),
            None => nearest(name, TRAITS.iter().copied()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_standard_name_in_a_list_makes_the_list_the_library() {
        let library = Library::new([KnownTrait("CUSTOM_GOLD")]);
        assert!(library.knows("CUSTOM_GOLD") && library.knows("HW_CPU_X86_VMX"));
        let older = Library::new(["CUSTOM_GOLD", "HW_CPU_X86_SSE"].map(KnownTrait));
        assert!(older.knows("HW_CPU_X86_SSE") && !older.knows("HW_CPU_X86_VMX"));
    }

    #[test]
    fn a_name_in_other_letters_is_known_by_what_it_says() {
        let library = Library::default();
        for (name, like) in [
            ("custom_gold", Some("CUSTOM_GOLD")),
            ("Custom_my-gold", Some("CUSTOM_MY_GOLD")),
            ("hw_cpu_x86_vmx", Some("HW_CPU_X86_VMX")),
            ("CUSTOM_GOLD", None),
            ("gold", None),
        ] {
            assert_eq!(library.respelt(name).as_deref(), like, "{name}");
        }
    }
}
