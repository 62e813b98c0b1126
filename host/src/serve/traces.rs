//! Traces for an OpenTelemetry collector: the spans of requests, decisions and documents, as protobuf over HTTP.
//!
//! Finished spans wait in a bounded queue, and a separate thread sends them. So no decision waits for a collector, and
//! spans that do not fit in the queue are dropped.

use std::env;
use std::sync::LazyLock;
use std::time::Duration;

use hyper::HeaderMap;
use opentelemetry::KeyValue;
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_http::HeaderExtractor;
use opentelemetry_otlp::{
    OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, SpanExporter, WithExportConfig as _,
    WithHttpConfig as _,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::resource::EnvResourceDetector;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::{Level, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::Layer;
use tracing_subscriber::registry::LookupSpan;

use super::sending::Sending;
use crate::cli::exit::Failure;

/// How long to wait at the end for the last spans: less than a cluster waits for the gate after it has drained.
const LAST: Duration = Duration::from_secs(2);

/// The URL that traces are sent to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collector(String);

impl Collector {
    /// Takes the URL, or else the standard OpenTelemetry variables; `None` if neither is set.
    pub fn named(url: Option<&str>) -> Option<Self> {
        let variable = |name| env::var(name).ok().filter(|value| !value.is_empty());
        let below = |url: &str| format!("{}/v1/traces", url.trim_end_matches('/'));
        let of_all = || variable(OTEL_EXPORTER_OTLP_ENDPOINT).map(|url| below(&url));
        let named = || variable(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT).or_else(of_all);
        url.map(below).or_else(named).map(Self)
    }
}

/// Sends the traces.
pub struct Traces(SdkTracerProvider);

impl Traces {
    pub fn begin(Collector(url): Collector) -> Result<Self, Failure> {
        let sending = Sending::to(&url)?;
        let exporter = SpanExporter::builder().with_http().with_http_client(sending).with_endpoint(url).build();
        let exporter = exporter.map_err(|error| Failure::Input(format!("traces cannot be sent: {error}")))?;
        Ok(Self(SdkTracerProvider::builder().with_resource(resource()).with_batch_exporter(exporter).build()))
    }

    /// Returns a layer that traces only the gate's own spans: those of HTTP and TLS are too many.
    pub fn layer<S: Subscriber + for<'s> LookupSpan<'s>>(&self) -> impl Layer<S> + use<S> {
        let layer = tracing_opentelemetry::layer().with_tracer(self.0.tracer("fitment"));
        let layer = layer.with_location(false).with_threads(false).with_tracked_inactivity(false).with_target(false);
        layer.with_filter(Targets::new().with_target("fitment", Level::DEBUG))
    }

    pub fn end(self) {
        if let Err(error) = self.0.shutdown_with_timeout(LAST) {
            tracing::warn!("the last traces are not sent: {error}");
        }
    }
}

/// The resource that traces are sent as. The standard variables override the defaults.
fn resource() -> Resource {
    let resource = Resource::builder_empty().with_service_name("fitment");
    let resource = resource.with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    let resource = resource.with_detector(Box::new(EnvResourceDetector::new()));
    match env::var("OTEL_SERVICE_NAME") {
        Ok(name) if !name.is_empty() => resource.with_service_name(name).build(),
        _ => resource.build(),
    }
}

/// Makes a span the child of the one named in the request's `traceparent` header, if any.
pub fn go_on(span: &Span, head: &HeaderMap) {
    static W3C: LazyLock<TraceContextPropagator> = LazyLock::new(TraceContextPropagator::new);
    if head.contains_key("traceparent") {
        // A span that is not collected has no parent either.
        let _ = span.set_parent(W3C.extract(&HeaderExtractor(head)));
    }
}
