//! The question `images/migrate-profile`, with its input and answer.

use super::config::{Config, Networking};
use super::defined::{Defined, NETWORKING};
use super::findings::{Findings, Inference, Migrating, MigrationFinding};
use super::given::{TagGiven, Tags, TypeGiven};
use super::outcome::Outcome;
use super::pairs::{Lost, LostPairs, Matching, Swapped};
use super::plan::{Plan, left_behind, mixed_types};
use super::pools::{MACHINE_TYPE, Moves, PoolMoved, REGION, moves};
use super::regions::Regions;
use super::versions::place_of;
use super::{machines, patch, versions};
use crate::policy::images::documents::{CloudProfile, Definition};
use crate::policy::images::edits::Operation;
use crate::policy::images::profiles::in_use::{Told, UsersGiven};
use crate::policy::images::profiles::refused_anew;
use crate::policy::images::provider::unknown_keys;
use crate::policy::images::reasons::{
    MIGRATED_PAIRS_LOST, MIGRATED_POOLS, MIGRATION_REFUSED, MIGRATION_TOO_LARGE, NETWORKING_NOT_DEFINED,
    NOTHING_TO_MIGRATE, PAIRS_GET_ANOTHER_ARTIFACT, POOL_GETS_ANOTHER_ARTIFACT, POOL_PARTED, POOLS_NOT_FOLLOWED,
    PROFILE_HALF_MIGRATED, PROFILE_MIGRATED, SHOOTS_OF_ANOTHER_PROFILE,
};
use crate::policy::images::store::{NEW, Profile, ProfileGiven};
use crate::question::{self, Answers, Asked, Decision, Reference, VerdictFrom};
use crate::reason::{Code, Fact, Reason, Reasons};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// A profile with architectures and version tags, and what the caller knows about them.
    pub struct MigrateGiven<'a> {
        /// The CloudProfile, or the name of a loaded one.
        cloud_profile ["cloudProfile"]: Option<Reference<'a>>,
        /// The provider: aws, azure, gcp, openstack, alicloud or local; taken from the configuration or the profile if
        /// absent.
        provider: Option<&'a str>,
        /// The capabilities to define, most preferred first; all that tags and machine types name if absent.
        machine_capabilities ["machineCapabilities"]: Option<Vec<Definition<'a>>>,
        /// The capabilities of the artifacts with each tag.
        tags: Vec<TagGiven<'a>>,
        /// The capabilities of machine types; a type that is not listed supports everything.
        machine_types ["machineTypes"]: Vec<TypeGiven<'a>>,
        /// The Shoots and NamespacedCloudProfiles that may use the profile.
        #[flatten]
        users: UsersGiven<'a>,
    }
}

answer! {
    /// What a migration changes, and what it costs.
    #[derive(Default)]
    pub struct Migrated<'a> {
        /// Whether nothing prevents the migration.
        ok: bool,
        /// The document that the patch applies to, as `CloudProfile/name`.
        document: String,
        /// The patch with the complete migration, or empty.
        patch: Vec<Operation>,
        /// The first of the conclusions that the migration draws.
        inferences: Vec<Inference>,
        /// The number of all inferences.
        inferred: usize,
        /// The first of the findings: errors that prevent the migration, and warnings.
        findings: Vec<MigrationFinding>,
        /// The number of all findings.
        count: usize,
        /// The number of image versions before the migration.
        versions_before ["versionsBefore"]: usize,
        /// The number of image versions after the migration.
        versions_after ["versionsAfter"]: usize,
        /// The number of pairs of a machine type and a version that are lost.
        lost_pairs ["lostPairs"]: usize,
        /// The first of the lost pairs, grouped by version and capability.
        lost: Vec<LostPairs<'a>>,
        /// The number of lost pairs that are not listed.
        further: usize,
        /// The first of the pools whose version goes away, that get another artifact, or that no longer fit.
        pools: Vec<PoolMoved<'a>>,
        /// The number of all such pools.
        pool_count ["poolCount"]: usize,
        /// The number of such pools that no longer fit.
        parted_pools ["partedPools"]: usize,
        /// The number of Shoots that were checked.
        shoots: usize,
        /// The number of Shoots that use another profile or are being deleted.
        other_shoots ["otherShoots"]: usize,
    }
}

