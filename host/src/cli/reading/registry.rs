use std::path::{Path, PathBuf};
use std::rc::Rc;

use fitment_files::{ini, references};
use serde_json::{Map, Value, json};

use super::forms;
use super::input;
use super::places::Origin;
use super::source::Source;
use crate::cli::exit::Failure;
use crate::cli::stderr;

/// The drivers of a deployment and their configuration, from files.
pub struct Registry {
    /// The registry document.
    pub document: Value,
    /// The files that were read, including those in folders.
    pub files: Vec<PathBuf>,
    origin: Origin,
    /// The service's configuration files; later ones override earlier ones.
    configuration: Vec<Rc<Source>>,
}

impl Registry {
    /// Reads a registry and its configuration files. Folders may also contain other documents.
    pub fn read(paths: &[PathBuf]) -> Result<Self, Failure> {
        let (mut registry, mut sections) = (None, None);
        let (mut read, mut configuration) = (Vec::new(), Vec::new());
        for path in paths {
            let files = input::files(path, EXTENSIONS)?;
            if files.is_empty() {
                let called = EXTENSIONS.map(|extension| format!("`*.{extension}`")).join(", ");
                return Err(Failure::file(path, format!("found no file called {called}, expected at least one")));
            }
            for file in files {
                if is_configuration(&file) {
                    let source = Source::configuration(&file)?;
                    let sections: &mut Map<String, Value> = sections.get_or_insert_with(Map::new);
                    ini::add(source.text()?, sections).map_err(|error| Failure::file(&file, error))?;
                    configuration.push(Rc::new(source));
                    read.push(file);
                    continue;
                }
                let source = Rc::new(documents_of(&file)?);
                if path.is_dir() && !has_registry(&source)? {
                    stderr::line(format_args!(
                        "note: {} is passed over: there is no DriverRegistry in it",
                        file.display()
                    ));
                    continue;
                }
                let members = members_of(&file, source.value()?)?;
                if registry.replace((members, Origin::new(&source, 0, String::new()))).is_some() {
                    return Err(Failure::file(&file, "found a second registry, expected one"));
                }
                read.push(file);
            }
        }
        let Some((mut members, origin)): Option<(_, Origin)> = registry else {
            return Err(Failure::Input(
                "found no DriverRegistry in the files, expected one: it says which drivers are installed".to_owned(),
            ));
        };
        if let Some(mut sections) = sections {
            expect_one_configuration(&members, &origin, &configuration)?;
            let followed = references::follow(&mut sections, SECTION, &NO_TEXTS).into_iter();
            let followed = followed.map(|references::Reference { option, section, name }| {
                json!({ "option": option, "section": section, "name": name })
            });
            members.insert("references".to_owned(), followed.collect());
            members.insert(CONFIG.to_owned(), Value::Object(sections));
        }
        Ok(Self { document: Value::Object(members), files: read, origin, configuration })
    }

    /// Maps a path into `given` or an answer to a place; `member` is the member that holds this registry.
    pub fn origin_of(&self, member: &str, path: &str) -> Option<Origin> {
        let inside = path.strip_prefix("/given").unwrap_or(path).strip_prefix('/')?.strip_prefix(member)?;
        let configured = inside.strip_prefix("/config").filter(|_| !self.configuration.is_empty());
        let Some(option) = configured else { return Some(self.origin.below(inside)) };
        // The value may be a list, whose place is the line of its option.
        let option: String = option.split('/').take(3).collect::<Vec<_>>().join("/");
        let placed = |source: &&Rc<Source>| source.places(&[(0, &option)]).into_iter().flatten().next().is_some();
        let source = self.configuration.iter().rfind(placed)?;
        Some(Origin::new(source, 0, option))
    }
}

/// The extensions of the files that are read in folders.
const EXTENSIONS: &[&str; 4] = &["yaml", "yml", "json", "conf"];

/// The kind of a registry.
const KIND: &str = "DriverRegistry";

/// The member of a registry that holds the configuration.
const CONFIG: &str = "config";

/// The section that is read, and those of its options that are not text.
const SECTION: &str = "drivers";
const NO_TEXTS: [&str; 3] = ["verify_ca", "disabled_drivers", "enabled_beta_drivers"];

/// Whether a file is a configuration file: any that is not named as YAML or JSON.
fn is_configuration(file: &Path) -> bool {
    let is = |extension: &str| file.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
    !(is("yaml") || is("yml") || is("json") || file.as_os_str() == "-")
}

/// Reads a file of documents. Configuration files are recognized by file name only.
fn documents_of(file: &Path) -> Result<Source, Failure> {
    let source = Source::read(file)?;
    if source.documents().is_err() && forms::is_configuration_of_service(&source) {
        let cure = match file.as_os_str() == "-" {
            true => "write it to a file named `*.conf`; standard input is read as JSON or YAML",
            false => "name the file `*.conf`; by its name it is JSON or YAML",
        };
        return Err(Failure::file(file, format!("found a configuration file of a service, expected a {KIND}: {cure}")));
    }
    Ok(source)
}

/// Returns the members of a registry, which may leave out its kind if it has drivers.
fn members_of(file: &Path, document: Value) -> Result<Map<String, Value>, Failure> {
    let found = match document {
        Value::Object(members) => match members.get("kind") {
            Some(Value::String(kind)) if kind != KIND => format!("an object of the kind `{kind}`"),
            None if !members.contains_key("drivers") => format!("an object without `kind: {KIND}`"),
            _ => return Ok(members),
        },
        _ => "no object".to_owned(),
    };
    Err(Failure::file(file, format!("found {found}, expected a {KIND}: it says which drivers are installed")))
}

/// Refuses configuration files beside a registry with a configuration of its own: one of the two would be ignored.
fn expect_one_configuration(
    members: &Map<String, Value>,
    origin: &Origin,
    files: &[Rc<Source>],
) -> Result<(), Failure> {
    if members.get(CONFIG).is_none_or(says_nothing) {
        return Ok(());
    }
    let own = origin.below(&format!("/{CONFIG}"));
    let (source, document, inside) = own.parts();
    let place = source.places(&[(document, inside)]).pop().flatten();
    let names = files.iter().map(|file| format!("`{}`", file.file.display())).collect::<Vec<_>>().join(", ");
    let why = format!(
        "found `{CONFIG}` in the registry beside configuration files, expected one of them: leave out {names}, or take \
         `{CONFIG}` out of the registry"
    );
    Err(Failure::file_at(&source.file, place.map(|place| place.key.unwrap_or(place.value)), why))
}

/// Whether a value stands for no setting, such as an empty list.
fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(members) => members.values().all(says_nothing),
        _ => false,
    }
}

/// Whether a document of a file has the kind of a registry.
fn has_registry(source: &Source) -> Result<bool, Failure> {
    let is_one = |document: &[u8]| {
        // An unreadable document is refused later, as a registry that it may be.
        serde_json::from_slice::<Value>(document).map_or(true, |document| document["kind"] == KIND)
    };
    Ok(source.documents()?.iter().any(|document| is_one(document)))
}
