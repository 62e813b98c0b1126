use super::attributes::{ORCHESTRATOR, SERVER_TYPES, VIRTUAL, as_bool, attribute, names};
use super::body::{self, invalid};
use super::image::{self, Image, Told};
use super::installed::{Installed, Setup, in_request};
use super::levels::{Choice, Chosen, Level, choose};
use super::microversion::Versions;
use super::reasons::*;
use super::refusal::{Miss, Refusal};
use super::registry::{ClusterType, Hit, Registry};
use super::table::{LevelSaid, Said};
use crate::base::nearest;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Ordered, Pointer, Value, answer, given};

given! {
    /// A template that is to be created.
    pub(crate) struct ResolveGiven<'a> {
        /// The installed drivers.
        #[flatten]
        installed: Installed<'a>,
        /// The body of the request; an absent key was not sent.
        request: Ordered<&'a str, Value<'a>>,
        /// Whether `request` is the whole body as sent; otherwise it may leave out `image_id`.
        whole_body ["wholeBody"]: bool,
        /// The image's properties, or `error` with how reading it failed: `not_found`, `forbidden`, `duplicate` or
        /// `other`.
        image: Option<Ordered<&'a str, Value<'a>>>,
        /// The API versions of the client and the service.
        #[flatten]
        versions: Versions<'a>,
    }
}

answer! {
    /// The response to the request, and how the driver was chosen.
    #[derive(Default)]
    pub(crate) struct Resolved<'a> {
        /// The HTTP status of the response.
        status: u16,
        /// The driver in the response; absent if the request is refused or the client does not see the field.
        driver: Option<&'a str>,
        /// The level that named the driver; absent if the request is refused or the cluster type decided.
        resolved_from ["resolvedFrom"]: Option<Level>,
        /// The stored distribution, which is that of the image; absent if the request is refused.
        cluster_distro ["clusterDistro"]: Option<&'a str>,
        /// Whether the response has the key `driver`; absent if the request is refused.
        has_driver ["hasDriver"]: Option<bool>,
        /// The error; absent if the template is created.
        error: Option<Refusal>,
        /// What each level says, in order, whichever decides; absent if the request is invalid.
        levels: Option<Vec<LevelSaid<'a>>>,
    }
}

/// `drivers/resolve`
#[derive(Debug)]
pub(crate) struct Resolve;

impl Answers for Resolve {
    const NAME: &'static str = "drivers/resolve";
    const ASKS: &'static str = "which driver a new cluster template gets, and whether it can be created";
    const VERDICT: VerdictFrom = VerdictFrom::Below400("status");
    type Given<'a> = ResolveGiven<'a>;
    type Answer<'a> = Resolved<'a>;

    fn decide<'a>(given: ResolveGiven<'a>, asked: &Asked<'a>) -> Outcome<Resolved<'a>> {
        let setup = Setup::read(given.installed, asked)?;
        let registry = Registry::new(&setup, asked.edition);
        let hidden = match given.versions.hides_driver(&setup, asked.edition)? {
            Ok(hidden) => hidden,
            Err(miss) => return Ok(refused(miss)),
        };
        let another = given.image.as_ref().and_then(|image| image::another(&given.request, image));
        let problems =
            registry.warnings().chain(ignored(&given.request, hidden.as_ref())).chain(another).collect::<Vec<_>>();
        let whole = given.whole_body;
        let creation = Creation { registry: &registry, request: &given.request, heard: hidden.is_none(), whole };
        let mut decision = match creation.run(given.image.as_ref()) {
            Ok(created) => {
                let field = |key: &str| given.request.get(key).copied();
                // The image is given.
                let asks = |key: &str, value| key != IMAGE && as_bool(value) == Some(true);
                created.decision(hidden, &registry).with_problems(body::not_judged("request", field, asks))
            }
            Err(Stop::Refused(miss)) => refused(miss),
            Err(Stop::Undecided(undecided)) => return Err(undecided),
        };
        if creation.fields().is_ok() {
            let image = given.image.as_ref().and_then(|image| Image::read(Some(image)).ok());
            let said = Said { request: given.request.get("driver").copied(), heard: creation.heard, image };
            decision.answer.levels = Some(said.levels(&registry, decision.answer.error));
        }
        Ok(decision.with_problems(problems))
    }
}

fn refused<'a>(Miss { refusal, reason }: Miss) -> Decision<Resolved<'a>> {
    let answer = Resolved { status: refusal.status(), error: Some(refusal), ..Resolved::default() };
    Decision::new(answer, reason)
}

/// The warning that a client sent a field that it is too old for.
fn ignored(request: &Ordered<&str, Value<'_>>, hidden: Option<&Reason>) -> Option<Problem> {
    let sent = request.get("driver").filter(|value| !value.is_null())?;
    hidden.map(|_| {
        let path = Pointer::to("request").key("driver");
        Problem::warning(&DRIVER_FIELD_IGNORED, in_request(&path)).fact(Fact::at(path, *sent))
    })
}

/// The field that every complete body has.
const IMAGE: &str = "image_id";

/// One attempt to create a template.
#[derive(Clone, Copy)]
struct Creation<'g, 'a> {
    registry: &'g Registry<'g, 'a>,
    request: &'g Ordered<&'a str, Value<'a>>,
    /// Whether the client's `driver` counts, because its version has the field.
    heard: bool,
    /// Whether the request is the whole body.
    whole: bool,
}

/// The reason why an attempt ends before a template is stored.
enum Stop {
    Refused(Miss),
    Undecided(Undecided),
}

impl From<Miss> for Stop {
    fn from(miss: Miss) -> Self {
        Self::Refused(miss)
    }
}

