//! The question what a change of a profile does to the choice of machines and to existing pools.

use super::answer::{ChangeFinding, DiffProfilesAnswer, PairsChanged, PairsOfOneWay, PoolsTurned};
use super::flavors::Reflavored;
use super::pairs::{Changes, Named, Pairs, State};
use super::pools::Pools;
use super::turns::{Turn, Turned};
use super::why;
use crate::policy::images::fit::FitQuery;
use crate::policy::images::profiles::in_use::{Effects, Told, UsersGiven, Violation, What};
use crate::policy::images::profiles::why as why_profiles;
use crate::policy::images::profiles::{Refusal, refused, without_lost};
use crate::policy::images::provider::HeldConfig;
use crate::policy::images::reasons::{
    POOL_WILL_BE_REFUSED, PROFILE_NOT_GIVEN, PROFILES_ALIKE, PROVIDER_CONFIG_CHANGES,
};
use crate::policy::images::store::{NEW, OLD, Profile, ProfileChangeGiven, ProfileGiven, Scope, offer_in, parent_of};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Level, Problem, Reason, Reasons};
use crate::wire::{Pointer, given};

/// The largest number of flavors that are compared.
const FLAVORS_COMPARED: usize = 4_000_000;

given! {
    /// Two states of a profile, and the Shoots and profiles that may use it.
    pub struct DiffProfilesGiven<'a> {
        /// The two states. A NamespacedCloudProfile comes with its parent, and users refer to the profile by its old
        /// name.
        #[flatten]
        change: ProfileChangeGiven<'a>,
        /// The Shoots and NamespacedCloudProfiles that may use the profile.
        #[flatten]
        users: UsersGiven<'a>,
    }
}

/// The question `images/diff-profiles`.
#[derive(Debug)]
pub struct DiffProfiles;

impl Answers for DiffProfiles {
    const NAME: &'static str = "images/diff-profiles";
    const ASKS: &'static str =
        "what a change of a profile does: to pairs of machine type and image version, and to the pools of Shoots";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = DiffProfilesGiven<'a>;
    type Answer<'a> = DiffProfilesAnswer<'a>;

    fn decide<'a>(given: DiffProfilesGiven<'a>, asked: &Asked<'a>) -> Outcome<DiffProfilesAnswer<'a>> {
        let DiffProfilesGiven { mut change, users } = given;
        change.cloud_profile = without_lost([change.old_cloud_profile, change.cloud_profile], asked);
        let (new, old) = change.profiles(asked)?;
        let old = old.ok_or_else(|| {
            let member = if new.scope() == Scope::Cluster { OLD.0 } else { OLD.1 };
            Undecided::missing(&PROFILE_NOT_GIVEN, Pointer::to(member))
        })?;
        let parent = match new.scope() {
            Scope::Cluster => None,
            Scope::Namespaced => Some(parent_of(&new.written, change.cloud_profile, asked)?),
        };
        let query = |cloud_profile, namespaced_cloud_profile, members| {
            let profile = ProfileGiven { cloud_profile, namespaced_cloud_profile };
            offer_in(profile, members, asked).map(|offer| FitQuery::plain(offer, asked))
        };
        // A NamespacedCloudProfile has the same parent before and after.
        let old_cluster = change.old_cloud_profile.filter(|_| parent.is_none()).or(change.cloud_profile);
        let before = query(old_cluster, change.old_namespaced_cloud_profile, OLD)?;
        let after = query(change.cloud_profile, change.namespaced_cloud_profile, NEW)?;
        let users = users.find(asked)?;
        let pairs = Pairs::between([&before, &after], asked)?;
        let offers = [&*before.offer, &*after.offer];
        let pools = Pools::between([&old, &new], offers, parent.as_ref(), &users, asked)?;
        let whole = || parent.as_ref().map_or_else(|| Ok(new.written.with(*new.written)), |it| Ok(it.with(**it)));
        let Effects { violations, warnings } = new.uses_broken(&old, whole, (&users, Told::BesidesPools), asked)?;
        let in_use: Vec<Violation> = violations.into_iter().filter(|violation| !is_of_pools(violation)).collect();

        let (mut invalid, mut kept) = (None, None);
        match refused([&old, &new], parent.as_ref(), asked)? {
            Some(Refusal::Added(reason)) => invalid = Some(reason),
            Some(Refusal::Kept(problem)) => kept = Some(problem),
            None => {}
        }
        let mut answer = answer(&pairs, &pools, &in_use);
        answer.ok &= invalid.is_none();
        let in_use = if in_use.is_empty() { Reasons::default() } else { why_profiles::in_use(&in_use) };
        let errors = invalid.into_iter().chain(why::refused(&answer.refused)).chain(in_use);
        let told = errors
            .map(|reason| (Level::Error, reason))
            .chain(why::turned(&pools.turns))
            .chain(why::vanished(&answer.vanish.changes))
            .chain(why::reflavored(&Reflavored::between(offers, FLAVORS_COMPARED, asked.edition)));
        let mut because = Reasons::default();
        for (level, reason) in told {
            let code = reason.code();
            answer.findings.push(ChangeFinding { level, code: code.id, cure: code.cure });
            because.push(reason);
        }
        because.extend(why::appeared(&answer.appear.changes));
        if because.is_empty() {
            because.push(Reason::new(&PROFILES_ALIKE, "the change"));
        }
        because.push(why::looked_at(&pools, users.namespaced.len()));
        let hurts = warnings.into_iter().filter(|problem| problem.code().id != POOL_WILL_BE_REFUSED.id);
        let config_changes = is_config_unread([&old, &new], before.offer.spec().provider_type, asked).then(|| {
            let path = new.written.path().key("spec").key("providerConfig");
            Problem::warning(&PROVIDER_CONFIG_CHANGES, path)
        });
        let problems = kept.into_iter().chain(hurts).chain(config_changes);
        let problems = problems.chain(new.not_kept(Some(&old), asked)).chain(users.unread());
        let problems = problems.chain(pools.difference.of_neither).chain(pools.unsaid);
        Ok(Decision { because, ..Decision::plain(answer) }.with_problems(problems))
    }
}

