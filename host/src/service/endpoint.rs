use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body::Body;
use http_body_util::Full;
use tower_service::Service;

use super::answering::{BoxError, answer, failed, read};
use super::{BODY_BYTES, decide};
use crate::gate::{Gate, Outcome, Verb};

/// A service that takes each request's body as an envelope for the engine and returns the engine's answer.
///
/// Status 200 says that it was decided, whatever the verdict.
#[derive(Clone, Debug)]
pub struct Endpoint {
    gate: Gate,
    verb: Verb,
    body_limit: usize,
}

impl Endpoint {
    /// Creates an endpoint for a verb.
    pub fn new(gate: Gate, verb: Verb) -> Self {
        Self { gate, verb, body_limit: BODY_BYTES }
    }

    /// Sets the largest body that is read, in bytes.
    #[must_use]
    pub fn body_limit(self, bytes: usize) -> Self {
        Self { body_limit: bytes, ..self }
    }

    async fn answered<B>(self, request: Request<B>) -> Response<Full<Bytes>>
    where
        B: Body<Data = Bytes>,
        B::Error: Into<BoxError>,
    {
        let body = match read(request.into_body(), self.body_limit).await {
            Ok(body) => body,
            Err(refused) => return refused,
        };
        let decided = decide(&self.gate, self.verb, body).await;
        match decided.and_then(|decision| Ok((decision.outcome()?, decision.answer))) {
            Ok((Outcome::Request, bytes)) => answer(StatusCode::BAD_REQUEST, bytes),
            Ok((Outcome::Facts, bytes)) => answer(StatusCode::CONFLICT, bytes),
            Ok((_, bytes)) => answer(StatusCode::OK, bytes),
            Err(error) => failed(&error),
        }
    }
}

impl<B> Service<Request<B>> for Endpoint
where
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let endpoint = self.clone();
        Box::pin(async move { Ok(endpoint.answered(request).await) })
    }
}
