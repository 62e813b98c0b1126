use std::sync::Arc;

use super::documents::{Documents, Held, find};
use super::identity::{Identity, OWN_GROUP, group_of, identify};
use super::loadable::{Kinds, Server};
use super::once::duplicate;
use super::own;
use super::reasons::REMOVED_NOT_LOADED;
use crate::base::sort::{sort, sort_by, sort_by_key};
use crate::base::{Digest, Edition};
use crate::reason::{Fact, Problem};
use crate::wire::{CompleteKind, Load, Pointer, Removal, Value};

/// The limit on JSON kept for bound documents, in bytes. Compiled, each document takes about ten times its JSON.
const MERGED: usize = 4 << 20;

impl Documents {
    /// Removes and adds documents, unless any of them is faulty or `refused` already has problems. Returns the warnings
    /// or the problems.
    pub fn load(
        &mut self,
        load: &Load<'_>,
        edition: Edition,
        kinds: Kinds,
        refused: Vec<Problem>,
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        let mut removed: Vec<Identity> = load.remove.iter().map(Identity::from).collect();
        sort(&mut removed);
        // Of all defaults, only those of profiles depend on settings.
        let depends = cfg!(feature = "images");
        let settings =
            load.defaulted.then(|| if depends { self.settings_after(load, &removed) } else { Self::default() });
        let defaults = settings.as_ref().map(|settings| (edition, settings));
        let mut added = Vec::with_capacity(load.documents.len());
        let (mut problems, mut warnings) = (Vec::new(), Vec::new());
        for (index, value) in load.documents.iter().enumerate() {
            match take((*value, index), defaults, kinds, &mut warnings) {
                Err(more) => problems.extend(more.into_iter().map(|problem| (index, problem))),
                Ok(document) => added.push(Arc::new(document)),
            }
        }
        sort_by(&mut added, |a, b| a.0.cmp(&b.0));
        problems.extend(added.windows(2).filter_map(|pair| match pair {
            [first, second] if first.0 == second.0 => Some((second.1.index, twice(&second.0, second.1.index))),
            _ => None,
        }));
        if !problems.is_empty() || !refused.is_empty() {
            sort_by_key(&mut problems, |(index, _)| *index);
            let problems: Vec<Problem> = problems.into_iter().map(|(_, problem)| problem).collect();
            let beside: Vec<Problem> = refused.into_iter().filter(|problem| !problem.is_among(&problems)).collect();
            return Err(beside.into_iter().chain(problems).collect());
        }
        let changed: Vec<Identity> = added.iter().map(|entry| &entry.0).chain(&removed).cloned().collect();
        self.held.retain(|held| removed.binary_search(&held.0).is_err() && find(&added, &held.0).is_none());
        self.held.append(&mut added);
        sort_by(&mut self.held, |a, b| a.0.cmp(&b.0));
        self.link(&changed, kinds);
        self.complete.extend(load.complete.iter().map(kind_of));
        sort(&mut self.complete);
        self.complete.dedup();
        Ok(warnings)
    }

    /// The settings that hold after a load. The defaults of the other documents depend on them, whichever come first.
    fn settings_after(&self, load: &Load<'_>, removed: &[Identity]) -> Self {
        let is_kept = |value: &Value<'_>| {
            identify(*value, &Pointer::default()).is_ok_and(|(identity, _)| removed.binary_search(&identity).is_err())
        };
        let kept = self.of_kind::<own::Settings>(OWN_GROUP, own::SETTINGS).map(own::Settings::root).filter(is_kept);
        let added = load.documents.iter().copied().filter(|value| own::is_settings(*value));
        // Of two with one name the later one holds.
        let all = kept.chain(added).enumerate().collect::<Vec<_>>().into_iter().rev();
        let taken = all.filter_map(|(place, value)| take((value, place), None, |_, _| None, &mut Vec::new()).ok());
        let mut held: Vec<_> = taken.map(Arc::new).collect();
        sort_by(&mut held, |a, b| a.0.cmp(&b.0));
        held.dedup_by(|later, first| later.0 == first.0);
        Self { held, complete: Vec::new() }
    }

    /// Warns of a document to be taken out, named at `at`, that is not loaded. The name may be misspelt, and then the
    /// document that was meant stays in force.
    pub fn not_held(&self, removal: &Removal<'_>, at: Pointer) -> Option<Problem> {
        let wanted = Identity::from(removal);
        if find(&self.held, &wanted).is_some() {
            return None;
        }
        let name = Fact::at(at.clone().key("name"), wanted.name.as_str());
        let kind = Fact::at(at.clone().key("kind"), wanted.kind.as_str());
        let problem = Problem::warning(&REMOVED_NOT_LOADED, at).fact(name).fact(kind);
        let known: Vec<String> = self.names(&wanted.group, &wanted.kind).collect();
        Some(problem.nearest_to(&wanted.full_name(), known.iter().map(String::as_str)))
    }

    /// Problems that arise from documents and the ones they build on, if this load added either of the two.
    pub fn beside(&self, load: &Load<'_>, edition: Edition, kinds: Kinds) -> Vec<Problem> {
        let children = self.held.iter().filter_map(|entry| {
            let (identity, held) = &**entry;
            let known = identity.compiled_by(kinds)?;
            let parent = (known.link.as_ref()?.parent)(held.content.as_ref())?;
            Some((identity, held.content.as_ref(), known.beside?, parent))
        });
        let children: Vec<_> = children.collect();
        // The usual case is thousands of documents that build on nothing.
        if children.is_empty() {
            return Vec::new();
        }
        let added = load.documents.iter().enumerate().filter_map(|(index, value)| {
            let path = Pointer::to("documents").index(index);
            let (identity, _) = identify(*value, &path).ok()?;
            Some((identity, path))
        });
        let mut added: Vec<(Identity, Pointer)> = added.collect();
        sort_by(&mut added, |(a, _), (b, _)| a.cmp(b));
        let path_of = |wanted: &Identity| {
            let place = added.binary_search_by(|(identity, _)| identity.cmp(wanted)).ok()?;
            added.get(place).map(|(_, path)| path.clone())
        };
        let judged = children.into_iter().filter_map(|(identity, child, beside, parent)| {
            let path = path_of(identity).or_else(|| path_of(&parent).map(|_| identity.named()))?;
            Some(beside(child, find(&self.held, &parent)?.content.as_ref(), &path, (edition, self)))
        });
        judged.flatten().collect()
    }

    /// Binds all documents that build on others again, if a document of a compiled kind changed. The room for bound
    /// documents is limited, so the first ones in order get it.
    fn link(&mut self, changed: &[Identity], kinds: Kinds) {
        let matters = |identity: &Identity| identity.compiled_by(kinds).is_some();
        if !changed.iter().any(matters) {
            return;
        }
        let mut room = MERGED;
        for place in 0..self.held.len() {
            // Nothing shares the documents while they are loaded.
            let Some((identity, held)) = self.held.get_mut(place).and_then(Arc::get_mut) else { continue };
            let Some(link) = identity.compiled_by(kinds).and_then(|known| known.link.as_ref()) else { continue };
            let parent = (link.parent)(held.content.as_ref());
            // Taken out of the list while it is bound, so that the list can be searched.
            let mut child = std::mem::replace(&mut held.content, Box::new(()));
            let parent = parent.and_then(|parent| find(&self.held, &parent));
            room -= (link.bind)(child.as_mut(), parent.map(|parent| parent.content.as_ref()), room).min(room);
            if let Some((_, held)) = self.held.get_mut(place).and_then(Arc::get_mut) {
                held.content = child;
            }
        }
    }
}

