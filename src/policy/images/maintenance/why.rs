//! Why a pool moves or stays.

use super::need::Need;
use super::passed_over::PassedOver;
use super::run::{Pool, Stop};
use crate::policy::images::reasons::*;
use crate::reason::{Fact, Problem, Reason};
use crate::wire::Pointer;

impl Need {
    /// Returns the reason why a pool on the given image version has this need.
    pub(crate) fn why(self, version: String) -> Reason {
        let code = match self {
            Self::None => &NO_NEED_TO_MOVE,
            Self::Missing => &VERSION_SUITS_NO_MORE,
            Self::Expired => &VERSION_HAS_EXPIRED,
            Self::Automatic => &MOVES_BY_ITSELF,
        };
        Reason::new(code, version)
    }
}

/// Whether a pool leaves its image or version open.
fn is_open(pool: &Pool<'_>) -> bool {
    pool.image.is_empty() || pool.before.is_empty()
}

/// Returns a warning if a pool leaves its image or version open. `path` is the path of the pool.
pub(super) fn left_open(pool: &Pool<'_>, path: &Pointer) -> Option<Problem> {
    let problem = Problem::warning(&POOL_NAMES_NO_VERSION, path.clone().key("machine").key("image"));
    is_open(pool).then(|| problem.fact(Fact::named("pool", pool.name)))
}

/// Explains what maintenance does to a pool. `image` is the place of the pool's image, if the given document has the
/// version.
pub(super) fn why(pool: &Pool<'_>, passed: Option<&[PassedOver<'_>]>, image: Option<&Pointer>) -> Reason {
    if is_open(pool) {
        let reason = Reason::new(&POOL_NAMES_NO_VERSION, pool.name).fact(Fact::named("pool", pool.name));
        let missing = if pool.image.is_empty() { "name" } else { "version" };
        return reason.facts(image.map(|image| Fact::absent(image.clone().key(missing))));
    }
    let moves = pool.fate.after != pool.before;
    let code = match (pool.fate.failed, moves) {
        (true, _) => &POOL_NOT_MAINTAINED,
        (_, true) => &POOL_UPDATED,
        _ => &POOL_STAYS,
    };
    let fact = |key: &'static str, value: &str| match image {
        Some(image) => Fact::at(image.clone().key(key), value),
        None => Fact::named(key, value),
    };
    Reason::new(code, pool.name)
        .fact(fact("name", pool.image))
        .fact(fact("version", pool.before))
        .fact(Fact::named("to", pool.fate.after))
        .fact(Fact::named("strategy", pool.fate.strategy.word()))
        .because([pool.fate.need.why(format!("{} {}", pool.image, pool.before))])
        .because(
            passed.into_iter().flatten().map(|passed| {
                Reason::new(&VERSION_PASSED_OVER, passed.version).fact(Fact::named("by", passed.by.word()))
            }),
        )
}

/// Explains what stopped maintenance. `pool` returns the place of a pool; `control_plane` is the place of its version.
pub(super) fn why_stopped(stop: Stop<'_>, pool: &dyn Fn(usize) -> Pointer, control_plane: &Pointer) -> Reason {
    if let Stop::Kubernetes(None, "") = stop {
        return Reason::new(&MAINTENANCE_WITHOUT_KUBERNETES, "the Shoot").fact(Fact::absent(control_plane.clone()));
    }
    let unreadable = |text| format!("the Kubernetes version `{text}` cannot be read");
    let lacking = |kind, name| format!("the profile has no {kind} `{name}`");
    let (what, name, at) = match stop {
        Stop::Kubernetes(None, text) => (unreadable(text), text, control_plane.clone()),
        Stop::Kubernetes(Some(index), text) => (unreadable(text), text, pool(index).key("kubernetes").key("version")),
        Stop::MachineType(index, name) => (lacking("machine type", name), name, pool(index).key("machine").key("type")),
        Stop::Image(index, name) => {
            (lacking("machine image", name), name, pool(index).key("machine").key("image").key("name"))
        }
    };
    Reason::new(&MAINTENANCE_STOPPED, name).saw(at, name).fact(Fact::named("what", what))
}