/// The question `images/migrate-profile`.
#[derive(Debug)]
pub struct MigrateProfile;

impl Answers for MigrateProfile {
    const NAME: &'static str = "images/migrate-profile";
    const ASKS: &'static str = "what a profile with architectures and version tags becomes with capabilities";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = MigrateGiven<'a>;
    type Answer<'a> = Migrated<'a>;

    fn decide<'a>(given: MigrateGiven<'a>, asked: &Asked<'a>) -> question::Outcome<Migrated<'a>> {
        let before = Profile::needed(Profile::of((given.cloud_profile, NEW.0), (None, NEW.1), asked)?)?;
        let profile: CloudProfile<'a> = before.written.read()?;
        let document = format!("CloudProfile/{}", profile.name());
        let users = given.users.find(asked)?;
        let spec = profile.spec();
        let count = || spec.machine_images.iter().map(|image| image.versions.len()).sum::<usize>();
        let mut answer = Migrated {
            document: document.clone(),
            versions_before: count(),
            versions_after: count(),
            ..Migrated::default()
        };
        let mut found = Findings::default();
        if !spec.machine_capabilities.is_empty() {
            for (path, subject) in left_behind(spec) {
                found.error(|| Migrating::new(&PROFILE_HALF_MIGRATED, path, subject));
            }
            return Ok(finish(answer, found, &document, &NOTHING_TO_MIGRATE, Vec::new()));
        }
        mixed_types(spec, &mut found);
        let config = Config::of(given.provider, spec, &mut found);
        let mut networking = config.as_ref().map(Config::networking).unwrap_or_default();
        let tags = Tags::new(&given.tags, &mut found);
        let sides = (&tags, given.machine_types.as_slice());
        let defined = Defined::new(given.machine_capabilities, (spec, networking.counts), sides, &mut found);
        of_azure(config.as_ref(), &mut networking, &defined, &mut found);
        let machines = machines::capabilities(spec, &given.machine_types, (&defined, &networking), &mut found);
        let targets = versions::targets(spec, (&tags, &defined, &networking), &mut found);
        let plan =
            Plan { spec, defined: &defined, machines, targets, config: config.as_ref(), networking: &networking };
        plan.check(*before.written, &mut found);
        if found.errors > 0 {
            return Ok(finish(answer, found, &document, &MIGRATION_REFUSED, Vec::new()));
        }
        let matching = Matching::new(&plan);
        let Lost { rows, pairs, further } = matching.lost();
        let given = ProfileGiven { cloud_profile: given.cloud_profile, namespaced_cloud_profile: None };
        let regions = Regions::new(&plan, given, asked);
        let moved = moves(&plan, &matching, &regions, (profile.name(), &users), asked.edition);
        let swapped = matching.swapped(asked.edition);
        if matching.is_too_much() {
            found.error(|| Migrating::new(&MIGRATION_TOO_LARGE, Pointer::to("spec"), "spec"));
            return Ok(finish(answer, found, &document, &MIGRATION_REFUSED, Vec::new()));
        }
        let patch = patch::of(&plan);
        Outcome::of(&plan, &before, &patch, asked)?.check(&users, asked, &mut found)?;
        if found.errors > 0 {
            return Ok(finish(answer, found, &document, &MIGRATION_REFUSED, Vec::new()));
        }
        swapped.iter().for_each(|row| found.warning(|| another_artifact(&plan, row)));
        if moved.others > 0 {
            let count = Fact::named("count", moved.others);
            let path = Pointer::to("given").key("shoots");
            found.warning(|| Migrating::new(&SHOOTS_OF_ANOTHER_PROFILE, path, document.as_str()).fact(count));
        }
        if moved.not_followed_count > 0 {
            let named: Json = moved.not_followed.iter().map(String::as_str).collect();
            let more = moved.not_followed_count - moved.not_followed.len();
            let count = Fact::named("count", moved.not_followed_count);
            let path = Pointer::to("given").key("shoots");
            found.warning(|| {
                let told = Migrating::new(&POOLS_NOT_FOLLOWED, path, document.as_str()).fact(count);
                told.fact(Fact::named("pools", named).with_more(more))
            });
        }
        let costs = costs(&rows, &moved);
        answer.patch = patch;
        answer.versions_after = plan.targets.len();
        (answer.lost, answer.lost_pairs, answer.further) = (rows, pairs, further);
        (answer.pool_count, answer.parted_pools) = (moved.count, moved.parted);
        (answer.shoots, answer.other_shoots, answer.pools) = (moved.shoots, moved.others, moved.listed);
        let not_placed = users.not_placed(profile.name(), None, Told::BesidesPools);
        let problems = users.unplaced().into_iter().chain(users.unread()).chain(not_placed);
        // The content of a misspelt key is not carried over.
        let unknown = unknown_keys(*before.written, &before.written.path());
        let problems: Vec<_> = problems.chain(refused_anew(&before.written, asked)?).chain(unknown).collect();
        Ok(finish(answer, found, &document, &PROFILE_MIGRATED, costs).with_problems(problems))
    }
}

