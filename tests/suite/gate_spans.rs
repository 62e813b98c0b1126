//! The spans that the gate emits about its decisions and documents, for subscribers of `tracing`.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use fitment_host::{DocumentSet, Gate, Host, Isolation, Limits};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Level, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;

/// A span that has ended.
#[derive(Clone, Debug, Default)]
struct Ended {
    name: &'static str,
    parent: Option<&'static str>,
    fields: BTreeMap<&'static str, String>,
}

impl Ended {
    fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }
}

impl Visit for Ended {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }
}

/// Keeps the spans that have ended, in order.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<Ended>>>);

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Listener {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let span = context.span(id).expect("it is new");
        let parent = span.parent().map(|parent| parent.name());
        let mut ended = Ended { name: span.name(), parent, ..Ended::default() };
        attributes.record(&mut ended);
        span.extensions_mut().insert(ended);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        let span = context.span(id).expect("it is there");
        values.record(span.extensions_mut().get_mut::<Ended>().expect("it is noted"));
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let span = context.span(&id).expect("it is there");
        let ended = span.extensions_mut().remove::<Ended>().expect("it is noted");
        self.0.lock().expect("nobody panics").push(ended);
    }
}

/// Returns the spans up to a level that end while something is done.
fn told(level: Level, done: impl FnOnce()) -> Vec<Ended> {
    let listener = Listener::default();
    let subscriber = tracing_subscriber::registry().with(listener.clone().with_filter(LevelFilter::from_level(level)));
    tracing::subscriber::with_default(subscriber, done);
    listener.0.lock().expect("nobody panics").clone()
}

fn gate() -> Gate {
    let host = Host::new(Limits { instances: 4, ..Limits::default() }).expect("the host starts");
    Gate::new(&host.embedded().expect("the engine is embedded"), Isolation::Fresh).expect("the gate starts")
}

const NAMESPACE: &str = r#"{"documents":[{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}]}"#;

#[test]
fn a_decision_is_a_span_with_what_came_of_it() {
    let gate = gate();
    let told = told(Level::DEBUG, || {
        let caller = tracing::info_span!("caller").entered();
        gate.ask(br#"{"question":"fitment/about"}"#).expect("it answers");
        gate.review(b"{").expect("it answers");
        gate.ask(&vec![b' '; 40 << 20]).expect_err("it is too large for any buffer");
        drop(caller);
    });
    let [about, review, large, caller] = told.as_slice() else { panic!("expected four spans: {told:?}") };
    assert_eq!((caller.name, caller.parent), ("caller", None));
    for decision in [about, review, large] {
        assert_eq!((decision.name, decision.parent), ("decision", Some("caller")), "{decision:?}");
    }
    assert_eq!((about.field("verb"), about.field("outcome")), (Some("ask"), Some("none")));
    assert_eq!((review.field("verb"), review.field("outcome")), (Some("review"), Some("request")));
    for decided in [about, review] {
        let figure = |name: &str| decided.field(name).and_then(|figure| figure.parse::<u64>().ok());
        assert_eq!(figure("generation"), Some(0), "{decided:?}");
        assert!(figure("took_us").is_some() && figure("memory").is_some_and(|bytes| bytes >= 65_536), "{decided:?}");
        assert_eq!((decided.field("class"), decided.field("kind")), (None, None));
    }
    assert_eq!((large.field("class"), large.field("kind")), (Some("request"), Some("too-large")));
    assert_eq!((large.field("outcome"), large.field("generation")), (None, None));
}

#[test]
fn a_set_of_documents_is_a_span_and_decisions_are_none_to_who_listens_less_closely() {
    let gate = gate();
    let told = told(Level::INFO, || {
        gate.replace(&DocumentSet::new().labelled("first").load(NAMESPACE)).expect("it is sound");
        gate.ask(br#"{"question":"fitment/about"}"#).expect("it answers");
        gate.replace(&DocumentSet::new().load("[]")).expect_err("it is no load");
    });
    let [used, refused] = told.as_slice() else { panic!("expected two spans: {told:?}") };
    assert_eq!((used.name, refused.name), ("documents", "documents"));
    let told = ["generation", "label", "compiled", "class"].map(|name| used.field(name));
    assert_eq!(told, [Some("1"), Some("first"), Some("true"), None]);
    assert!(used.field("took_us").is_some_and(|took| took.parse::<u64>().is_ok_and(|took| took > 0)), "{used:?}");
    let told = ["generation", "class", "kind"].map(|name| refused.field(name));
    assert_eq!(told, [None, Some("request"), Some("refused")]);
}
