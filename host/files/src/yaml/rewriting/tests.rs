use serde_json::{Value, json};

use super::{Refused, Rewritten};
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

/// Changes one of a text's documents.
fn changed_to(text: &str, document: usize, target: &Value) -> Result<Rewritten, Refused> {
    let documents = to_json(text).unwrap_or_default();
    let mut targets: Vec<Value> = documents.iter().map(|it| serde_json::from_str(it).expect("it is JSON")).collect();
    if let Some(value) = targets.get_mut(document) {
        *value = target.clone();
    }
    super::rewritten(text, &targets)
}

fn rewritten(text: &str, document: usize, target: &Value) -> Option<String> {
    changed_to(text, document, target).ok().map(|changed| changed.text)
}

/// Removes the values at some pointers, later ones first; returns the text, and the removed comments with their lines.
fn without(text: &str, pointers: &[&str]) -> Result<(String, Vec<String>), String> {
    let mut target = value(text);
    for pointer in pointers {
        take(&mut target, pointer);
    }
    match changed_to(text, 0, &target) {
        Ok(changed) => {
            assert_eq!(value(&changed.text), target, "{}", changed.text);
            Ok((changed.text, changed.gone.iter().map(|gone| format!("{} {}", gone.line, gone.text)).collect()))
        }
        Err(refused) => Err(refused.to_string()),
    }
}

fn take(target: &mut Value, pointer: &str) {
    let (parent, key) = pointer.rsplit_once('/').expect("it is below something");
    match target.pointer_mut(parent) {
        Some(Value::Object(members)) => drop(members.shift_remove(key).expect("it is there")),
        Some(Value::Array(elements)) => drop(elements.remove(key.parse().expect("it is a place"))),
        _ => unreachable!("it has parts"),
    }
}

/// Returns the lines that a change removes and adds.
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
    // If the first key after a dash is removed, the next takes its place.
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
fn what_cannot_keep_its_comments_is_not_rewritten_and_why_is_said() {
    let refused = |text: &str, target: Value| changed_to(text, 0, &target).map_err(|why| why.to_string()).err();
    for (text, target, why) in [
        ("a: 1\nb: &x 1\nc: *x\n", json!({ "a": 2, "b": 1, "c": 1 }), "line 2: found an anchor"),
        ("a: 1\nb: {<<: {c: 2}}\n", json!({ "a": 2, "b": { "c": 2 } }), "line 2: found the key `<<`"),
        ("a: [1, # one\n  2]\n", json!({ "a": [1] }), "line 1: found a comment inside brackets that change"),
        ("a:\n  - 1\n  # two\n  - 2\n", json!({ "a": 3 }), "line 3: found a comment among what becomes another value"),
    ] {
        let found = refused(text, target);
        assert_eq!(found.as_deref().unwrap_or_default(), why, "{text}");
    }
    assert_eq!(rewritten("a: [1\n", 0, &json!({})), None);
    // Documents that do not change may have aliases.
    assert_eq!(
        rewritten("a: &x 1\nb: *x\n---\nc: 2 # two\n", 1, &json!({ "c": 3 })).as_deref(),
        Some("a: &x 1\nb: *x\n---\nc: 3 # two\n")
    );
}

#[test]
fn brackets_keep_what_does_not_change() {
    let text = "l:\n- {name: 'm', cpu: \"2\",  caps: {arch: [amd64], boot: [uefi, bios]}} # c\n- name: n\n  caps: {arch: [x]}\n";
    let expected = |line: &str, rest: &str| Ok((format!("l:\n{line}\n- name: n\n{rest}"), Vec::<String>::new()));
    let caps = "  caps: {arch: [x]}\n";
    for (pointer, line) in [
        ("/l/0/caps/boot", "- {name: 'm', cpu: \"2\",  caps: {arch: [amd64]}} # c"),
        ("/l/0/caps/arch", "- {name: 'm', cpu: \"2\",  caps: {boot: [uefi, bios]}} # c"),
        ("/l/0/caps/boot/0", "- {name: 'm', cpu: \"2\",  caps: {arch: [amd64], boot: [bios]}} # c"),
        ("/l/0/caps/arch/0", "- {name: 'm', cpu: \"2\",  caps: {arch: [], boot: [uefi, bios]}} # c"),
        ("/l/0/cpu", "- {name: 'm',  caps: {arch: [amd64], boot: [uefi, bios]}} # c"),
        ("/l/0/name", "- {cpu: \"2\",  caps: {arch: [amd64], boot: [uefi, bios]}} # c"),
    ] {
        assert_eq!(without(text, &[pointer]), expected(line, caps), "{pointer}");
    }
    let line = "- {name: 'm', cpu: \"2\",  caps: {arch: [amd64], boot: [uefi, bios]}} # c";
    assert_eq!(without(text, &["/l/1/caps"]), expected(line, ""));
    let changed = |text: &str, target: Value| rewritten(text, 0, &target);
    assert_eq!(
        changed("{a, b: 1}\n", json!({ "a": 2, "b": 1, "c": [true] })).as_deref(),
        Some("{a: 2, b: 1, c: [true]}\n")
    );
    assert_eq!(changed("a: [b,\n  c,]\n", json!({ "a": ["0", "b", "d"] })).as_deref(), Some("a: [\"0\", b,\n  d,]\n"));
    assert_eq!(
        changed("[\n  a, # one\n  b\n]\n", json!(["a", "b", "c"])).as_deref(),
        Some("[\n  a, # one\n  b,\n  c\n]\n")
    );
    assert_eq!(changed("a: [{b: c: 1}]\n", json!({})), None);
}

