//! The benchmark of a gate, run from outside. The figures may vary, but their form is fixed.

use serde_json::Value;

use crate::cli;
use crate::http::{Folder, Server, as_json};

const QUICK: [&str; 6] = ["--duration", "150ms", "--rounds", "1", "-o", "json"];

fn bench(arguments: &[&str]) -> (Value, i32) {
    let output = cli::run(&[&["bench"], arguments].concat());
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| cli::text(&output.stderr).into());
    (report, cli::code(&output))
}

#[test]
fn a_gate_is_measured_beside_a_server_that_decides_nothing() {
    let folder = Folder::new("bench");
    folder.write("review.json", &as_json("examples/reviews/shoot-create.yaml"));
    let review = folder.at("review.json");
    let profile = "examples/images/cloudprofile.yaml";
    let (report, code) =
        bench(&[&["-f", &review, "--documents", profile, "--connections", "1,3"][..], &QUICK].concat());
    assert_eq!(code, 0, "{report}");
    let rows = report["rows"].as_array().expect("it has rows");
    let names: Vec<(&str, u64)> =
        rows.iter().filter_map(|row| Some((row["name"].as_str()?, row["connections"].as_u64()?))).collect();
    let expected = ["no-op http", "warm http", "fresh http"];
    assert_eq!(names, [1, 3].map(|count| expected.map(|name| (name, count))).concat());
    for row in rows {
        let count = |member: &Value| member.as_u64().unwrap_or_default();
        let requests = count(&row["requests"]);
        assert!(requests > 0 && count(&row["statuses"]["200"]) == requests && row["errors"] == 0, "{row}");
        let buckets = row["histogram"].as_array().expect("it has a histogram");
        assert_eq!(buckets.iter().map(|bucket| count(&bucket["count"])).sum::<u64>(), requests);
        let micros = ["p50", "p90", "p99", "p999", "max"].map(|part| row["micros"][part].as_f64().expect("a figure"));
        assert!(micros[0] > 0.0 && micros.is_sorted(), "{row}");
        assert_eq!(row["beside"]["name"] == "no-op http", row["name"] != "no-op http", "{row}");
    }
}

#[test]
fn a_gate_that_runs_is_measured_and_what_goes_wrong_is_told() {
    let server = Server::start(&["--documents", "examples/images/cloudprofile.yaml"]);
    let (url, review) = (format!("http://{}", server.address), "examples/reviews/shoot-create.yaml");
    let (report, code) =
        bench(&[&["-f", review, "--url", &url, "--connections", "2", "--rate", "200"][..], &QUICK].concat());
    let row = &report["rows"][0];
    assert!(code == 0 && row["requests"].as_u64().is_some_and(|count| (1..=30).contains(&count)), "{report}");
    assert_eq!(
        server.figure("fitment_request_seconds_count{path=\"/admit\",status=\"200\"}"),
        row["requests"].as_f64().expect("a figure")
    );
    // An error response, a server that no longer listens, and arguments that are refused.
    let (report, code) =
        bench(&[&["-f", review, "--url", &format!("{url}/nowhere"), "--connections", "1"][..], &QUICK].concat());
    assert!(code == 4 && report["rows"][0]["statuses"]["404"].is_u64(), "{report}");
    drop(server);
    let (report, code) = bench(&[&["-f", review, "--url", &url, "--connections", "1"][..], &QUICK].concat());
    assert!(code == 4 && report["rows"][0]["error"].is_string(), "{report}");
    for (arguments, says) in [
        (&["-f", "examples/images/shoot.yaml"][..], "expected `AdmissionReview`"),
        (&["-f", review, "--url", "ftp://a"][..], "expected one such as"),
        (&["-f", review, "--url", "https://127.0.0.1:1"][..], "--ca"),
        (&["-f", review, "--connections", "0"][..], "from 1 to 10000"),
        (&["-f", review, "--duration", "0s"][..], "expected at least 100ms"),
    ] {
        let (told, code) = bench(arguments);
        assert!(code == 1 && told.as_str().is_some_and(|told| told.contains(says)), "{arguments:?}: {told}");
    }
}
