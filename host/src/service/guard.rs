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

/// Puts a [`Guard`] around services.
///
/// The function says what to ask about a request, given its head and its whole body: a verb and the engine's envelope.
/// `None` lets it pass unasked, so it is for requests that the rules are not about.
///
/// What a client writes into the body counts: with a whole profile there, a question is answered by that profile. Where the
/// loaded documents are to decide, let the function name them in an envelope of its own. A yes passes whatever it warns of.
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
    /// One that asks a gate.
    pub fn new(gate: Gate, question: Q) -> Self {
        Self { asks: Asks { gate, question, body_limit: BODY_BYTES } }
    }

    /// The same, which reads no larger bodies.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.asks.body_limit = bytes;
        self
    }

    /// The request as a service behind the gate would get it, or what is answered instead: for a proxy, which has no service
    /// to put behind the gate.
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

/// A service behind the gate: it gets the requests about which the answer is yes, with their whole body, and the decision
/// as an `Arc<Decision>` among the extensions.
///
/// All others are answered here. A no is 403 with the engine's answer; a question that is not about yes or no lets nothing
/// through and is 500.
#[derive(Clone, Debug)]
pub struct Guard<S, Q> {
    inner: S,
    asks: Asks<Q>,
}

impl<Q> Asks<Q>
where
    Q: Fn(&Parts, &Bytes) -> Option<(Verb, Vec<u8>)>,
{
    /// The request as it may be passed on, or what is answered instead.
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
        // The one that is ready is called; its copy gets ready for the next.
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