fn kind_of(CompleteKind { api_version, kind }: &CompleteKind<'_>) -> (String, String) {
    (group_of(api_version).to_owned(), (*kind).to_owned())
}

fn take(
    (value, index): (Value<'_>, usize),
    defaults: Option<Server<'_>>,
    kinds: Kinds,
    warnings: &mut Vec<Problem>,
) -> Result<(Identity, Held), Vec<Problem>> {
    let path = Pointer::to("documents").index(index);
    let (identity, api_version) = identify(value, &path)?;
    if let Some(problem) = own::not_served(&identity.group, &api_version, &path) {
        return Err(vec![problem]);
    }
    let mut document = value.to_document();
    let digest = Digest::of(document.text().as_bytes());
    let loadable = identity.compiled_by(kinds);
    if let (Some(default), Some(server)) = (loadable.and_then(|known| known.default), defaults) {
        let (made, more) = default(document, path.as_str(), server);
        document = made;
        warnings.extend(more);
    }
    let content = match loadable {
        Some(known) => (known.compile)(document, path.as_str()).map_err(|fault| Problem::all_of(&fault))?,
        None if own::is_settings(document.root()) => Box::new(own::Settings::new(document)),
        None => Box::new(document),
    };
    Ok((identity, Held { api_version, digest, index, content }))
}

fn twice(identity: &Identity, index: usize) -> Problem {
    let path = Pointer::to("documents").index(index);
    let name = path.clone().key("metadata").key("name");
    duplicate(path, Fact::at(name, identity.name.as_str()), &identity.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{Document, read};

    fn load(documents: &mut Documents, request: &str) -> Result<Vec<Problem>, Vec<Problem>> {
        let request = Document::read(request.as_bytes(), 16).expect("it is JSON");
        let (load, _) = read::<Load<'_>>(request.root(), "").expect("it is a load");
        documents.load(&load, Edition::default(), |_, _| None, Vec::new())
    }

    #[test]
    fn a_kind_is_known_once_one_is_loaded_or_all_are_said_to_be() {
        let mut documents = Documents::default();
        assert!(!documents.is_known("cluster.x-k8s.io", "Cluster"));
        let one = r#"{"documents": [{"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "Cluster",
            "metadata": {"name": "a", "namespace": "x"}}]}"#;
        assert_eq!(load(&mut documents, one).map(|warnings| warnings.len()).map_err(|problems| problems.len()), Ok(0));
        assert!(documents.is_known("cluster.x-k8s.io", "Cluster"));
        assert!(!documents.is_complete("cluster.x-k8s.io", "Cluster"), "there may be more");
        let all = r#"{"complete": [{"apiVersion": "v1", "kind": "Namespace"}, {"apiVersion": "v2", "kind": "Namespace"},
            {"apiVersion": "management.cattle.io/v3", "kind": "Cluster"}]}"#;
        assert_eq!(load(&mut documents, all).map(|warnings| warnings.len()).map_err(|problems| problems.len()), Ok(0));
        assert!(documents.is_complete("", "Namespace") && documents.is_known("", "Namespace"));
        assert!(documents.is_complete("management.cattle.io", "Cluster"));
        assert!(!documents.is_complete("provisioning.cattle.io", "Cluster"), "groups are told apart");
    }

    #[test]
    fn a_load_that_is_refused_completes_nothing() {
        let mut documents = Documents::default();
        let refused = r#"{"documents": [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": ""}}],
            "complete": [{"apiVersion": "v1", "kind": "Namespace"}]}"#;
        assert_eq!(load(&mut documents, refused).map(drop).map_err(|problems| problems.len()), Err(1));
        assert!(!documents.is_known("", "Namespace"));
    }
}
