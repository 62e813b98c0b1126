//! The cost of an answer: memory in proportion to the request and the loaded documents.

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

/// The approximate length of a long request.
const BYTES: usize = 96 << 10;

/// The number of requests of each question that are made long, and the number of ways for each.
const REQUESTS: usize = 4;
const WAYS: usize = 14;

/// Calls the verbs of a case in order, each with its request.
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

/// Returns how many bytes of memory each byte of a case costs, beyond the constant.
fn cost(case: &Value) -> usize {
    let verbs = case.as_object().expect("a case is an object of verbs").iter();
    let verbs: Vec<(String, String)> = verbs.map(|(verb, request)| (verb.clone(), request.to_string())).collect();
    let bytes: usize = verbs.iter().map(|(_, request)| request.len()).sum();
    most_held(|| call(&verbs)).saturating_sub(CONSTANT) / bytes
}

/// Returns how many bytes of memory each byte may cost. If many documents are loaded first, the load is the costly
/// part.
fn allowed(name: &str, long: &[&str]) -> usize {
    let is_load = long.contains(&"/load/documents");
    for_a_byte(name).max(if is_load { for_a_byte("load") } else { 0 })
}

/// Makes the requests of a question or verb long in every way. Returns the costliest one, and one that costs more than
/// allowed.
fn dearest(name: &str, mut cases: Vec<Value>) -> (String, Option<String>) {
    // Each question has its own seed, so that a new vector for one does not affect the others.
    let mut numbers = Numbers(digest(&[name.as_bytes().to_vec()]));
    // From the longest request, which has most members, down to the shortest.
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
    // The memory is counted for each thread.
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
