//! The installed drivers and their configuration, given in a question or in a `DriverRegistry`.

use std::sync::LazyLock;

use self_cell::self_cell;

use super::names::NameList;
use super::reasons::REGISTRY_AND_DRIVERS;
use super::reference::reference;
use super::version::expect_versions;
use crate::question::{Asked, Doc, KnownFields, Loadable, Located, Reference, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{
    Cause, Document, Fault, Fields, Fill, HasShape, Kind, PathStep, Pointer, Read, Reader, Shape, Value,
};
use crate::wire::{given, read, words};

given! {
    /// An installed driver.
    pub(crate) struct Driver<'a> {
        /// The entry-point name of the driver.
        name: &'a str,
        /// The cluster types that it provides, each as server type, operating system and orchestrator.
        provides: Vec<(&'a str, &'a str, &'a str)>,
        /// Whether the driver is beta, so that it has to be enabled by name.
        beta: bool,
        /// How the plugin of the driver fails; absent if it works.
        broken: Option<Broken>,
    } then named
}

/// Checks that a driver has a name: an empty name counts as none wherever drivers are named.
fn named<'a>(driver: &mut Driver<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    if !driver.name.is_empty() {
        return Ok(());
    }
    let expected = "the name under which the package registers the driver";
    let cause = Cause::WrongType { found: "an empty text".to_owned(), expected };
    Err(Fault::at(&PathStep::Key(from.step(), "name"), cause))
}

words! {
    /// How a plugin fails.
    pub(crate) enum Broken {
        /// The module of the plugin cannot be imported.
        Import = "import",
        /// The constructor of the driver raises.
        Construct = "construct",
    }
}

given! {
    /// The section `[drivers]` of Magnum's configuration.
    #[derive(Default)]
    pub(crate) struct Section<'a> {
        /// The driver of templates for which neither the request nor the image names one.
        default_driver: Option<&'a str>,
        /// The names of disabled drivers, as a list or as text with commas between them.
        disabled_drivers: NameList<'a>,
        /// The names of beta drivers that may be used, as a list or as text with commas between them.
        enabled_beta_drivers: NameList<'a>,
        /// An option of the same section that does not affect the choice of a driver.
        verify_ca: Option<Value<'a>>,
        /// Another option that does not affect the choice of a driver.
        openstack_ca_file: Option<Value<'a>>,
    } then without_references
}

/// Checks that no name is a reference to another option of the configuration, whose value is not known here.
fn without_references<'a>(section: &mut Section<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    let default = section.default_driver.as_slice();
    let lists = [
        ("default_driver", default),
        ("disabled_drivers", &section.disabled_drivers),
        ("enabled_beta_drivers", &section.enabled_beta_drivers),
    ];
    lists.into_iter().try_for_each(|(key, names)| {
        let Some(text) = names.iter().find_map(|name| reference(name)) else { return Ok(()) };
        let expected = "a name: references are followed in the service's own files alone, to options that those set as text; \
                        write the value itself";
        let cause = Cause::Unreadable { text: text.to_owned(), expected };
        Err(Fault::at(&PathStep::Key(from.step(), key), cause))
    })
}

/// The configuration: either the section `[drivers]` itself or a whole file that contains the section.
#[derive(Default, Debug)]
pub(crate) struct Config<'a> {
    /// The section `[drivers]`. If a whole file has several of that name, each option has the last of its values.
    pub section: Section<'a>,
    /// The sections of that name in a whole file, with their names as written; `None` if only the section was given.
    of_file: Option<Vec<(&'a str, Value<'a>)>>,
    /// The unknown options in the section, which the service does not have there, with their places in the document.
    #[allow(dead_code, reason = "read where operators are told")]
    pub unread: Vec<(&'a str, Pointer)>,
    /// The options about the choice of drivers that are in other sections of the file, as pairs of section and option.
    misplaced: Vec<(&'a str, &'a str)>,
}

