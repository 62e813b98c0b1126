//! Lists that a service splits into pages: joined if all are there, and refused if the end is missing.

use fitment::Engine;
use fitment_tests::files;
use serde_json::{Value, json};

fn gather(given: &Value) -> Value {
    let request = json!({ "question": "traits/gather", "text": true, "given": given });
    serde_json::from_str(&Engine::default().ask(request.to_string().as_bytes())).expect("answers are JSON")
}

fn printed(name: &str) -> Value {
    serde_json::from_str(&files::read(format!("tests/clients/{name}"))).expect("it is JSON")
}

/// Returns the pages of a list from the real services, the first with one element, and the key that links to the next
/// page.
fn pages(list: &str) -> [(Value, Value, &'static str); 1] {
    let all = printed(&format!("rest/{list}.json"));
    let (first, others) = all.as_array().and_then(|all| all.split_first()).expect("it is a list");
    let (next, key) = match list {
        "nodes" => (json!("http://ironic/v1/nodes/detail?limit=1&marker=x"), "next"),
        "images" => (json!("/v2/images?limit=1&marker=x"), "next"),
        _ => (json!([{ "rel": "next", "href": "http://nova/flavors/detail?limit=1&marker=x" }]), "flavors_links"),
    };
    [(json!({ list: [first], key: next }), json!({ list: others }), key)]
}

const LISTS: [&str; 3] = ["nodes", "flavors", "images"];

fn codes(answer: &Value) -> Vec<(&str, &str)> {
    let problems = answer["problems"].as_array().into_iter().flatten();
    problems.filter_map(|problem| Some((problem["code"].as_str()?, problem["path"].as_str()?))).collect()
}

#[test]
fn a_page_without_the_one_that_ends_the_list_is_refused() {
    for list in LISTS {
        for (first, _, key) in pages(list) {
            let answer = gather(&json!({ "documents": [first, first] }));
            assert_eq!(answer["undecided"], "request", "{answer}");
            assert_eq!(codes(&answer), [("page-missing", format!("/given/documents/1/{key}").as_str())], "{answer}");
            let says = answer["problems"][0]["says"].as_str().unwrap_or_default();
            assert!(says.contains(&format!("found a page of `{list}`")) && says.contains("marker=x"), "{says}");
        }
    }
    let links = json!([{ "rel": "prev", "href": "http://nova/flavors?marker=2" }]);
    for last in [
        json!({ "nodes": printed("rest/nodes.json"), "next": null }),
        json!({ "flavors": printed("rest/flavors.json"), "flavors_links": links }),
        json!({ "images": printed("rest/images.json"), "first": "/v2/images" }),
    ] {
        assert_eq!(gather(&json!({ "documents": [last] }))["outcome"], "decided", "{last}");
    }
}

#[test]
fn pages_are_one_list_where_all_are_there() {
    for list in LISTS {
        let whole = gather(&json!({ "documents": [printed(&format!("rest/{list}.json"))] }));
        let documents = |answer: &Value| {
            let rows = answer["answer"][list].as_array().cloned().unwrap_or_default();
            rows.into_iter().map(|row| row["document"].clone()).collect::<Vec<_>>()
        };
        for (first, last, key) in pages(list) {
            let answer = gather(&json!({ "documents": [first, last] }));
            assert_eq!(documents(&answer), documents(&whole), "{answer}");
            assert_eq!(codes(&answer), [("pages-put-together", format!("/given/documents/0/{key}").as_str())]);
            // As `jq --slurp` combines them, in any order.
            let slurped = gather(&json!({ "documents": [[last, first]] }));
            assert_eq!(documents(&slurped).len(), documents(&whole).len(), "{slurped}");
            // A list that exactly fills its pages ends with an empty one.
            let empty = gather(&json!({ "documents": [first, json!({ list: [] })] }));
            assert_eq!((documents(&empty).len(), &empty["outcome"]), (1, &json!("decided")), "{empty}");
        }
    }
}

#[test]
fn a_page_is_not_ended_by_the_list_of_another_service() {
    for (first, last, _) in pages("nodes") {
        let text = last.to_string().replace("http://", "http://other.");
        let other: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_ne!(other, last, "its nodes say where they are from");
        let by_hand = json!({ "nodes": [{ "name": "n", "uuid": "u", "resource_class": "gold", "traits": [],
            "provision_state": "available", "power_state": "power off", "maintenance": false, "instance_uuid": null }] });
        for end in [other, by_hand] {
            let answer = gather(&json!({ "documents": [first, end] }));
            assert_eq!(codes(&answer), [("page-missing", "/given/documents/0/next")], "{answer}");
        }
    }
}

#[test]
fn pages_of_several_questions_are_put_together_too() {
    for list in LISTS {
        for (first, last, _) in pages(list) {
            let going = gather(&json!({ "documents": [first], "goesOn": true }));
            assert_eq!((&going["outcome"], codes(&going)), (&json!("decided"), vec![]), "{going}");
            let mut before = going["answer"]["pages"].clone();
            before[0].as_object_mut().expect("it is an object").remove("at");
            let ended = gather(&json!({ "documents": [last], "before": before }));
            assert_eq!(codes(&ended), [("pages-put-together", "/given/before/0")], "{ended}");
            let open = gather(&json!({ "documents": [], "before": before }));
            assert_eq!(codes(&open), [("page-missing", "/given/before/0")], "{open}");
            // A list in pieces counts as one page after another. Each page is reported once.
            let pages = gather(&json!({ "documents": [first, first, last], "goesOn": true }));
            let next = |page: &Value| page.get("next").is_some_and(Value::is_string);
            let pages = pages["answer"]["pages"].as_array().cloned().unwrap_or_default();
            assert_eq!(pages.iter().map(next).collect::<Vec<_>>(), [true, false], "{pages:?}");
        }
    }
}
