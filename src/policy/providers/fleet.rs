//! The providers of a management cluster, and how to look them up.

use super::kinds::Kind;
use super::versions::Api;
use crate::base::sort::{sort, sort_by_key};
use crate::wire::given;

/// The identity of one provider in a management cluster.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The provider's kind.
    pub kind: Kind,
    /// The provider's name.
    pub name: &'a str,
    /// The provider's namespace, or `""` if unknown.
    pub namespace: &'a str,
    /// The API that the provider's object belongs to.
    pub api: Api,
}

impl Member<'_> {
    /// Returns `Kind/name`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.kind.word(), self.name)
    }

    /// Returns `Kind/namespace/name`, or `Kind/name` if the namespace is unknown.
    pub fn full_id(&self) -> String {
        match self.namespace {
            "" => self.id(),
            namespace => format!("{}/{namespace}/{}", self.kind.word(), self.name),
        }
    }
}

given! {
    /// A provider and its version.
    foreign pub struct Versioned<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
        /// The provider's version.
        version: &'a str,
    }
}

/// Returns the indexes of `members` sorted by install order, then name, then namespace.
pub fn in_order(members: &[Member<'_>]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..members.len()).collect();
    sort_by_key(&mut places, |place| members.get(*place).map(|member| (member.kind, member.name, member.namespace)));
    places
}

/// Returns the members at `places` as `Kind/name`.
pub fn ids(members: &[Member<'_>], places: &[usize]) -> Vec<String> {
    places.iter().filter_map(|place| members.get(*place)).map(Member::id).collect()
}

/// A reference to a provider as a user writes it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'n> {
    /// The kind, if the reference includes one.
    pub kind: Option<Kind>,
    /// The namespace, if the reference includes one.
    pub namespace: Option<&'n str>,
    /// The provider's name.
    pub name: &'n str,
}

impl<'n> Named<'n> {
    /// Whether the reference means the provider.
    pub fn is(&self, kind: Kind, namespace: &str, name: &str) -> bool {
        self.name == name
            && self.kind.is_none_or(|wanted| wanted == kind)
            && self.namespace.is_none_or(|wanted| wanted == namespace)
    }

    /// Parses `name`, `Kind/name` or `Kind/namespace/name`. Returns `None` if the kind is unknown.
    pub fn parse(text: &'n str) -> Option<Self> {
        let Some((kind, rest)) = text.split_once('/') else {
            return Some(Self { kind: None, namespace: None, name: text });
        };
        let (namespace, name) = rest.split_once('/').map_or((None, rest), |(space, name)| (Some(space), name));
        Some(Self { kind: Some(Kind::named(kind)?), namespace, name })
    }
}

/// Name, kind and namespace of a member, and its index in the fleet.
type Entry<'a> = (&'a str, Kind, &'a str, usize);

/// An index of a fleet's members by name, kind and namespace.
#[derive(Debug)]
pub struct Directory<'a> {
    /// One entry per member, sorted.
    sorted: Vec<Entry<'a>>,
}

impl<'a> Directory<'a> {
    /// Builds a directory of `members`.
    pub fn of(members: &[Member<'a>]) -> Self {
        let entry = |(place, member): (usize, &Member<'a>)| (member.name, member.kind, member.namespace, place);
        let mut sorted: Vec<Entry<'_>> = members.iter().enumerate().map(entry).collect();
        sort(&mut sorted);
        Self { sorted }
    }

    /// Returns the indexes of all members that match `named`, ordered by kind and namespace.
    pub fn find<'d>(&'d self, named: &'d Named<'_>) -> impl Iterator<Item = usize> + 'd {
        let wanted = (named.name, named.kind);
        let first = self.sorted.partition_point(|entry| key(entry, named) < wanted);
        let rest = self.sorted.get(first..).unwrap_or_default();
        let alike = rest.iter().take_while(move |entry| key(entry, named) == wanted);
        let here = |entry: &&Entry<'_>| named.namespace.is_none_or(|namespace| namespace == entry.2);
        alike.filter(here).map(|(_, _, _, place)| *place)
    }
}

/// The part of an entry that a search compares: the kind only if the reference includes one.
fn key<'a>((name, kind, ..): &Entry<'a>, named: &Named<'_>) -> (&'a str, Option<Kind>) {
    (name, named.kind.map(|_| *kind))
}
