use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{Stream, StreamExt as _};
use kube::api::{ApiResource, DynamicObject, TypeMeta};
use kube::core::PartialObjectMeta;
use kube::runtime::WatchStreamExt as _;
use kube::runtime::utils::Backoff;
use kube::runtime::watcher::{self, DefaultBackoff, Event, watcher};
use kube::{Api, Client, Resource, ResourceExt as _};
use serde::Serialize;
use serde_json::Value;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

use super::held::Name;
use super::served::{Groups, Served};
use super::{Cluster, Wanted};
use crate::serve::metrics::Metrics;

/// How often to check whether the API has started or stopped serving a kind.
const DISCOVERY: Duration = Duration::from_secs(30);

/// How long the client takes at most to notice that it cannot resume a watch, once it tries: as long as it takes to
/// connect. It does not say when it has succeeded.
const RESUMES: Duration = Duration::from_secs(35);

/// How soon to retry an API that does not answer.
const AGAIN: Duration = Duration::from_secs(2);

/// A kind that is being watched, and the resource it is watched as.
struct Watched {
    resource: ApiResource,
    task: JoinHandle<()>,
}

/// Watches every kind that the API serves. A kind that is not served has no objects.
pub async fn watch(client: Client, wanted: Vec<Wanted>, cluster: Arc<Cluster>, metrics: Arc<Metrics>) {
    let mut watched: Vec<Option<Watched>> = wanted.iter().map(|_| None).collect();
    loop {
        let groups = match Groups::ask(&client).await {
            Ok(groups) => groups,
            Err(says) => {
                tracing::error!("the Kubernetes API does not say what it serves: {says}");
                metrics.unheard("discovery");
                for (kind, _) in watched.iter().enumerate().filter(|(_, watched)| watched.is_none()) {
                    cluster.held().fail(kind, says.clone());
                }
                tokio::time::sleep(AGAIN).await;
                continue;
            }
        };
        for (kind, (wanted, watched)) in wanted.iter().zip(&mut watched).enumerate() {
            let resource = match groups.serve(wanted) {
                Served::As(resource) => resource,
                Served::Not => {
                    stop(watched);
                    cluster.held().list(kind, BTreeMap::new());
                    continue;
                }
                // A watch that already runs continues, and reports the fault itself.
                Served::Unheard if watched.is_some() => continue,
                Served::Unheard => {
                    metrics.unheard(&wanted.shown());
                    cluster.held().fail(kind, "the server behind its API does not answer".to_owned());
                    continue;
                }
            };
            if watched.as_ref().is_some_and(|watched| watched.resource == resource) {
                continue;
            }
            stop(watched);
            let following = Following {
                kind,
                wanted: wanted.clone(),
                types: TypeMeta { api_version: resource.api_version.clone(), kind: resource.kind.clone() },
                cluster: Arc::clone(&cluster),
                metrics: Arc::clone(&metrics),
                resumes: RESUMES,
                pause: Arc::default(),
            };
            let task = tokio::spawn(following.follow(client.clone(), resource.clone()));
            *watched = Some(Watched { resource, task });
        }
        tokio::time::sleep(DISCOVERY).await;
    }
}

fn stop(watched: &mut Option<Watched>) {
    if let Some(before) = watched.take() {
        before.task.abort();
    }
}

/// One kind that is being followed.
struct Following {
    kind: usize,
    wanted: Wanted,
    types: TypeMeta,
    cluster: Arc<Cluster>,
    metrics: Arc<Metrics>,
    resumes: Duration,
    pause: Arc<Mutex<Duration>>,
}

/// The client's pauses before it tries again, and how long the last one is.
struct Pauses {
    backoff: DefaultBackoff,
    last: Arc<Mutex<Duration>>,
}

impl Iterator for Pauses {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        let pause = self.backoff.next()?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = pause;
        Some(pause)
    }
}

impl Backoff for Pauses {
    fn reset(&mut self) {
        self.backoff.reset();
    }
}

impl Following {
    /// Lists and watches. The client resumes after a broken connection, backs off, and lists again if the API no longer
    /// knows the resource version.
    async fn follow(self, client: Client, resource: ApiResource) {
        let config = watcher::Config::default();
        let pauses = Pauses { backoff: DefaultBackoff::default(), last: Arc::clone(&self.pause) };
        if self.wanted.is_bare() {
            // Members that do not matter are not even transferred.
            let api = Api::<PartialObjectMeta<DynamicObject>>::all_with(client, &resource);
            self.keep(watcher(api, config).backoff(pauses)).await;
        } else {
            self.keep(watcher(Api::<DynamicObject>::all_with(client, &resource), config).backoff(pauses)).await;
        }
    }