#[test]
fn keys_behind_question_marks_are_keys() {
    let text = "- ? one\n  : [x]\n  # why\n  ? boot\n  : [bios, uefi]\n";
    assert_eq!(without(text, &["/0/one"]), Ok(("- # why\n  ? boot\n  : [bios, uefi]\n".to_owned(), vec![])));
    assert_eq!(without(text, &["/0/boot"]), Ok(("- ? one\n  : [x]\n".to_owned(), vec!["3 # why".to_owned()])));
    assert_eq!(
        without(text, &["/0/boot/0"]),
        Ok(("- ? one\n  : [x]\n  # why\n  ? boot\n  : [uefi]\n".to_owned(), vec![]))
    );
}

#[test]
fn a_comment_stays_with_what_moves_up_to_the_dash() {
    let text = "l:\n- one: [x] # one\n  # why only bios:\n  # bug 77\n  boot: [bios]\n- a: 1\n";
    let (after, gone) = without(text, &["/l/0/one"]).expect("it can");
    assert_eq!(after, "l:\n- # why only bios:\n  # bug 77\n  boot: [bios]\n- a: 1\n");
    assert_eq!(gone, ["2 # one"]);
    // The result can be changed again.
    assert_eq!(without(&after, &["/l/0"]).map(|(after, _)| after), Ok("l:\n- a: 1\n".to_owned()));
    assert_eq!(without("- - a\n  # b\n  - b\n", &["/0/0"]), Ok(("- # b\n  - b\n".to_owned(), vec![])));
}

#[test]
fn a_comment_goes_with_what_it_stands_above() {
    let text = "v:\n# all\n- a: 1 # one\n# security:\n# needs UEFI\n- a: 2 # two\n  # more of two\n# three\n- a: 3\n";
    let (after, gone) = without(text, &["/v/1"]).expect("it can");
    assert_eq!(after, "v:\n# all\n- a: 1 # one\n# three\n- a: 3\n");
    assert_eq!(gone, ["4 # security:", "5 # needs UEFI", "6 # two", "7 # more of two"]);
    // Comments above the first element may be about all of them.
    let (after, gone) = without(text, &["/v/0"]).expect("it can");
    assert!(after.starts_with("v:\n# all\n# security:\n# needs UEFI\n- a: 2"), "{after}");
    assert_eq!(gone, ["3 # one"]);
    // After an empty line, or with less indentation, a comment belongs to something else.
    let text = "a: 1\nb:\n  c: 1\n# further out\n  d: 2\n  # apart\n\n  e: 3\n";
    assert_eq!(without(text, &["/b/e", "/b/d"]), Ok((text.replace("  d: 2\n", "").replace("  e: 3\n", ""), vec![])));
    // Inside a text a `#` does not begin a comment.
    let text = "a: |\n  # no\n  # comment\nb: 1\nc: 'x\n  # y'\nd: \"#\"\n";
    assert_eq!(without(text, &["/b"]), Ok((text.replace("b: 1\n", ""), vec![])));
    assert_eq!(without(text, &["/a"]).map(|(_, gone)| gone), Ok(vec![]));
    assert_eq!(without(text, &["/c"]).map(|(_, gone)| gone), Ok(vec![]));
    let text = "a: # of a\n# of all\n- b\nd: 1\n";
    assert_eq!(without(text, &["/a/0"]), Ok(("a: [] # of a\n# of all\nd: 1\n".to_owned(), vec![])));
    // A list that is emptied loses the comments inside it.
    let text = "a:\n- b # one\n# two\n- c # three\nd: 1\n";
    let (after, gone) = without(text, &["/a/1", "/a/0"]).expect("it can");
    assert_eq!((after.as_str(), gone.join(", ").as_str()), ("a: [] # three\nd: 1\n", "2 # one, 3 # two"));
}

