//! The cost of matching images, as ratios in one run: the compiled catalogue, a bare loop over bits, and the same
//! question on lists of strings in Rust and in JavaScript, natively, in the host's sandbox and under node.
//!
//! `cargo xtask bench` builds the npm package first; without it, there are no results for node.

mod node;
mod stopwatch;
mod strings;
#[expect(dead_code, reason = "other benchmarks measure other profiles")]
mod workload;

use std::hint::black_box;

use fitment::{Edition, LoadedProfile};
use fitment_host::{Host, Limits, Session};

use node::Node;
use serde_json::{Value, json};
use stopwatch::race;
use strings::Registry;
use workload::{LARGE_PROFILE, Shape};

/// The profile sizes that the budgets are for.
const SHAPES: [Shape; 2] = [
    Shape {
        name: "1,000 images × 3 flavors × 8 capabilities", images: 50, versions: 20, flavors: 3, capabilities: 8
    },
    Shape {
        name: "400 versions × 6 flavors × 5 capabilities", images: 20, versions: 20, flavors: 6, capabilities: 5
    },
];

fn main() {
    let node = Node::find();
    for shape in &SHAPES {
        fitting(shape, node.as_ref());
    }
    reasons(&SHAPES[0], node.as_ref());
    loading(node.as_ref());
    changes();
}

/// A profile, prepared for each way of asking.
struct Sides {
    text: String,
    loaded: LoadedProfile,
    machines: Vec<String>,
}

impl Sides {
    fn new(shape: &Shape) -> Self {
        let text = shape.profile("bench");
        let loaded = LoadedProfile::read(text.as_bytes()).expect("the profile can be read");
        Self { text, loaded, machines: shape.machines() }
    }
}

/// Which image versions fit a machine type, with another machine type at each call.
fn fitting(shape: &Shape, node: Option<&Node>) {
    let sides = Sides::new(shape);
    let registry = Registry::read(&sides.text);
    let bits = registry.bits();
    let loaded = &sides.loaded;
    let machines = &sides.machines;
    // Wrong answers must not count as fast.
    for machine in machines {
        let expected = registry.fitting(machine);
        assert!(!expected.is_empty(), "`{machine}` fits nothing");
        assert_eq!(*bits.fitting(machine, &mut Vec::new()), expected, "`{machine}`");
        assert_eq!(loaded.fitting(machine, Edition::DESIGN), Ok(expected), "`{machine}`");
    }
    let matrix: Vec<Vec<u8>> =
        machines.iter().map(|name| ask("images/matrix", "machineTypes", &json!([name]))).collect();
    let mut session = session(&sides.text);
    let mut found = Vec::with_capacity(registry.versions());
    let [mut first, mut second, mut third] = [turns(machines), turns(machines), turns(machines)];
    let mut fourth = turns(&matrix);
    let lanes = race(&mut [
        ("bare loop over bits, native", &mut || {
            black_box(bits.fitting(first(), &mut found));
        }),
        ("catalogue, native", &mut || {
            let _ = black_box(loaded.fitting(second(), Edition::DESIGN));
        }),
        ("lists of strings, Rust", &mut || {
            black_box(registry.fitting(third()));
        }),
        ("images/matrix as JSON, in the host", &mut || {
            black_box(session.ask(fourth()).expect("the host answers"));
        }),
    ]);
    let nodes = node.map(|node| node.run("fitting", &sides.text, machines)).unwrap_or_default();
    stopwatch::table(shape.name, lanes.into_iter().chain(nodes).collect());
}

/// The same, with what rules out every other image and what would fix it.
fn reasons(shape: &Shape, node: Option<&Node>) {
    let sides = Sides::new(shape);
    let mut engine = fitment::Engine::default();
    engine.load(load(&sides.text).as_bytes());
    let mut session = session(&sides.text);
    let machines = sides.machines.iter();
    let requests: Vec<Vec<u8>> = machines.map(|name| ask("images/fit", "machineType", &json!(name))).collect();
    let [mut first, mut second] = [turns(&requests), turns(&requests)];
    let lanes = race(&mut [
        ("images/fit as JSON, native", &mut || {
            black_box(engine.ask(first()));
        }),
        ("images/fit as JSON, in the host", &mut || {
            black_box(session.ask(second()).expect("the host answers"));
        }),
    ]);
    let nodes = node.map(|node| node.run("reasons", &sides.text, &sides.machines)).unwrap_or_default();
    let title = format!("{}, with a reason for each that does not fit", shape.name);
    stopwatch::table(&title, lanes.into_iter().chain(nodes).collect());
}

