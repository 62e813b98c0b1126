//! The trait names that a service knows.

use super::custom::{CUSTOM, is_creatable, is_custom, normalized};
use super::standard::TRAITS;
use crate::base::{Names, nearest};

/// The trait names that a service knows by itself, and the custom ones that were created in it.
#[derive(Clone, Default, Debug)]
pub(crate) struct Library<'a> {
    /// The standard names, if they are not those built into the engine.
    standard: Option<Names<'a>>,
    created: Names<'a>,
}

impl<'a> Library<'a> {
    /// Takes a list of names, such as the answer of `GET /traits`. The custom ones are those that were created. If the
    /// list has any standard name, it has all that this service knows.
    pub(crate) fn new(names: impl IntoIterator<Item = &'a str>) -> Self {
        let (created, standard): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| is_custom(name));
        let standard: Names<'_> = standard.into_iter().collect();
        Self {
            standard: Some(standard).filter(|standard| !standard.is_empty()),
            created: created.into_iter().collect(),
        }
    }

    /// Adds created names. Those that are not custom are ignored.
    pub(crate) fn create(&mut self, names: impl IntoIterator<Item = &'a str>) {
        let created = std::mem::take(&mut self.created);
        self.created = created.with(names.into_iter().filter(|name| is_custom(name)));
    }

    /// Whether the name is a standard one.
    pub(crate) fn is_standard(&self, name: &str) -> bool {
        match &self.standard {
            Some(standard) => standard.contains(name),
            None => TRAITS.binary_search(&name).is_ok(),
        }
    }

    /// Whether the name is a standard one or was created.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.created.contains(name) || self.is_standard(name)
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
        let library = Library::new(["CUSTOM_GOLD"]);
        assert!(library.knows("CUSTOM_GOLD") && library.knows("HW_CPU_X86_VMX"));
        let older = Library::new(["CUSTOM_GOLD", "HW_CPU_X86_SSE"]);
        assert!(older.knows("HW_CPU_X86_SSE") && !older.knows("HW_CPU_X86_VMX"));
    }

    #[test]
    fn a_name_in_other_letters_is_known_by_what_it_says() {
        let library = Library::new([]);
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