impl From<Undecided> for Stop {
    fn from(undecided: Undecided) -> Self {
        Self::Undecided(undecided)
    }
}

/// A template that can be stored.
struct Created<'g, 'a> {
    hit: Hit<'g, 'a>,
    level: Option<Level>,
    cluster_type: ClusterType<'a>,
    reason: Reason,
}

/// The fields of a request that the choice of a driver depends on.
struct Fields<'a> {
    driver: Option<&'a str>,
    coe: &'a str,
    server_type: &'a str,
    distribution: Option<&'a str>,
}

impl<'g, 'a> Creation<'g, 'a> {
    /// Takes the steps in Magnum's order, so that of several mistakes the same one is reported.
    fn run(self, image: Option<&Ordered<&'a str, Value<'a>>>) -> Result<Created<'g, 'a>, Stop> {
        let fields = self.fields()?;
        let reads_image = fields.driver.is_none() || fields.distribution.is_none();
        let named_by_image = if reads_image { Image::read(image)?.driver()? } else { Ok(Told::default()) };
        let sent = self.request.get("driver").copied().filter(|value| !value.is_null());
        let chosen = choose(self.registry, (fields.driver, sent, self.heard), named_by_image)?;
        // The type has the distribution that the request names, or else the image's.
        let told = image.and_then(|image| Image::read(Some(image)).ok()?.distribution().ok());
        let os = fields.distribution.or(told);
        let sent = ClusterType { server_type: Some(fields.server_type), os, coe: Some(fields.coe) };
        let (hit, level, reason) = self.find(&sent, chosen)?;
        let distribution = Image::read(image)?.distribution()?;
        let cluster_type = ClusterType { os: Some(distribution), ..sent };
        body::judge_stored(self.request)?;
        Ok(Created { hit, level, cluster_type, reason })
    }

    /// Looks up the chosen driver by its name, or by the cluster type if none was chosen.
    fn find(
        self,
        wanted: &ClusterType<'a>,
        (choice, passed): Chosen<'a>,
    ) -> Result<(Hit<'g, 'a>, Option<Level>, Reason), Miss> {
        let Some(Choice { name, level, reason }) = choice else {
            let hit = self.registry.for_type(wanted);
            let hit = hit.map_err(|miss| Miss { reason: miss.reason.because(passed.clone()), ..miss })?;
            let reason = hit.reason.clone().because(passed);
            return Ok((hit, None, reason));
        };
        let reason = reason.because(passed);
        match self.registry.named(name) {
            Ok(hit) => Ok((hit, Some(level), reason)),
            Err(miss) => {
                let root = if miss.refusal == Refusal::ServerError { &LOOKUP_FAILED } else { &DRIVER_NOT_SUPPORTED };
                Err(Miss::new(miss.refusal, Reason::new(root, name).because([reason, miss.reason])))
            }
        }
    }

    fn fields(self) -> Result<Fields<'a>, Miss> {
        // A patch may name `id`, so it is a known attribute, but a request may not contain it.
        let unknown = |(key, _): &&(&str, Value<'_>)| *key == "id" || attribute(key).is_none();
        if let Some((key, value)) = self.request.iter().find(unknown) {
            let reason = Reason::new(&FIELD_UNKNOWN, *key)
                .saw(Pointer::to("request").key(key), *value)
                .fact(Fact::like(nearest(key, names())));
            return Err(Miss::new(Refusal::InvalidField, reason));
        }
        if let Some(image) = attribute(IMAGE).filter(|_| self.whole && self.request.get(IMAGE).is_none()) {
            return Err(invalid(IMAGE, None, &image.expects()));
        }
        let server_type = self.word("server_type", &SERVER_TYPES, Some(VIRTUAL))?;
        let coe = self.word("coe", &[ORCHESTRATOR], None)?;
        let distribution = self.text("cluster_distro")?;
        let driver = if self.heard { self.text("driver")? } else { None };
        body::judge(self.request, self.heard)?;
        Ok(Fields { driver, coe, server_type, distribution })
    }

    /// Reads a field that has to be one of a few words. `null` is never one of them.
    fn word(self, key: &'static str, words: &[&str], unless_sent: Option<&'a str>) -> Result<&'a str, Miss> {
        let sent = self.request.get(key);
        let word = match sent {
            Some(value) => value.as_str(),
            None => unless_sent,
        };
        word.filter(|word| words.contains(word))
            .ok_or_else(|| invalid(key, sent, &format!("`{}`", words.join("` or `"))))
    }

    /// Reads an optional field that has to hold 1 to 255 characters.
    fn text(self, key: &'static str) -> Result<Option<&'a str>, Miss> {
        let Some(value) = self.request.get(key).filter(|value| !value.is_null()) else { return Ok(None) };
        match value.as_str().filter(|text| (1..=255).contains(&text.chars().count())) {
            Some(text) => Ok(Some(text)),
            None => Err(invalid(key, Some(value), "text of 1 to 255 characters")),
        }
    }
}

impl<'a> Created<'_, 'a> {
    fn decision(self, hidden: Option<Reason>, registry: &Registry<'_, '_>) -> Decision<Resolved<'a>> {
        let warning = registry.warn_unless_provided(self.hit.index, &self.cluster_type);
        let seen = hidden.is_none();
        let answer = Resolved {
            status: 201,
            driver: seen.then_some(self.hit.driver.name),
            resolved_from: self.level,
            cluster_distro: self.cluster_type.os,
            has_driver: Some(seen),
            error: None,
            levels: None,
        };
        let stored = hidden.map(|old| Reason::new(&DRIVER_STORED_UNSEEN, self.hit.driver.name).because([old]));
        let mut decision = Decision::new(answer, self.reason).with_problems(warning);
        decision.because.extend(stored);
        decision
    }
}
