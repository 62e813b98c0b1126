use super::classes::check_classes;
use super::finding::{Finding, Findings, Linting};
use super::flavor::check_flavor;
use super::lookalikes::check_lookalikes;
use super::nodes::check_nodes;
use super::pools::check_pools;
use crate::base::Edition;
use crate::policy::traits::documents::{Flavor, Node};
use crate::policy::traits::flavor::Groups;
use crate::policy::traits::fleet::View;
use crate::policy::traits::fleet::fleet_of;
use crate::policy::traits::names::Library;
use crate::policy::traits::reasons::LINTED;
use crate::policy::traits::reporting::Capabilities;
use crate::question::{Answers, Asked, Decision, Outcome, Reference, VerdictFrom};
use crate::reason::{Fact, Reason, Reasons};
use crate::wire::{Ordered, answer, given};

given! {
    /// Flavors and nodes to look at.
    pub(crate) struct LintGiven<'a> {
        /// The flavors.
        flavors: Vec<Flavor<'a>>,
        /// The nodes.
        nodes: Option<Vec<Node<'a>>>,
        /// A fleet in their place, or the name of a loaded one.
        fleet: Option<Reference<'a>>,
        /// Custom traits that were created in Placement; with standard names among them, those are all the standard ones
        /// it knows.
        known_traits ["knownTraits"]: Option<Vec<&'a str>>,
        /// What the libraries of other services know, by the name of the service.
        libraries: Ordered<&'a str, Vec<&'a str>>,
        /// Traits that mark pools of nodes, beside the custom ones that a flavor requires that is not public.
        pools: Vec<&'a str>,
        /// How many findings are listed; 200 unless given.
        list_at_most ["listAtMost"]: Option<u64>,
    }
}

answer! {
    /// What is wrong.
    pub(crate) struct Linted {
        /// Whether there is nothing but warnings.
        ok: bool,
        /// How many findings there are.
        count: usize,
        /// The findings, flavors first.
        findings: Vec<Finding>,
    }
}

/// `traits/lint`
#[derive(Debug)]
pub(crate) struct Lint;

/// How many findings are listed, unless more or fewer are asked for.
const LISTED: u64 = 200;

impl Answers for Lint {
    const NAME: &'static str = "traits/lint";
    const ASKS: &'static str = "what is wrong with flavors and nodes that nobody complains about";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = LintGiven<'a>;
    type Answer<'a> = Linted;

    fn decide<'a>(mut given: LintGiven<'a>, asked: &Asked<'a>) -> Outcome<Linted> {
        let nothing_known = given.nodes.is_none() && given.fleet.is_none();
        let nodes = if nothing_known { Some(Vec::new()) } else { given.nodes.take() };
        let fleet = fleet_of(nodes, given.fleet, asked)?;
        let library = given.known_traits.as_ref().map(|names| Library::new(names.iter().copied()));
        // What Nova adds by itself no flavor is wrong about.
        let capabilities = Capabilities::new(None, &[], Some(false));
        let view = View::new(&fleet, library, capabilities, Edition::UPSTREAM);
        let groups = given.flavors.iter().map(|flavor| Groups::read(flavor, None, false)).collect();
        let knows_traits = !nothing_known || given.known_traits.is_some();
        let linted = Linting { given: &given, fleet: &fleet, view, groups, knows_traits };
        let most = usize::try_from(given.list_at_most.unwrap_or(LISTED)).unwrap_or(usize::MAX);
        let mut found = Findings::up_to(most);
        linted.flavors().for_each(|flavor| check_flavor(&flavor, &mut found));
        check_classes(&linted, &mut found);
        check_pools(&linted, &mut found);
        check_nodes(&linted, &mut found);
        check_lookalikes(&linted, &mut found);
        let (count, ok) = (found.count(), !found.has_errors());
        let (findings, reasons): (Vec<Finding>, Reasons) = found.told().into_iter().unzip();
        let reason = Reason::new(&LINTED, "lint")
            .fact(Fact::named("flavors", given.flavors.len()))
            .fact(Fact::named("nodes", fleet.len()))
            .fact(Fact::named("findings", count))
            .because(reasons);
        Ok(Decision::new(Linted { ok, count, findings }, reason))
    }
}
