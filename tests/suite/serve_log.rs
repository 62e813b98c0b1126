//! The decision log, and replaying its decisions.

use serde_json::{Value, json};

use crate::cli;
use crate::http::{Folder, Server, as_json, until};

const PROFILE: &str = "examples/images/cloudprofile.yaml";

/// The number of decisions that are logged and replayed, unless `FITMENT_DECISIONS` says otherwise.
fn decisions() -> usize {
    std::env::var("FITMENT_DECISIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(200)
}

fn lines(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).expect("there is a log");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// Returns the lines of a replay's report, what it says on standard error, and its exit code.
fn replay(arguments: &[&str]) -> (Vec<Value>, String, i32) {
    let output = cli::run(&[&["replay"], arguments].concat());
    let told = cli::text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a line is JSON"));
    (told.collect(), cli::text(&output.stderr).trim().to_owned(), cli::code(&output))
}

#[test]
fn every_decision_is_written_down_and_can_be_made_again() {
    let folder = Folder::new("log");
    let (documents, log) = (folder.at("documents"), folder.at("log.jsonl"));
    std::fs::create_dir(&documents).expect("a folder can be made");
    let profile = as_json(PROFILE);
    folder.write("documents/profile.json", &profile);
    let server = Server::start(&["--documents", &documents, "--log", &log, "--log-bodies"]);
    let reviews = ["shoot-create", "shoot-create-misfit", "cloudprofile-create"]
        .map(|name| as_json(&format!("examples/reviews/{name}.yaml")));
    // The bodies have several lines, because nothing says that a body is one line.
    let reviews = reviews.map(|review| {
        let review: Value = serde_json::from_str(&review).expect("it is JSON");
        serde_json::to_string_pretty(&review).expect("it is JSON")
    });
    let mut client = server.connect().expect("it listens");
    for number in 0..decisions() {
        // Half of the decisions are made before, and half after a change of the documents.
        if number == decisions() / 2 {
            let note = "\"metadata\":{\"annotations\":{\"changed\":\"yes\"},";
            folder.write("documents/profile.json", &profile.replacen("\"metadata\":{", note, 1));
            until("the change is in use", || server.get("/readyz")["generation"] == 2);
        }
        let (path, body) = match number % 5 {
            0 => ("/admit/mutate", reviews[0].clone()),
            1 => ("/ask/drivers/default", json!({"given": {"registeredDrivers": []}}).to_string()),
            2 => ("/ask/made/up", "no JSON at all".to_owned()),
            3 => ("/admit", reviews[1].clone()),
            _ => ("/admit", reviews[number % 3].clone()),
        };
        client.request("POST", path, body.as_bytes()).expect("it answers");
    }
    server.signal("-TERM");
    assert!(server.wait().success());
    let written = lines(&log);
    assert_eq!(written.len(), decisions(), "each of them, and nothing else");
    let first = &written[0];
    assert_eq!((&first["verb"], &first["subject"]), (&json!("review"), &json!("review/Shoot")), "{first}");
    assert!(first["engine"]["wasmSha256"].as_str().is_some_and(|digest| digest.len() == 64));
    assert!(first["micros"].as_u64().is_some_and(|micros| micros > 0));
    assert_ne!(first["documents"], written[decisions() - 1]["documents"]);
    assert!(written[2]["outcome"] == "undecided" && written[2]["codes"][0].is_string(), "{}", written[2]);
    let (told, says, exit) = replay(&[&log]);
    assert_eq!((told, says, exit), (vec![], format!("{} the same, 0 different, 0 not replayed", decisions()), 0));
    // With a profile that lacks the machine type, exactly the decisions about that type differ.
    let without = folder.at("without.json");
    folder.write("without.json", &profile.replace("Standard_S896om", "Standard_other"));
    let (told, says, exit) = replay(&[&log, "--documents", &without]);
    assert_eq!(exit, 2, "{says}");
    assert!(!told.is_empty() && told.len() < decisions(), "{says}");
    for change in &told {
        let line = change["line"].as_u64().expect("it is a number") as usize;
        assert_eq!(change["subject"], "review/Shoot", "{change}");
        assert_eq!(written[line - 1]["verdict"], change["before"]["verdict"]);
        assert!(change["now"]["outcome"].is_string(), "{change}");
    }
}

#[test]
fn what_was_changed_or_cut_off_since_is_not_replayed() {
    let folder = Folder::new("changed");
    let log = folder.at("log.jsonl");
    let served = || {
        let server = Server::start(&["--documents", PROFILE, "--log", &log, "--log-bodies"]);
        for _ in 0..2 {
            assert_eq!(server.post("/ask/drivers/default", r#"{"given":{"registeredDrivers":[]}}"#).status, 200);
        }
        server.signal("-TERM");
        assert!(server.wait().success());
    };
    served();
    // A gate that was killed left half a line, and the next begins behind it; an empty line is none.
    let text = std::fs::read_to_string(&log).expect("there is a log");
    folder.write("log.jsonl", &text[..text.len() - 100]);
    served();
    let text = std::fs::read_to_string(&log).expect("there is a log");
    folder.write("log.jsonl", &format!("{text}\n"));
    let (told, says, exit) = replay(&[&log]);
    assert_eq!((says.as_str(), exit), ("3 the same, 0 different, 1 not replayed", 3), "{told:?}");
    let why = |told: &[Value]| told[0]["notReplayed"].as_str().expect("it says why").to_owned();
    assert!(told[0]["line"] == 2 && why(&told).starts_with("it is not a decision"), "{told:?}");
    folder.write("empty.jsonl", "");
    assert_eq!(replay(&[&folder.at("empty.jsonl")]).2, 1);
    // A request that is not the one that was decided, and documents that are not those it rested on.
    let first = text.lines().next().expect("there is a line");
    folder.write("other.jsonl", &first.replace("registeredDrivers", "registeredDriverz"));
    let beside = folder.at("other.jsonl.documents");
    std::fs::rename(folder.at("log.jsonl.documents"), &beside).expect("it can be renamed");
    let (told, _, exit) = replay(&[&folder.at("other.jsonl")]);
    assert!(exit == 3 && why(&told).starts_with("its request was changed: found the sha-256"), "{told:?}");
    // Neither an event of another program nor a decision whose answer was lost is one that came to no decision.
    for line in [
        r#"{"kind":"Event","verb":"create","outcome":"undecided"}"#,
        r#"{"verb":"ask","outcome":"decided","verdict":"yes","request":"{}"}"#,
    ] {
        folder.write("other.jsonl", &format!("{line}\n{first}\n"));
        let (told, _, exit) = replay(&[&folder.at("other.jsonl")]);
        assert!(exit == 3 && why(&told) == "it has no sha-256 of its answer", "{told:?}");
    }
    folder.write("other.jsonl", first);
    for kept in std::fs::read_dir(&beside).expect("there is a folder") {
        let kept = kept.expect("it can be read").path();
        let text = std::fs::read_to_string(&kept).expect("it is text").replace("gardenlinux", "gardenlinus");
        std::fs::write(kept, text).expect("it can be written");
    }
    let (told, _, exit) = replay(&[&folder.at("other.jsonl")]);
    assert!(exit == 3 && why(&told).contains("the documents were changed: found the digest"), "{told:?}");
}

#[test]
fn what_decisions_rested_on_can_be_given_again_in_full() {
    let folder = Folder::new("given");
    let log = folder.at("log.jsonl");
    let complete = ["--complete", "core.gardener.cloud/v1beta1/Shoot"];
    let server = Server::start(&[&["--documents", PROFILE, "--log", &log, "--log-bodies"][..], &complete].concat());
    // Whether a profile may go depends on which Shoots there are.
    let deleted = as_json("examples/reviews/namespacedcloudprofile-delete.yaml");
    assert_eq!(server.post("/admit", &deleted).json()["response"]["allowed"], true);
    server.signal("-TERM");
    assert!(server.wait().success());
    let (told, _, exit) = replay(&[&log, "--documents", PROFILE]);
    assert_eq!((&told[0]["now"]["outcome"], exit), (&json!("undecided"), 2));
    let (_, says, exit) = replay(&[&log, "--documents", PROFILE, "--complete", "Shoot.core.gardener.cloud"]);
    assert_eq!((says.as_str(), exit), ("1 the same, 0 different, 0 not replayed", 0));
    // A log that was moved away from its documents.
    let moved = folder.at("log.jsonl.1");
    std::fs::rename(&log, &moved).expect("it can be moved");
    assert_eq!(replay(&[&moved]).2, 3);
    let (_, says, exit) = replay(&[&moved, "--kept", &folder.at("log.jsonl.documents")]);
    assert_eq!((says.as_str(), exit), ("1 the same, 0 different, 0 not replayed", 0));
}

#[cfg(unix)]
#[test]
fn a_log_that_was_moved_away_is_begun_again() {
    let folder = Folder::new("rotated");
    let (log, moved) = (folder.at("log.jsonl"), folder.at("log.jsonl.1"));
    let server = Server::start(&["--documents", PROFILE, "--log", &log, "--log-bodies"]);
    let ask = || assert_eq!(server.post("/ask/fitment/about", "{}").status, 200);
    ask();
    until("a line", || lines(&log).len() == 1);
    std::fs::rename(&log, &moved).expect("it can be moved");
    std::fs::remove_dir_all(folder.at("log.jsonl.documents")).expect("it can be removed");
    server.signal("-HUP");
    until("it is there again", || std::path::Path::new(&log).exists());
    ask();
    until("a line of the new one", || lines(&log).len() == 1);
    server.signal("-TERM");
    assert!(server.wait().success(), "it ends as if nothing had been");
    assert_eq!(lines(&moved).len(), 1);
    // The documents are kept for it, too.
    assert_eq!(replay(&[&log]), (vec![], "1 the same, 0 different, 0 not replayed".to_owned(), 0));
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_reads_keeps_no_gate_from_ending() {
    let folder = Folder::new("pipe");
    let pipe = folder.at("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()));
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || std::fs::File::open(pipe))
    };
    let server = Server::start(&["--log", &pipe, "--log-bodies"]);
    let mut reader = std::io::BufReader::new(reader.join().expect("it opens").expect("it opens"));
    let ask = |body: &str| assert_eq!(server.post("/ask/fitment/about", body).status, 200);
    // A pipe is not opened again: that would wait for another reader.
    server.signal("-HUP");
    ask("{}");
    let mut line = String::new();
    std::io::BufRead::read_line(&mut reader, &mut line).expect("there is a line");
    assert!(line.contains("fitment/about"), "{line}");
    // More than a pipe holds, which nobody takes out.
    for _ in 0..4 {
        ask(&format!("{{{}}}", " ".repeat(100_000)));
    }
    server.signal("-TERM");
    assert_eq!(server.wait().code(), Some(4), "what is not written is told by the exit code");
}

#[test]
fn documents_are_kept_again_after_somebody_removed_them() {
    let folder = Folder::new("cleared");
    let log = folder.at("log.jsonl");
    let kept = folder.at("log.jsonl.documents");
    let server = Server::start(&["--documents", PROFILE, "--log", &log, "--log-bodies"]);
    for count in 1..=2 {
        assert_eq!(server.post("/ask/fitment/about", "{}").status, 200);
        until("a line", || lines(&log).len() == count);
        std::fs::remove_dir_all(&kept).expect("it is there each time");
    }
}

#[test]
fn what_came_to_no_decision_is_written_down_with_what_became_of_it() {
    let folder = Folder::new("undecided");
    let log = folder.at("log.jsonl");
    let server = Server::start(&["--log", &log, "--log-bodies", "--on-failure", "deadline=allow"]);
    let review = as_json("examples/reviews/shoot-create.yaml");
    assert_eq!(server.post("/admit", &review).json()["response"]["allowed"], false);
    assert_eq!(server.post("/admit?timeout=1ns", &review).json()["response"]["allowed"], true);
    for (cause, action) in [("facts", "deny"), ("deadline", "allow")] {
        let metric = format!(r#"fitment_undecided_reviews_total{{cause="{cause}",action="{action}"}}"#);
        assert_eq!(server.figure(&metric), 1.0, "{metric}");
    }
    server.signal("-TERM");
    assert!(server.wait().success());
    let written = lines(&log);
    assert_eq!(written[0]["undecided"], json!({"cause": "facts", "action": "deny"}));
    assert_eq!(written[1]["undecided"], json!({"cause": "deadline", "action": "allow"}));
    assert!(written[1].get("answerSha256").is_none() && written[1]["request"].is_string(), "{}", written[1]);
    let (told, says, exit) = replay(&[&log]);
    let expected = "1 the same, 0 different, 0 not replayed, 1 that came to no decision";
    assert_eq!((told, says.as_str(), exit), (vec![], expected, 0));
}

#[test]
fn without_bodies_the_log_says_what_happened_and_no_more() {
    let folder = Folder::new("terse");
    let log = folder.at("log.jsonl");
    let server = Server::start(&["--documents", PROFILE, "--log", &log]);
    let review = as_json("examples/reviews/shoot-create.yaml");
    assert_eq!(server.post("/admit", &review).status, 200);
    // While the gate runs, a line is written as soon as nothing else is waiting to be written.
    until("a line", || !lines(&log).is_empty());
    let written = lines(&log);
    let named = json!({"uid": "8d1b5b0e-0001", "operation": "CREATE", "namespace": "garden-lab", "name": "batch"});
    assert_eq!(written[0]["review"], named);
    assert!(written[0].get("request").is_none() && !std::path::Path::new(&folder.at("log.jsonl.documents")).exists());
    let (told, says, exit) = replay(&[&log]);
    assert_eq!((says.as_str(), exit), ("0 the same, 0 different, 1 not replayed", 3));
    assert_eq!(told[0]["notReplayed"], "its request was not written down");
    drop(server);
    // A file that is not a log, and documents that are gone.
    folder.write("none.jsonl", "{}\n");
    let (told, says, exit) = replay(&[&folder.at("none.jsonl")]);
    assert!(told.is_empty() && says.contains("line 1 is not a decision") && exit == 1, "{told:?}");
    let line = json!({"verb": "ask", "request": "{}", "answerSha256": "", "documents": "../../etc"});
    folder.write("gone.jsonl", &format!("{line}\n"));
    let (told, _, exit) = replay(&[&folder.at("gone.jsonl")]);
    assert!(exit == 3 && told[0]["notReplayed"].is_string(), "{told:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_the_log_has_no_room_for_is_counted_and_told_once() {
    let folder = Folder::new("full");
    let says = folder.at("says");
    let mut shell = std::process::Command::new("sh");
    let line = "exec \"$0\" serve --listen 127.0.0.1:0 --log /dev/full 2>\"$1\"";
    shell.args(["-c", line]).arg(cli::fitment().get_program()).arg(&says);
    let server = Server::of(&mut shell);
    for number in 1..=5 {
        server.post("/ask/fitment/about", "{}");
        until("it is counted", || server.figure("fitment_log_dropped_total") == f64::from(number));
    }
    let says = std::fs::read_to_string(says).expect("it tells");
    assert_eq!(says.matches("the decision log cannot be written").count(), 1, "{says}");
}

#[test]
fn what_is_not_for_the_log_is_taken_out_and_told() {
    let folder = Folder::new("redacted");
    let log = folder.at("log.jsonl");
    let bodies = [
        "--log",
        &log,
        "--log-bodies",
        "--redact",
        "/review/request/userInfo",
        "--redact",
        "/review/request/uid",
        "--redact",
        "/given/*/*/name",
    ];
    let server = Server::start(&[&["--documents", PROFILE][..], &bodies].concat());
    let mut review: Value = serde_json::from_str(&as_json("examples/reviews/shoot-create.yaml")).expect("it is JSON");
    review["request"]["userInfo"] = json!({"username": "somebody", "groups": ["a group"]});
    assert_eq!(server.post("/admit", &review.to_string()).status, 200);
    let drivers = r#"{"given": {"registeredDrivers": [{"name": "somebody", "provides": []}]}}"#;
    assert_eq!(server.post("/ask/drivers/default", drivers).status, 200);
    // Nothing in the first body has to be redacted, so it stays as it was sent. The second one cannot be parsed.
    assert_eq!(server.post("/ask/drivers/default", r#"{"given": {"registeredDrivers": []}}"#).status, 200);
    let twice = r#"{"given": {"registeredDrivers": [{"name": "somebody"}], "registeredDrivers": []}}"#;
    assert_eq!(server.post("/ask/drivers/default", twice).status, 400);
    server.signal("-TERM");
    assert!(server.wait().success());
    assert!(lines(&log)[0]["review"].get("uid").is_some_and(|uid| uid == "(redacted)"));
    let text = std::fs::read_to_string(&log).expect("there is a log");
    assert!(!text.contains("somebody") && text.contains("(redacted)"), "{text}");
    let written = lines(&log);
    let redacted: Vec<bool> = written.iter().map(|line| line["redacted"] == true).collect();
    assert_eq!(redacted, [true, true, false, true]);
    assert!(written[2]["request"].as_str().is_some_and(|request| request.contains("\"given\": {")), "{}", written[2]);
    assert_eq!(written[3]["request"], Value::Null);
    let (told, says, exit) = replay(&[&log]);
    assert_eq!((says.as_str(), exit), ("1 the same, 0 different, 3 not replayed", 3));
    assert!(told.iter().all(|one| one["notReplayed"] == "something was taken out of its request"), "{told:?}");
}
