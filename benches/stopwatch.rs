//! Measures contestants side by side. They run in turns, batch after batch, so that other load on the machine affects
//! all of them. The fastest batch of each counts, and the results are ratios.

use std::time::{Duration, Instant};

/// The minimum duration of a batch of calls, from which the number of calls is chosen.
const BATCH: Duration = Duration::from_millis(12);
/// The number of batches of each contestant.
const ROUNDS: usize = 25;

/// A contestant: its name and one call of it.
pub type Contestant<'c> = (&'static str, &'c mut dyn FnMut());

/// The result of a contestant.
pub struct Lane {
    pub name: String,
    /// The time of one call in the fastest batch, in nanoseconds.
    pub nanos: f64,
}

/// Runs the contestants in turns.
pub fn race(contestants: &mut [Contestant<'_>]) -> Vec<Lane> {
    let calls: Vec<u32> = contestants.iter_mut().map(|(_, call)| calls_in_a_batch(call)).collect();
    let mut best = vec![f64::INFINITY; contestants.len()];
    for _ in 0..ROUNDS {
        for ((best, calls), (_, call)) in best.iter_mut().zip(&calls).zip(contestants.iter_mut()) {
            *best = best.min(time(*calls, call) / f64::from(*calls));
        }
    }
    let names = contestants.iter().map(|(name, _)| (*name).to_owned());
    names.zip(best).map(|(name, nanos)| Lane { name, nanos }).collect()
}

fn calls_in_a_batch(call: &mut dyn FnMut()) -> u32 {
    let mut calls = 1;
    while time(calls, call) < BATCH.as_nanos() as f64 {
        calls *= 2;
    }
    calls
}

fn time(calls: u32, call: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed().as_nanos() as f64
}

/// Prints the results, each as a multiple of the first.
pub fn table(title: &str, lanes: Vec<Lane>) {
    let unit = lanes.first().map_or(f64::NAN, |lane| lane.nanos);
    println!("\n{title}\n{:<58} {:>12} {:>10}", "", "one call", "ratio");
    for Lane { name, nanos } in lanes {
        println!("  {name:<56} {:>9.2} µs {:>10.2}", nanos / 1e3, nanos / unit);
    }
}
