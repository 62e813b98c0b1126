use super::{FLEET, Fleet, LoadedFleet};
use crate::policy::traits::documents::Node;
use crate::policy::traits::reasons::{FLEET_AND_NODES, FLEET_NOT_GIVEN};
use crate::question::{Asked, Doc, Lacks, Located, Reference, Undecided};
use crate::reason::Problem;
use crate::wire::Pointer;

/// The maximum number of incomplete nodes reported, because nobody reads more.
const TOLD: usize = 100;

/// Checks that the nodes say everything that is read here.
fn are_whole(nodes: &[Node<'_>]) -> Result<(), Undecided> {
    let at = |index| Pointer::to("given").key("nodes").index(index);
    let faults = nodes.iter().enumerate().filter_map(|(index, node)| node.expect_alone(at(index)).err());
    let problems: Vec<Problem> = faults.take(TOLD).map(|fault| Problem::of(&fault)).collect();
    if problems.is_empty() { Ok(()) } else { Err(Undecided { lacks: Lacks::Request, problems }) }
}

/// Returns the fleet that a question is about: a list of nodes, or else a fleet that is given or named.
pub(crate) fn fleet_of<'a>(
    nodes: Option<Vec<Node<'a>>>,
    fleet: Option<Reference<'a>>,
    asked: &Asked<'a>,
) -> Result<Doc<'a, Fleet<'a>>, Undecided> {
    if let (Some(_), Some(_)) = (&nodes, &fleet) {
        return Err(Undecided::request(Problem::error(&FLEET_AND_NODES, Pointer::to("given").key("nodes"))));
    }
    if let Some(nodes) = nodes {
        are_whole(&nodes)?;
        return Ok(Doc::given(Fleet::new(nodes), ""));
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
