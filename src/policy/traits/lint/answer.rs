use super::finding::Linting;
use super::flavor::check_flavor;
use super::nodes::check_nodes;
use super::pools::check_pools;
use crate::base::Edition;
use crate::policy::traits::groups::Groups;
use crate::policy::traits::library::Library;
use crate::policy::traits::match_nodes::Ground;
use crate::policy::traits::provider_traits::Capabilities;
use crate::policy::traits::question::lint::*;
use crate::policy::traits::reasons::LINTED;
use crate::policy::traits::view::View;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};

/// `traits/lint`
#[derive(Debug)]
pub struct Lint;

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
        let ground = Ground::of(nodes, given.fleet, asked)?;
        let library = given.known_traits.as_ref().map(|names| Library::new(names.iter().copied()));
        // What Nova adds by itself no flavor is wrong about.
        let capabilities = Capabilities::new(None, &[], Some(false));
        let view = View::new(ground.fleet(), library, capabilities, Edition::UPSTREAM);
        let groups = given.flavors.iter().map(|flavor| Groups::read(flavor, None, false)).collect();
        let knows_traits = !nothing_known || given.known_traits.is_some();
        let linted = Linting { given: &given, ground: &ground, view, groups, knows_traits };
        let mut found = Vec::new();
        for (index, flavor) in given.flavors.iter().enumerate() {
            check_flavor(&linted, index, flavor, &mut found);
        }
        check_pools(&linted, &mut found);
        check_nodes(&linted, &mut found);
        let most = usize::try_from(given.list_at_most.unwrap_or(LISTED)).unwrap_or(usize::MAX);
        let count = found.len();
        let ok = found.iter().all(|(finding, _)| finding.level == Severity::Warning);
        found.truncate(most);
        let (findings, reasons): (Vec<Finding>, Vec<Reason>) = found.into_iter().unzip();
        let reason = Reason::new(&LINTED, "lint")
            .fact(Fact::named("flavors", given.flavors.len()))
            .fact(Fact::named("nodes", ground.fleet().len()))
            .fact(Fact::named("findings", count))
            .because(reasons);
        Ok(Decision::new(Linted { ok, count, findings }, reason))
    }
}
