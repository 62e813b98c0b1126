//! The command line refuses files that hold only half of what it needs, and counts every warning with `--strict`.

use crate::cli;
use crate::http::Folder;

#[test]
fn half_a_listing_makes_no_fleet_and_an_image_is_nothing_to_lint() {
    let folder = Folder::new("halves");
    let node = r#"{"uuid": "u1", "name": "n1", "resource_class": "gold", "traits": [], "provision_state": "available",
        "power_state": "power off", "instance_uuid": null"#;
    folder.write("half.json", &format!("[{node}}}]"));
    folder.write("whole.json", &format!("[{node}, \"maintenance\": false}}]"));
    folder.write("image.json", r#"{"name": "ubuntu", "disk_format": "qcow2", "properties": {}}"#);
    let half = cli::run(&["fleet", &folder.at("half.json")]);
    let says = cli::text(&half.stderr);
    assert!(says.contains("a node without `maintenance`") && half.stdout.is_empty(), "{says}");
    let whole = cli::run(&["fleet", &folder.at("whole.json")]);
    assert_eq!(cli::code(&whole), 0, "{}", cli::text(&whole.stderr));
    folder.write("fleet.yaml", cli::text(&whole.stdout));
    assert_eq!(cli::code(&cli::run(&["lint", "traits", &folder.at("fleet.yaml")])), 0);
    let image = cli::run(&["lint", "traits", &folder.at("image.json")]);
    assert!(cli::text(&image.stderr).contains("neither a node nor a flavor"), "{}", cli::text(&image.stderr));
    assert_ne!(cli::code(&image), 0);
}

#[test]
fn strict_counts_warnings_beside_the_findings() {
    let folder = Folder::new("halves-strict");
    folder.write(
        "registry.yaml",
        "apiVersion: fitment/v1\nkind: DriverRegistry\nmetadata: {name: prod}\nconfig: {default_driver: a}\ndrivers:\n\
         - {name: a, provides: [[vm, ubuntu, kubernetes]]}\n- {name: b, provides: [[vm, ubuntu, kubernetes]], broken: import}\n",
    );
    let registry = folder.at("registry.yaml");
    let lint = |more: &[&str]| cli::code(&cli::run(&[&["lint", "drivers", registry.as_str()], more].concat()));
    assert_eq!((lint(&[]), lint(&["--strict"])), (0, 2));
}

#[test]
fn of_two_flavors_of_a_name_the_id_says_which() {
    let folder = Folder::new("halves-names");
    let node = r#"[{"uuid": "u1", "name": "n1", "resource_class": "gold", "traits": [], "provision_state": "available",
        "power_state": "power off", "instance_uuid": null, "maintenance": false}]"#;
    let flavor = |id: &str| {
        format!(
            r#"{{"id": "{id}", "name": "bm.gold", "ram": 8, "disk": 0, "vcpus": 1, "OS-FLV-EXT-DATA:ephemeral": 0,
            "swap": "", "extra_specs": {{"resources:CUSTOM_GOLD": "1", "resources:VCPU": "0", "resources:MEMORY_MB": "0"}}}}"#
        )
    };
    folder.write("nodes.json", node);
    folder.write("two.json", &format!("[{},\n{}]", flavor("f1"), flavor("f2")));
    folder.write("same.json", &format!("[{},\n{}]", flavor("f1"), flavor("f1")));
    let [nodes, two, same] = ["nodes.json", "two.json", "same.json"].map(|name| folder.at(name));
    let asked = |flavors: &str, more: &[&str]| {
        cli::run(&[&["nodes", "--flavor", flavors, "--nodes", nodes.as_str()], more].concat())
    };
    let named = asked(&two, &["--name", "bm.gold"]);
    let says = cli::text(&named.stderr);
    assert_eq!(cli::code(&named), 1, "{says}");
    for part in ["`bm.gold` with the id `f1` at ", "two.json:1:", "`bm.gold` with the id `f2` at ", "choose by its id"]
    {
        assert!(says.contains(part), "{part}: {says}");
    }
    let all = asked(&two, &[]);
    assert!(cli::text(&all.stderr).contains("choose with --name"), "{}", cli::text(&all.stderr));
    for (flavors, more) in [(&two, &["--name", "f2"][..]), (&same, &["--name", "bm.gold"]), (&same, &[])] {
        let one = asked(flavors, more);
        assert_eq!(cli::code(&one), 0, "{flavors} {more:?}: {}", cli::text(&one.stderr));
    }
}

/// Returns a flavor as Nova shows it, with this much memory.
fn flavor(id: &str, ram: &str) -> String {
    format!(
        r#"{{"id": "{id}", "name": "bm.gold", "ram": {ram}, "disk": 0, "vcpus": 1, "OS-FLV-EXT-DATA:ephemeral": 0,
"swap": "", "os-flavor-access:is_public": true, "extra_specs": {{"resources:CUSTOM_GOLD": "1"}}}}"#
    )
}

#[test]
fn what_is_shown_twice_and_not_alike_stands_with_both_its_places() {
    let folder = Folder::new("halves-places");
    let node = |name: &str| {
        format!(
            r#"{{"uuid": "u1", "name": "{name}", "resource_class": "gold", "traits": [], "provision_state": null,
"power_state": "power off", "instance_uuid": null, "maintenance": false}}"#
        )
    };
    let written = [
        ("nodes.json", format!("[{},\n{}]", node("n1"), node("n2"))),
        ("one.json", format!("[{}]", node("n1"))),
        ("flavor.json", flavor("f1", "8")),
        ("other.json", flavor("f1", "16")),
        ("stream.json", format!("{}\n{}", flavor("f1", "8"), flavor("f2", r#""8""#))),
    ];
    written.iter().for_each(|(name, text)| folder.write(name, text));
    let [nodes, one, flavor, other, stream] = written.each_ref().map(|(name, _)| folder.at(name));
    let project = ["reach", "--project", "p", "-o", "text"];
    for arguments in [
        &["nodes", "--flavor", &flavor, "--nodes", &nodes, "-o", "text"][..],
        &[&project[..], &[&flavor, &nodes]].concat(),
        &["lint", "traits", &flavor, &nodes, "-o", "text"],
        &["fleet", &nodes],
    ] {
        let done = cli::run(arguments);
        let told = [cli::text(&done.stdout), cli::text(&done.stderr)].concat();
        let places = "is shown twice and not alike, at `PATH:1:2` and at `PATH:3:1`".replace("PATH", &nodes);
        assert!(told.contains(&places), "{arguments:?}: {told}");
    }
    for arguments in
        [[&project[..], &[&flavor, &other, &one]].concat(), vec!["lint", "traits", &flavor, &other, &one, "-o", "text"]]
    {
        let told = cli::text(&cli::run(&arguments).stdout).to_owned();
        let places = format!("at `{flavor}:1:1` and at `{other}:1:1`");
        assert!(told.contains(&places), "{arguments:?}: {told}");
    }
    let second = cli::run(&["nodes", "--flavor", &stream, "--nodes", &one]);
    let says = cli::text(&second.stderr);
    assert!(
        says.contains(&format!("{stream}:3:")) && says.contains("found string"),
        "of several documents in a file: {says}"
    );
    let unknown = cli::run(&["nodes", "--flavor", &flavor, "--name", "bm.gol", "--nodes", &one]);
    let says = cli::text(&unknown.stderr);
    assert!(says.contains("found no flavor called `bm.gol`, expected one of `bm.gold`"), "{says}");
}
