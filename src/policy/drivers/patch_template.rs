use super::attributes::{Attribute, attribute, with_members};
use super::body::not_judged;
use super::create_cluster::Template;
use super::divergences::{CHECKED_UPDATE, TYPE_WARNING};
use super::installed::{Installed, Setup, in_request};
use super::microversion::Versions;
use super::printed::{Shown, expect_whole};
use super::reasons::*;
use super::refusal::{Miss, Refusal};
use super::registry::{ClusterType, Registry};
use crate::base::{Interner, Names};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Cause, Fault, Json, Ordered, PathStep, Pointer, Read, Reader, Value, answer, given};

given! {
    /// A change to a template.
    pub(crate) struct PatchGiven<'a> {
        /// The installed drivers.
        #[flatten]
        installed: Installed<'a>,
        /// The template; its `referenced_by_cluster` says whether clusters use it.
        template: Ordered<&'a str, Value<'a>>,
        /// The JSON patch.
        patch: Option<Vec<Ordered<&'a str, Value<'a>>>>,
        /// The API versions of the client and the service.
        #[flatten]
        versions: Versions<'a>,
    } then with_template
}

/// Checks that there is a template, and that it says whether it stores a driver, which decides what may be added. A
/// template from a list leaves the member out and would look like one that stores none.
fn with_template<'a>(_: &mut PatchGiven<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    const MEMBER: &str = "template";
    let place = PathStep::Key(from.step(), MEMBER);
    match from.value().get(MEMBER).filter(|template| !template.is_null()) {
        Some(template) => {
            let template = from.inside(template, &place);
            // What other questions read of a template has to be as they read it.
            Template::read(&template)?;
            expect_whole(&template, &["driver"], &[])
        }
        None => Err(Fault::at(&place, Cause::Missing { field: MEMBER })),
    }
}

answer! {
    /// The result of a change.
    #[derive(Default)]
    pub(crate) struct Patched<'a> {
        /// The HTTP status of the response.
        status: u16,
        /// The driver in the response; absent if the template stores none or the client does not see the field.
        driver: Option<&'a str>,
        /// Whether the response has the key `driver`; absent if the change is refused.
        has_driver ["hasDriver"]: Option<bool>,
        /// The error; absent if the change is accepted.
        error: Option<Refusal>,
    }
}

/// `drivers/patch-template`
#[derive(Debug)]
pub(crate) struct PatchTemplate;

impl Answers for PatchTemplate {
    const NAME: &'static str = "drivers/patch-template";
    const ASKS: &'static str = "whether a template may be changed this way, and which driver it has then";
    const VERDICT: VerdictFrom = VerdictFrom::Below400("status");
    type Given<'a> = PatchGiven<'a>;
    type Answer<'a> = Patched<'a>;

    fn decide<'a>(given: PatchGiven<'a>, asked: &Asked<'a>) -> Outcome<Patched<'a>> {
        let setup = Setup::read(given.installed, asked)?;
        let registry = Registry::new(&setup, asked.edition);
        let hidden = match given.versions.hides_driver(&setup, asked.edition)? {
            Ok(hidden) => hidden,
            Err(miss) => return Ok(refused(miss)),
        };
        let Some(patch) = &given.patch else {
            return Err(Undecided::missing(&PATCH_NOT_GIVEN, Pointer::to("patch")));
        };
        let template = template_of(&given.template)?;
        let mut operations: Vec<_> = patch.iter().enumerate().collect();
        let mut problems: Vec<Problem> = registry.warnings().collect();
        if hidden.is_some() {
            operations.retain(|(index, operation)| {
                let hides = path_of(operation) == Some("/driver");
                problems.extend(hides.then(|| {
                    let place = Pointer::to("patch").index(*index).key("path");
                    Problem::warning(&DRIVER_FIELD_IGNORED, in_request(&place)).fact(Fact::at(place, "/driver"))
                }));
                !hides
            });
        }
        let decision = match patched(&template, &operations, asked, &registry) {
            Err(miss) => refused(miss),
            Ok(Change { driver, reason, warnings }) => {
                problems.extend(warnings);
                let seen = hidden.is_none();
                let answer =
                    Patched { status: 200, driver: driver.filter(|_| seen), has_driver: Some(seen), error: None };
                let unseen = hidden.map(|old| match driver {
                    Some(name) => Reason::new(&DRIVER_STORED_UNSEEN, name).because([old]),
                    None => old,
                });
                let mut decision = Decision::new(answer, reason);
                decision.because.extend(unseen);
                decision
            }
        };
        Ok(decision.with_problems(problems))
    }
}

