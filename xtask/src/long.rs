//! Tests that take minutes and seldom find anything: `cargo xtask test --long`.
//!
//! CI stops a run that takes too long, and such a run is worth nothing. There, each part has an estimate of how long it
//! takes, starts only if it is likely to finish in time, and is stopped if it does not. Parts that were not run are
//! named.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::shell::{Done, cargo, execute};
use crate::{features, fuzz, hosts, npm, peers, reports};

struct Part {
    /// The part's name on the command line.
    name: &'static str,
    what: &'static str,
    /// The estimate in minutes, on two processors with nothing built or downloaded.
    minutes: u64,
    run: fn() -> Done,
}

/// The short parts come first, so that as many as possible run if there is not enough time for all.
const PARTS: [Part; 8] = [
    Part {
        name: "projects",
        what: "the npm package in fresh projects, and its examples",
        minutes: 6,
        run: npm::in_projects,
    },
    Part { name: "fuzz", what: "a minute of requests that nobody would send", minutes: 6, run: || fuzz::run(&["60"]) },
    Part { name: "hosts", what: "the hosts in Go and Python", minutes: 4, run: hosts::test },
    Part { name: "reports", what: "reports for tools, held against their schemas", minutes: 2, run: reports::test },
    Part { name: "peers", what: "the real services beside Fitment", minutes: 22, run: peers::run },
    Part { name: "versions", what: "the choice between versions in 100,000 universes", minutes: 10, run: versions },
    // These two are last because each needs a build of its own.
    Part { name: "features", what: "what few builds of the gate have", minutes: 12, run: features::test },
    Part { name: "proxy", what: "the gate in a proxy of Pingora", minutes: 8, run: hosts::proxy },
];

/// How many minutes `cargo xtask test` takes on two processors with nothing built or downloaded. If it takes longer on
/// a machine, the estimates of the parts are scaled accordingly.
const BEFORE: f64 = 33.0;

/// The time after which CI starts no further part, in minutes since it started.
const ENOUGH: f64 = 70.0;

/// The time by which a part must be expected to finish, in minutes since CI started.
const EXPECTED: f64 = 75.0;

/// The time at which a running part is stopped, in minutes since CI started.
const AT_MOST: f64 = 80.0;

/// The multiple of its estimate after which a part counts as hanging.
const HANGS: f64 = 4.0;

/// Runs `cargo xtask test --long [PART]`. In CI, `FITMENT_CI_STARTED` says when it started, in seconds since 1970.
pub fn run(only: Option<&str>) -> Done {
    if let Some(name) = only {
        let names = || PARTS.map(|part| format!("`{}`", part.name)).join(", ");
        let part = PARTS.iter().find(|part| part.name == name);
        return (part.ok_or_else(|| format!("found `{name}`, expected a long test: {}", names()))?.run)();
    }
    let clock = Clock::of_ci()?;
    let mut left_out = Vec::new();
    for part in &PARTS {
        let why_not = match &clock {
            None => (part.run)().map(|()| None),
            Some(clock) => clock.run(part),
        };
        left_out.extend(why_not?.map(|why| format!("{} ({}): {why}", part.name, part.what)));
    }
    for what in &left_out {
        println!("left out: {what}");
    }
    println!("\n{} of {} long tests passed, {} left out", PARTS.len() - left_out.len(), PARTS.len(), left_out.len());
    Ok(())
}

fn versions() -> Done {
    let test = ["test", "--quiet", "--release", "--package", "fitment-tests", "--test", "suite", "--"];
    let mut choice = cargo();
    choice.env("FITMENT_UNIVERSES", "100000").args(test).arg("versions_are_chosen_as_the_rules_say");
    execute(&mut choice)
}

/// The time at which CI started, and how slow its machine is.
struct Clock {
    started: SystemTime,
    /// How many times slower the machine is than two ordinary processors.
    slowness: f64,
}

impl Clock {
    /// Reads the clock of CI. `None` outside of CI, where there is no time limit.
    fn of_ci() -> Done<Option<Self>> {
        const NAME: &str = "FITMENT_CI_STARTED";
        let Ok(text) = env::var(NAME) else { return Ok(None) };
        let seconds = text.parse().map_err(|_| format!("{NAME}: found `{text}`, expected seconds since 1970"))?;
        let mut clock = Self { started: UNIX_EPOCH + Duration::from_secs(seconds), slowness: 1.0 };
        clock.slowness = (clock.minutes() / BEFORE).max(1.0);
        Ok(Some(clock))
    }

    /// The minutes since CI started.
    fn minutes(&self) -> f64 {
        SystemTime::now().duration_since(self.started).map_or(0.0, |elapsed| elapsed.as_secs_f64() / 60.0)
    }

    /// The estimate for a part on this machine, in minutes.
    fn takes(&self, part: &Part) -> f64 {
        part.minutes as f64 * self.slowness
    }

    /// The reason why there is no time for a part. `None`: there is.
    fn refuses(&self, part: &Part) -> Option<String> {
        let (elapsed, takes) = (self.minutes(), self.takes(part));
        let late = elapsed >= ENOUGH || elapsed + takes > EXPECTED;
        late.then(|| format!("CI has run for {elapsed:.0} minutes, and it takes {takes:.0}"))
    }

    /// Runs a part while there is time. Returns the reason if it was not run to completion.
    fn run(&self, part: &Part) -> Done<Option<String>> {
        if let Some(why) = self.refuses(part) {
            return Ok(Some(why));
        }
        let (begun, expected) = (self.minutes(), self.takes(part));
        let mut command = cargo();
        // The child gets a process group of its own, so that its children are stopped with it. Such a group must not
        // read from a terminal.
        command.args(["xtask", "test", "--long", part.name]).process_group(0).stdin(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("`{}` does not start: {error}", part.name))?;
        let hangs = || self.minutes() - begun > HANGS * expected;
        let mut status = child.try_wait().map_err(|error| error.to_string())?;
        while status.is_none() && self.minutes() < AT_MOST && !hangs() {
            thread::sleep(Duration::from_millis(100));
            status = child.try_wait().map_err(|error| error.to_string())?;
        }
        let took = self.minutes() - begun;
        match status {
            Some(status) if status.success() => {
                eprintln!("  {took:.1} minutes, {expected:.0} expected: {}", part.what);
                Ok(None)
            }
            Some(status) => Err(format!("{}: {status}", part.what)),
            None => {
                stop(&mut child)?;
                let why = format!("stopped after {took:.0} minutes, {expected:.0} expected");
                if hangs() { Err(format!("{}: {why}", part.what)) } else { Ok(Some(why)) }
            }
        }
    }
}

/// Kills a process and the group that it leads.
fn stop(child: &mut Child) -> Done {
    let ended = Command::new("sh").args(["-c", &format!("kill -KILL -{}", child.id())]).status();
    if !ended.is_ok_and(|status| status.success()) {
        child.kill().map_err(|error| error.to_string())?;
    }
    child.wait().map(drop).map_err(|error| error.to_string())
}
