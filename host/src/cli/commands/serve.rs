use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use fitment_host::{Isolation, Limits, Reset};

use crate::cli::asking::complete::CompleteKind;
use crate::cli::asking::deciding::Edition;
use crate::cli::exit::{Done, Failure};
use crate::serve::{self, OnFailure, Pointer, Redaction, Settings, Telling, Tls};

/// Serve the gate: admission webhooks and questions over HTTP.
///
/// It prints one line once it listens. After SIGTERM or an interrupt it answers what is under way, then ends.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  fitment serve --documents profiles/
  fitment serve --listen 0.0.0.0:8443 --tls-cert tls.crt --tls-key tls.key --documents profiles/
  curl -d '{\"given\":{\"registeredDrivers\":[]}}' http://127.0.0.1:8080/ask/drivers/default")]
pub struct Arguments {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// The certificate with its chain, in PEM. It is read again when it changes.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The certificate's key, in PEM.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// The CA that issues client certificates, in PEM. A client without one learns only whether the gate is alive and
    /// ready.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    client_ca: Option<PathBuf>,

    /// Listen without encryption where others can reach it.
    #[arg(long, conflicts_with = "tls_cert")]
    insecure: bool,

    /// Documents that decisions rest on, in JSON or YAML: files, and folders, read recursively. They are given the
    /// API server's defaults, and read again when they change.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    documents: Vec<PathBuf>,

    /// A kind of which the documents hold every object there is, such as `Shoot.core.gardener.cloud`: what is not among
    /// them does not exist.
    #[arg(long, value_name = "KIND.GROUP")]
    complete: Vec<CompleteKind>,

    /// Use the objects of a Kubernetes API as documents too, and follow their changes. All of the kinds that decisions
    /// rest on are watched; what is not there does not exist. No review is decided until all of them are listed.
    #[cfg(feature = "kubernetes")]
    #[arg(long)]
    kubernetes: bool,

    /// How to reach the API, as for `kubectl`; without it the file that `kubectl` takes, and in a cluster the pod's own
    /// account.
    #[cfg(feature = "kubernetes")]
    #[arg(long, value_name = "FILE", requires = "kubernetes")]
    kubeconfig: Option<PathBuf>,

    /// The context of the file, rather than its current one.
    #[cfg(feature = "kubernetes")]
    #[arg(long, value_name = "NAME", requires = "kubernetes")]
    context: Option<String>,

    /// Questions, in JSON or YAML, that new documents have to answer before they are used: whole envelopes, with
    /// the time where they need it.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    smoke: Vec<PathBuf>,

    /// Show the page of this folder under `/`, such as `www/dist` of a checkout, rather than the one that was built in.
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,

    /// Whose behaviour reviews are judged by.
    #[arg(long, value_name = "EDITION", default_value = "design")]
    edition: Edition,

    /// How many decisions to make with an instance of the engine before discarding it; by default one.
    #[arg(long, value_name = "DECISIONS", value_parser = clap::value_parser!(u32).range(1..))]
    warm: Option<u32>,

    #[command(flatten)]
    reset: ResetArguments,

    /// What happens to a review that cannot be decided: `deny`, or `allow` with a warning; for one cause alone with
    /// `documents=`, `request=`, `facts=`, `deadline=` or `fault=` before it.
    #[arg(long, value_name = "ACTION", default_value = "deny")]
    on_failure: Vec<OnFailure>,

    /// Write each decision down, one line of JSON. On SIGHUP the file is opened again by its name.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Log requests too, and write documents into a folder beside the log, for `fitment replay`.
    #[arg(long, requires = "log")]
    log_bodies: bool,

    /// Log requests without what is at this place: a JSON pointer into the envelope, in which `*` is every element and
    /// every member, such as `/review/request/userInfo`. A request that lost anything is not replayed.
    #[arg(long, value_name = "POINTER", requires = "log_bodies")]
    redact: Vec<Pointer>,

    /// The largest body that is read, in KiB; 8192 at most.
    #[arg(long, value_name = "KIB", default_value_t = BODY, value_parser = clap::value_parser!(u64).range(1..=BODY))]
    body_limit: u64,

    /// How many requests may be under way; further ones are told to try again later.
    #[arg(long, value_name = "REQUESTS", default_value = "256", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    concurrency: u32,