/// The member that says whether clusters use a template.
const USED: &str = "referenced_by_cluster";

/// Returns the template without the dashes that a client printed for null. `referenced_by_cluster` has to be a boolean
/// if it is given.
fn template_of<'a>(given: &Members<'a>) -> Result<Members<'a>, Undecided> {
    if let Some(value) = given.get(USED).filter(|value| !value.is_null() && value.as_bool().is_none()) {
        let place = in_request(&Pointer::to("template").key(USED));
        return Err(Undecided::from(Fault::wrong_type_at(place, value.kind(), "boolean")));
    }
    let shown = Shown::of(|key| given.get(key).copied());
    let members = given.iter().filter(|(_, value)| !shown.is_dash(*value));
    Ok(members.map(|(key, value)| (*key, *value)).collect())
}

fn refused<'a>(Miss { refusal, reason }: Miss) -> Decision<Patched<'a>> {
    let answer = Patched { status: refusal.status(), error: Some(refusal), ..Patched::default() };
    Decision::new(answer, reason)
}

type Members<'a> = Ordered<&'a str, Value<'a>>;
type Operations<'g, 'a> = [(usize, &'g Members<'a>)];

fn path_of<'a>(operation: &Members<'a>) -> Option<&'a str> {
    operation.get("path").and_then(|path| path.as_str())
}

/// Applies the steps in Magnum's order: the form of each operation and what it may touch, then their result, then
/// whether the result is a valid template, and finally whether clusters that use the template forbid the change.
fn patched<'a>(
    template: &Members<'a>,
    operations: &Operations<'_, 'a>,
    asked: &Asked<'_>,
    registry: &Registry<'_, 'a>,
) -> Result<Change<'a>, Miss> {
    let read = |(index, operation): &(usize, &Members<'a>)| {
        let step = Step::read(*index, operation)?;
        step.may_touch().map(|()| step)
    };
    let steps: Vec<Step<'a>> = operations.iter().map(read).collect::<Result<_, _>>()?;
    steps.iter().try_for_each(|step| step.may_add(template))?;
    // Only the final state of each attribute has to be valid.
    let mut last: Vec<(&'static Attribute, &Step<'a>)> = Vec::new();
    let (mut members, mut present) = (Interner::default(), Vec::new());
    let stored: Names<'_> = with_members()
        .filter_map(|holder| template.get(holder.name))
        .flat_map(|holder| holder.members())
        .map(|(name, _)| name)
        .collect();
    for step in &steps {
        let attribute = step.attribute()?;
        let before = last.iter().position(|(other, _)| other.name == attribute.name).map(|place| last.remove(place));
        if before.is_some_and(|(_, before)| before.removes()) && !(step.whole && step.operation == "add") {
            return Err(step.refuse(Refusal::PatchConflict, &PATCH_CONFLICT));
        }
        if let Some(member) = step.member {
            let place = members.intern(member);
            let there = present.get(place).copied().unwrap_or_else(|| stored.contains(member));
            if !there && step.operation != "add" {
                return Err(step.refuse(Refusal::PatchConflict, &PATCH_CONFLICT));
            }
            let is_there = step.operation != "remove";
            match present.get_mut(place) {
                Some(present) => *present = is_there,
                None => present.push(is_there),
            }
        }
        last.push((attribute, step));
    }
    last.iter().try_for_each(|(attribute, step)| step.fits(attribute))?;
    let changed: Vec<(&'static Attribute, Option<Value<'a>>)> = last
        .into_iter()
        .filter_map(|(attribute, step)| {
            let old = template.get(attribute.name).copied().filter(|value| !value.is_null());
            let new = if step.whole { step.value } else { Some(step.raw) };
            (!(step.whole && attribute.same(old, new))).then_some((attribute, new))
        })
        .collect();
    let step_of = |key: &str| steps.iter().rfind(|step| step.root == key && step.whole);
    // What the template has after the patch.
    let field = |key: &str| step_of(key).map_or(template.get(key).copied(), |step| step.value);
    let part = |key: &str| field(key).and_then(Value::as_str);
    let (driver_step, driver) = (step_of("driver"), part("driver"));
    let type_step = TYPE.iter().find_map(|key| step_of(key));
    let found = match (driver_step, driver) {
        (Some(step), Some(name)) if asked.edition.applies(&CHECKED_UPDATE) => {
            let hit = registry.named(name).map_err(|miss| {
                let named = Reason::new(&PATCH_NAMES_DRIVER, name).saw(step.place().key("value"), name);
                Miss::new(miss.refusal, Reason::new(&DRIVER_NOT_SUPPORTED, name).because([named, miss.reason]))
            })?;
            Some(hit.index)
        }
        // A driver that stays is not checked, but a type that changes may be one that it lacks.
        (None, Some(name)) if type_step.is_some() => registry.find_named(name).ok(),
        _ => None,
    };
    let [server_type, os, coe] = TYPE.map(part);
    let wanted = ClusterType::of_template(server_type, os, coe);
    let step = driver_step.or(type_step).filter(|_| driver.is_none());
    let warning = warn_of_type(registry, &wanted, found, step);
    let names: Vec<&str> = changed.iter().map(|(attribute, _)| attribute.name).collect();
    let asks = |key: &str, _| key == "image_id" || names.contains(&key);
    let mut warnings: Vec<Problem> = warning.into_iter().chain(not_judged("template", field, asks)).collect();
    let used = template.get(USED).and_then(|used| used.as_bool());
    let harmless = match changed.as_slice() {
        [(attribute, new)] => attribute.may_change_in_use(*new),
        _ => false,
    };
    if used == Some(true) {
        if !harmless {
            let reason = Reason::new(&TEMPLATE_IN_USE, "template")
                .saw(Pointer::to("template").key(USED), true)
                .fact(Fact::named("changed", names.into_iter().collect::<Json>()));
            return Err(Miss::new(Refusal::TemplateInUse, reason));
        }
        let reason = Reason::new(&CHANGE_IS_HARMLESS, names.first().copied().unwrap_or_default());
        return Ok(Change { driver, reason, warnings });
    }
    let (code, place) = match driver_step {
        Some(step) => (&PATCH_SETS_DRIVER, step.place().key("value")),
        None => (&PATCH_KEEPS_DRIVER, Pointer::to("template").key("driver")),
    };
    // A template and a `remove` may have a value that stands for no driver, so only a driver is cited.
    let reason = Reason::new(code, driver.unwrap_or_default())
        .fact(Fact::named("driver", Json::from(driver)))
        .facts(driver.map(|name| Fact::at(place, name)));
    // Clients do not print whether clusters use a template.
    let unsaid = (used.is_none() && !harmless).then(|| {
        let place = Pointer::to("template").key(USED);
        Problem::warning(&TEMPLATE_USE_NOT_GIVEN, in_request(&place)).fact(Fact::absent(place))
    });
    warnings.extend(unsaid);
    Ok(Change { driver, reason, warnings })
}

