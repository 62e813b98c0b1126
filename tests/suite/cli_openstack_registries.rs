//! How the command line handles files that are meant to be a driver registry and its configuration.

use crate::cli::{code, run, run_with, text};
use crate::cli_openstack::{Folder, IMAGE, REGISTRY};

#[test]
fn a_configuration_that_is_named_like_documents_is_told_its_name() {
    let folder = Folder::new("named");
    let registry = folder.file("registry.json", REGISTRY);
    let image = folder.file("image.json", IMAGE);
    let content = "[drivers]\ndefault_driver = helm\n";
    let misnamed = folder.file("magnum.yaml", content);
    for (file, cure) in [(misnamed.as_str(), "name the file `*.conf`"), ("-", "write it to a file named `*.conf`")] {
        for arguments in [
            &["lint", "drivers", &registry, file][..],
            &["lint", "drivers", &registry, "--before", &registry, file],
            &["drivers", &registry, file, "--image", &image],
        ] {
            let output = run_with(arguments, content.as_bytes());
            assert_eq!(code(&output), 1, "{arguments:?}");
            let told = text(&output.stderr);
            assert!(told.contains(cure) && !told.contains("beside a registry"), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn what_is_no_registry_is_named_with_its_file_once() {
    let folder = Folder::new("no-registry");
    let registry = folder.file("registry.json", REGISTRY);
    let image = folder.file("image.json", IMAGE);
    let images = folder.file("images.json", &format!("[{IMAGE}]"));
    let profile = "examples/images/cloudprofile.yaml";
    for (file, found) in [
        (image.as_str(), "image.json`: found an object without `kind: DriverRegistry`, expected a DriverRegistry"),
        (&images, "images.json`: found no object, expected a DriverRegistry"),
        (profile, "cloudprofile.yaml`: found an object of the kind `CloudProfile`, expected a DriverRegistry"),
    ] {
        for files in [&[file][..], &[&registry, file], &[file, &registry]] {
            let output = run(&[&["lint", "drivers"], files].concat());
            assert_eq!(code(&output), 1, "{files:?}");
            let told = text(&output.stderr);
            assert!(told.contains(found) && told.lines().count() == 1, "{files:?}: {told}");
        }
    }
    let twice = run(&["lint", "drivers", &registry, &registry]);
    assert!(text(&twice.stderr).contains("found a second registry, expected one"), "{}", text(&twice.stderr));
    let plain = folder.file("plain.json", r#"{"drivers":[{"name":"a","provides":[["vm","ubuntu","kubernetes"]]}]}"#);
    assert_eq!(code(&run(&["lint", "drivers", &plain])), 0);
}

#[test]
fn a_registry_has_its_configuration_in_one_place() {
    let folder = Folder::new("two-configurations");
    let image = folder.file("image.json", IMAGE);
    let plain = folder.file("plain.json", REGISTRY);
    let configuration = folder.file("magnum.conf", "[DEFAULT]\ndebug = true\n");
    let with = |config: &str| {
        let registry = REGISTRY.trim_end().strip_suffix('}').expect("it is an object");
        folder.file("registry.json", &format!("{registry},\n \"config\": {config}}}"))
    };
    for config in [r#"{"default_driver": "ubuntu"}"#, r#"{"drivers": {"disabled_drivers": ["helm"]}}"#] {
        let registry = with(config);
        for arguments in [
            &["drivers", &registry, &configuration, "--image", &image][..],
            &["drivers", &configuration, &registry, "--image", &image],
            &["lint", "drivers", &registry, &configuration],
            &["lint", "drivers", &plain, "--before", &registry, &configuration],
        ] {
            let output = run(arguments);
            assert_eq!(code(&output), 1, "{arguments:?}");
            let told = text(&output.stderr);
            let found = "found `config` in the registry beside configuration files, expected one of them";
            for part in ["registry.json`: line 3 column 2: ", found, "magnum.conf`"] {
                assert!(told.contains(part), "{part}: {told}");
            }
        }
        assert_eq!(code(&run(&["lint", "drivers", &registry])), 0, "{config}");
    }
    for nothing in ["null", "{}", r#"{"default_driver": null, "disabled_drivers": []}"#, r#"{"drivers": {}}"#] {
        let output = run(&["drivers", &with(nothing), &configuration, "--image", &image]);
        assert_eq!(code(&output), 0, "{nothing}: {}", text(&output.stderr));
    }
}

#[test]
fn a_driver_is_named_by_the_body_or_beside_it() {
    let folder = Folder::new("two-drivers");
    let (registry, image) = (folder.file("registry.json", REGISTRY), folder.file("image.json", IMAGE));
    let asked = |body: &str| {
        let body = folder.file("request.json", body);
        run(&["drivers", &registry, "--image", &image, "--request", &body, "--driver", "ubuntu", "-o", "json"])
    };
    for other in [r#""helm""#, r#""""#, "5"] {
        let output = asked(&format!("{{\"coe\": \"kubernetes\", \"image_id\": \"u\",\n \"driver\": {other}}}"));
        assert_eq!(code(&output), 1, "{other}");
        let told = text(&output.stderr);
        let found = "found `driver` in the body beside --driver, expected one of them";
        assert!(told.contains(found) && told.contains("request.json`: line 2 column 2: "), "{other}: {told}");
    }
    for same in ["", r#", "driver": null"#, r#", "driver": "ubuntu""#] {
        let output = asked(&format!(r#"{{"coe": "kubernetes", "image_id": "u"{same}}}"#));
        assert!(text(&output.stdout).contains(r#""driver":"ubuntu","resolvedFrom":"request""#), "{same}: {output:?}");
    }
    // A list is not a request body, so it has no place for a driver.
    let list = asked("[1]");
    assert_eq!(code(&list), 1, "{}", text(&list.stderr));
}
