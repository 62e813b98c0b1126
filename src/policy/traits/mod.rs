//! Which bare metal nodes can take a flavor: traits on their way through Ironic, Nova and Placement.
//!
//! The parts, in the order in which the data flows:
//!
//! * `documents`, `names`: nodes, flavors and images as their services show them, and names of traits and classes.
//! * `flavor`: what a flavor and its image ask for ([`ReadFlavor`]).
//! * `placement`: how Placement reads a query, and which providers it finds ([`AskPlacement`]).
//! * `reporting`: what Nova reports of a node to Placement ([`Sync`]).
//! * `fleet`: many nodes, compiled once, and as Placement sees them after each was reported.
//! * `wishes`: the traits that a flavor and its image require or forbid, and the keys that say so.
//! * `pools`: the traits that mark pools of nodes.
//! * `lint`: mistakes that go unnoticed ([`Lint`]).
//! * `matching`: which nodes can take a flavor, and what would let in one more ([`MatchNodes`]).
//! * `reach`: which nodes a project gets through its flavors (`traits/reach`), and where pools are not kept apart.
//! * `boot`: what is then written to the node, and what Ironic checks ([`BootPatched`], [`CheckDeploy`]).

mod bits;
mod boot;
pub(crate) mod divergences;
mod documents;
mod double;
mod flavor;
mod fleet;
#[cfg(feature = "operators")]
mod gather;
mod lint;
mod matching;
mod names;
#[cfg(feature = "operators")]
mod pages;
mod placement;
mod pools;
#[cfg(feature = "operators")]
mod reach;
mod reasons;
mod reporting;
mod wishes;

use super::Policy;
use crate::question::Question;
use crate::reason::{Codes, examples};

use boot::{Allocate, BootPatched, CheckDeploy, CheckRebuild, DeployTemplates, Lifecycle};
use flavor::{CheckExtraSpec, ReadFlavor};
use fleet::FLEET;
pub use fleet::LoadedFleet;
#[cfg(feature = "operators")]
use gather::Gather;
use lint::Lint;
use matching::MatchNodes;
use names::{CheckLimit, CheckName, CheckNodeTrait, IsCustom, NormalizeResourceClass, NormalizeTrait};
use placement::AskPlacement;
#[cfg(feature = "operators")]
use reach::Reach;
use reporting::Sync;

/// The maximum number of warnings of one kind beside an answer, because nobody reads more. `traits/lint` tells more.
const TOLD: usize = 20;

/// What this policy brings to the engine.
pub(crate) static POLICY: Policy = Policy {
    name: "traits",
    questions: &[
        Question::row::<MatchNodes>(),
        Question::row::<Lint>(),
        #[cfg(feature = "operators")]
        Question::row::<Reach>(),
        Question::row::<ReadFlavor>(),
        Question::row::<AskPlacement>(),
        Question::row::<Sync>(),
        Question::row::<BootPatched>(),
        Question::row::<Lifecycle>(),
        Question::row::<CheckDeploy>(),
        Question::row::<DeployTemplates>(),
        Question::row::<CheckRebuild>(),
        Question::row::<Allocate>(),
        Question::row::<CheckName>(),
        Question::row::<CheckNodeTrait>(),
        Question::row::<CheckExtraSpec>(),
        Question::row::<CheckLimit>(),
        Question::row::<IsCustom>(),
        Question::row::<NormalizeTrait>(),
        Question::row::<NormalizeResourceClass>(),
        #[cfg(feature = "operators")]
        Question::row::<Gather>(),
    ],
    codes: &[
        Codes { codes: reasons::MATCHING_CODES, examples: examples!("reasons/matching.json") },
        Codes { codes: reasons::PLACEMENT_CODES, examples: examples!("reasons/placement.json") },
        Codes { codes: reasons::REPORTS_CODES, examples: examples!("reasons/reports.json") },
        Codes { codes: reasons::CHECKS_CODES, examples: examples!("reasons/checks.json") },
        Codes { codes: reasons::LINT_CODES, examples: examples!("reasons/lint.json") },
        #[cfg(feature = "operators")]
        Codes { codes: reasons::GATHER_CODES, examples: examples!("reasons/gather.json") },
        #[cfg(feature = "operators")]
        Codes { codes: reasons::REACH_CODES, examples: examples!("reasons/reach.json") },
    ],
    divergences: divergences::ALL,
    documents: &[FLEET],
    fields: documents::FIELDS,
    contradictions: None,
    reviews: &[],
    beside: &[],
};