/// The warning that clusters of a changed template fail for their type: the driver at `found` does not provide it, or
/// `step` leaves the template without a driver and none does.
fn warn_of_type(
    registry: &Registry<'_, '_>,
    wanted: &ClusterType<'_>,
    found: Option<usize>,
    step: Option<&Step<'_>>,
) -> Option<Problem> {
    // Nothing is judged by a type whose operating system is not known.
    wanted.os?;
    if let Some(index) = found {
        return registry.warn_unless_provided(index, wanted);
    }
    let step = step.filter(|_| registry.edition.applies(&TYPE_WARNING))?;
    let miss = registry.for_type(wanted).err()?;
    Some(Problem::warning_of(miss.reason, in_request(&step.place())))
}

/// The attributes that make the cluster type of a template.
const TYPE: [&str; 3] = ["server_type", "cluster_distro", "coe"];

/// The result of an accepted change.
struct Change<'a> {
    /// The driver that the template has after the change.
    driver: Option<&'a str>,
    reason: Reason,
    warnings: Vec<Problem>,
}

/// One operation of the patch.
struct Step<'a> {
    index: usize,
    operation: &'a str,
    path: &'a str,
    /// The attribute that the operation is about.
    root: &'a str,
    /// Whether the operation is about the attribute itself and not about a member inside it.
    whole: bool,
    /// The member inside the attribute, if any.
    member: Option<&'a str>,
    /// The value of the operation; `null` counts as none.
    value: Option<Value<'a>>,
    /// The value of the operation, or its path if it has none.
    raw: Value<'a>,
}