impl Config<'_> {
    /// Returns the place of an option in a configuration at `config`.
    pub(crate) fn place(&self, config: Pointer, option: &str) -> Pointer {
        let Some(sections) = &self.of_file else { return config.key(option) };
        let sets = |(_, section): &&(&str, Value<'_>)| section.get(option).is_some_and(|value| !value.is_null());
        let section = sections.iter().rfind(sets).or(sections.last()).map_or(SECTION, |(name, _)| *name);
        config.key(section).key(option)
    }
}

/// The section of the configuration file that the service reads about drivers, in any case.
const SECTION: &str = "drivers";

/// The options of the section. No section of the file has any of these names.
pub(crate) const OPTIONS: [&str; 5] =
    ["default_driver", "disabled_drivers", "enabled_beta_drivers", "verify_ca", "openstack_ca_file"];

/// The options that choose drivers. No other section has options with these names.
const CHOOSING: [&str; 3] = ["default_driver", "disabled_drivers", "enabled_beta_drivers"];

impl<'a> Fill<'a> for Config<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        // Nothing in the section is an object, and everything at the top level of a file is.
        let is_object = |value: Value<'_>| value.kind() == Kind::Object;
        let of_section = |key: &str| OPTIONS.contains(&key);
        let is_file = from.value().members().any(|(key, value)| is_object(value) && !of_section(key));
        let unread = |section: Value<'a>, place: Pointer| {
            let options = section.members().filter(|(key, value)| !value.is_null() && !of_section(key));
            options.map(move |(key, _)| (key, place.clone().key(key)))
        };
        let config = Pointer::to("config");
        if !is_file {
            self.unread = unread(from.value(), config).collect();
            return self.section.fill(from);
        }
        let mut sections = Vec::new();
        for (section, value) in from.value().members().filter(|(_, value)| !value.is_null()) {
            let place = from.step().key(section);
            if !is_object(value) {
                return Err(Fault::wrong_type_at(
                    Pointer::parsed(&place.pointer()),
                    value.kind(),
                    "a section, as the others are",
                ));
            }
            if let Some((option, value)) = value.members().find(|(_, value)| is_object(*value)) {
                let place = Pointer::parsed(&place.key(option).pointer());
                return Err(Fault::wrong_type_at(place, value.kind(), "the value of an option"));
            }
            if section.eq_ignore_ascii_case(SECTION) {
                self.unread.extend(unread(value, config.clone().key(section)));
                sections.push((section, value));
            } else {
                let options = value.members().filter(|(_, value)| !value.is_null());
                let choosing = options.filter(|(option, _)| CHOOSING.contains(option));
                self.misplaced.extend(choosing.map(|(option, _)| (section, option)));
            }
        }
        for (name, section) in &sections {
            self.section.fill(&from.inside(*section, &from.step().key(name)))?;
        }
        self.of_file = Some(sections);
        Ok(())
    }
}

impl<'a> Read<'a> for Config<'a> {
    fn blank() -> Self {
        Self { section: Section::blank(), of_file: None, unread: Vec::new(), misplaced: Vec::new() }
    }
}

impl HasShape for Config<'_> {
    const SHAPE: &'static Shape = <Section<'static> as HasShape>::SHAPE;
}

given! {
    /// The drivers of a deployment, their configuration, and the versions of its API.
    #[derive(Default)]
    foreign pub(crate) struct RegistryDocument<'a> {
        /// The installed drivers in load order.
        drivers: Vec<Driver<'a>>,
        /// The configuration: the section `[drivers]`, or a whole file that contains the section.
        config: Option<Config<'a>>,
        /// The lowest version of the API; 1.1 unless given.
        min ["apiMinVersion"]: Option<&'a str>,
        /// The highest version of the API; 1.14 unless given.
        max ["apiMaxVersion"]: Option<&'a str>,
        /// The version that adds the field `driver`; every version has it unless given.
        driver_since ["driverFieldSince"]: Option<&'a str>,
        /// The references in options of the section that a reader of the files has replaced by their values.
        references: Vec<Followed<'a>>,
    } then sane
}

