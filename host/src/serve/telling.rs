use std::io::{self, IsTerminal as _};

use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

#[cfg(feature = "opentelemetry")]
use super::traces::{Collector, Traces};
use crate::cli::exit::Failure;

/// The server's diagnostics: lines on standard error, and traces if a collector is configured.
pub struct Telling {
    #[cfg(feature = "opentelemetry")]
    traces: Option<Traces>,
}

impl Telling {
    /// Installs the subscribers, once per process.
    pub fn begin(
        level: Level,
        #[cfg(feature = "opentelemetry")] collector: Option<Collector>,
    ) -> Result<Self, Failure> {
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
        let lines = lines.with_ansi(io::stderr().is_terminal()).with_filter(told(level));
        let telling = tracing_subscriber::registry().with(lines);
        #[cfg(feature = "opentelemetry")]
        let (traces, telling) = {
            let traces = collector.map(Traces::begin).transpose()?;
            let layer = traces.as_ref().map(Traces::layer);
            (traces, telling.with(layer))
        };
        telling.init();
        Ok(Self {
            #[cfg(feature = "opentelemetry")]
            traces,
        })
    }

    /// Sends the remaining traces.
    pub fn end(self) {
        #[cfg(feature = "opentelemetry")]
        if let Some(traces) = self.traces {
            traces.end();
        }
    }
}

/// Selects the events to print. The gate itself reports failures to watch an API, with the kind concerned.
fn told(level: Level) -> Targets {
    Targets::new()
        .with_default(level)
        .with_targets(["kube_runtime", "kube_client::client"].map(|watching| (watching, LevelFilter::OFF)))
        // Only this target reports that the API's certificate is not verified.
        .with_target("kube_client::client::tls", level)
}
