//! What an answer costs: memory in proportion to the request and to the documents that were loaded.

mod blown;
mod cases;
mod counting;

use std::sync::Mutex;
use std::thread;

use fitment::Engine;
use fitment_tests::calls::digest;
use fitment_tests::law::{CONSTANT, for_a_byte};
use fitment_tests::numbers::Numbers;
use serde_json::Value;

use blown::{blown, choices, lists};
use cases::cases;
use counting::{Counting, most_held};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// About how long requests are made.
const BYTES: usize = 96 << 10;

/// How many requests of each question are made long, and in how many ways each.
const REQUESTS: usize = 4;
const WAYS: usize = 14;

/// Calls the verbs of a case in their order, each with its request.
fn call(verbs: &[(String, String)]) {
    let mut engine = Engine::default();
    for (verb, request) in verbs {
        match verb.as_str() {
            "load" => engine.load(request.as_bytes()),
            "review" => engine.review(request.as_bytes()),
            _ => engine.ask(request.as_bytes()),
        };
    }
}

/// How many bytes of memory a byte of a case costs, beyond the constant.
fn cost(case: &Value) -> usize {
    let verbs = case.as_object().expect("a case is an object of verbs").iter();
    let verbs: Vec<(String, String)> = verbs.map(|(verb, request)| (verb.clone(), request.to_string())).collect();
    let bytes: usize = verbs.iter().map(|(_, request)| request.len()).sum();
    most_held(|| call(&verbs)).saturating_sub(CONSTANT) / bytes
}

/// How many bytes a byte may cost. Where documents are many that are loaded first, the load is what costs.
fn allowed(name: &str, long: &[&str]) -> usize {
    let is_load = long.contains(&"/load/documents");
    for_a_byte(name).max(if is_load { for_a_byte("load") } else { 0 })
}

/// A question or a verb made long in every way: the dearest of them, and one that is dearer than allowed.
fn dearest(name: &str, mut cases: Vec<Value>) -> (String, Option<String>) {
    // Each question's own, so that what is known of one leaves the others as they are.
    let mut numbers = Numbers(digest(&[name.as_bytes().to_vec()]));
    // From the longest, which has most of the members that there are, down to the shortest.
    cases.retain(|case| case.to_string().len() < BYTES / 8);
    cases.sort_by_key(|case| std::cmp::Reverse(case.to_string().len()));
    let step = (cases.len() / REQUESTS).max(1);
    let (mut worst, mut over) = ((0, String::new()), None);
    for case in cases.iter().step_by(step).take(REQUESTS) {
        for way in choices(&lists(case), WAYS, &mut numbers) {
            for alike in [false, true] {
                let Some(blown) = blown(case, &way, alike, BYTES) else { continue };
                let cost = cost(&blown);
                let told = || format!("{name}: {cost} bytes a byte where {way:?} are long, alike: {alike}");
                if cost > allowed(name, &way) {
                    over = Some(told());
                }
                if cost > worst.0 {
                    worst = (cost, told());
                }
            }
        }
    }
    (worst.1, over)
}

#[test]
fn memory_is_in_proportion_to_what_is_sent() {
    let waiting = Mutex::new(cases().into_iter());
    let dear = Mutex::new(Vec::new());
    let take = || waiting.lock().expect("nobody fails while taking").next();
    // What is counted is each thread's own.
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((name, cases)) = take() {
                    let (worst, over) = dearest(&name, cases);
                    println!("{worst}");
                    dear.lock().expect("nobody fails while adding").extend(over);
                }
            });
        }
    });
    let dear = dear.into_inner().expect("nobody fails while adding");
    assert!(dear.is_empty(), "more bytes of memory a byte than allowed:\n{}", dear.join("\n"));
}