#[test]
fn what_comes_stands_behind_the_comments_of_what_was_before_it() {
    let text = "a:\n- b: 1\n  c: 2\n    # of c\n  # of b\nd: >  # folded\n  x\n";
    let after = rewritten(text, 0, &json!({ "a": [{ "b": 1 }, { "e": 2 }], "d": "y" }));
    assert_eq!(after.as_deref(), None);
    let after = rewritten(text, 0, &json!({ "a": [{ "b": 1 }, { "e": 2 }], "d": "x\n" }));
    assert_eq!(after.as_deref(), Some("a:\n- b: 1\n  # of b\n- e: 2\nd: >  # folded\n  x\n"));
    let after = rewritten("a: 1\r\nb: |\r\n  x\r\n", 0, &json!({ "a": 1, "b": "z", "c": { "d": 2 } }));
    assert_eq!(after.as_deref(), Some("a: 1\r\nb: z\r\nc:\r\n  d: 2\r\n"));
}

/// Whichever part is removed, the rest stays, and the result has the intended value.
#[test]
fn any_part_may_go() {
    any_part_of(TEXT);
    any_part_of(include_str!("../../../../../examples/images/cloudprofile.yaml"));
    any_part_of(IN_BRACKETS);
}

const IN_BRACKETS: &str = "# above
a: {b: [1, 'x, ]', {c: \"}\"},], d, ? e : f, \"g\":{\"h\":[[], {}]}} # behind a
i: [j: 1, {k: {l: {}}},
  m ,{n: o
    o, p: [q , r ]
  } ]
s:
# before t
- {t: [u]} # behind t
# before v
- {v: w, x: {y: \"#\", z: a#b}}
- - [c, [d]]
  # before e
  - {e: ~, f: }
- ? g
  # before h
  : {h: [i, j]}
  # before k
  ? k
  : l
";

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
        let mut target = whole.clone();
        take(&mut target, pointer);
        let after = changed_to(text, 0, &target).unwrap_or_else(|why| panic!("{pointer}: {why}"));
        // Each comment stays or is reported.
        let comments = |of: &str| of.matches("# ").count();
        assert_eq!(comments(&after.text) + after.gone.len(), comments(text), "{pointer}: {}", after.text);
        // Whatever the replacement, only comments inside the replaced value prevent it.
        for value in [json!("new: [}"), json!({ "n": [1, { "o": null }] })] {
            let mut target = whole.clone();
            *target.pointer_mut(pointer).expect("it is there") = value;
            if let Err(why) = changed_to(text, 0, &target) {
                assert_eq!(why.found, super::AMONG, "{pointer}: {why}");
            }
        }
    }
}

#[test]
fn one_of_several_that_become_equal_stays_where_it_is() {
    let text = "- a: [1]\n  b: 2\n# the second\n- a: [1]\n";
    let after = rewritten(text, 0, &json!([{ "a": [1] }, { "a": [1] }]));
    assert_eq!(after.as_deref(), Some("- a: [1]\n# the second\n- a: [1]\n"));
}

#[test]
fn new_lists_stand_as_all_others_do() {
    let add = |text: &str| {
        let mut target = value(text);
        target["spec"]["new"] = json!([{ "a": [{ "b: c": ["x"] }, [1]], "d": { "e": [] } }]);
        rewritten(text, 0, &target).expect("it can be changed").replace(text, "")
    };
    let flush = "  new:\n  - a:\n    - \"b: c\":\n      - x\n    - - 1\n    d:\n      e: []\n";
    let further = "  new:\n    - a:\n        - \"b: c\":\n            - x\n        - - 1\n      d:\n        e: []\n";
    assert_eq!(add("spec:\n  old:\n  - a:\n    # said\n    - 1\n  brackets: [\n      1]\n"), flush);
    assert_eq!(add("spec:\n  old: # said\n    # above\n    - a:\n        - 1\n"), further);
    // The usual indentation, if lists differ or there are none.
    assert_eq!(add("spec:\n  old:\n  - a:\n      - 1\n"), further);
    assert_eq!(add("spec:\n  old: [1]\n"), further);
}
