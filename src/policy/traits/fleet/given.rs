use super::compiled::{FLEET, Fleet, LoadedFleet};
use crate::policy::traits::documents::Node;
use crate::policy::traits::reasons::FLEET_NOT_GIVEN;
use crate::question::{Asked, Doc, Located, Reference, Undecided};
use crate::wire::Pointer;

/// The fleet that a question is about: the nodes of a list, or else a fleet that is given or named.
pub(crate) fn fleet_of<'a>(
    nodes: Option<Vec<Node<'a>>>,
    fleet: Option<Reference<'a>>,
    asked: &Asked<'a>,
) -> Result<Doc<'a, Fleet<'a>>, Undecided> {
    if let Some(nodes) = nodes {
        return Ok(Doc::given(Fleet::new(nodes, &[]), ""));
    }
    let fleet = fleet.ok_or_else(|| Undecided::missing(&FLEET_NOT_GIVEN, Pointer::to("nodes")))?;
    match fleet.locate::<LoadedFleet>("fleet", (FLEET.group, FLEET.kind), asked.documents)? {
        Located::Loaded(loaded, name) => Ok(Doc::loaded(loaded.fleet(), &name)),
        Located::Given(value, place) => {
            let fleet = Fleet::read(value, &format!("/given{place}"))?;
            Ok(Doc::given(fleet, &place))
        }
    }
}