/// Whether the provider's configuration changes and one of the two cannot be read, so that artifacts are not compared.
fn is_config_unread<'a>(profiles: [&Profile<'a>; 2], provider: Option<&'a str>, asked: &Asked<'a>) -> bool {
    let config = |profile: &Profile<'a>| profile.written.get("spec")?.get("providerConfig");
    let [old, new] = profiles.map(|profile| config(profile).filter(|config| !config.is_null()));
    let mut written = [old, new].into_iter().flatten();
    old != new && written.any(|config| HeldConfig::read(Some(config), provider, asked).is_none())
}

/// Whether a violation is about pools, which are reported individually.
fn is_of_pools(violation: &Violation) -> bool {
    violation.pools.is_some() || violation.what == What::MachineImageVersion && violation.is_of_shoot()
}

fn answer<'a>(pairs: &Pairs<'a>, pools: &Pools, in_use: &[Violation]) -> DiffProfilesAnswer<'a> {
    /// How many entries of a kind are listed.
    const LISTED: usize = 50;
    let turned = |(turn, Turned { pools, count }): &(Turn, Turned)| PoolsTurned {
        image: turn.image.clone(),
        from: turn.from.clone(),
        before: turn.before.clone(),
        after: turn.after.clone(),
        pools: pools.clone(),
        count: *count,
    };
    let lost = pairs.vanish.alike.iter().any(|(kind, _)| kind.before == State::Offered);
    let left_behind = pools.turns.iter().any(|(turn, ..)| turn.is_left_behind());
    DiffProfilesAnswer {
        ok: !lost && pools.difference.pools == 0 && in_use.is_empty() && !left_behind,
        offered_before: pairs.offered[0],
        offered_after: pairs.offered[1],
        appear: one_way(pairs, &pairs.appear),
        vanish: one_way(pairs, &pairs.vanish),
        refused: pools.difference.refused.iter().take(LISTED).cloned().collect(),
        refused_pools: pools.difference.pools,
        already_refused: pools.difference.already,
        maintenance: pools.turns.iter().take(LISTED).map(turned).collect(),
        in_use: in_use.iter().take(LISTED).cloned().collect(),
        in_use_count: in_use.len(),
        shoots: pools.shoots,
        pools: pools.pools,
        other_shoots: pools.others,
        findings: Vec::new(),
    }
}

fn one_way<'a>(pairs: &Pairs<'a>, changes: &Changes<'a>) -> PairsOfOneWay<'a> {
    /// How many groups are listed, and how many names each group lists.
    const LISTED: usize = 50;
    const NAMED: usize = 20;
    let listed = changes.alike.iter().take(LISTED).map(|(kind, alike)| {
        let named = |places: &[u32], names: &[Named<'a>]| -> Vec<Named<'a>> {
            places.iter().take(NAMED).filter_map(|place| names.get(*place as usize).copied()).collect()
        };
        PairsChanged {
            pairs: alike.size(),
            machine_types: named(&alike.rows, &pairs.types).into_iter().map(|(name, _)| name).collect(),
            machine_type_count: alike.rows.len(),
            versions: named(&alike.columns, &pairs.versions)
                .into_iter()
                .map(|(image, version)| format!("{image}:{version}"))
                .collect(),
            version_count: alike.columns.len(),
            before: kind.before,
            after: kind.after,
            by: kind.by,
        }
    });
    let listed: Vec<PairsChanged<'a>> = listed.collect();
    let further = changes.count - listed.iter().map(|changed| changed.pairs).sum::<usize>();
    PairsOfOneWay { pairs: changes.count, changes: listed, further }
}
