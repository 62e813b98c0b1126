use kube::Client;
use kube::api::ApiResource;
use kube::core::discovery::v2::{APIGroupDiscovery, APIVersionDiscovery};

use super::Wanted;

/// Whether an API serves a kind.
#[derive(PartialEq, Eq, Debug)]
pub enum Served {
    As(ApiResource),
    /// The kind is not served, so no objects of it can exist.
    Not,
    /// The group belongs to an aggregated API server, which does not respond.
    Unheard,
}

/// The groups that an API serves.
pub struct Groups(Vec<APIGroupDiscovery>);

impl Groups {
    /// Requests aggregated discovery, which also lists aggregated API servers that are down. In the older format their
    /// groups would just be missing, as if they had no objects.
    pub async fn ask(client: &Client) -> Result<Self, String> {
        let [groups, core] =
            [client.list_api_groups_aggregated().await, client.list_core_api_versions_aggregated().await];
        let [groups, core] = [groups, core].map(|list| list.map(|list| list.items).map_err(|error| error.to_string()));
        Self::of([groups?, core?])
    }

    fn of(lists: [Vec<APIGroupDiscovery>; 2]) -> Result<Self, String> {
        // A server without this format answers in another one, which parses as an empty list.
        if lists.iter().any(Vec::is_empty) {
            return Err("it has no aggregated discovery; Kubernetes has had it since 1.30".to_owned());
        }
        Ok(Self(lists.concat()))
    }

    /// Returns whether, and as which resource, a kind is served, in the version that the API prefers.
    pub fn serve(&self, wanted: &Wanted) -> Served {
        let name = |group: &APIGroupDiscovery| group.metadata.as_ref().and_then(|metadata| metadata.name.clone());
        let group = self.0.iter().find(|group| name(group).unwrap_or_default() == wanted.group);
        let versions = || group.iter().flat_map(|group| &group.versions);
        if let Some(resource) = versions().find_map(|version| resource(version, wanted)) {
            return Served::As(resource);
        }
        let is_stale = |version: &APIVersionDiscovery| version.freshness.as_deref() == Some("Stale");
        if versions().any(is_stale) { Served::Unheard } else { Served::Not }
    }
}

fn resource(of: &APIVersionDiscovery, wanted: &Wanted) -> Option<ApiResource> {
    let version = of.version.clone()?;
    let can = |verbs: &[String]| ["list", "watch"].iter().all(|verb| verbs.iter().any(|known| known == verb));
    let found = of.resources.iter().find(|resource| {
        let kind = resource.response_kind.as_ref().and_then(|kind| kind.kind.as_ref());
        kind == Some(&wanted.kind) && can(&resource.verbs)
    })?;
    let group = wanted.group.clone();
    let api_version = if group.is_empty() { version.clone() } else { format!("{group}/{version}") };
    Some(ApiResource { group, version, api_version, kind: wanted.kind.clone(), plural: found.resource.clone()? })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn groups(garden: Value) -> Result<Groups, String> {
        let list = |group: &str, versions: &Value| {
            serde_json::from_value(json!([{ "metadata": { "name": group }, "versions": versions }])).unwrap()
        };
        Groups::of([list("core.gardener.cloud", &garden), list("", &json!([{ "version": "v1" }]))])
    }

    fn wanted(group: &str) -> Wanted {
        Wanted { group: group.to_owned(), kind: "Shoot".to_owned(), members: Vec::new() }
    }

    fn shoots(verbs: &[&str]) -> Value {
        json!([{ "resource": "shoots", "responseKind": { "kind": "Shoot" }, "verbs": verbs }])
    }

    #[test]
    fn the_first_version_that_has_a_kind_is_taken() {
        let resources = shoots(&["get", "list", "watch"]);
        let versions = json!([{ "version": "v1" }, { "version": "v1beta1", "resources": resources }]);
        let Served::As(found) = groups(versions).unwrap().serve(&wanted("core.gardener.cloud")) else { panic!() };
        assert_eq!((&*found.api_version, &*found.plural), ("core.gardener.cloud/v1beta1", "shoots"));
    }

    #[test]
    fn a_server_that_is_down_is_not_taken_for_one_without_objects() {
        let served = |versions, group| groups(versions).unwrap().serve(&wanted(group));
        let down = || json!([{ "version": "v1beta1", "freshness": "Stale" }]);
        assert_eq!(served(down(), "core.gardener.cloud"), Served::Unheard);
        assert_eq!(served(down(), "other.gardener.cloud"), Served::Not);
        let current = json!([{ "version": "v1beta1", "freshness": "Current", "resources": shoots(&["get"]) }]);
        assert_eq!(served(current, "core.gardener.cloud"), Served::Not);
    }

    #[test]
    fn an_api_that_answers_in_another_form_serves_nothing_that_is_known() {
        assert!(Groups::of([Vec::new(), Vec::new()]).is_err_and(|says| says.contains("1.30")));
    }
}
