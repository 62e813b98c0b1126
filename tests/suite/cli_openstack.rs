//! How the command line handles OpenStack's files: formats that cannot be read, duplicate keys, and configuration whose
//! options refer to others.

use std::path::PathBuf;

use fitment_tests::files;
use serde_json::Value;

use crate::cli::{code, run, run_with, text};

/// A temporary folder for one test, removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("fitment-openstack-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        Self(folder)
    }

    pub fn file(&self, name: &str, text: &str) -> String {
        let file = self.0.join(name);
        std::fs::write(&file, text).expect("a file can be written");
        file.to_str().expect("its name is text").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("it can be taken away");
    }
}

#[test]
fn keys_that_stand_there_twice_are_named_with_the_way_to_print_them_once() {
    let machines = "tests/clients/printed/sdk-machines.json";
    for arguments in [
        &["fleet", machines][..],
        &["lint", "traits", machines],
        &["reach", "--project", "a", machines],
        &["nodes", "--flavor", "tests/clients/printed/sdk-flavors.json", "--name", "bm.gold", "--nodes", machines],
        &["ask", "traits/match-nodes", "--load", machines],
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 1, "{arguments:?}");
        let told = text(&output.stderr);
        assert!(told.contains("sdk-machines.json:72:11: the key `id` stands there twice"), "{arguments:?}: {told}");
        assert!(told.contains("`[it.to_dict() for it in …]`"), "{arguments:?}: {told}");
    }
    let plain = run_with(&["fleet", "-"], br#"[{"name":"a","name":"b"}]"#);
    assert_eq!(code(&plain), 1);
    assert!(text(&plain.stderr).contains("the key `name` stands there twice"), "{}", text(&plain.stderr));
    assert!(!text(&plain.stderr).contains("openstacksdk"), "{}", text(&plain.stderr));
    let folder = Folder::new("twice");
    let registry = folder.file("registry.json", REGISTRY);
    let image = folder.file("image.json", IMAGE);
    let twice = folder.file("twice.json", "{\"coe\": \"kubernetes\",\n \"driver\": \"a\", \"driver\": \"b\"}");
    let request = run(&["drivers", &registry, "--image", &image, "--request", &twice]);
    assert_eq!(code(&request), 1);
    assert!(text(&request.stderr).contains("line 2"), "{}", text(&request.stderr));
    assert!(text(&request.stderr).contains("the key `driver` stands there twice"), "{}", text(&request.stderr));
    let other = folder.file("other.json", &REGISTRY.replacen("\"drivers\"", "\"drivers\":[],\"drivers\"", 1));
    for arguments in [&["drivers", &other, "--image", &image][..], &["lint", "drivers", &other]] {
        let output = run(arguments);
        assert_eq!(code(&output), 1);
        assert!(text(&output.stderr).contains("the key `drivers` stands there twice"), "{}", text(&output.stderr));
    }
    let list = run_with(&["review", "-f", "-"], br#"{"apiVersion":"v1","kind":"List","items":[{"a":1}],"items":[]}"#);
    assert!(text(&list.stderr).contains("the key `items` stands there twice"), "{}", text(&list.stderr));
}

#[test]
fn tables_and_values_are_refused_by_name() {
    let folder = Folder::new("forms");
    for (name, printed, form) in [
        ("table", "+------+------+\n| UUID | Name |\n+------+------+\n| 1    | a    |\n+------+------+\n", "a table"),
        ("csv", "\"UUID\",\"Name\"\n\"1\",\"a\"\n", "comma-separated values"),
        ("column", "\"Name\"\n\"a\"\n", "comma-separated values"),
        ("shell", "uuid=\"1\"\nname=\"a: {b}\"\n", "assignments for a shell"),
        ("value", "1 a None power off available False\n", "values without their names"),
        ("values", "1 {} {'cpu': 'x86'} a: None\n", "values without their names"),
    ] {
        let file = folder.file(name, printed);
        for arguments in [
            &["fleet", &file][..],
            &["lint", "traits", &file],
            &["nodes", "--flavor", &file, "--nodes", "tests/clients/printed/sdk-nodes.json"],
            &["ask", "traits/match-nodes", "--load", &file],
        ] {
            let output = run(arguments);
            let told = text(&output.stderr);
            assert_eq!(code(&output), 1, "{name}: {told}");
            let expected = format!("found {form}, expected JSON or YAML: print it with `-f json`");
            // What is loaded may be anything, so it is no other text that a client must have printed.
            let is_told = !arguments.contains(&"--load") || form != "values without their names";
            assert_eq!(told.contains(&expected), is_told, "{name} {arguments:?}: {told}");
        }
    }
    let pointer = folder.file("pointer.yaml", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n");
    let told = run(&["ask", "images/fit", "--load", &pointer]);
    let expected = "line 1 column 1: found `version https://git-lfs.github.com/spec/`, expected an object";
    assert!(code(&told) == 1 && text(&told.stderr).contains(expected), "{}", text(&told.stderr));
    // A file that is meant to be YAML gets an error about its YAML.
    let slip = folder.file("slip.yaml", "name: a\n  b: c: d\n");
    let told = run(&["fleet", &slip]);
    assert!(!text(&told.stderr).contains("-f json`"), "{}", text(&told.stderr));
}

const NODES: &str = "tests/clients/printed/node-list-long.json";
const FLAVOR: &str = "tests/clients/printed/flavor-show.json";

/// Returns the example flavor, requiring one more trait.
fn flavor_requiring(name: &str) -> String {
    let mut flavor: Value = serde_json::from_str(&files::read(FLAVOR)).expect("it is JSON");
    flavor["properties"][format!("trait:{name}")] = "required".into();
    flavor.to_string()
}

#[test]
fn nodes_and_traits_of_several_files_count_together() {
    let folder = Folder::new("several");
    let flavor = folder.file("flavor.json", &flavor_requiring("CUSTOM_NEW"));
    let traits = folder.file("traits.json", r#"[{"name": "CUSTOM_NEW"}]"#);
    let outcome = |nodes: &[&str]| {
        let output = run(&[&["nodes", "--flavor", &flavor, "--nodes"], nodes, &["-o", "json"]].concat());
        let answer: Value = serde_json::from_str(text(&output.stdout)).expect("answers are JSON");
        answer["answer"].clone()
    };
    let unknown = outcome(&[NODES]);
    assert_eq!(unknown["reason"], "unknown-trait", "{unknown}");
    for nodes in [[NODES, &traits], [&traits, NODES]] {
        assert_eq!(outcome(&nodes)["outcome"], "no-candidates");
    }
    let more = outcome(&[NODES, "tests/clients/printed/node-show.json", &traits]);
    assert_eq!(more["summary"]["nodes"], 7, "one node stands in both files: {more}");
    // Loaded alone, they would be traits without nodes.
    let alone = run(&["ask", "traits/match-nodes", "--load", &traits]);
    assert!(text(&alone.stderr).contains("found traits without nodes"), "{}", text(&alone.stderr));
    let empty = folder.file("empty.json", "[]");
    let none = run(&["nodes", "--flavor", FLAVOR, "--nodes", &empty]);
    assert_eq!(code(&none), 1);
    assert!(text(&none.stderr).contains("found no node in the files of `--nodes`"), "{}", text(&none.stderr));
}

#[test]
fn what_holds_a_node_back_stands_behind_its_name() {
    let folder = Folder::new("held");
    let mut nodes: Value = serde_json::from_str(&files::read(NODES)).expect("it is JSON");
    nodes[0]["maintenance"] = true.into();
    let nodes = folder.file("nodes.json", &nodes.to_string());
    let output = run(&["nodes", "--flavor", FLAVOR, "--nodes", &nodes, "-o", "text"]);
    for named in ["r1-n01 (maintenance)", "(CUSTOM_BAREMETAL_SILVER)"] {
        assert!(text(&output.stdout).contains(named), "{}", text(&output.stdout));
    }
}

#[test]
fn what_is_wrong_with_all_of_a_list_is_told_once() {
    let output = run(&["fleet", "tests/clients/printed/node-list.json"]);
    let told = text(&output.stderr);
    assert_eq!(told.lines().count(), 1, "{told}");
    for part in ["node-list.json:2:3: found a node of a short list", "(the same at 6 more places)"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(!told.contains("/given/documents"), "the place in the file is enough: {told}");
}

pub const REGISTRY: &str = r#"{"apiVersion":"fitment/v1","kind":"DriverRegistry","metadata":{"name":"prod"},"drivers":[
  {"name":"helm","provides":[["vm","ubuntu","kubernetes"]]},{"name":"ubuntu","provides":[["vm","ubuntu","kubernetes"]]}]}"#;
pub const IMAGE: &str = r#"{"id":"x","name":"u","disk_format":"raw","properties":{"os_distro":"ubuntu"}}"#;

#[test]
fn options_of_a_configuration_refer_to_others_as_the_service_follows_them() {
    let folder = Folder::new("references");
    let registry = folder.file("registry.json", REGISTRY);
    let image = folder.file("image.json", IMAGE);
    let asked = |files: &[&str]| {
        let files: Vec<String> =
            files.iter().enumerate().map(|(n, file)| folder.file(&format!("{n}.conf"), file)).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        run(&[&["drivers", &registry], &files[..], &["--image", &image, "-o", "json"]].concat())
    };
    for (files, driver) in [
        (&["[drivers]\nopenstack_ca_file = helm\ndisabled_drivers = $openstack_ca_file\n"][..], "ubuntu"),
        (&["[DEFAULT]\nhost = ubuntu\n[drivers]\ndefault_driver = ${host}\n"], "ubuntu"),
        (&["[drivers]\ndefault_driver = $openstack_ca_file\n", "[drivers]\nopenstack_ca_file = ubuntu\n"], "ubuntu"),
        (&["[drivers]\ndefault_driver = helm\nopenstack_ca_file = $state_path/ca\n"], "helm"),
    ] {
        let output = asked(files);
        let answer: Value = serde_json::from_slice(&output.stdout).expect("an answer is JSON");
        assert_eq!(answer["answer"]["driver"], driver, "{files:?}: {answer}");
        let is_told = text(&output.stdout).contains("option-refers-elsewhere");
        assert_eq!(is_told, files[0].contains("DEFAULT"), "{files:?}: {}", text(&output.stdout));
    }
    let unknown = asked(&["[drivers]\ndefault_driver = $mine\n"]);
    assert_eq!(code(&unknown), 1);
    assert!(text(&unknown.stdout).contains("\"$mine\""), "{}", text(&unknown.stdout));
    assert!(text(&unknown.stderr).contains("0.conf:2:1"), "{}", text(&unknown.stderr));
    // The service has no such option in that section.
    let own = asked(&["[drivers]\ndefault_driver = $mine\n", "[drivers]\nmine = helm\n"]);
    assert_eq!(code(&own), 1);
    assert!(text(&own.stdout).contains("\"mine\""), "{}", text(&own.stdout));
    assert!(text(&own.stderr).contains("0.conf:2:1"), "{}", text(&own.stderr));
    let marked = asked(&["\u{feff}[drivers]\ndefault_driver = helm\n"]);
    assert_eq!(code(&marked), 1);
    assert!(text(&marked.stderr).contains("line 1: found a byte order mark"), "{}", text(&marked.stderr));
}

#[test]
fn what_is_wrong_with_a_configuration_stands_with_its_file_and_line() {
    let folder = Folder::new("lines");
    let registry = folder.file("registry.json", REGISTRY);
    let first = folder.file("1.conf", "[drivers]\ndefault_driver = a\ndisabled_drivers = x,,y\n");
    let second = folder.file("2.conf", "# later\n[drivers]\ndefault_driver = \\$host\n");
    let found = |files: &[&str]| {
        let output = run(&[&["lint", "drivers", &registry], files, &["-o", "text"]].concat());
        text(&output.stdout).to_owned()
    };
    let both = found(&[&first, &second]);
    for part in ["2.conf:3:1: `default_driver` is `\\$host`", "1.conf:3:1: `disabled_drivers` has an empty name"] {
        assert!(both.contains(part), "{part}: {both}");
    }
    let misspelt = folder.file("3.conf", "[drivers]\n\ndriver = helm\n");
    let told = found(&[&misspelt]);
    assert!(told.contains("3.conf:3:1: `driver` is none of the keys"), "{told}");
    assert!(told.contains("did you mean `default_driver`?"), "{told}");
    let image = folder.file("image.json", IMAGE);
    let asked = run(&["drivers", &registry, &misspelt, "--image", &image, "-o", "text"]);
    assert!(text(&asked.stdout).contains("3.conf:3:1: `driver`"), "{}", text(&asked.stdout));
    let section = folder.file("4.conf", "[DEFAULT]\n[drvers]\ndefault_driver = a\n");
    let image = folder.file("odd.json", &IMAGE.replace(r#""os_distro""#, r#""magnum-driver":"a","os_distro""#));
    let asked = run(&["drivers", &registry, &section, "--image", &image, "-o", "text"]);
    for part in ["4.conf:2:1: `drvers`", "odd.json:1:"] {
        assert!(text(&asked.stdout).contains(part), "{part}: {}", text(&asked.stdout));
    }
}

#[test]
fn a_folder_has_the_registry_and_the_configuration() {
    let folder = Folder::new("folder");
    folder.file("registry.json", REGISTRY);
    folder.file("magnum.conf", "[drivers]\ndefault_driver = helm\n");
    std::fs::create_dir(folder.0.join("magnum.conf.d")).expect("a folder can be made");
    folder.file("magnum.conf.d/50-drivers.conf", "[drivers]\ndefault_driver = ubuntu\n");
    folder.file("policy.yaml", "# \"admin\": \"role:admin\"\n");
    folder.file("notes.txt", "no configuration");
    let image = std::env::temp_dir().join(format!("fitment-openstack-image-{}.json", std::process::id()));
    std::fs::write(&image, IMAGE).expect("a file can be written");
    let path = folder.0.to_str().expect("its name is text");
    let output = run(&["drivers", path, "--image", image.to_str().expect("its name is text"), "-o", "json"]);
    let answer: Value = serde_json::from_slice(&output.stdout).expect("an answer is JSON");
    assert_eq!(answer["answer"]["driver"], "ubuntu", "{answer}");
    assert!(text(&output.stderr).contains("policy.yaml is passed over"), "{}", text(&output.stderr));
    std::fs::remove_file(image).expect("it can be taken away");
    let linted = run(&["lint", "drivers", path, "-o", "json"]);
    assert_eq!(code(&linted), 0, "{}", text(&linted.stderr));
    let empty = folder.0.join("empty");
    std::fs::create_dir(&empty).expect("a folder can be made");
    let none = run(&["lint", "drivers", empty.to_str().expect("its name is text")]);
    assert!(text(&none.stderr).contains("`*.conf`, expected at least one"), "{}", text(&none.stderr));
}

#[test]
fn text_in_utf_16_is_named_with_the_cure() {
    let folder = Folder::new("utf-16");
    let registry = folder.file("registry.json", REGISTRY);
    let written = |name: &str, text: &str, mark: &[u16]| {
        let file = folder.file(name, "");
        let units = mark.iter().copied().chain(text.encode_utf16());
        std::fs::write(&file, units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).expect("a file can be written");
        file
    };
    for mark in [&[0xfeff][..], &[]] {
        let nodes = written("nodes.json", "[]", mark);
        let configuration = written("magnum.conf", "[drivers]\n", mark);
        for arguments in [
            &["fleet", &nodes][..],
            &["nodes", "--flavor", &nodes, "--nodes", &nodes],
            &["lint", "traits", &nodes],
            &["drivers", &nodes, "--image", &nodes],
            &["lint", "drivers", &registry, &configuration],
            &["ask", "traits/match-nodes", "--load", &nodes],
        ] {
            let output = run(arguments);
            assert_eq!(code(&output), 1, "{arguments:?}");
            let told = text(&output.stderr);
            assert!(told.contains("found text in UTF-16, as `>` of PowerShell writes it"), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn null_among_nodes_is_not_passed_over() {
    let folder = Folder::new("null");
    let nodes = files::read(NODES);
    let rest = nodes.trim_start().strip_prefix('[').expect("it is a list");
    for list in [format!("[null,{rest}"), format!("{{\"nodes\":[null,{rest}}}")] {
        let file = folder.file("nodes.json", &list);
        let output = run(&["fleet", &file]);
        assert_eq!(code(&output), 1);
        let told = text(&output.stderr);
        assert!(told.contains("nodes.json:1:") && told.contains("found null, expected a node, a flavor"), "{told}");
    }
}

#[test]
fn pages_of_one_list_are_read_together_from_several_files() {
    let folder = Folder::new("pages");
    let nodes: Value = serde_json::from_str(&files::read("tests/clients/rest/nodes.json")).expect("it is JSON");
    let nodes = nodes.as_array().expect("it is a list");
    let next = "http://ironic/v1/nodes/detail?limit=3&marker=x";
    // Large input is sent to the engine in several questions.
    for padding in [0, 3 << 20, 5 << 20].map(|count| " ".repeat(count)) {
        let page = |nodes: &[Value], next: Option<&str>| {
            let text = serde_json::json!({ "nodes": nodes, "next": next, "padding": "" }).to_string();
            text.replace("\"padding\":\"\"", &format!("\"padding\":\"\"{padding}"))
        };
        let first = folder.file("1.json", &page(&nodes[..3], Some(next)));
        let last = folder.file("2.json", &page(&nodes[3..], None));
        let folder = folder.0.to_str().expect("its name is text");
        for files in [&[first.as_str(), &last][..], &[&last, &first], &[folder]] {
            let output = run(&[&["fleet"], files, &["-o", "json"]].concat());
            let fleet: Value = serde_json::from_slice(&output.stdout).expect("a fleet is JSON");
            assert_eq!(fleet["nodes"].as_array().map(Vec::len), Some(nodes.len()), "{}", text(&output.stderr));
            let told = text(&output.stderr);
            assert!(told.contains("1.json:1") && told.contains("none of them says which one it follows"), "{told}");
        }
        let cut = run(&["fleet", &first]);
        assert_eq!(code(&cut), 1);
        let told = text(&cut.stderr);
        assert!(told.contains("1.json:1") && told.contains("no page that ends the list"), "{told}");
    }
}

#[test]
fn what_stands_where_something_else_is_expected_is_named_with_its_file() {
    let folder = Folder::new("others");
    let empty = folder.file("empty.json", "[]");
    let node = "tests/clients/printed/node-show.json";
    for (arguments, told) in [
        (
            &["nodes", "--flavor", node, "--nodes", NODES][..],
            "node-show.json`: found no flavor, only a node, expected one",
        ),
        (&["nodes", "--flavor", &empty, "--nodes", NODES], "empty.json`: found no flavor, expected one"),
        (
            &["nodes", "--flavor", FLAVOR, "--image", FLAVOR, "--nodes", NODES],
            "found no image, only a flavor, expected one",
        ),
        (&["fleet", &empty], "empty.json`: found no node, expected at least one"),
        (&["fleet", FLAVOR], "flavor-show.json`: found no node, only a flavor, expected at least one"),
    ] {
        let output = run(arguments);
        assert_eq!(code(&output), 1, "{arguments:?}");
        assert!(text(&output.stderr).contains(told), "{told}: {}", text(&output.stderr));
    }
}

#[test]
fn a_configuration_where_documents_are_expected_is_named_with_who_reads_it() {
    let folder = Folder::new("configuration");
    let registry = folder.file("registry.json", REGISTRY);
    for (name, content) in [
        ("plain.conf", "[drivers]\ndefault_driver = helm\n"),
        ("quoted.conf", "# of magnum\n[drivers]\ndefault_driver=\"helm\"\n[api]\nport = 1\n"),
    ] {
        let file = folder.file(name, content);
        for arguments in [
            &["ask", "drivers/compare", "--load", &registry, &file][..],
            &["ask", "drivers/compare", "-f", &file],
            &["fleet", &file],
            &["drivers", &registry, "--image", &file],
        ] {
            let output = run(arguments);
            assert_eq!(code(&output), 1, "{arguments:?}");
            let told = text(&output.stderr);
            assert!(told.contains("found a configuration file of a service, expected JSON or YAML"), "{told}");
            assert!(told.contains("`fitment drivers`") && told.contains(name), "{told}");
        }
    }
    let linted =
        run(&["lint", "drivers", &registry, &folder.file("misnamed.conf", "[drivers]\ndefault = a\n"), "-o", "text"]);
    assert_eq!(code(&linted), 0);
    let told = text(&linted.stdout);
    assert!(told.contains("misnamed.conf:2:1: the service has no option `default`"), "{told}");
}

#[test]
fn words_that_yaml_reads_as_something_else_are_quoted_as_they_are_written() {
    let folder = Folder::new("words");
    let nodes = files::read("tests/clients/printed/node-list-long.yaml");
    let written = nodes.replacen("resource_class: gold", "resource_class: NO", 1);
    let file = folder.file("nodes.yaml", &written);
    let output = run(&["nodes", "--flavor", FLAVOR, "--nodes", &file]);
    assert_eq!(code(&output), 1);
    let told = text(&output.stderr);
    assert!(told.contains("found boolean, expected string; quote it: `\"NO\"`"), "{told}");
}
