//! Realistic profiles, with hundreds of machine types and artifacts for each region. What every command prints about
//! them fits on a screen, and every change does what it says.

mod clouds;
mod profile;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use insta::assert_snapshot;
use serde_json::{Value, json};

use self::clouds::{CLOUDS, Cloud};
use self::profile::{Form, known, profile};
use crate::cli;
use crate::http::Folder;
use crate::images_laws::patched;

const NOW: [&str; 2] = ["--now", "2026-01-31T00:00:00Z"];

/// The number of lines on a screen.
const SCREEN: usize = 50;

/// Returns a folder with the files of a landscape: the profile with capabilities, the one with tags, and the meaning of
/// the tags.
fn landscape(cloud: &Cloud) -> Folder {
    let folder = Folder::new(&format!("landscape-{}", cloud.provider));
    for (name, document) in [
        ("capabilities", profile(cloud, Form::Capabilities)),
        ("tags", profile(cloud, Form::Tags)),
        ("known", known(cloud)),
    ] {
        folder.write(&format!("{name}.json"), &format!("{document:#}"));
    }
    folder
}

/// Returns what a command prints for people, without the folder's own path, and its exit code.
fn shown(folder: &Folder, arguments: &[&str]) -> (String, i32) {
    let (command, rest) = arguments.split_first().expect("there is a command");
    let rest: Vec<String> =
        rest.iter().map(|word| if word.ends_with(".json") { folder.at(word) } else { (*word).to_owned() }).collect();
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let output = cli::run(&[&[*command], &rest[..], &NOW, &["-o", "text"]].concat());
    let text = [cli::text(&output.stdout), cli::text(&output.stderr)].concat();
    (text.replace(&folder.at(""), ""), cli::code(&output))
}

#[test]
fn what_is_said_of_a_landscape_fits_on_a_screen() {
    let commands: [&[&str]; 6] = [
        &["lint", "capabilities.json"],
        &["minimize", "capabilities.json"],
        &["check", "capabilities.json"],
        &["migrate", "tags.json", "--known", "known.json"],
        &["check", "tags.json"],
        &["diff", "capabilities.json", "fewer.json"],
    ];
    for cloud in CLOUDS {
        let folder = landscape(&cloud);
        let mut fewer = profile(&cloud, Form::Capabilities);
        let types = fewer["spec"]["machineTypes"].as_array_mut().expect("it has machine types");
        assert!(types.len() >= 200, "{}: {}", cloud.provider, types.len());
        types.retain(|machine| machine["architecture"] == "amd64");
        fewer["spec"]["machineImages"][0]["versions"].as_array_mut().expect("it has versions").remove(0);
        folder.write("fewer.json", &fewer.to_string());
        let mut all = String::new();
        for command in commands {
            let (text, code) = shown(&folder, command);
            let lines = text.lines().count();
            assert!(lines <= SCREEN, "{}: {command:?} has {lines} lines\n{text}", cloud.provider);
            let _ = writeln!(all, "$ fitment {}\n{text}exit code {code}\n", command.join(" "));
        }
        assert_snapshot!(format!("landscape-{}", cloud.provider), all);
    }
}

fn ask(question: &str, given: &Value) -> Value {
    let request = json!({ "question": question, "now": NOW[1], "given": given });
    let answer = fitment::Engine::default().ask(request.to_string().as_bytes());
    let answer: Value = serde_json::from_str(&answer).expect("the engine writes JSON");
    assert_eq!(answer["outcome"], "decided", "{question}: {}", answer["problems"]);
    answer["answer"].clone()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Returns the pairs of machine type and version that fit.
fn fitting(profile: &Value) -> BTreeSet<(String, String)> {
    let matrix = ask("images/matrix", &json!({ "cloudProfile": profile }));
    let text = |value: &Value, key: &str| value[key].as_str().expect("a text").to_owned();
    let version = |place: &Value| {
        let column = &matrix["versions"][place.as_u64().expect("a place") as usize];
        format!("{}:{}", text(column, "image"), text(column, "version"))
    };
    let row = |row: &Value| {
        let name = text(row, "name");
        list(row, "fitting").iter().map(|place| (name.clone(), version(place))).collect::<Vec<_>>()
    };
    list(&matrix, "machineTypes").iter().flat_map(row).collect()
}

/// Returns the errors of a profile.
fn errors(profile: &Value) -> Value {
    ask("images/validate-profile", &json!({ "operation": "create", "cloudProfile": profile }))["errors"].clone()
}

#[test]
fn a_landscape_without_superfluous_lists_answers_as_before() {
    for cloud in CLOUDS {
        let before = profile(&cloud, Form::Capabilities);
        let minimized = ask("images/minimize-profile", &json!({ "cloudProfile": before }));
        let after = patched(&before, &minimized["patch"]);
        let says_the_usual = cloud.families.iter().any(|family| family.own.len() > 1);
        assert_eq!(minimized["saved"].as_u64() > Some(1_000), says_the_usual, "{}", cloud.provider);
        assert_eq!(before.to_string().len() - after.to_string().len(), minimized["saved"], "{}", cloud.provider);
        assert_eq!(fitting(&before), fitting(&after), "{}", cloud.provider);
        assert_eq!((errors(&before), errors(&after)), (json!([]), json!([])), "{}", cloud.provider);
    }
}

#[test]
fn a_landscape_with_tags_keeps_every_pair_but_those_that_are_told() {
    let mut sum = [0; 2];
    for cloud in CLOUDS {
        let before = profile(&cloud, Form::Tags);
        let mut given = known(&cloud);
        given["cloudProfile"] = before.clone();
        let migrated = ask("images/migrate-profile", &given);
        let case = || format!("{} {}", cloud.provider, migrated["findings"]);
        assert_eq!(migrated["ok"], true, "{}", case());
        let after = patched(&before, &migrated["patch"]);
        assert_eq!(errors(&after), json!([]), "{}", case());
        let suffix = format!("-{}", cloud.tag);
        let base = |version: &str| version.strip_suffix(&suffix).unwrap_or(version).to_owned();
        let allowed: BTreeSet<(String, String)> =
            fitting(&before).into_iter().map(|(machine, version)| (machine, base(&version))).collect();
        let kept = fitting(&after);
        assert!(kept.is_subset(&allowed), "{}", case());
        let gone: BTreeSet<_> = allowed.difference(&kept).cloned().collect();
        // A pair is gone only if the version has no other artifact for the machine type.
        let number = |row: &Value, key: &str| row[key].as_u64().expect("a number") as usize;
        let rows = list(&migrated, "lost").iter();
        let told: usize = rows.map(|row| number(row, "count") - number(row, "kept")).sum();
        assert_eq!((told, number(&migrated, "further")), (gone.len(), 0), "{}", case());
        given["cloudProfile"] = after;
        assert_eq!(ask("images/migrate-profile", &given)["patch"], json!([]), "{}", case());
        sum = [sum[0] + kept.len(), sum[1] + gone.len()];
    }
    println!("{} pairs kept, {} lost", sum[0], sum[1]);
    assert!(sum[0] > 10_000, "{sum:?}");
}
