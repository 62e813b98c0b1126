//! Stored Shoots that move to versions which nobody wrote, and Shoots on expired Kubernetes versions (sections 7 and
//! 8.7). The API server accepts both.

use super::admission::Admission;
use super::completion::Completed;
use crate::base::Index;
use crate::policy::images::documents::{ShootDocument, Worker};
use crate::policy::images::reasons::{IMAGE_MOVES_UNWRITTEN, KUBERNETES_EXPIRED, KUBERNETES_MOVES_UNWRITTEN};
use crate::policy::images::versions::{Classification, Prefix, current};
use crate::question::{Asked, Doc};
use crate::reason::{Code, Fact, Problem};
use crate::wire::Pointer;

/// Warns that a stored Shoot moves to another Kubernetes version because the new one is not written in full. Each pool
/// with a version of its own, and each pool whose image version moves likewise, gets a warning too.
pub(crate) fn moves_unwritten(admission: &Admission<'_, '_>, completed: &Completed<'_>) -> Vec<Problem> {
    /// The number of pools that get a warning of each kind.
    const NAMED: usize = 20;
    let Some(old) = admission.old else { return Vec::new() };
    let shoot = admission.shoot;
    let control_plane = Move {
        code: &KUBERNETES_MOVES_UNWRITTEN,
        of: "the Shoot".to_owned(),
        written: shoot.kubernetes_version(),
        before: old.kubernetes_version(),
        after: completed.kubernetes_version,
    };
    let told = control_plane.told(shoot, &Pointer::to("kubernetes").key("version"));
    let before: Index<'_> = old.workers().iter().map(Worker::name).collect();
    let each = shoot.workers().iter().zip(&completed.workers).enumerate();
    let pools = each.clone().filter_map(|(index, (written, completed_worker))| {
        let before = old.workers().get(before.find(written.name())?)?;
        let moves = Move {
            code: &KUBERNETES_MOVES_UNWRITTEN,
            of: format!("the pool `{}`", written.name()),
            written: written.kubernetes_version().unwrap_or_default(),
            before: before.kubernetes_version()?,
            after: completed_worker.kubernetes_version().unwrap_or(completed.kubernetes_version),
        };
        let at = Pointer::to("provider").key("workers").index(index).key("kubernetes").key("version");
        moves.told(shoot, &at)
    });
    let images = each.filter_map(|(index, (written, completed_worker))| {
        let before = old.workers().get(before.find(written.name())?)?.image()?;
        let [written_image, after] = [written, completed_worker].map(Worker::image);
        let after = after.filter(|after| after.name() == before.name())?;
        let moves = Move {
            code: &IMAGE_MOVES_UNWRITTEN,
            of: format!("the pool `{}`", written.name()),
            written: written_image.map(|image| image.version()).unwrap_or_default(),
            before: before.version(),
            after: after.version(),
        };
        let at = Pointer::to("provider").key("workers").index(index).key("machine").key("image").key("version");
        moves.told(shoot, &at)
    });
    told.into_iter().chain(pools.take(NAMED)).chain(images.take(NAMED)).collect()
}

/// A version as it is written, the version before and the one after completion.
struct Move<'m> {
    code: &'static Code,
    of: String,
    written: &'m str,
    before: &'m str,
    after: &'m str,
}

impl Move<'_> {
    fn told(self, shoot: &Doc<'_, ShootDocument<'_>>, at: &Pointer) -> Option<Problem> {
        let Self { code, of, written, before, after } = self;
        let is_whole = |version: &str| matches!(Prefix::of(version), Ok(None));
        // A text that is neither a version nor the beginning of one gets another warning.
        let is_begun = written.is_empty() || Prefix::is_all_of(written);
        let [place, path] = [shoot.place(), shoot.path()].map(|start| start.key("spec").join(at));
        let problem = Problem::warning(code, path);
        let written = Some(written).filter(|written| !written.is_empty());
        let moves = is_begun && is_whole(before) && is_whole(after) && after != before;
        let problem = problem.fact(Fact::of(place, written)).fact(Fact::named("of", of));
        moves.then(|| problem.fact(Fact::named("before", before)).fact(Fact::named("taken", after)))
    }
}

/// Warns that an existing Shoot has a Kubernetes version that has expired, which is allowed.
pub(super) fn on_expired(admission: &Admission<'_, '_>, version: &str, asked: &Asked<'_>) -> Option<Problem> {
    admission.old?;
    let entries = admission.profile.spec().kubernetes_versions();
    let mut whole = entries.iter().filter(|entry| entry.version == Some(version)).peekable();
    whole.peek()?;
    let is_expired = whole.all(|entry| current(entry, asked).ok() == Some(Classification::Expired));
    let shoot = admission.shoot;
    let [place, path] = [shoot.place(), shoot.path()].map(|at| at.key("spec").key("kubernetes").key("version"));
    is_expired.then(|| Problem::warning(&KUBERNETES_EXPIRED, path).fact(Fact::at(place, version)))
}
