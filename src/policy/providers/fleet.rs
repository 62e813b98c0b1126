//! The providers of a management cluster.

use super::kinds::Kind;
use super::versions::Api;
use crate::base::sort::{sort, sort_by_key};

/// One provider, as far as its identity goes.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: &'a str,
    /// Its namespace, empty where nobody says it.
    pub namespace: &'a str,
    /// The API of its object.
    pub api: Api,
}

impl Member<'_> {
    /// Kind and name.
    pub fn id(&self) -> String {
        format!("{}/{}", self.kind.word(), self.name)
    }

    /// Kind, namespace and name.
    pub fn full_id(&self) -> String {
        match self.namespace {
            "" => self.id(),
            namespace => format!("{}/{namespace}/{}", self.kind.word(), self.name),
        }
    }
}

/// The places of the members in install order, then by name, then by namespace.
pub fn in_order(members: &[Member<'_>]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..members.len()).collect();
    sort_by_key(&mut places, |place| members.get(*place).map(|member| (member.kind, member.name, member.namespace)));
    places
}

/// The members at these places as kind and name.
pub fn ids(members: &[Member<'_>], places: &[usize]) -> Vec<String> {
    places.iter().filter_map(|place| members.get(*place)).map(Member::id).collect()
}

/// How somebody names a provider.
#[derive(Clone, Copy, Debug)]
pub struct Named<'n> {
    /// The kind, if it is said.
    pub kind: Option<Kind>,
    /// The namespace, if it is said.
    pub namespace: Option<&'n str>,
    /// The name.
    pub name: &'n str,
}

impl<'n> Named<'n> {
    /// Reads `name`, `Kind/name` or `Kind/namespace/name`. `None`: the kind is unknown.
    pub fn parse(text: &'n str) -> Option<Self> {
        let Some((kind, rest)) = text.split_once('/') else {
            return Some(Self { kind: None, namespace: None, name: text });
        };
        let (namespace, name) = rest.split_once('/').map_or((None, rest), |(space, name)| (Some(space), name));
        Some(Self { kind: Some(Kind::named(kind)?), namespace, name })
    }
}

/// Name, kind, namespace and place of a member.
type Entry<'a> = (&'a str, Kind, &'a str, usize);

/// Where the members of a name are.
#[derive(Debug)]
pub struct Directory<'a> {
    /// One for each member, sorted.
    sorted: Vec<Entry<'a>>,
}

impl<'a> Directory<'a> {
    /// A directory of these members.
    pub fn of(members: &[Member<'a>]) -> Self {
        let entry = |(place, member): (usize, &Member<'a>)| (member.name, member.kind, member.namespace, place);
        let mut sorted: Vec<Entry<'_>> = members.iter().enumerate().map(entry).collect();
        sort(&mut sorted);
        Self { sorted }
    }

    /// The places of the members that are called so, by kind and namespace.
    pub fn find<'d>(&'d self, named: &'d Named<'_>) -> impl Iterator<Item = usize> + 'd {
        let wanted = (named.name, named.kind);
        let first = self.sorted.partition_point(|entry| key(entry, named) < wanted);
        let rest = self.sorted.get(first..).unwrap_or_default();
        let alike = rest.iter().take_while(move |entry| key(entry, named) == wanted);
        let here = |entry: &&Entry<'_>| named.namespace.is_none_or(|namespace| namespace == entry.2);
        alike.filter(here).map(|(_, _, _, place)| *place)
    }
}

/// What of an entry is compared: the kind only where it is said.
fn key<'a>((name, kind, ..): &Entry<'a>, named: &Named<'_>) -> (&'a str, Option<Kind>) {
    (name, named.kind.map(|_| *kind))
}
