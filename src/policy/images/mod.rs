//! Which machine images fit a machine type (Gardener, GEP-33).
//!
//! A CloudProfile defines capabilities. A machine type states which of their values it has, and so does each flavor,
//! that is, each artifact of an image version. The two fit if they have a value in common for every capability.
//!
//! The folders, in the order in which data flows. Each knows the folders before it and none after it; a test reads the
//! order from the `mod` lines below.
//!
//! | folder | what is in it |
//! |---|---|
//! | `errors` | what the API server says of a field that it refuses |
//! | `edits` | changes to a document, as a JSON Patch |
//! | `documents` | the parts of Gardener's documents that the rules read |
//! | `reasons` | the codes for what the rules find, with their English |
//! | `divergences` | the differences between the editions |
//! | `versions` | how versions compare, and their classification at a given time |
//! | `capabilities` | capabilities as bits: what fits what, and which is preferred |
//! | `catalog` | a compiled profile |
//! | `compare` | which flavor of an image version a machine takes |
//! | `stages` | how the API server changes a profile before it stores it |
//! | `store` | documents that are loaded or come with a question |
//! | `provider` | the artifacts that a provider knows |
//! | `workers` | what a worker pool needs from an image version |
//! | `fit` | machine types and image versions: dropdown, matrix, choice |
//! | `profiles` | whether a profile may be stored, changed or deleted |
//! | `shoots` | whether a Shoot may be stored, and what it is completed with |
//! | `maintenance` | newer versions for existing pools |
//! | `changes` | the differences between two profiles |
//! | `minimize` | which lists a profile can do without |
//! | `migrate` | from architectures and tags to capabilities |
//! | `lint` | mistakes in a profile that Gardener accepts |
//! | `bastion` | the machine of a bastion host |
//! | `review` | all of these, asked by an API server |

mod errors;

mod edits;

mod documents;

mod reasons;

mod divergences;

mod versions;

mod capabilities;

mod catalog;

mod compare;

mod stages;

mod store;

mod provider;

mod workers;

mod fit;

mod profiles;

mod shoots;

mod maintenance;

mod changes;

mod minimize;

mod migrate;

mod lint;

mod bastion;

mod review;

use super::Policy;
use crate::question::Question;
use crate::reason::{Codes, examples};
use crate::review::Judge;
use documents::GROUP;

pub use bastion::BastionMachine;
pub use capabilities::best;
pub use catalog::{Catalog, Offer};
pub use changes::DiffProfiles;
pub use compare::{
    BestFlavor, CommonCapabilities, CompatibleAsked, CompatibleFlavors, DefaultCapabilities, DefaultFlavors,
    SameCapabilities, SupportedAsked,
};
#[cfg(not(feature = "images"))]
pub use divergences::OF_FITTING;
pub use documents::{CloudProfile, Definition, ImageVersion, MachineImage, MachineType, ProfileSpec};
pub use fit::{Fit, MachineTypes, Matrix, Pick};
pub use lint::LintProfile;
pub use maintenance::{Maintain, NextVersion, PlanMaintenance};
pub use migrate::MigrateProfile;
pub use minimize::MinimizeProfile;
pub use profiles::in_use::InUse;
pub use profiles::{
    AdmitProfile, DefaultProfile, MergeProfile, PrepareProfile, SyncProfile, TransformProfile, ValidateProfile,
};
pub use provider::{FindImage, ValidateMapping};
pub use shoots::{AdmitShoot, DefaultImage, WorkerArchitecture};
#[cfg(not(feature = "images"))]
pub use store::{CLOUD_PROFILE, NAMESPACED_CLOUD_PROFILE};
pub use store::{LoadedProfile, SHOOT};
pub use versions::{ClassifyVersion, CompareVersions, LatestVersion, ParseVersion, Satisfies};
pub use workers::{MachineTypeArchitecture, MatchingVersions, VersionArchitectures, WorkerVersions};

const CAPABILITIES: Codes =
    Codes { codes: reasons::CAPABILITIES_CODES, examples: examples!("reasons/capabilities.json") };
const VERSIONS: Codes = Codes { codes: reasons::VERSIONS_CODES, examples: examples!("reasons/versions.json") };
const ASKED: Codes = Codes { codes: reasons::ASKED_CODES, examples: examples!("reasons/asked.json") };
const FITTING: Codes = Codes { codes: reasons::FITTING_CODES, examples: examples!("reasons/fitting.json") };
const CHOICE: Codes = Codes { codes: reasons::CHOICE_CODES, examples: examples!("reasons/choice.json") };
const WORKERS: Codes = Codes { codes: reasons::WORKERS_CODES, examples: examples!("reasons/workers.json") };