/// Lets azure's network cards count if their capability is defined: what is not marked is basic. Warns if they no longer
/// count because it is not.
fn of_azure(config: Option<&Config<'_>>, networking: &mut Networking<'_>, defined: &Defined<'_>, found: &mut Findings) {
    let is_defined = NETWORKING.1.iter().all(|value| defined.has(NETWORKING.0, value));
    let counted = std::mem::replace(&mut networking.counts, is_defined && config.is_some_and(Config::is_of_azure));
    if counted && !is_defined {
        let path = Pointer::to("spec").key("providerConfig");
        found.warning(|| Migrating::new(&NETWORKING_NOT_DEFINED, path, NETWORKING.0));
    }
}

/// Returns the warning about machine types that prefer another version's artifact.
fn another_artifact(plan: &Plan<'_, '_>, row: &Swapped<'_>) -> Migrating {
    let member = |(target, member): (usize, usize)| {
        let target = plan.targets.get(target)?;
        let member = target.members.get(member)?;
        Some((format!("{}:{}", plan.image(target), member.text), place_of(target.image, member.version)))
    };
    let named = |side: usize| -> Vec<(String, Pointer)> {
        row.versions.iter().take(NAMED).filter_map(|pair| member(*pair.get(side)?)).collect()
    };
    let [stay, taken] = [0, 1].map(named);
    let listed = |name: &'static str, versions: &[(String, Pointer)]| {
        let names: Json = versions.iter().map(|(name, _)| name.as_str()).collect();
        Fact::named(name, names).with_more(row.versions.len() - versions.len())
    };
    let types: Json = row.machine_types.iter().take(NAMED).copied().collect();
    let (subject, path) = stay.first().cloned().unwrap_or_default();
    Migrating::new(&PAIRS_GET_ANOTHER_ARTIFACT, path, subject)
        .fact(Fact::named("count", row.count))
        .fact(Fact::named("types", types).with_more(row.count.saturating_sub(NAMED)))
        .fact(listed("versions", &stay))
        .fact(listed("artifacts", &taken))
}

/// How many names a sentence lists, and how many sentences of one kind there are.
const NAMED: usize = 5;
const SAID: usize = 10;

