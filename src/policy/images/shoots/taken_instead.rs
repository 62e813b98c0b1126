//! Texts of a Shoot that are neither a version nor the beginning of one. The API server completes whatever does not
//! have three parts (section 7).

use super::completion::Completed;
use crate::policy::images::documents::{ShootDocument, Worker};
use crate::policy::images::reasons::VERSION_TAKEN_INSTEAD;
use crate::policy::images::versions::Prefix;
use crate::question::Doc;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns of each such text in the place of a version of Kubernetes or of an image.
pub(crate) fn taken_instead(shoot: &Doc<'_, ShootDocument<'_>>, completed: &Completed<'_>) -> Vec<Problem> {
    let control_plane = Pointer::to("kubernetes").key("version");
    let control_plane = (control_plane, shoot.kubernetes_version(), completed.kubernetes_version);
    let pools = shoot.workers().iter().zip(&completed.workers).enumerate().flat_map(|(index, (written, taken))| {
        let at = Pointer::to("provider").key("workers").index(index);
        let kubernetes = |worker: &Worker<'_>| worker.kubernetes_version().unwrap_or_default().to_owned();
        let image = |worker: &Worker<'_>| worker.image().map(|image| image.version()).unwrap_or_default().to_owned();
        [
            (at.clone().key("kubernetes").key("version"), kubernetes(written), kubernetes(taken)),
            (at.key("machine").key("image").key("version"), image(written), image(taken)),
        ]
    });
    let own = std::iter::once((control_plane.0, control_plane.1.to_owned(), control_plane.2.to_owned()));
    let other = own.chain(pools).filter(|(_, written, taken)| is_another(written, taken));
    let warning = |(at, written, taken): (Pointer, String, String)| {
        let [place, path] = [shoot.place(), shoot.path()].map(|start| start.key("spec").join(&at));
        let problem = Problem::warning(&VERSION_TAKEN_INSTEAD, path).fact(Fact::at(place, written));
        problem.fact(Fact::named("taken", taken))
    };
    other.map(warning).collect()
}

/// Whether a text is neither the version that is taken for it nor the beginning of one.
fn is_another(written: &str, taken: &str) -> bool {
    !written.is_empty() && written != taken && !Prefix::is_all_of(written)
}
