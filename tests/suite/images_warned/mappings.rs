//! NamespacedCloudProfiles whose own images are not mapped to artifacts.

use serde_json::{Value, json};

use super::{API, answer, ask, child, image, load, parent, problems};
use fitment::Engine;

/// Returns the review of a new child while its parent is loaded.
fn review(parent: &Value, child: &Value, edition: &str) -> Value {
    let mut engine = Engine::default();
    load(&mut engine, std::slice::from_ref(parent));
    let request = json!({
        "edition": edition, "phase": "validating", "now": "2026-01-01T00:00:00Z", "text": true,
        "review": {
            "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
            "request": {
                "uid": "1", "operation": "CREATE", "name": "team", "namespace": "garden",
                "kind": {"group": "core.gardener.cloud", "version": "v1beta1", "kind": "NamespacedCloudProfile"},
                "object": child
            }
        }
    });
    answer(&engine.review(request.to_string().as_bytes()))["review"]["response"].clone()
}

#[test]
fn an_own_image_without_an_artifact_is_refused_where_the_parent_is_sound() {
    let own = json!({"version": "2.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}], "cri": [{"name": "containerd"}]});
    let mut mapped = child(&image(&own));
    let unmapped = mapped.clone();
    mapped["spec"]["providerConfig"] = json!({
        "apiVersion": "local.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": [{"name": "linux", "versions": [
            {"version": "2.0.0", "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "image": "linux"}]}
        ]}]
    });
    let response = review(&parent(), &mapped, "design");
    assert_eq!(response["allowed"], true, "{response}");

    let response = review(&parent(), &unmapped, "design");
    let causes = response["status"]["details"]["causes"].as_array().expect("it is refused for causes");
    let [cause] = causes.as_slice() else { panic!("{response}") };
    let says = cause["message"].as_str().unwrap_or_default();
    assert!(cause["field"] == "spec.providerConfig" && says.contains("2.0.0"), "{response}");

    // In the upstream edition, the API server leaves mappings to the extensions.
    assert_eq!(review(&parent(), &unmapped, "upstream")["allowed"], true);

    // The parent has a gap of its own, so the child may not be to blame.
    let mut broken = parent();
    broken["spec"]["providerConfig"]["machineImages"].as_array_mut().expect("a list").remove(0);
    let response = review(&broken, &unmapped, "design");
    let warnings = response["warnings"].as_array().cloned().unwrap_or_default();
    let is_told =
        |warning: &Value| warning.as_str().is_some_and(|says| says.contains("would refuse the mapping in 2 places"));
    assert!(response["allowed"] == true && warnings.iter().any(is_told), "{response}");
}

#[test]
fn what_only_the_parent_may_say_is_told_of_a_child_on_azure() {
    let mut azure = parent();
    azure["spec"]["type"] = json!("azure");
    let entry = |name: &str| {
        json!({"name": name, "versions": [{
            "version": if name == "linux" { "1.0.0" } else { "3.0.0" },
            "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "urn": format!("a:b:{name}:d")}]
        }]})
    };
    let config = |more: Value| {
        let mut config = json!({
            "apiVersion": "azure.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig"
        });
        for (key, value) in more.as_object().expect("an object") {
            config[key] = value.clone();
        }
        json!({"providerConfig": config})
    };
    azure["spec"]["providerConfig"] = config(json!({
        "machineImages": [entry("other"), entry("linux")],
        "countUpdateDomains": [{"region": "eu", "count": 5}], "countFaultDomains": [{"region": "eu", "count": 3}]
    }))["providerConfig"]
        .clone();
    let told = |more: Value| -> Vec<String> {
        let response = review(&azure, &child(&config(more)), "design");
        let warnings = response["warnings"].as_array().cloned().unwrap_or_default();
        warnings.iter().filter_map(|warning| Some(warning.as_str()?.to_owned())).collect()
    };
    assert_eq!(told(json!({})), Vec::<String>::new());
    for (more, expected) in [
        (json!({"cloudConfiguration": {"name": "AzureChina"}}), "spec.providerConfig.cloudConfiguration"),
        (json!({"countFaultDomains": [{"region": "eu", "count": 9}]}), "spec.providerConfig.countFaultDomains"),
        (json!({"machineTypes": [{"name": "small"}]}), "spec.providerConfig.machineTypes[0]"),
    ] {
        let told = told(more.clone());
        let is_meant =
            |says: &str| says.contains(&format!(" today's extension of the provider refuses it: {expected}: "));
        assert!(told.iter().any(|says| is_meant(says)), "{expected}: {told:?}");
        // After merging with the parent's configuration, this would not show.
        let given = json!({"cloudProfile": azure, "namespacedCloudProfile": child(&config(more))});
        let answer = ask(&Engine::default(), "images/validate-mapping", &given);
        assert!(problems(&answer).into_iter().any(|(.., says)| is_meant(says)), "{answer}");
        // The child as the cluster stores it, with the merged profile in its status.
        let mut stored = given.clone();
        stored["namespacedCloudProfile"]["status"] = json!({"cloudProfileSpec": azure["spec"]});
        let answer = ask(&Engine::default(), "images/validate-mapping", &stored);
        assert!(problems(&answer).into_iter().any(|(.., says)| is_meant(says)), "{answer}");
    }
    // A misspelt key is reported at its place in the child, whatever the parent lists before it.
    let told = told(json!({"machineImages": [{"name": "own", "verzions": []}]}));
    let at = "/review/request/object/spec/providerConfig/machineImages/0/verzions";
    assert!(told.iter().any(|says| says.contains(at)), "{told:?}");
}

#[test]
fn a_child_whose_configuration_no_extension_decodes_is_refused() {
    let own = json!({"version": "2.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}], "cri": [{"name": "containerd"}]});
    let mut mapped = child(&image(&own));
    mapped["spec"]["providerConfig"] = json!({
        "apiVersion": "local.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": [{"name": "linux", "versions": [
            {"version": "2.0.0", "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "image": "linux"}]}
        ]}]
    });
    for (key, value) in [("kind", json!(7)), ("kind", json!(true)), ("apiVersion", json!(["x"])), ("kind", json!({}))] {
        let mut broken = mapped.clone();
        broken["spec"]["providerConfig"][key] = value;
        let response = review(&parent(), &broken, "design");
        let causes = response["status"]["details"]["causes"].as_array().expect("it is refused for causes");
        let [cause] = causes.as_slice() else { panic!("{response}") };
        assert_eq!(cause["field"], format!("spec.providerConfig.{key}"), "{response}");
        // Loading the child reports it too.
        let loaded = load(&mut Engine::default(), &[parent(), broken]);
        assert!(problems(&loaded).iter().any(|it| it.0 == "loaded-document-invalid"), "{loaded}");
    }
}

#[test]
fn a_timeout_that_is_no_duration_makes_a_configuration_unreadable() {
    let mut openstack = parent();
    openstack["spec"]["type"] = json!("openstack");
    let entry = |name: &str, version: &str| {
        json!({"name": name, "versions": [{
            "version": version, "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "image": "linux"}]
        }]})
    };
    let mut refused = |timeout: &str| {
        openstack["spec"]["providerConfig"] = json!({
            "apiVersion": "openstack.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
            "machineImages": [entry("other", "3.0.0"), entry("linux", "1.0.0")], "requestTimeout": timeout
        });
        let answer = ask(&Engine::default(), "images/validate-profile", &json!({"cloudProfile": openstack}));
        let errors = answer["answer"]["errors"].as_array().expect("a list").iter();
        let is_it = |error: &&Value| {
            let quoted = format!("Invalid value: \"{timeout}\": expected \"a duration");
            let detail = error["detail"].as_str().unwrap_or_default();
            error["field"] == "spec.providerConfig.requestTimeout" && detail.starts_with(&quoted)
        };
        errors.filter(is_it).count()
    };
    assert_eq!(["180s", "1h30m", "180q", "180", ""].map(&mut refused), [0, 0, 1, 1, 1]);
}

#[test]
fn what_nothing_maps_is_told_wherever_a_profile_of_a_namespace_is_asked_about() {
    let own = json!({"version": "2.0.0", "capabilityFlavors": [{"architecture": ["amd64"]}], "cri": [{"name": "containerd"}]});
    let unmapped = child(&image(&own));
    let told = |answer: &Value| {
        let told =
            problems(answer).into_iter().filter(|it| it.0 == "loaded-document-invalid" && it.2.contains("2.0.0"));
        told.count()
    };
    let mut engine = Engine::default();
    assert_eq!(told(&load(&mut engine, &[parent(), unmapped.clone()])), 1);
    let named = json!({"namespacedCloudProfile": "garden/team"});
    assert_eq!(told(&ask(&engine, "images/validate-profile", &named)), 1);
    let fit = json!({"cloudProfile": parent(), "namespacedCloudProfile": unmapped, "machineType": "small"});
    assert_eq!(told(&ask(&Engine::default(), "images/fit", &fit)), 1);
    let before = child(&json!({}));
    let given =
        json!({"cloudProfile": parent(), "oldNamespacedCloudProfile": before, "namespacedCloudProfile": unmapped});
    let answer = ask(&Engine::default(), "images/diff-profiles", &given);
    assert_eq!(answer["verdict"], "no", "{answer}");

    // Of a large parent, only the images that the child names are looked at.
    let mut mapped = unmapped.clone();
    mapped["spec"]["providerConfig"] = json!({
        "apiVersion": "local.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": [{"name": "linux", "versions": [
            {"version": "2.0.0", "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "image": "linux"}]}
        ]}]
    });
    assert_eq!(load(&mut Engine::default(), &[parent(), mapped])["problems"], json!([]));
}

#[test]
fn a_configuration_that_is_read_once_is_read_as_whole() {
    let mut profile = parent();
    profile["spec"]["type"] = json!("aws");
    profile["spec"]["machineTypes"][0]["usable"] = json!(true);
    let artifact = |name: &str| json!({"name": name, "ami": "ami-1"});
    let version = |version: Value, region: &str| {
        json!({"version": version, "capabilityFlavors": [
            null, {"capabilities": {"architecture": ["amd64"]}, "regions": [artifact(region)]}
        ]})
    };
    let config = |images: Value| json!({"apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig", "machineImages": images});
    let shoot = json!({
        "apiVersion": API, "kind": "Shoot", "metadata": {"name": "s", "namespace": "garden"},
        "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": "demo"}, "region": "eu", "kubernetes": {"version": "1.33.2"},
            "provider": {"type": "aws", "workers": [{
                "name": "w", "minimum": 1, "maximum": 1, "maxSurge": 1,
                "machine": {"type": "small", "image": {"name": "linux", "version": "1.0.0"}}
            }]}
        }
    });
    let sound = version(json!("1.0.0"), "eu");
    for (images, expected) in [
        (json!([{"name": "linux", "versions": [sound]}]), None),
        (
            json!([{"name": "linux", "versions": []}, {"name": "other"}, {"name": "linux", "versions": [null, sound]}]),
            None,
        ),
        (json!([{"name": "linux", "versions": [version(json!("1.0.0"), "us")]}]), Some("artifacts-missing")),
        (json!([{"name": "other", "versions": [sound]}]), Some("artifacts-missing")),
        (json!([]), Some("nothing-mapped")),
        (json!({}), Some("provider-config-unreadable")),
        // A fault elsewhere in the configuration makes all of it unreadable to an extension.
        (
            json!([{"name": "linux", "versions": [sound]}, {"name": "other", "versions": [version(json!(3), "eu")]}]),
            Some("provider-config-unreadable"),
        ),
    ] {
        profile["spec"]["providerConfig"] = config(images.clone());
        let mut engine = Engine::default();
        load(&mut engine, &[profile.clone()]);
        let told = |profile: Value| {
            let answer = ask(
                &engine,
                "images/admit-shoot",
                &json!({"cloudProfile": profile, "shoot": shoot, "operation": "create"}),
            );
            assert_eq!(answer["verdict"], "yes", "{answer}");
            // The profile would also be refused for its mapping. That is reported too, but is not the subject here.
            let codes = problems(&answer).into_iter().map(|(code, ..)| code.to_owned());
            codes.filter(|code| code != "loaded-document-invalid").collect::<Vec<String>>()
        };
        let expected: Vec<&str> = expected.into_iter().collect();
        for reference in [json!("demo"), json!("demo"), profile.clone()] {
            assert_eq!(told(reference), expected, "{images}");
        }
    }
}

#[test]
fn a_configuration_with_a_foreign_key_in_each_version_is_read_all_the_same() {
    const MANY: usize = 20_000;
    let mut profile = parent();
    profile["spec"]["type"] = json!("aws");
    let version = |number: usize| format!("1.0.{number}");
    let versions =
        (0..MANY).map(|number| json!({"version": version(number), "capabilityFlavors": [{"architecture": ["amd64"]}]}));
    profile["spec"]["machineImages"] = json!([{"name": "linux", "versions": versions.collect::<Vec<_>>()}]);
    let mapped = (0..MANY).map(|number| {
        let region = if number == 0 { "us" } else { "eu" };
        let flavor =
            json!({"capabilities": {"architecture": ["amd64"]}, "regions": [null, {"name": region, "ami": "ami-1"}]});
        json!({"version": version(number), "foreign": true, "capabilityFlavors": [flavor]})
    });
    profile["spec"]["providerConfig"] = json!({
        "apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": [{"name": "linux", "versions": mapped.collect::<Vec<_>>()}]
    });
    let mut engine = Engine::default();
    engine.load(json!({"documents": [profile]}).to_string().as_bytes());
    let given = json!({"cloudProfile": "demo", "machineType": "small", "region": "eu"});
    let answer = ask(&engine, "images/fit", &given);
    let missing = problems(&answer).into_iter().find(|(code, ..)| *code == "artifacts-missing");
    let (.., says) = missing.unwrap_or_else(|| panic!("one version has none: {}", answer["problems"]));
    assert!(says.contains("`linux 1.0.0`") && !says.contains("`linux 1.0.1`"), "{says}");
}

#[test]
fn flavors_that_the_webhook_copies_from_a_childs_configuration_are_no_refusal() {
    let api = "aws.provider.extensions.gardener.cloud/v1alpha1";
    let entry = |version: &str| {
        let region = json!({"name": "eu", "ami": format!("ami-{version}")});
        json!({"version": version, "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "regions": [region]}]})
    };
    let config = |name: &str, entries: Value| json!({"apiVersion": api, "kind": "CloudProfileConfig", "machineImages": [{"name": name, "versions": entries}]});
    let mut aws = parent();
    aws["spec"]["type"] = json!("aws");
    aws["spec"]["machineCapabilities"][0]["values"] = json!(["amd64"]);
    aws["spec"]["machineTypes"] = json!([aws["spec"]["machineTypes"][0]]);
    aws["spec"]["machineImages"] = json!([aws["spec"]["machineImages"][1]]);
    aws["spec"]["providerConfig"] = config("linux", json!([entry("1.0.0")]));
    let versions = json!([
        {"version": "2.0.0", "cri": [{"name": "containerd"}]},
        {"version": "2.1.0", "cri": [{"name": "containerd"}], "capabilityFlavors": [{"architecture": ["amd64"]}]}
    ]);
    let mut own = child(&json!({"machineImages": [{"name": "own", "updateStrategy": "minor", "versions": versions}]}));
    own["spec"]["providerConfig"] = config("own", json!([entry("2.0.0"), entry("2.1.0")]));
    let response = review(&aws, &own, "design");
    let warnings = &response["warnings"];
    let first = "the flavors of 1 version are in the provider's configuration alone: `own:2.0.0` first";
    let says = warnings[0].as_str().unwrap_or_default();
    assert!(says.starts_with(first) && warnings.as_array().is_some_and(|all| all.len() == 1), "{warnings}");
    assert_eq!(response["allowed"], true, "{response}");
    // What the webhook does not copy has to be mapped.
    own["spec"]["providerConfig"]["machineImages"][0]["versions"][1]["capabilityFlavors"][0]["capabilities"] =
        json!({"architecture": []});
    assert_eq!(review(&aws, &own, "design")["allowed"], false);
}