/// Returns what a migration costs, as sentences. Versions that the same machine types lose for the same reason share
/// one.
fn costs(rows: &[LostPairs<'_>], moved: &Moves<'_>) -> Vec<Reason> {
    let mut alike: Vec<(&LostPairs<'_>, Vec<&str>)> = Vec::new();
    for row in rows {
        match alike.iter_mut().find(|(first, _)| row.is_like(first)) {
            Some((_, versions)) => versions.push(&row.version),
            None => alike.push((row, vec![&row.version])),
        }
    }
    let some = |name: &'static str, names: &[&str], count: usize| {
        let shown: Json = names.iter().take(NAMED).copied().collect();
        Fact::named(name, shown).with_more(count.saturating_sub(NAMED.min(names.len())))
    };
    let lost = alike.iter().map(|(row, versions)| {
        Reason::new(&MIGRATED_PAIRS_LOST, row.version.as_str())
            .fact(Fact::named("count", row.count))
            .fact(some("types", &row.machine_types, row.count))
            .fact(some("versions", versions, versions.len()))
            .fact(Fact::named("by", row.by))
            .fact(Fact::named("kept", row.kept))
    });
    let pools = moved.listed.iter().map(|pool| {
        let of_image = |version: &str| format!("{}:{version}", pool.image);
        let name = format!("{}/{}", pool.shoot, pool.worker);
        if let Some(artifact) = pool.artifact.filter(|_| pool.from == pool.to && pool.fits) {
            let reason = Reason::new(&POOL_GETS_ANOTHER_ARTIFACT, name).fact(Fact::named("version", of_image(pool.to)));
            return reason.fact(Fact::named("artifact", of_image(artifact)));
        }
        let fits = match (pool.fits, pool.artifact) {
            (false, _) => match pool.by {
                Some(MACHINE_TYPE) => "and the profile does not have its machine type".to_owned(),
                Some(REGION) => "of which its machine type finds no artifact in its region".to_owned(),
                _ => "which its machine type does not fit".to_owned(),
            },
            (true, None) => "which its machine type fits".to_owned(),
            (true, Some(artifact)) => format!("where its machine type gets what was `{}`", of_image(artifact)),
        };
        if pool.from == pool.to {
            let reason = Reason::new(&POOL_PARTED, name).fact(Fact::named("version", of_image(pool.to)));
            return reason.fact(Fact::named("fits", fits));
        }
        Reason::new(&MIGRATED_POOLS, name)
            .fact(Fact::named("from", of_image(pool.from)))
            .fact(Fact::named("to", of_image(pool.to)))
            .fact(Fact::named("fits", fits))
    });
    let mut costs = said(lost, alike.len());
    costs.extend(said(pools, moved.count));
    costs
}

/// Returns the first reasons; the last one also counts those that are left out.
fn said(reasons: impl Iterator<Item = Reason>, count: usize) -> Vec<Reason> {
    let mut said: Vec<Reason> = reasons.take(SAID).collect();
    let more = count - said.len();
    if more > 0
        && let Some(last) = said.pop()
    {
        said.push(last.with_more(more));
    }
    said
}

fn finish<'a>(
    answer: Migrated<'a>,
    found: Findings,
    document: &str,
    code: &'static Code,
    costs: Vec<Reason>,
) -> Decision<Migrated<'a>> {
    let Findings { inferences, inferred, told, count, errors, reasons, .. } = found;
    let code = if errors > 0 { &MIGRATION_REFUSED } else { code };
    let mut beneath: Reasons = reasons;
    beneath.extend(costs);
    let reason = Reason::new(code, document)
        .fact(Fact::named("before", answer.versions_before))
        .fact(Fact::named("after", answer.versions_after))
        .fact(Fact::named("inferred", inferred))
        .fact(Fact::named("lost", answer.lost_pairs))
        .fact(Fact::named("pools", answer.pool_count))
        .fact(Fact::named("errors", errors))
        .because(beneath.iter().cloned());
    let answer = Migrated { ok: errors == 0, inferences, inferred, findings: told, count, ..answer };
    Decision::new(answer, reason)
}
