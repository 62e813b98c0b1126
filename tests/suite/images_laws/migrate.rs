//! Migration from tags to capabilities: what fits afterwards was allowed before, what is lost is reported, and so is
//! every guess.

use std::collections::BTreeSet;

use fitment::Engine;
use fitment_files::yaml;
use fitment_tests::files;
use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use super::minimize::patched;

pub const NOW: &str = "2026-06-01T00:00:00Z";

pub fn ask(question: &str, edition: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "edition": edition, "now": NOW, "given": given });
    let answer: Value =
        serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("the engine writes JSON");
    assert_eq!(answer["outcome"], "decided", "{request}\n{answer}");
    answer
}

pub fn migrate(given: &Value) -> Value {
    ask("images/migrate-profile", "design", given)["answer"].clone()
}

pub fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

pub fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

pub fn codes(list: &[Value]) -> BTreeSet<String> {
    list.iter().map(|it| text(it, "code").to_owned()).collect()
}

/// The meaning of the tags in the generated profiles. The meaning of having no tag is given or has to be inferred.
const TAGS: [(&str, &str); 3] = [("gen2", "gen2"), ("baremetal", "metal"), ("", "gen1")];

/// A legacy profile with tags, and what is said about them.
pub struct Case {
    pub given: Value,
    architectures: Vec<&'static str>,
}

