//! How the time of each question grows with the lists in its request, measured at n, 2n and 4n elements. Linear code
//! takes two and four times as long, quadratic code four and sixteen times.

#[path = "../tests/costs/blown.rs"]
mod blown;
#[path = "../tests/costs/cases.rs"]
mod cases;

use std::time::Instant;

use blown::{blown, choices, lists};
use fitment::Engine;
use fitment_tests::numbers::Numbers;
use serde_json::Value;

/// The approximate size of the shortest of the three requests, in bytes.
const BYTES: usize = 64 << 10;
/// In how many ways each question is made longer.
const WAYS: usize = 5;
/// How often each request is measured; the fastest counts.
const TIMES: usize = 2;

/// The time of all verbs of a case, in seconds.
fn seconds(case: &Value) -> f64 {
    let verbs = case.as_object().into_iter().flatten();
    let verbs: Vec<(&String, String)> = verbs.map(|(verb, request)| (verb, request.to_string())).collect();
    let once = || {
        let mut engine = Engine::default();
        let start = Instant::now();
        for (verb, request) in &verbs {
            match verb.as_str() {
                "load" => engine.load(request.as_bytes()),
                "review" => engine.review(request.as_bytes()),
                _ => engine.ask(request.as_bytes()),
            };
        }
        start.elapsed().as_secs_f64()
    };
    (0..TIMES).map(|_| once()).fold(f64::INFINITY, f64::min)
}

fn main() {
    let mut numbers = Numbers(7);
    println!("{:<32} {:>10} {:>7} {:>7}  the lists that are long", "question", "at n", "at 2n", "at 4n");
    for (name, cases) in cases::cases() {
        let small = cases.iter().filter(|case| case.to_string().len() < BYTES / 8);
        let Some(case) = small.max_by_key(|case| case.to_string().len()) else { continue };
        let mut worst: Option<(f64, f64, f64, String)> = None;
        for way in choices(&lists(case), WAYS, &mut numbers) {
            for alike in [false, true] {
                let longer = |times: usize| Some(seconds(&blown(case, &way, alike, times * BYTES)?));
                let (Some(once), Some(twice), Some(fourfold)) = (longer(1), longer(2), longer(4)) else { continue };
                let growth = fourfold / once;
                if worst.as_ref().is_none_or(|(known, ..)| growth > *known) {
                    worst = Some((growth, once, twice / once, way.join(" and ")));
                }
            }
        }
        if let Some((growth, once, twice, way)) = worst {
            println!("{name:<32} {:>7.2} ms {twice:>7.1} {growth:>7.1}  {way}", once * 1e3);
        }
    }
}