/// From the text of a profile to one that can answer questions.
fn loading(node: Option<&Node>) {
    let text = workload::large_profile(LARGE_PROFILE);
    let request = load(&text);
    let host = Host::new(Limits::default()).and_then(|host| host.embedded()).expect("the host starts");
    let mut engine = fitment::Engine::default();
    let mut session = host.session().expect("the host carries its engine");
    let lanes = race(&mut [
        ("serde_json::Value, native", &mut || {
            black_box(serde_json::from_str::<serde_json::Value>(&text).expect("the profile is JSON"));
        }),
        ("load, native", &mut || {
            black_box(engine.load(request.as_bytes()));
        }),
        ("load, in the host", &mut || {
            black_box(session.load(request.as_bytes()).expect("the host answers"));
        }),
    ]);
    let nodes = node.map(|node| node.run("loading", &text, &[])).unwrap_or_default();
    stopwatch::table(&format!("a CloudProfile of {} bytes", text.len()), lanes.into_iter().chain(nodes).collect());
}

/// What a change of a large profile does to the pools of 10,000 Shoots.
fn changes() {
    let before = workload::large_profile(LARGE_PROFILE);
    let (after, shoots) = (workload::changed(&before), workload::shoots(&before, 10_000));
    let request = format!(
        r#"{{"question":"images/diff-profiles","now":"2026-06-01T00:00:00Z","given":{{"oldCloudProfile":"large","cloudProfile":{after}}}}}"#
    );
    let documents = format!(r#"{{"documents":[{before},{}]}}"#, shoots.join(","));
    let mut engine = fitment::Engine::default();
    engine.load(documents.as_bytes());
    let host = Host::new(Limits::default()).and_then(|host| host.embedded()).expect("the host starts");
    let mut session = host.session().expect("the host carries its engine");
    session.load(documents.as_bytes()).expect("the host answers");
    let answer: Value = serde_json::from_str(&engine.ask(request.as_bytes())).expect("an answer is JSON");
    // Looking at less must not count as fast.
    assert_eq!(answer["answer"]["pools"], 30_000, "{}", answer["problems"]);
    assert!(
        answer["answer"]["refusedPools"].as_u64() > Some(100)
            && answer["answer"]["vanish"]["pairs"].as_u64() > Some(100)
    );
    let lanes = race(&mut [
        ("serde_json::Value of the profile, native", &mut || {
            black_box(serde_json::from_str::<Value>(&after).expect("the profile is JSON"));
        }),
        ("images/diff-profiles as JSON, native", &mut || {
            black_box(engine.ask(request.as_bytes()));
        }),
        ("images/diff-profiles as JSON, in the host", &mut || {
            black_box(session.ask(request.as_bytes()).expect("the host answers"));
        }),
    ]);
    stopwatch::table("a changed CloudProfile of 1.5 MiB, with 10,000 Shoots", lanes);
}

/// A question about the profile, with one more member in `given`.
fn ask(question: &str, member: &str, value: &Value) -> Vec<u8> {
    json!({ "question": question, "given": { "cloudProfile": "bench", member: value } }).to_string().into_bytes()
}

fn load(profile: &str) -> String {
    format!(r#"{{"documents":[{profile}]}}"#)
}

fn session(profile: &str) -> Session {
    let host = Host::new(Limits::default()).and_then(|host| host.embedded()).expect("the host starts");
    let mut session = host.session().expect("the host carries its engine");
    session.load(load(profile).as_bytes()).expect("the host answers");
    session
}

/// Cycles through a list, so that the branch predictor cannot learn a single input.
fn turns<'l, T>(list: &'l [T]) -> impl FnMut() -> &'l T {
    let mut all = list.iter().cycle();
    move || all.next().expect("the list is not empty")
}