fn some(numbers: &mut Numbers, values: &[&'static str]) -> Vec<&'static str> {
    let mut values = values.to_vec();
    numbers.shuffle(&mut values);
    values.truncate(1 + numbers.below(values.len()));
    values
}

/// Returns the provider's entries for a version, in the provider's form.
fn entries(provider: &str, image: &str, version: &str, architectures: &[&str]) -> Vec<Value> {
    let name = |architecture: &str| format!("{image}/{version}/{architecture}");
    match provider {
        "gcp" => architectures
            .iter()
            .map(|it| json!({ "version": version, "image": name(it), "architecture": it }))
            .collect(),
        "azure" => {
            architectures.iter().map(|it| json!({ "version": version, "id": name(it), "architecture": it })).collect()
        }
        "local" => vec![json!({ "version": version, "image": name("any") })],
        "alicloud" => {
            let items = ["eu", "us"].map(|region| json!({ "name": region, "id": name("amd64") }));
            vec![json!({ "version": version, "regions": items })]
        }
        _ => {
            let key = if provider == "aws" { "ami" } else { "id" };
            let item = |region: &str, it: &&str| json!({ "name": region, key: name(it), "architecture": it });
            let items: Vec<Value> =
                ["eu", "us"].iter().flat_map(|region| architectures.iter().map(move |it| item(region, it))).collect();
            vec![json!({ "version": version, "regions": items })]
        }
    }
}

pub fn case(numbers: &mut Numbers) -> Case {
    let provider = *numbers.among(&["gcp", "azure", "aws", "openstack", "alicloud", "local", "none"]);
    let is_one = provider == "alicloud" || numbers.below(3) == 0;
    let architectures = if is_one { vec!["amd64"] } else { vec!["amd64", "arm64"] };
    let (mut images, mut published) = (Vec::new(), Vec::new());
    for image in ["gl", "ub"].iter().take(1 + numbers.below(2)) {
        let (mut versions, mut artifacts) = (Vec::new(), Vec::new());
        for base in ["1592.2.0", "1592.3.0", "20.4"].iter().take(1 + numbers.below(3)) {
            for (tag, _) in TAGS {
                if numbers.below(3) == 0 {
                    continue;
                }
                let version = if tag.is_empty() { (*base).to_owned() } else { format!("{base}-{tag}") };
                let own = some(numbers, &architectures);
                artifacts.extend(entries(provider, image, &version, &own));
                let mut entry = json!({ "version": version, "architectures": own });
                if tag.is_empty() && numbers.below(2) == 0 {
                    entry["classification"] = json!("supported");
                }
                versions.push(entry);
            }
        }
        numbers.shuffle(&mut versions);
        images.push(json!({ "name": image, "updateStrategy": "minor", "versions": versions }));
        published.push(json!({ "name": image, "versions": artifacts }));
    }
    let mut said = Vec::new();
    let machines: Vec<Value> = (0..4)
        .map(|place| {
            let name = format!("m{place}");
            if numbers.below(4) > 0 {
                let own = some(numbers, &["gen2", "gen1", "metal"]);
                said.push(json!({ "name": name, "capabilities": { "hyp": own } }));
            }
            json!({ "name": name, "architecture": numbers.among(&architectures), "cpu": "4", "gpu": "0", "memory": "1Gi" })
        })
        .collect();
    let mut profile = json!({ "metadata": { "name": "p" }, "spec": {
        "type": provider, "regions": [{ "name": "eu" }, { "name": "us" }],
        "kubernetes": { "versions": [{ "version": "1.33.2" }] },
        "machineTypes": machines, "machineImages": images,
    } });
    if provider != "none" {
        profile["spec"]["providerConfig"] = json!({
            "apiVersion": format!("{provider}.provider.extensions.gardener.cloud/v1alpha1"),
            "kind": "CloudProfileConfig", "machineImages": published,
        });
    }
    let given_tags = TAGS.iter().filter(|(tag, _)| !tag.is_empty() || numbers.below(2) == 0);
    let tags: Vec<Value> =
        given_tags.map(|(tag, value)| json!({ "tag": tag, "capabilities": { "hyp": [value] } })).collect();
    let given = json!({
        "cloudProfile": profile,
        "machineCapabilities": [
            { "name": "architecture", "values": architectures }, { "name": "hyp", "values": ["gen2", "gen1", "metal"] },
        ],
        "tags": tags,
        "machineTypes": said,
    });
    Case { given, architectures }
}

/// Returns the values of `hyp` that a version's artifacts should have, as the generator of the case knows them, not the
/// engine. `None`: all values.
fn means(given: &Value, group: &[&Value], version: &str) -> Option<BTreeSet<String>> {
    let set = |values: &[&str]| Some(values.iter().map(|value| (*value).to_owned()).collect());
    let tag_of =
        |version: &str| TAGS.iter().find(|(tag, _)| !tag.is_empty() && version.ends_with(&format!("-{tag}"))).copied();
    if let Some((_, value)) = tag_of(version) {
        return set(&[value]);
    }
    let is_given = list(given, "tags").iter().any(|tag| tag["tag"] == "");
    let claimed: Vec<&str> =
        group.iter().filter_map(|it| tag_of(text(it, "version"))).map(|(_, value)| value).collect();
    if is_given {
        return set(&["gen1"]);
    }
    if claimed.is_empty() {
        return None;
    }
    let rest: Vec<&str> = ["gen2", "gen1", "metal"].into_iter().filter(|value| !claimed.contains(value)).collect();
    set(&rest)
}

fn base_of(version: &str) -> &str {
    let tagged = TAGS.iter().filter(|(tag, _)| !tag.is_empty());
    tagged.filter_map(|(tag, _)| version.strip_suffix(&format!("-{tag}"))).next().unwrap_or(version)
}

/// A pair of machine type and version that was allowed, with the version it becomes and whether it still fits.
struct Pair {
    machine: String,
    image: String,
    version: String,
    base: String,
    fits: bool,
}

fn pairs(given: &Value) -> Vec<Pair> {
    let spec = &given["cloudProfile"]["spec"];
    let mut pairs = Vec::new();
    for machine in list(spec, "machineTypes") {
        let said = list(given, "machineTypes").iter().find(|it| it["name"] == machine["name"]);
        let own = said.map(|said| list(&said["capabilities"], "hyp"));
        for image in list(spec, "machineImages") {
            for version in list(image, "versions") {
                if !list(version, "architectures").contains(&machine["architecture"]) {
                    continue;
                }
                let base = base_of(text(version, "version"));
                let group: Vec<&Value> =
                    list(image, "versions").iter().filter(|it| base_of(text(it, "version")) == base).collect();
                let means = means(given, &group, text(version, "version"));
                let fits = match (own, means) {
                    (Some(own), Some(means)) => {
                        own.iter().any(|value| means.contains(value.as_str().unwrap_or_default()))
                    }
                    _ => true,
                };
                pairs.push(Pair {
                    machine: text(machine, "name").to_owned(),
                    image: text(image, "name").to_owned(),
                    version: text(version, "version").to_owned(),
                    base: base.to_owned(),
                    fits,
                });
            }
        }
    }
    pairs
}

#[test]
fn what_fits_afterwards_was_allowed_and_what_is_lost_is_told() {
    let mut numbers = Numbers(81);
    let (mut kept, mut lost, mut booted) = (0, 0, 0);
    for _ in 0..500 {
        let Case { given, architectures } = case(&mut numbers);
        let found = migrate(&given);
        let case = || format!("{given}\n{found}");
        assert_eq!(
            (&found["ok"], &found["count"]),
            (&json!(true), &json!(list(&found, "findings").len())),
            "{}",
            case()
        );
        let after = patched(&given["cloudProfile"], &found["patch"]);
        let pairs = pairs(&given);
        // Each pair that fits was allowed before, on a version that became this one, and no pair that should still fit
        // is gone.
        let expected: BTreeSet<String> = pairs
            .iter()
            .filter(|pair| pair.fits)
            .map(|pair| format!("{} {}:{}", pair.machine, pair.image, pair.base))
            .collect();
        for edition in super::world::EDITIONS {
            let mut fitting = BTreeSet::new();
            for machine in list(&after["spec"], "machineTypes") {
                let asked = json!({ "cloudProfile": after, "machineType": machine["name"] });
                let answer = ask("images/fit", edition, &asked);
                for image in list(&answer["answer"], "images") {
                    for version in list(image, "versions").iter().filter(|version| version["fits"] == true) {
                        fitting.insert(format!(
                            "{} {}:{}",
                            text(machine, "name"),
                            text(image, "name"),
                            text(version, "version")
                        ));
                    }
                }
            }
            assert_eq!(fitting, expected, "{edition} {} {after}", case());
        }
        let told: BTreeSet<String> = list(&found, "lost")
            .iter()
            .flat_map(|row| {
                assert_eq!(row["by"], "hyp", "{}", case());
                list(row, "machineTypes")
                    .iter()
                    .map(|it| format!("{} {}", it.as_str().unwrap_or_default(), text(row, "version")))
            })
            .collect();
        let gone: BTreeSet<String> = pairs
            .iter()
            .filter(|pair| !pair.fits)
            .map(|pair| format!("{} {}:{}", pair.machine, pair.image, pair.version))
            .collect();
        assert_eq!((&told, &found["lostPairs"]), (&gone, &json!(gone.len())), "{}", case());
        kept += expected.len();
        lost += gone.len();
        // Migrating a second time changes nothing.
        let mut again = given.clone();
        again["cloudProfile"] = after.clone();
        let again = migrate(&again);
        assert_eq!((&again["ok"], &again["patch"]), (&json!(true), &json!([])), "{again}");
        assert!(list(&again, "findings").is_empty() && list(&again, "inferences").is_empty(), "{again}");
        // The migrated profile has the same errors as before.
        let errors = |profile: &Value| {
            let answer =
                ask("images/validate-profile", "design", &json!({ "operation": "create", "cloudProfile": profile }));
            list(&answer["answer"], "errors")
                .iter()
                .map(|it| text(it, "field").to_owned())
                .collect::<BTreeSet<String>>()
        };
        let before: BTreeSet<String> = errors(&given["cloudProfile"]);
        let worse: Vec<String> = errors(&after).into_iter().filter(|field| field.contains("apabilit")).collect();
        assert!(worse.is_empty(), "{worse:?} {before:?} {} {after}", case());
        booted += assert_boots(&given, &after, &pairs, &architectures);
    }
    println!("{kept} pairs kept, {lost} lost, {booted} artifacts found");
    assert!(kept > 2_000 && lost > 500 && booted > 1_000, "{kept} {lost} {booted}");
}

/// Each artifact that a machine finds afterwards belongs to a version that the machine was allowed to use and that
/// suits it.
fn assert_boots(given: &Value, after: &Value, pairs: &[Pair], architectures: &[&str]) -> usize {
    if text(&after["spec"], "type") == "none" {
        return 0;
    }
    let mut found = 0;
    let bases: BTreeSet<(&str, &str)> = pairs.iter().map(|pair| (&*pair.image, &*pair.base)).collect();
    for machine in list(&after["spec"], "machineTypes") {
        for (image, base) in &bases {
            let wish = json!({
                "cloudProfile": after, "machineType": machine["name"], "imageName": image, "imageVersion": base, "region": "eu",
            });
            let answer = ask("images/find-image", "design", &wish)["answer"].clone();
            let sources: Vec<&Pair> = pairs
                .iter()
                .filter(|pair| {
                    pair.fits && pair.machine == text(machine, "name") && (&*pair.image, &*pair.base) == (*image, *base)
                })
                .collect();
            if answer["error"] == true {
                assert!(sources.is_empty(), "{wish} {answer} {given}");
                continue;
            }
            let own = text(machine, "architecture");
            let boots = text(&answer, "image");
            let expected = |pair: &&&Pair| {
                let architecture = if text(&after["spec"], "type") == "local" { "any" } else { own };
                boots == format!("{}/{}/{architecture}", pair.image, pair.version)
            };
            assert!(
                architectures.contains(&own) && sources.iter().any(|pair| expected(&pair)),
                "{wish} {answer} {given}"
            );
            found += 1;
        }
    }
    found
}

pub fn example() -> (Value, Value) {
    let document = |file: &str| -> Value {
        let documents = yaml::to_json(&files::read(file)).expect("an example is YAML");
        serde_json::from_str(&documents[0]).expect("JSON")
    };
    (document("examples/migrate/request.yaml"), document("examples/migrated.yaml"))
}

#[test]
fn the_workaround_of_the_design_text_becomes_flavors_of_one_version() {
    let (given, migrated) = example();
    let found = migrate(&given);
    assert_eq!(patched(&given["cloudProfile"], &found["patch"]), migrated, "{found}");
    // The point of the design text: a machine for gen2 no longer gets the image for gen1, and nothing else is lost.
    assert_eq!(
        found["lost"],
        json!([{
            "version": "gardenlinux:1592.2.0", "to": "1592.2.0", "by": "hypervisorType",
            "machineTypes": ["Standard_S896om"], "count": 1, "kept": 1,
        }])
    );
    assert_eq!(
        found["pools"],
        json!([{
            "shoot": "garden-dev/big", "worker": "pool", "image": "gardenlinux",
            "from": "1592.2.0-gen2", "to": "1592.2.0", "fits": true,
        }])
    );
    assert_eq!(codes(list(&found, "inferences")), BTreeSet::from(["base-inferred".to_owned()]));
}

#[test]
fn what_cannot_be_migrated_is_named_and_nothing_is_changed() {
    let (given, _) = example();
    let versions = "/cloudProfile/spec/machineImages/0/versions";
    let entries = "/cloudProfile/spec/providerConfig/machineImages/0/versions";
    let add = |path: String, value: Value| json!([{ "op": "add", "path": path, "value": value }]);
    let faults = [
        (
            add(
                "/cloudProfile/spec/machineCapabilities".to_owned(),
                json!([{ "name": "architecture", "values": ["amd64", "arm64"] }]),
            ),
            "profile-half-migrated",
        ),
        (add(format!("{versions}/1/capabilityFlavors"), json!([{ "architecture": ["amd64"] }])), "forms-mixed"),
        (add(format!("{entries}/0/capabilities"), json!({ "architecture": ["amd64"] })), "forms-mixed"),
        (
            add("/cloudProfile/spec/machineTypes/0/capabilities".to_owned(), json!({ "hypervisorType": ["gen2"] })),
            "forms-mixed",
        ),
        (add(format!("{versions}/-"), json!({ "version": "one-gen2" })), "tag-not-of-a-version"),
        (
            add("/tags/-".to_owned(), json!({ "tag": "", "capabilities": { "hypervisorType": ["gen2"] } })),
            "tags-claim-the-same",
        ),
        (add("/tags/-".to_owned(), json!({ "tag": "gen2", "capabilities": {} })), "tag-given-twice"),
        (add(format!("{versions}/0/expirationDate"), json!("2027-01-01T00:00:00Z")), "tags-differ"),
        (add(format!("{versions}/0/classification"), json!("preview")), "tags-differ"),
        (json!([{ "op": "remove", "path": "/machineCapabilities" }]), "base-not-known"),
        (add("/tags/0/capabilities/hypervisorType".to_owned(), json!(["gen3"])), "migrated-name-not-defined"),
        (
            add("/machineTypes/-".to_owned(), json!({ "name": "Standard_S8", "capabilities": {} })),
            "machine-type-not-there",
        ),
        (add("/machineTypes/0/capabilities/architecture".to_owned(), json!(["arm64"])), "architecture-contradicts"),
        (
            add(
                "/cloudProfile/spec/providerConfig/apiVersion".to_owned(),
                json!("own.provider.extensions.gardener.cloud/v1alpha1"),
            ),
            "config-not-migrated",
        ),
    ];
    for (fault, code) in faults {
        let found = migrate(&patched(&given, &fault));
        assert_eq!((&found["ok"], &found["patch"]), (&json!(false), &json!([])), "{code} {found}");
        assert!(codes(list(&found, "findings")).contains(code), "{code} {found}");
        let of_code = list(&found, "findings").iter().find(|it| it["code"] == code).expect("it is there");
        assert_eq!(of_code["level"], "error", "{found}");
    }
    let left = [
        (add(format!("{versions}/-"), json!({ "version": "1592.4.0-rc.1" })), "tag-left"),
        (add("/tags/-".to_owned(), json!({ "tag": "gen9", "capabilities": {} })), "tag-unused"),
        (
            add(
                "/shoots/-".to_owned(),
                json!({ "metadata": { "name": "x", "namespace": "garden-dev" }, "spec": { "cloudProfile": { "kind": "CloudProfile", "name": "aws" } } }),
            ),
            "shoots-of-another-profile",
        ),
        (json!([{ "op": "remove", "path": "/machineCapabilities/2" }]), "networking-not-defined"),
    ];
    for (fault, code) in left {
        let found = migrate(&patched(&given, &fault));
        assert_eq!(found["ok"], true, "{code} {found}");
        assert!(codes(list(&found, "findings")).contains(code), "{code} {found}");
    }
    let concluded = [
        (json!([{ "op": "remove", "path": "/tags/0" }]), "tag-inferred"),
        (json!([{ "op": "remove", "path": "/machineTypes/0" }]), "types-taken-for-all"),
        (json!([{ "op": "remove", "path": "/machineCapabilities/0" }]), "definitions-inferred"),
        (json!([{ "op": "remove", "path": "/cloudProfile/spec/providerConfig/machineTypes" }]), "networking-inferred"),
        (
            json!([{ "op": "add", "path": format!("{versions}/-"), "value": { "version": "1592.4.0" } }]),
            "versions-taken-for-all",
        ),
    ];
    for (change, code) in concluded {
        let found = migrate(&patched(&given, &change));
        assert_eq!(found["ok"], true, "{code} {found}");
        assert!(codes(list(&found, "inferences")).contains(code), "{code} {found}");
    }
}

#[test]
fn an_answer_does_not_grow_with_the_values_of_a_tag_times_architectures() {
    let values: Vec<String> = (0..2_000).map(|value| format!("v{value}")).collect();
    let architectures: Vec<String> = (0..2_000).map(|value| format!("a{value}")).collect();
    let given = json!({
        "cloudProfile": { "metadata": { "name": "p" }, "spec": {
            "machineImages": [{ "name": "gl", "versions": [{ "version": "1.0.0-gen2", "architectures": architectures }] }],
        } },
        "tags": [{ "tag": "gen2", "capabilities": { "hyp": values } }],
    });
    let found = migrate(&given);
    assert_eq!((&found["ok"], &found["patch"]), (&json!(false), &json!([])));
    assert!(codes(list(&found, "findings")).contains("migration-too-large"), "{}", found["findings"]);
}

#[test]
fn a_pool_that_stays_and_gets_another_artifact_is_told() {
    let (mut given, _) = example();
    let pool = |name: &str, machine: &str, version: &str| json!({ "name": name, "machine": { "type": machine, "image": { "name": "gardenlinux", "version": version } } });
    // Nothing is said about `other`, so it has all values, and gen2 is preferred. `older` can only boot gen1.
    let types = given["cloudProfile"]["spec"]["machineTypes"].as_array_mut().expect("it has machine types");
    for name in ["other", "older"] {
        types.push(json!({ "name": name, "cpu": "2", "gpu": "0", "memory": "8Gi", "architecture": "amd64" }));
    }
    let known = given["machineTypes"].as_array_mut().expect("something is said of machine types");
    known.push(json!({ "name": "older", "capabilities": { "hypervisorType": ["gen1"] } }));
    given["shoots"][0]["spec"]["provider"]["workers"] = json!([
        pool("stays", "older", "1592.2.0"),
        pool("changes", "other", "1592.2.0"),
        pool("moves", "other", "1592.2.0-gen2"),
        pool("moves-too", "Standard_S896om", "1592.2.0-gen2"),
    ]);
    for edition in super::world::EDITIONS {
        let found = ask("images/migrate-profile", edition, &given)["answer"].clone();
        let told: Vec<_> = list(&found, "pools")
            .iter()
            .map(|pool| (text(pool, "worker"), text(pool, "from"), &pool["artifact"]))
            .collect();
        let another = json!("1592.2.0-gen2");
        let expected = [
            ("changes", "1592.2.0", &another),
            ("moves", "1592.2.0-gen2", &Value::Null),
            ("moves-too", "1592.2.0-gen2", &Value::Null),
        ];
        assert_eq!((&found["ok"], &told[..]), (&json!(true), &expected[..]), "{edition} {found}");
    }
}
