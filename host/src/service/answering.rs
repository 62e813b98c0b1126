use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use http::{Response, StatusCode};
use http_body::Body;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};

use crate::error::{Class, Error};

/// Any error of a request body.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Reads a whole body, or returns the response to send instead.
pub async fn read<B>(body: B, limit: usize) -> Result<Bytes, Response<Full<Bytes>>>
where
    B: Body<Data = Bytes>,
    B::Error: Into<BoxError>,
{
    let too_large = || {
        let says = format!("the body has more than the {limit} bytes allowed");
        refused(StatusCode::PAYLOAD_TOO_LARGE, "too-large", &says)
    };
    // A body that announces it is too large is not read.
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    match Limited::new(body, limit).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large()),
        Err(error) => Err(refused(StatusCode::BAD_REQUEST, "request", &format!("the body cannot be read: {error}"))),
    }
}

/// A response with the engine's own bytes.
pub fn answer(status: StatusCode, body: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(body.into()));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A JSON response that does not come from the engine.
pub fn refused(status: StatusCode, kind: &str, says: &str) -> Response<Full<Bytes>> {
    let error = serde_json::json!({ "error": { "kind": kind, "says": says } });
    answer(status, error.to_string())
}

/// A response for an error of the host.
pub fn failed(error: &Error) -> Response<Full<Bytes>> {
    let status = match error.class() {
        Class::Request => StatusCode::PAYLOAD_TOO_LARGE,
        Class::Overload => StatusCode::SERVICE_UNAVAILABLE,
        Class::Fault => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let mut response = refused(status, error.kind(), &error.to_string());
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}
