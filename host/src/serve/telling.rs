use std::io::{self, IsTerminal as _};

use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

#[cfg(feature = "opentelemetry")]
use super::traces::{Collector, Traces};
use crate::cli::exit::Failure;

/// What the server tells of itself while it runs: lines on standard error, and traces where somebody collects them.
pub struct Telling {
    #[cfg(feature = "opentelemetry")]
    traces: Option<Traces>,
}

impl Telling {
    /// Begins, once in a process.
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

    /// Sends what is not sent yet.
    pub fn end(self) {
        #[cfg(feature = "opentelemetry")]
        if let Some(traces) = self.traces {
            traces.end();
        }
    }
}

/// What becomes a line. What goes wrong with watching an API is told by the gate itself, with the kind that it is about.
fn told(level: Level) -> Targets {
    Targets::new()
        .with_default(level)
        .with_targets(["kube_runtime", "kube_client::client"].map(|watching| (watching, LevelFilter::OFF)))
        // That the API's certificate is not looked at is told by nobody else.
        .with_target("kube_client::client::tls", level)
}