impl RegistryDocument<'_> {
    /// Returns the place of an option, for a configuration at `config`.
    fn option(&self, config: Pointer, option: &str) -> Pointer {
        match &self.config {
            Some(own) => own.place(config, option),
            None => config.key(option),
        }
    }
}

given! {
    /// A reference from an option of the section to another option, which was replaced by its value.
    pub(crate) struct Followed<'a> {
        /// The option of the section that contains the reference.
        option: &'a str,
        /// The section of the option that is referred to.
        section: &'a str,
        /// The name of the option that is referred to.
        name: &'a str,
    }
}

fn sane<'a>(document: &mut RegistryDocument<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    expect_versions([document.min, document.max, document.driver_since], from.step())?;
    // The service fails at a reference to an option that it does not have. The options of this section are known.
    let mut own = document.references.iter().filter(|followed| followed.section == SECTION);
    if let Some(Followed { option, name, .. }) = own.find(|followed| !OPTIONS.contains(&followed.name)) {
        let config = Pointer::parsed(&from.step().pointer()).key("config");
        return Err(Fault::new(
            document.option(config, option),
            Cause::UnknownWord { word: (*name).to_owned(), known: &OPTIONS },
        ));
    }
    Ok(())
}

self_cell! {
    /// A loaded registry, which owns its document.
    pub(crate) struct LoadedRegistry {
        owner: Document,
        #[covariant]
        dependent: RegistryDocument,
    }
}

/// The document kind `DriverRegistry`, which is read once, when it is loaded.
pub(crate) const REGISTRY: Loadable = Loadable {
    group: GROUP,
    kind: "DriverRegistry",
    compile: |document, path| {
        let loaded = LoadedRegistry::try_new(document, |document| {
            read::<RegistryDocument<'_>>(document.root(), path).map(|(registry, _)| registry)
        });
        Ok(Box::new(loaded?))
    },
    default: None,
    link: None,
    beside: None,
};

/// The group of Fitment's own documents.
const GROUP: &str = "fitment";

/// The known keys of a registry, and of the templates and images that services show. Services add keys of their own to
/// templates and images, so there an unknown key is a mistake only if it resembles a known one.
pub(crate) static FIELDS: &[KnownFields] = &[
    KnownFields {
        kind: Some((GROUP, REGISTRY.kind)),
        versions: &["v1"],
        members: &["registry", "before", "after"],
        name: "registry",
        fields: &KEYS,
    },
    KnownFields { kind: None, versions: &[], members: &["template", "templates"], name: "template", fields: &KEYS },
    KnownFields { kind: None, versions: &[], members: &["image"], name: "image", fields: &KEYS },
];

static KEYS: LazyLock<Fields<'static>> = LazyLock::new(|| Fields::read(include_str!("fields.txt")));

given! {
    /// The installed drivers and their configuration.
    pub(crate) struct Installed<'a> {
        /// The installed drivers in load order.
        registered_drivers ["registeredDrivers"]: Option<Vec<Driver<'a>>>,
        /// The configuration: the section `[drivers]`, or a whole file that contains the section.
        config: Option<Config<'a>>,
        /// A `DriverRegistry`, or the name of a loaded one, in place of `registeredDrivers` and `config`.
        registry: Option<Reference<'a>>,
    }
}

/// The drivers that a question is about, and their place in the input.
#[derive(Debug)]
pub(crate) struct Setup<'a> {
    document: Doc<'a, RegistryDocument<'a>>,
    /// The key under which the drivers are listed.
    drivers: &'static str,
}

