use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::request::Parts;
use http::{Request, Response, StatusCode};
use http_body::Body;
use http_body_util::{Either, Full};
use tower_layer::Layer;
use tower_service::Service;

use super::answering::{BoxError, answer, failed, read, refused};
use super::{BODY_BYTES, decide};
use crate::gate::{Gate, Outcome, Verb};

/// A layer that puts a [`Guard`] around services.
///
/// The function decides what to ask about a request, given its head and whole body: it returns a verb and the engine's
/// envelope. `None` passes the request on without asking, for requests the rules do not concern.
///
/// The client controls the body: if it contains a whole profile, that profile answers the question. If the loaded
/// documents have to decide, the function should build an envelope that names them. A yes passes regardless of
/// warnings.
#[derive(Clone, Debug)]
pub struct GuardLayer<Q> {
    asks: Asks<Q>,
}

#[derive(Clone, Debug)]
struct Asks<Q> {
    gate: Gate,
    question: Q,
    body_limit: usize,
}

impl<Q> GuardLayer<Q>
where
    Q: Fn(&Parts, &Bytes) -> Option<(Verb, Vec<u8>)>,
{
    /// Creates a layer that asks a gate.
    pub fn new(gate: Gate, question: Q) -> Self {
        Self { asks: Asks { gate, question, body_limit: BODY_BYTES } }
    }

    /// Sets the largest body that is read, in bytes.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.asks.body_limit = bytes;
        self
    }

    /// Returns the request as a service behind the gate would receive it, or the response to send instead: for a proxy,
    /// which has no service to put behind the gate.
    ///
    /// ```
    /// # tokio::runtime::Builder::new_current_thread().build().expect("it starts").block_on(async {
    /// use bytes::Bytes;
    /// use fitment_host::service::{GuardLayer, given};
    /// use fitment_host::{Gate, Host, Isolation, Verb};
    /// use http_body_util::Full;
    ///
    /// let gate = Gate::new(&Host::new(Default::default())?.embedded()?, Isolation::Fresh)?;
    /// let guard = GuardLayer::new(gate, |head, body: &Bytes| {
    ///     (!head.method.is_safe()).then(|| (Verb::Ask, given("drivers/resolve", None, body)))
    /// });
    /// let passed = guard.passed(http::Request::new(Full::<Bytes>::default())).await;
    /// assert!(passed.is_ok());
    /// let mut request = http::Request::new(Full::from("no JSON"));
    /// *request.method_mut() = http::Method::POST;
    /// let refused = guard.passed(request).await.expect_err("what is not understood is not passed on");
    /// assert_eq!(refused.status(), 400);
    /// # Ok::<(), fitment_host::Error>(())
    /// # }).expect("it decides");
    /// ```
    pub async fn passed<B>(&self, request: Request<B>) -> Result<Request<Full<Bytes>>, Response<Full<Bytes>>>
    where
        B: Body<Data = Bytes>,
        B::Error: Into<BoxError>,
    {
        self.asks.passed(request).await
    }
}

impl<S, Q: Clone> Layer<S> for GuardLayer<Q> {
    type Service = Guard<S, Q>;

    fn layer(&self, inner: S) -> Self::Service {
        Guard { inner, asks: self.asks.clone() }
    }
}

/// A service behind the gate: it receives the requests to which the answer is yes, with their whole body, and the
/// decision as an `Arc<Decision>` in the extensions.
///
/// All other requests are answered here. A no is 403 with the engine's answer; a question without yes or no passes
/// nothing and is 500.
#[derive(Clone, Debug)]
pub struct Guard<S, Q> {
    inner: S,
    asks: Asks<Q>,
}

impl<Q> Asks<Q>
where
    Q: Fn(&Parts, &Bytes) -> Option<(Verb, Vec<u8>)>,
{
    /// Returns the request to pass on, or the response to send instead.
    async fn passed<B>(&self, request: Request<B>) -> Result<Request<Full<Bytes>>, Response<Full<Bytes>>>
    where
        B: Body<Data = Bytes>,
        B::Error: Into<BoxError>,
    {
        let (mut head, body) = request.into_parts();
        let body = read(body, self.body_limit).await?;
        if let Some((verb, envelope)) = (self.question)(&head, &body) {
            let decision = decide(&self.gate, verb, envelope.into()).await.map_err(|error| failed(&error))?;
            let status = match decision.outcome().map_err(|error| failed(&error))? {
                Outcome::Yes => StatusCode::OK,
                Outcome::No => StatusCode::FORBIDDEN,
                Outcome::Request => StatusCode::BAD_REQUEST,
                Outcome::Facts => StatusCode::CONFLICT,
                Outcome::Neither => {
                    let says = "the question that is asked about this request is not a yes-or-no question";
                    return Err(refused(StatusCode::INTERNAL_SERVER_ERROR, "no-verdict", says));
                }
            };
            if status != StatusCode::OK {
                return Err(answer(status, decision.answer));
            }
            head.extensions.insert(Arc::new(decision));
        }
        Ok(Request::from_parts(head, Full::new(body)))
    }
}

impl<S, Q, B, R> Service<Request<B>> for Guard<S, Q>
where
    S: Service<Request<Full<Bytes>>, Response = Response<R>> + Clone + Send + 'static,
    S::Future: Send,
    Q: Fn(&Parts, &Bytes) -> Option<(Verb, Vec<u8>)> + Clone + Send + Sync + 'static,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = Response<Either<Full<Bytes>, R>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        // Call the service that was polled ready; its clone gets ready for the next request.
        let next = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, next);
        let asks = self.asks.clone();
        Box::pin(async move {
            match asks.passed(request).await {
                Ok(request) => Ok(inner.call(request).await?.map(Either::Right)),
                Err(response) => Ok(response.map(Either::Left)),
            }
        })
    }
}