/// The codes that answers about fitting can have.
#[cfg(not(feature = "images"))]
pub static CODES_OF_FITTING: &[Codes] = &[CAPABILITIES, VERSIONS, ASKED, FITTING, CHOICE, WORKERS];

/// The images policy, as registered with the engine.
pub static POLICY: Policy = Policy {
    name: "images",
    questions: &[
        Question::row::<Fit>(),
        Question::row::<Matrix>(),
        Question::row::<MachineTypes>(),
        Question::row::<Pick>(),
        Question::row::<CompatibleAsked>(),
        Question::row::<CommonCapabilities>(),
        Question::row::<SameCapabilities>(),
        Question::row::<SupportedAsked>(),
        Question::row::<CompatibleFlavors>(),
        Question::row::<BestFlavor>(),
        Question::row::<DefaultCapabilities>(),
        Question::row::<DefaultFlavors>(),
        Question::row::<ClassifyVersion>(),
        Question::row::<DefaultProfile>(),
        Question::row::<PrepareProfile>(),
        Question::row::<SyncProfile>(),
        Question::row::<TransformProfile>(),
        Question::row::<MergeProfile>(),
        Question::row::<ValidateProfile>(),
        Question::row::<AdmitProfile>(),
        Question::row::<InUse>(),
        Question::row::<DiffProfiles>(),
        Question::row::<LintProfile>(),
        Question::row::<MinimizeProfile>(),
        Question::row::<MigrateProfile>(),
        Question::row::<ParseVersion>(),
        Question::row::<CompareVersions>(),
        Question::row::<Satisfies>(),
        Question::row::<MatchingVersions>(),
        Question::row::<WorkerVersions>(),
        Question::row::<VersionArchitectures>(),
        Question::row::<MachineTypeArchitecture>(),
        Question::row::<WorkerArchitecture>(),
        Question::row::<DefaultImage>(),
        Question::row::<AdmitShoot>(),
        Question::row::<LatestVersion>(),
        Question::row::<NextVersion>(),
        Question::row::<Maintain>(),
        Question::row::<PlanMaintenance>(),
        Question::row::<BastionMachine>(),
        Question::row::<FindImage>(),
        Question::row::<ValidateMapping>(),
    ],
    codes: &[
        CAPABILITIES,
        VERSIONS,
        ASKED,
        FITTING,
        CHOICE,
        WORKERS,
        Codes { codes: reasons::SHOOTS_CODES, examples: examples!("reasons/shoots.json") },
        Codes { codes: reasons::POOLS_CODES, examples: examples!("reasons/pools.json") },
        Codes { codes: reasons::MAINTENANCE_CODES, examples: examples!("reasons/maintenance.json") },
        Codes { codes: reasons::PROVIDERS_CODES, examples: examples!("reasons/providers.json") },
        Codes { codes: reasons::ARTIFACTS_CODES, examples: examples!("reasons/artifacts.json") },
        Codes { codes: reasons::PROFILES_CODES, examples: examples!("reasons/profiles.json") },
        Codes { codes: reasons::STAGES_CODES, examples: examples!("reasons/stages.json") },
        Codes { codes: reasons::IN_USE_CODES, examples: examples!("reasons/in_use.json") },
        Codes { codes: reasons::CHANGES_CODES, examples: examples!("reasons/changes.json") },
        Codes { codes: reasons::LINT_CODES, examples: examples!("reasons/lint.json") },
        Codes { codes: reasons::MIGRATE_CODES, examples: examples!("reasons/migrate.json") },
        Codes { codes: reasons::MINIMIZE_CODES, examples: examples!("reasons/minimize.json") },
    ],
    divergences: divergences::ALL,
    documents: &[profiles::stored::CLOUD_PROFILE, profiles::stored::NAMESPACED_CLOUD_PROFILE, SHOOT],
    fields: documents::FIELDS,
    contradictions: Some(profiles::contradictions),
    reviews: &[
        Judge {
            group: GROUP,
            kind: "CloudProfile",
            judge: review::cloud_profile,
            stored: Some(stages::canonicalize),
            strays: Some(documents::is_like_our_group),
        },
        Judge {
            group: GROUP,
            kind: "NamespacedCloudProfile",
            judge: review::namespaced,
            stored: None,
            strays: Some(documents::is_like_our_group),
        },
        Judge {
            group: GROUP,
            kind: "Shoot",
            judge: review::shoot,
            stored: None,
            strays: Some(documents::is_like_our_group),
        },
    ],
    beside: &[],
};