impl<'a> Setup<'a> {
    /// Reads the drivers that a question is given.
    pub(crate) fn read(installed: Installed<'a>, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let Installed { registered_drivers, config, registry } = installed;
        let Some(registry) = registry else {
            let drivers = registered_drivers.unwrap_or_default();
            let document = RegistryDocument { drivers, config, ..RegistryDocument::default() };
            return Ok(Self { document: Doc::given(document, ""), drivers: "registeredDrivers" });
        };
        let other = [("registeredDrivers", registered_drivers.is_some()), ("config", config.is_some())];
        if let Some((key, _)) = other.into_iter().find(|(_, given)| *given) {
            let problem = Problem::error(&REGISTRY_AND_DRIVERS, Pointer::to("given").key(key));
            return Err(Undecided::request(problem.fact(Fact::named("member", key))));
        }
        Self::named(registry, "registry", asked)
    }

    /// Reads a registry that a member of the question contains or names.
    pub(crate) fn named(registry: Reference<'a>, member: &str, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let located = registry.locate::<LoadedRegistry>(member, (GROUP, REGISTRY.kind), asked.documents)?;
        let document = match located {
            Located::Loaded(loaded, name) => Doc::loaded(loaded.borrow_dependent(), &name),
            Located::Given(value, place) => {
                let (document, _) = read::<RegistryDocument<'a>>(value, &format!("/given{place}"))?;
                Doc::given(document, &place)
            }
        };
        Ok(Self { document, drivers: "drivers" })
    }

    /// Returns the drivers in load order.
    pub(crate) fn drivers(&self) -> &[Driver<'a>] {
        &self.document.drivers
    }

    /// Returns the section `[drivers]`. `None` means the same as an empty section.
    pub(crate) fn config(&self) -> Option<&Section<'a>> {
        self.document.config.as_ref().map(|config| &config.section)
    }

    /// Returns the options in the section that the service does not have there, with their places.
    #[cfg(feature = "operators")]
    pub(crate) fn unread_options(&self) -> &[(&'a str, Pointer)] {
        self.document.config.as_ref().map(|config| config.unread.as_slice()).unwrap_or_default()
    }

    /// Returns the references to options of other sections, which the service may or may not have.
    pub(crate) fn references_elsewhere(&self) -> impl Iterator<Item = &Followed<'a>> {
        self.document.references.iter().filter(|followed| followed.section != SECTION)
    }

    /// Returns the options about the choice of drivers that are in a section where the service does not read them, as
    /// pairs of section and option. Options that the right section refers to are left out, because they are read.
    pub(crate) fn misplaced_options(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let misplaced = self.document.config.iter().flat_map(|config| &config.misplaced);
        let is_referred_to = |(section, option): &(&str, &str)| {
            self.document.references.iter().any(|followed| (followed.section, followed.name) == (*section, *option))
        };
        misplaced.copied().filter(move |misplaced| !is_referred_to(misplaced))
    }

    /// Returns the lowest and the highest version of the API, and the version that adds the field `driver`.
    pub(crate) fn versions(&self) -> [Option<&'a str>; 3] {
        [self.document.min, self.document.max, self.document.driver_since]
    }

    /// Returns the place of the list of drivers, relative to the document.
    pub(crate) fn drivers_place(&self) -> Pointer {
        Pointer::to(self.drivers)
    }

    /// Returns the place of a driver, relative to the document.
    pub(crate) fn driver(&self, index: usize) -> Pointer {
        Pointer::to(self.drivers).index(index)
    }

    /// Returns the place of an option, relative to the document.
    pub(crate) fn option(&self, key: &str) -> Pointer {
        self.document.option(Pointer::to("config"), key)
    }

    /// Returns the place that a fact cites, for a place inside the document.
    pub(crate) fn place(&self, inside: &Pointer) -> Pointer {
        self.document.place().join(inside)
    }

    /// Returns the path that a problem names, for a place inside the document.
    pub(crate) fn path(&self, inside: &Pointer) -> Pointer {
        self.document.path().join(inside)
    }
}

/// Converts a pointer into `given` to a pointer into the request.
pub(crate) fn in_request(path: &Pointer) -> Pointer {
    Pointer::parsed(&format!("/given{path}"))
}
