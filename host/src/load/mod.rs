//! Load tests of a server: how many requests it answers, and how long each takes.

mod client;
mod histogram;
mod own;
mod report;
mod target;

use std::time::Duration;

use hyper::body::Bytes;

use client::Load;
pub use client::Measured;
pub use own::Own;
pub use report::{json, text};
pub use target::Target;
#[cfg(feature = "opentelemetry")]
pub use target::connector;

/// A server to measure.
pub struct Contestant {
    pub name: String,
    pub target: Target,
    /// The name of the server it is compared with.
    pub beside: Option<String>,
}

/// The load that every server gets.
pub struct Plan {
    pub bodies: Vec<Bytes>,
    /// The numbers of concurrent connections, measured one after the other.
    pub connections: Vec<usize>,
    /// How long each turn lasts.
    pub lasts: Duration,
    /// How many turns each server gets.
    pub rounds: usize,
    pub rate: Option<f64>,
}

/// The result of one server with one number of connections.
pub struct Row {
    pub name: String,
    pub connections: usize,
    pub measured: Measured,
    pub beside: Option<Beside>,
}

/// A comparison with another server in the same turn: the median of all turns.
pub struct Beside {
    pub name: String,
    /// The ratio of the median latencies.
    pub half: f64,
    /// The ratio of the numbers of answers.
    pub answered: f64,
}

/// Runs all servers in turns, so that other activity on the machine affects all of them alike.
pub async fn race(plan: &Plan, contestants: &[Contestant]) -> Vec<Row> {
    let mut rows = Vec::new();
    for connections in &plan.connections {
        let mut turns: Vec<Vec<Measured>> = contestants.iter().map(|_| Vec::new()).collect();
        for _ in 0..plan.rounds {
            for (contestant, turns) in contestants.iter().zip(&mut turns) {
                let load = Load {
                    target: contestant.target.clone(),
                    bodies: plan.bodies.clone(),
                    connections: *connections,
                    lasts: plan.lasts,
                    rate: plan.rate,
                };
                turns.push(load.run().await);
            }
        }
        for (contestant, own) in contestants.iter().zip(&turns) {
            let mut measured = Measured::default();
            own.iter().for_each(|turn| measured.add_all(turn));
            let place = contestants.iter().position(|other| Some(&other.name) == contestant.beside.as_ref());
            let beside = place.and_then(|place| Some((contestants.get(place)?, turns.get(place)?)));
            let beside = beside.map(|(other, others)| {
                let middle = |ratio: fn(&Measured, &Measured) -> f64| {
                    let mut ratios: Vec<f64> = own.iter().zip(others).map(|(own, other)| ratio(own, other)).collect();
                    ratios.sort_by(f64::total_cmp);
                    ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN)
                };
                Beside {
                    name: other.name.clone(),
                    half: middle(|own, other| {
                        own.took.within(500).as_secs_f64() / other.took.within(500).as_secs_f64()
                    }),
                    answered: middle(|own, other| own.a_second() / other.a_second()),
                }
            });
            rows.push(Row { name: contestant.name.clone(), connections: *connections, measured, beside });
        }
    }
    rows
}
