use hyper::Request;
use hyper::http::StatusCode;
use tracing::Span;
use tracing::field::Empty;

/// A request from its head to its answer, in the names that OpenTelemetry has for them. The decisions made for it stand
/// below it. It is the child of whatever span the client says that it is in.
///
/// `route` is the row that leads it: anybody can think of paths, and traces are told apart by their names.
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

/// What it was answered with. What a client did wrong is no error of the server's.
pub fn answered(span: &Span, status: StatusCode) {
    // With a sign: OpenTelemetry has no other numbers.
    span.record("http.response.status_code", i64::from(status.as_u16()));
    if status.is_server_error() {
        span.record("otel.status_code", "error");
    }
}