    /// How often files are checked for changes.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time)]
    every: Duration,

    /// How long the gate goes on answering, while sending clients elsewhere, once it is told to stop.
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = time)]
    drain: Duration,

    /// How long the gate then waits for requests under way, after `--drain`.
    #[arg(long, value_name = "TIME", default_value = "25s", value_parser = time)]
    grace: Duration,

    /// Send traces to a collector of OpenTelemetry, as OTLP over HTTP: where it listens, such as
    /// `http://127.0.0.1:4318`. By default the variables `OTEL_EXPORTER_OTLP_ENDPOINT` and
    /// `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` say where.
    #[cfg(feature = "opentelemetry")]
    #[arg(long, value_name = "URL")]
    otlp: Option<String>,

    /// How much to log on standard error.
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log_level: Level,
}

/// How an instance's memory is reset.
#[derive(Debug, Args)]
pub struct ResetArguments {
    /// Ask the kernel (Linux 6.7) which pages of memory an instance wrote, and reset only those: fresh instances take
    /// about half as long. Refused where there is swap. A page that the kernel is moving at that moment is not reported:
    /// the next instance may find what the last request wrote in it.
    #[arg(long)]
    scan_pages: bool,
}

impl ResetArguments {
    /// The chosen reset.
    pub fn reset(&self) -> Reset {
        if self.scan_pages { Reset::Scan } else { Reset::Drop }
    }
}

/// The largest body in KiB: as much as the engine reads.
const BODY: u64 = (Limits::DEFAULT.ask_bytes >> 10) as u64;

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    Error,
    Warn,
    Info,
    Debug,
}

/// Parses a duration of at most a day.
pub fn time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|error| format!("{error}, expected a time such as `500ms`"))?;
    if time > Duration::from_secs(86_400) {
        return Err("expected at most a day".to_owned());
    }
    Ok(time)
}

/// Runs `fitment serve`.
pub fn run(arguments: Arguments, limits: Limits) -> Done {
    if arguments.tls_cert.is_none() && !arguments.listen.ip().is_loopback() && !arguments.insecure {
        let says = format!(
            "found `--listen {}` without a certificate, expected `--tls-cert` and `--tls-key`, or an address of this \
             machine alone; with `--insecure` what is sent can be read and changed on its way",
            arguments.listen
        );
        return Err(Failure::Input(says));
    }
    let level = match arguments.log_level {
        Level::Error => tracing::Level::ERROR,
        Level::Warn => tracing::Level::WARN,
        Level::Info => tracing::Level::INFO,
        Level::Debug => tracing::Level::DEBUG,
    };
    let telling = Telling::begin(
        level,
        #[cfg(feature = "opentelemetry")]
        serve::Collector::named(arguments.otlp.as_deref()),
    )?;
    if arguments.documents.iter().any(|path| path.as_os_str() == "-") {
        let why = "found `-` for `--documents`, expected files or folders: standard input cannot be read again, so changes \
                   would never be seen";
        return Err(Failure::Input(why.to_owned()));
    }
    let tls = arguments.tls_cert.zip(arguments.tls_key);
    let done = serve::run(Settings {
        listen: arguments.listen,
        tls: tls.map(|(cert, key)| Tls { cert, key, client_ca: arguments.client_ca }),
        documents: arguments.documents,
        complete: arguments.complete,
        #[cfg(feature = "kubernetes")]
        kubernetes: arguments
            .kubernetes
            .then_some(serve::Access { kubeconfig: arguments.kubeconfig, context: arguments.context }),
        smoke: arguments.smoke,
        page: arguments.page,
        isolation: arguments.warm.map_or(Isolation::Fresh, |max_calls| Isolation::Warm { max_calls }),
        reset: arguments.reset.reset(),
        edition: arguments.edition.word(),
        on_failure: arguments.on_failure,
        log: arguments.log,
        bodies: arguments.log_bodies.then_some(Redaction(arguments.redact)),
        body_limit: usize::try_from(arguments.body_limit << 10).unwrap_or(usize::MAX),
        concurrency: usize::try_from(arguments.concurrency).unwrap_or(usize::MAX),
        every: arguments.every.max(Duration::from_millis(10)),
        drain: arguments.drain,
        grace: arguments.grace,
        limits,
    });
    telling.end();
    done
}
