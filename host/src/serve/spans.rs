use hyper::Request;
use hyper::http::StatusCode;
use tracing::Span;
use tracing::field::Empty;

/// A span from a request's head to its answer, with the field names of OpenTelemetry. It is the parent of the spans of
/// its decisions, and the child of the span that the client names, if any.
///
/// `route` is the path in the table rather than the one requested: clients can make up any path, and traces are grouped
/// by name.
pub fn of<B>(request: &Request<B>, route: &str) -> Span {
    let span = tracing::debug_span!(
        "request",
        otel.name = Empty,
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = request.method().as_str(),
        http.response.status_code = Empty,
        http.route = route,
        url.path = request.uri().path(),
    );
    if !span.is_disabled() {
        span.record("otel.name", format!("{} {route}", request.method()));
        #[cfg(feature = "opentelemetry")]
        super::traces::go_on(&span, request.headers());
    }
    span
}

/// Records the answer's status. A client's mistake is not an error of the server.
pub fn answered(span: &Span, status: StatusCode) {
    // A signed number: OpenTelemetry has no unsigned ones.
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.record("otel.status_code", "error");
    }
}
