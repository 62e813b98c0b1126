use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fitment_host::Limits;
use hyper::body::Bytes;

use super::serve::{ResetArguments, time};
use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::reading::objects;
use crate::cli::showing::output::{Format, Shown, print_data, show};
use crate::load::{self, Contestant, Own, Plan, Target};
use crate::serve::{Settings, Tls};

/// Measure how many AdmissionReviews a gate answers, and how long each takes.
///
/// Without a URL it starts gates of its own, with warm instances and with fresh ones, and beside them a server that
/// reads the same requests and decides nothing; all are measured in turns.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment bench -f review.json --documents profiles/
  fitment bench -f review.json --documents profiles/ --tls-cert tls.crt --tls-key tls.key --connections 1,16
  fitment bench -f review.json --url https://127.0.0.1:8443/admit --ca tls.crt --rate 5000 --duration 60s")]
pub struct Arguments {
    /// AdmissionReviews, in JSON or YAML, sent one after the other, over and over.
    #[arg(short, long = "file", value_name = "FILE", num_args = 1.., required = true)]
    files: Vec<PathBuf>,

    /// A server that is already running; `/admit` on it unless the address has a path.
    #[arg(long, conflicts_with_all = ["documents", "tls_cert", "warm", "scan_pages"])]
    url: Option<String>,

    /// The certificate of that server, or of whoever issued it, in PEM.
    #[arg(long, value_name = "FILE", requires = "url")]
    ca: Option<PathBuf>,

    /// Documents that its own gates decide with, in JSON or YAML: files and folders.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    documents: Vec<PathBuf>,

    /// The certificate of its own gates, which are then measured over HTTPS too.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The certificate's key.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// How many decisions a warm instance of its own gates makes.
    #[arg(long, value_name = "DECISIONS", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..))]
    warm: u32,

    #[command(flatten)]
    reset: ResetArguments,

    /// How many connections at a time; several numbers are measured one after the other.
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', default_value = "1,16", value_parser = connections)]
    connections: Vec<usize>,

    /// How long each turn lasts.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = duration)]
    duration: Duration,

    /// How many turns each server has.
    #[arg(long, value_name = "NUMBER", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,

    /// How many requests a second, over all connections, each timed from when it should be sent; by default as many as
    /// are answered.
    #[arg(long, value_name = "REQUESTS", value_parser = clap::value_parser!(u32).range(1..))]
    rate: Option<u32>,

    #[command(flatten)]
    shown: Shown,
}

fn connections(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| (1..=10_000).contains(count)).ok_or("expected a number from 1 to 10000".to_owned())
}

/// Parses a duration in which something can be measured.
fn duration(text: &str) -> Result<Duration, String> {
    let lasts = time(text)?;
    if lasts < Duration::from_millis(100) { Err("expected at least 100ms".to_owned()) } else { Ok(lasts) }
}

/// Runs `fitment bench`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    let plan = Plan {
        bodies: bodies(&arguments.files)?,
        connections: arguments.connections.clone(),
        lasts: arguments.duration,
        rounds: usize::try_from(arguments.rounds).unwrap_or(usize::MAX),
        rate: arguments.rate.map(f64::from),
    };
    // The client's own runtime: the servers have another.
    let client = tokio::runtime::Builder::new_multi_thread().enable_all().worker_threads(1).build();
    let client = client.map_err(|error| Failure::Input(format!("the client does not start: {error}")))?;
    let rows = match &arguments.url {
        Some(url) => {
            let target = Target::at(url, arguments.ca.as_deref())?;
            client.block_on(load::race(&plan, &[Contestant { name: url.clone(), target, beside: None }]))
        }
        None => {
            let tls = arguments.tls_cert.clone().zip(arguments.tls_key.clone());
            let tls = tls.map(|(cert, key)| Tls { cert, key, client_ca: None });
            let reset = arguments.reset.reset();
            let settings = |isolation| Settings {
                documents: arguments.documents.clone(),
                tls: tls.clone(),
                isolation,
                reset,
                ..Settings::new(limits)
            };
            let own = Own::start(settings, arguments.warm, arguments.tls_cert.as_deref())?;
            client.block_on(load::race(&plan, &own.contestants))
        }
    };
    match arguments.shown.format() {
        Format::Text => show(&load::text(&rows))?,
        format => {
            let report = load::json(&rows);
            print_data(report.to_string().as_bytes(), &report, format)?;
        }
    }
    // Figures from failed requests mean nothing.
    let failed = rows.iter().any(|row| {
        row.measured.errors > 0
            || row.measured.took.count() == 0
            || row.measured.statuses.keys().any(|status| *status != 200)
    });
    Ok(if failed { Exit::Host } else { Exit::Yes })
}

/// The bodies of the requests, one for each review.
fn bodies(files: &[PathBuf]) -> Result<Vec<Bytes>, Failure> {
    let reviews = objects::read(files)?;
    objects::expect_some(&reviews, files)?;
    let body = |review: &objects::Object| match review.head.kind.as_str() {
        "AdmissionReview" => Ok(Bytes::copy_from_slice(review.json.get().as_bytes())),
        kind => Err(Failure::file(&review.file, format!("found the kind `{kind}`, expected `AdmissionReview`"))),
    };
    reviews.iter().map(body).collect()
}
