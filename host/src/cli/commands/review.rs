use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fitment_host::Limits;

use crate::cli::admission::change::{self, Stored};
use crate::cli::admission::judging::{APPLYING, Judging};
use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load::Loading;
use crate::cli::exit::Done;
use crate::cli::reading::objects;
use crate::cli::showing::output::Shown;

/// Judge AdmissionReviews, or objects before they are applied, as the gate would.
///
/// An object is completed, judged, and shown with what the API server would fill in. Several are judged each beside the
/// others.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment review -f shoot.yaml --load cloudprofile.yaml --defaulted
  fitment review -f manifests/
  fitment review -f new.yaml --old stored.yaml --load shoots.yaml cloudprofiles.yaml
  kubectl get shoot training -o yaml | fitment review -f - --delete
  fitment review -f review.json --load cloudprofile.yaml -o yaml")]
pub struct Arguments {
    /// AdmissionReviews, or objects to be created, in JSON or YAML: files with one or many of them, lists, folders;
    /// `-` for standard input.
    #[arg(short, long = "file", value_name = "FILE", num_args = 1.., required = true)]
    files: Vec<PathBuf>,

    /// The objects as they are stored, which those of `--file` would replace.
    #[arg(long, value_name = "FILE")]
    old: Option<PathBuf>,

    /// Judge whether the object may be deleted.
    #[arg(long, conflicts_with = "old")]
    delete: bool,

    /// Judge the objects as they are written: nothing is filled in.
    #[arg(long, conflicts_with = "phase")]
    as_sent: bool,

    /// Only judge or only complete, as one webhook call does; an AdmissionReview is judged unless given.
    #[arg(long)]
    phase: Option<Phase>,

    #[command(flatten)]
    loading: Loading,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Phase {
    /// Say yes or no.
    Validating,
    /// Complete what is missing.
    Mutating,
}

/// Runs `fitment review`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let judged = objects::read(&arguments.files)?;
    objects::expect_some(&judged, &arguments.files)?;
    let old = objects::read(arguments.old.as_slice())?;
    change::expect_each_replaced(&old, &judged)?;
    if arguments.delete || !old.is_empty() {
        change::expect_objects(&judged)?;
    }
    let loading = arguments.loading;
    let strictness = arguments.deciding.strictness;
    let loaded = loading.objects(strictness, limits)?;
    let manner = arguments.deciding.loading();
    let (mut session, _) = match loading.open(&loaded, manner, limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    let reopened = || loading.again(&loaded, manner, limits);
    let phase = match arguments.phase {
        Some(Phase::Validating) => "validating",
        Some(Phase::Mutating) => "mutating",
        None if arguments.as_sent => "validating",
        None => APPLYING,
    };
    let judging = Judging { phase, deciding: arguments.deciding, format };
    let exit = judging.judge(&mut session, &judged, &Stored::of(&old), arguments.delete, reopened)?;
    loading.hint(exit);
    Ok(exit)
}
