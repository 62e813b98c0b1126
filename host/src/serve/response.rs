use http_body_util::Full;
use hyper::Response;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use hyper::http::StatusCode;
use serde_json::{Value, json};

/// A response with its whole body.
pub type Whole = Response<Full<Bytes>>;

/// A response with a JSON body.
pub fn json(status: StatusCode, body: impl Into<Bytes>) -> Whole {
    typed(status, "application/json", body)
}

/// A response with a body of any type.
pub fn typed(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Whole {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Why a request got no answer from the engine.
#[derive(Debug)]
pub struct Refusal {
    /// The HTTP status.
    pub status: StatusCode,
    /// A stable word for the cause, used in metrics and in the answer.
    pub cause: &'static str,
    /// The cause in English.
    pub says: String,
}

impl Refusal {
    pub fn new(status: StatusCode, cause: &'static str, says: impl Into<String>) -> Self {
        Self { status, cause, says: says.into() }
    }

    /// Creates a refusal because the host is busy, which will pass.
    pub fn overload(says: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "overload", says)
    }

    /// The refusal as a JSON response.
    pub fn response(&self) -> Whole {
        let error: Value = json!({ "error": { "kind": self.cause, "says": self.says } });
        let mut response = json(self.status, error.to_string());
        if self.cause == "overload" {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