impl<'a> Step<'a> {
    fn read(index: usize, operation: &Members<'a>) -> Result<Self, Miss> {
        let place = Pointer::to("patch").index(index);
        let invalid = |key: &str, expected: &str| {
            let reason = Reason::new(&FIELD_INVALID, key)
                .fact(Fact::of(place.clone().key(key), operation.get(key).copied()))
                .fact(Fact::named("expected", expected));
            Miss::new(Refusal::InvalidField, reason)
        };
        if let Some((key, _)) = operation.iter().find(|(key, _)| !["op", "path", "value"].contains(key)) {
            return Err(invalid(key, "only `op`, `path` and `value`"));
        }
        let path = path_of(operation).filter(|path| is_path(path));
        let path = path.ok_or_else(|| invalid("path", "a path like `/driver`"))?;
        let word = operation.get("op").and_then(|word| word.as_str());
        let word = word.filter(|word| ["add", "replace", "remove"].contains(word));
        let word = word.ok_or_else(|| invalid("op", "`add`, `replace` or `remove`"))?;
        let value = operation.get("value").copied().filter(|value| !value.is_null());
        if value.is_some_and(|value| !is_patch_value(value)) {
            return Err(invalid("value", "text, a whole number or a boolean"));
        }
        let relative = path.strip_prefix('/').unwrap_or(path);
        let (root, member) = relative.split_once('/').map_or((relative, None), |(root, member)| (root, Some(member)));
        let whole = member.is_none();
        let raw = value.or_else(|| operation.get("path").copied()).unwrap_or(Value::NULL);
        Ok(Self { index, operation: word, path, root, whole, member, value: value.filter(|_| word != "remove"), raw })
    }

    fn place(&self) -> Pointer {
        Pointer::to("patch").index(self.index)
    }

    fn refuse(&self, refusal: Refusal, code: &'static crate::reason::Code) -> Miss {
        let reason = Reason::new(code, self.root)
            .saw(self.place().key("op"), self.operation)
            .saw(self.place().key("path"), self.path);
        Miss::new(refusal, reason)
    }

    /// Checks whether clients may apply this operation to the attribute at all.
    fn may_touch(&self) -> Result<(), Miss> {
        let known = attribute(self.root).filter(|_| self.whole);
        if known.is_some_and(|known| known.internal) {
            return Err(self.refuse(Refusal::PatchInternalAttribute, &PATCH_INTERNAL));
        }
        if known.is_some_and(|known| known.mandatory) && self.operation == "remove" {
            return Err(self.refuse(Refusal::PatchMandatoryAttribute, &PATCH_MANDATORY));
        }
        if self.operation != "remove" && self.value.is_none() {
            return Err(self.refuse(Refusal::PatchNeedsValue, &PATCH_NEEDS_VALUE));
        }
        Ok(())
    }

    /// Checks that `add` finds no value, judged by the template as it was before the first operation.
    fn may_add(&self, template: &Members<'a>) -> Result<(), Miss> {
        if self.operation != "add" || !self.whole {
            return Ok(());
        }
        let Some(attribute) = attribute(self.root) else {
            return Err(self.refuse(Refusal::PatchUnknownAttribute, &PATCH_UNKNOWN));
        };
        let there = template.get(attribute.name).map_or(attribute.set_by_default, |value| !value.is_null());
        if there { Err(self.refuse(Refusal::PatchAddExists, &PATCH_ADD_EXISTS)) } else { Ok(()) }
    }

    /// Whether the step removes the whole attribute.
    fn removes(&self) -> bool {
        self.whole && self.operation == "remove"
    }

    /// Returns the attribute that changes.
    fn attribute(&self) -> Result<&'static Attribute, Miss> {
        attribute(self.root)
            .filter(|attribute| self.whole || attribute.has_members)
            .ok_or_else(|| self.refuse(Refusal::PatchConflict, &PATCH_CONFLICT))
    }

    /// Checks that the attribute accepts the value.
    fn fits(&self, attribute: &Attribute) -> Result<(), Miss> {
        if !self.whole || self.value.is_none_or(|value| attribute.accepts(value)) {
            return Ok(());
        }
        let reason = Reason::new(&FIELD_INVALID, attribute.name)
            .fact(Fact::of(self.place().key("value"), self.value))
            .fact(Fact::named("expected", attribute.expects()));
        Err(Miss::new(Refusal::InvalidField, reason))
    }
}

/// Whether the path is a series of slashes, each followed by word characters or dashes.
fn is_path(path: &str) -> bool {
    let word = |part: &str| {
        !part.is_empty() && part.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
    };
    path.strip_prefix('/').is_some_and(|path| path.split('/').all(word))
}

fn is_patch_value(value: Value<'_>) -> bool {
    let whole = value.as_number().is_some_and(|number| number.parse::<i128>().is_ok());
    whole || value.as_str().is_some() || value.as_bool().is_some()
}
