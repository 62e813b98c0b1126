//! What the command line makes of files that are to be a registry of drivers and the configuration beside it.

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
