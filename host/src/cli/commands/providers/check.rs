use std::path::PathBuf;

use clap::Args;
use fitment_host::Limits;
use serde_json::Value;

use crate::cli::admission::change::Stored;
use crate::cli::admission::judging::{APPLYING, Judging};
use crate::cli::asking::deciding::Deciding;
use crate::cli::asking::load;
use crate::cli::exit::{Done, Failure};
use crate::cli::reading::objects::{self, Object};
use crate::cli::session;
use crate::cli::showing::output::Shown;

/// Check whether the providers among some objects may be created, each beside all the others.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment providers check -f objects.yaml
  kubectl get -A -o yaml coreprovider,bootstrapprovider,controlplaneprovider,infrastructureprovider,configmap |
    fitment providers check -f -")]
pub struct Arguments {
    /// The objects of the management cluster, in JSON or YAML: files with one or many of them, lists, folders; `-` for
    /// standard input.
    #[arg(short, long = "file", value_name = "FILE", num_args = 1.., required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    deciding: Deciding,

    #[command(flatten)]
    shown: Shown,
}

/// Runs `fitment providers check`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let format = arguments.shown.format();
    let mut session = session::plain(limits)?;
    let about = session::envelope(&session.ask(br#"{"question":"fitment/about"}"#)?);
    let (providers, others): (Vec<Object>, Vec<Object>) =
        objects::read(&arguments.files)?.into_iter().partition(|object| is_provider(object, &about["answer"]));
    if providers.is_empty() {
        return Err(Failure::Input("found no provider among the objects, expected at least one".to_owned()));
    }
    // The objects that the providers are judged by.
    let manner = arguments.deciding.loading();
    let (mut session, _) = match load::open(&others, manner, limits) {
        Ok(opened) => opened,
        Err(closed) => return closed.end(format),
    };
    let judging = Judging { phase: APPLYING, deciding: arguments.deciding, format };
    let reopened = || load::again(&others, manner, limits);
    judging.judge(&mut session, &providers, &Stored::default(), false, reopened)
}

/// Whether the engine judges objects of this kind as providers.
fn is_provider(object: &Object, about: &Value) -> bool {
    let (group, _) = object.head.api();
    let judged = about["judged"].as_array().into_iter().flatten();
    judged.into_iter().any(|kind| {
        kind["policy"] == "providers" && kind["group"] == group && kind["kind"] == object.head.kind.as_str()
    })
}
