//! Where changed files go: through links, into pipes, and never in place of what is no file.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::thread;

use fitment_tests::files;

use crate::cli;
use crate::http::Folder;

/// Returns a folder with a profile and a pipe.
fn folder() -> Folder {
    let folder = Folder::new("writing");
    folder.write("profile.yaml", &files::read("examples/images/cloudprofile.yaml"));
    let made = Command::new("mkfifo").arg(folder.at("pipe")).status().expect("it starts");
    assert!(made.success());
    folder
}

fn is_file(path: &str) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|data| data.is_file())
}

#[test]
fn a_pipe_is_written_to_and_stays() {
    let folder = folder();
    let (profile, pipe) = (folder.at("profile.yaml"), folder.at("pipe"));
    let reading = thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("it can be read")
    });
    let output = cli::run(&["minimize", &profile, "--to", &pipe]);
    assert!(!is_file(&pipe), "the pipe was replaced");
    assert_eq!(cli::code(&output), 0, "{}", cli::text(&output.stderr));
    assert!(reading.join().expect("it reads").contains("kind: CloudProfile"));
}

#[test]
fn what_is_no_file_is_not_changed_in_place() {
    let folder = folder();
    let pipe = folder.at("pipe");
    let writing = thread::spawn({
        let (pipe, profile) = (pipe.clone(), files::read("examples/images/cloudprofile.yaml"));
        move || std::fs::write(pipe, profile)
    });
    let output = cli::run(&["minimize", &pipe, "--write"]);
    let said = cli::text(&output.stderr);
    assert!(!is_file(&pipe), "the pipe was replaced");
    assert!(cli::code(&output) == 1 && said.contains("found a pipe, a socket or a device, expected a file"), "{said}");
    writing.join().expect("it writes").expect("it can be written");
}

#[test]
fn links_stay_and_what_they_lead_to_is_written() {
    let folder = folder();
    let profile = folder.at("profile.yaml");
    std::fs::create_dir(folder.at("below")).expect("it can be made");
    symlink("below/first", folder.at("there")).expect("it can be linked");
    symlink("../new.yaml", folder.at("below/first")).expect("it can be linked");
    for _ in 0..2 {
        // The first time the file behind the links does not exist.
        let output = cli::run(&["minimize", &profile, "--to", &folder.at("there")]);
        assert_eq!(cli::code(&output), 0, "{}", cli::text(&output.stderr));
        assert!(is_file(&folder.at("new.yaml")));
        for link in ["there", "below/first"] {
            assert!(Path::new(&folder.at(link)).is_symlink(), "{link} was replaced");
        }
    }
    symlink("round", folder.at("round")).expect("it can be linked");
    let output = cli::run(&["minimize", &profile, "--to", &folder.at("round")]);
    assert_eq!(cli::code(&output), 1, "{}", cli::text(&output.stderr));
}
