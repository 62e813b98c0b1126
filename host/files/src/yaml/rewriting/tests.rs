use serde_json::{Value, json};

use super::rewritten;
use crate::yaml::to_json;

const TEXT: &str = "# above
spec:
  regions: [here, there]   # both
  # what runs
  images:
  - name: linux   # the first
    versions:
      # old
      - version: '1.0' # quoted
        architectures: [amd64, arm64]
        flavors:
        - a: [x]
        - {}

      # new
      - version: \"2.0\"
        note: |
          two
          lines
  - name: other
  empty:
# below
last: yes
";

fn value(text: &str) -> Value {
    let documents = to_json(text).expect("it is YAML");
    serde_json::from_str(documents.first().expect("it has a document")).expect("it is JSON")
}

/// The lines that a change takes and brings.
fn changed(change: impl Fn(&mut Value)) -> (Vec<String>, Vec<String>) {
    let mut target = value(TEXT);
    change(&mut target);
    let after = rewritten(TEXT, 0, &target).unwrap_or_else(|| panic!("{target}"));
    assert_eq!(value(&after), target, "{after}");
    let lines = |of: &str, beside: &str| {
        let mut beside: Vec<&str> = beside.lines().collect();
        let mut gone = of.lines().map(str::to_owned).collect::<Vec<_>>();
        gone.retain(|line| match beside.iter().position(|other| other == line) {
            Some(place) => {
                beside.remove(place);
                false
            }
            None => true,
        });
        gone
    };
    (lines(TEXT, &after), lines(&after, TEXT))
}

#[test]
fn what_stays_is_not_touched() {
    assert_eq!(changed(|_| ()), (vec![], vec![]));
}

#[test]
fn values_change_where_they_stand() {
    let (gone, new) = changed(|spec| spec["spec"]["regions"] = json!(["here"]));
    assert_eq!(gone, ["  regions: [here, there]   # both"]);
    assert_eq!(new, ["  regions: [here]   # both"]);
    let (_, new) = changed(|spec| spec["spec"]["images"][0]["versions"][0]["version"] = json!("1.1"));
    assert_eq!(new, ["      - version: \"1.1\" # quoted"]);
    let (_, new) = changed(|spec| spec["spec"]["empty"] = json!({ "a": [1, "x: y"] }));
    assert_eq!(new, ["  empty: {a: [1, \"x: y\"]}"]);
}

#[test]
fn members_come_and_go() {
    let (gone, new) = changed(|spec| {
        let version = &mut spec["spec"]["images"][0]["versions"][0];
        version.as_object_mut().expect("it is an object").shift_remove("architectures");
        version["cri"] = json!([{ "name": "containerd" }]);
    });
    assert_eq!(gone, ["        architectures: [amd64, arm64]"]);
    assert_eq!(new, ["        cri:", "          - name: containerd"]);
    // The first behind a dash: the next takes its place.
    let (gone, new) = changed(|spec| {
        spec["spec"]["images"][0]["versions"][0].as_object_mut().expect("it is an object").shift_remove("version");
    });
    assert_eq!(gone, ["      - version: '1.0' # quoted", "        architectures: [amd64, arm64]"]);
    assert_eq!(new, ["      - architectures: [amd64, arm64]"]);
}

#[test]
fn elements_come_and_go() {
    let (gone, new) = changed(|spec| {
        spec["spec"]["images"].as_array_mut().expect("it is a list").remove(1);
    });
    assert_eq!((gone, new), (vec!["  - name: other".to_owned()], vec![]));
    let (gone, new) = changed(|spec| {
        let versions = spec["spec"]["images"][0]["versions"].as_array_mut().expect("it is a list");
        versions.remove(0);
        versions.push(json!({ "version": "3.0" }));
    });
    assert_eq!(gone.len(), 5, "{gone:?}");
    assert_eq!(new, ["      - version: \"3.0\""]);
    let (gone, new) = changed(|spec| spec["spec"]["images"][0]["versions"][0]["flavors"] = json!([]));
    assert_eq!(gone, ["        flavors:", "        - a: [x]", "        - {}"]);
    assert_eq!(new, ["        flavors: []"]);
}

#[test]
fn other_documents_stay_and_the_text_need_not_end_in_a_line() {
    let text = "a: ü # ä\n---\n# second\nb: 1";
    let after = rewritten(text, 1, &json!({ "b": 2, "c": "d" }));
    assert_eq!(after.as_deref(), Some("a: ü # ä\n---\n# second\nb: 2\nc: d\n"));
    let after = rewritten(text, 0, &json!({ "a": "ö" }));
    assert_eq!(after.as_deref(), Some("a: ö # ä\n---\n# second\nb: 1"));
}

#[test]
fn what_cannot_keep_its_comments_is_not_rewritten() {
    assert_eq!(rewritten("a: &x 1\nb: *x\n", 0, &json!({ "a": 2, "b": 1 })), None);
    assert_eq!(rewritten("a: [1, # one\n  2]\n", 0, &json!({ "a": [1] })), None);
    assert_eq!(rewritten("a: [1\n", 0, &json!({})), None);
}

/// Whatever is taken out of it, all else stays, and what is written says what was meant.
#[test]
fn any_part_may_go() {
    any_part_of(TEXT);
    any_part_of(include_str!("../../../../../examples/images/cloudprofile.yaml"));
}

fn any_part_of(text: &str) {
    let whole = value(text);
    let mut pointers = vec![String::new()];
    let mut next = 0;
    while let Some(pointer) = pointers.get(next).cloned() {
        next += 1;
        match whole.pointer(&pointer) {
            Some(Value::Object(members)) => pointers.extend(members.keys().map(|key| format!("{pointer}/{key}"))),
            Some(Value::Array(elements)) => {
                pointers.extend((0..elements.len()).map(|place| format!("{pointer}/{place}")));
            }
            _ => {}
        }
    }
    assert!(pointers.len() > 25);
    for pointer in pointers.iter().skip(1) {
        let (parent, key) = pointer.rsplit_once('/').expect("it is below something");
        let mut target = whole.clone();
        match target.pointer_mut(parent) {
            Some(Value::Object(members)) => drop(members.shift_remove(key)),
            Some(Value::Array(elements)) => drop(elements.remove(key.parse().expect("it is a place"))),
            _ => unreachable!("it has parts"),
        }
        let after = rewritten(text, 0, &target).unwrap_or_else(|| panic!("{pointer}"));
        let comments = |of: &str| of.lines().filter(|line| line.trim_start().starts_with('#')).count();
        assert!(comments(&after) >= 2 || comments(text) < 2, "{pointer}: {after}");
    }
}

#[test]
fn one_of_several_that_become_equal_stays_where_it_is() {
    let text = "- a: [1]\n  b: 2\n# the second\n- a: [1]\n";
    let after = rewritten(text, 0, &json!([{ "a": [1] }, { "a": [1] }]));
    assert_eq!(after.as_deref(), Some("- a: [1]\n# the second\n- a: [1]\n"));
}