    async fn keep<K: Resource + Serialize>(self, events: impl Stream<Item = watcher::Result<Event<K>>>) {
        let mut events = pin!(events);
        let mut listing = BTreeMap::new();
        let mut resumed_at = None;
        loop {
            let event = match resumed_at {
                None => events.next().await,
                Some(at) => match timeout_at(at, events.next()).await {
                    Ok(event) => event,
                    Err(_) => {
                        self.cluster.held().resume(self.kind);
                        resumed_at = None;
                        continue;
                    }
                },
            };
            let Some(event) = event else { break };
            resumed_at = None;
            match event {
                Ok(Event::Init) => listing.clear(),
                Ok(Event::InitApply(object)) => listing.extend(self.document(&object)),
                Ok(Event::InitDone) => self.cluster.held().list(self.kind, std::mem::take(&mut listing)),
                Ok(Event::Apply(object)) => {
                    if let Some((name, document)) = self.document(&object) {
                        self.cluster.held().put(self.kind, name, document);
                    }
                }
                Ok(Event::Delete(object)) => self.cluster.held().remove(self.kind, &name_of(&object)),
                Err(error) => {
                    let (kind, says) = (self.wanted.shown(), said(&error));
                    tracing::warn!(kind, "the Kubernetes API cannot be watched: {says}");
                    self.metrics.unheard(&kind);
                    self.cluster.held().fail(self.kind, says);
                    let pause = *self.pause.lock().unwrap_or_else(PoisonError::into_inner);
                    resumed_at = Some(Instant::now() + pause + self.resumes);
                }
            }
        }
    }

    /// Converts an object to the document for the engine. `managedFields` are large and nothing depends on them.
    fn document<K: Resource + Serialize>(&self, object: &K) -> Option<(Name, String)> {
        let mut document = serde_json::to_value(object).ok()?;
        document["apiVersion"] = self.types.api_version.clone().into();
        document["kind"] = self.types.kind.clone().into();
        if let Some(metadata) = document.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.remove("managedFields");
        }
        Some((name_of(object), self.wanted.part_of(document).to_string()))
    }
}

fn name_of<K: Resource>(object: &K) -> Name {
    (object.namespace().unwrap_or_default(), object.name_any())
}

/// The API's own message, without what the client adds.
fn said(error: &watcher::Error) -> String {
    match error {
        watcher::Error::InitialListFailed(kube::Error::Api(status))
        | watcher::Error::WatchStartFailed(kube::Error::Api(status)) => status.message.clone(),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream;

    use super::super::Held;
    use super::*;

    #[test]
    fn a_watch_that_resumed_is_heard_again() {
        let wanted = Wanted { group: String::new(), kind: "Namespace".to_owned(), members: Vec::new() };
        let cluster = Arc::new(Cluster(Mutex::new(Held::new(vec![wanted.clone()]))));
        let following = |resumes| Following {
            kind: 0,
            wanted: wanted.clone(),
            types: TypeMeta { api_version: "v1".to_owned(), kind: "Namespace".to_owned() },
            cluster: Arc::clone(&cluster),
            metrics: Arc::new(Metrics::new()),
            resumes,
            pause: Arc::default(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("it starts");
        let broken = || stream::iter([Err::<Event<DynamicObject>, _>(watcher::Error::NoResourceVersion)]);
        let watched = |listed: bool, resumes| {
            if listed {
                cluster.held().list(0, BTreeMap::new());
            }
            let keeping = following(resumes).keep(broken().chain(stream::pending()));
            let kept = runtime.block_on(async { tokio::time::timeout(Duration::from_millis(200), keeping).await });
            assert!(kept.is_err(), "it goes on");
            cluster.held().faults().len()
        };
        let (soon, late) = (Duration::from_millis(10), Duration::from_secs(60));
        assert_eq!(watched(false, soon), 1, "it was never listed");
        assert_eq!(watched(true, late), 1, "it may still be away");
        assert_eq!(watched(true, soon), 0);
    }
}
