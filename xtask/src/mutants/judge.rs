use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::answers::Answers;
use super::build::Tests;
use super::mutant::Mutant;
use crate::shell::{Done, side_by_side};

/// The outcome for a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// No test noticed the mutant.
    Survived,
    /// The stage with this name noticed the mutant.
    Killed(&'static str),
}

/// A group of tests. The groups that expose mutants soonest come first.
struct Stage {
    name: &'static str,
    program: Program,
    arguments: &'static [&'static str],
    /// The path prefixes that the tests are about. Empty: all paths.
    about: &'static [&'static str],
}

enum Program {
    Units,
    Suite,
}

/// The tests that are skipped at first: they take seconds, or look at sources rather than answers.
const LATER: [&str; 21] = [
    "--skip=answers::",
    "--skip=every_byte",
    "--skip=facts::",
    "--skip=hostile_images",
    "--skip=images_laws",
    "--skip=images_oracle",
    "--skip=limits::",
    "--skip=traits_laws",
    "--skip=arrows::",
    "--skip=vectors::",
    "--skip=cost",
    "--skip=growth",
    "--skip=deep_large",
    "--skip=many_small",
    "--skip=generated::",
    "--skip=schemas::",
    "--skip=hostile_mappings",
    "--skip=mappings::",
    "--skip=divergences::",
    "--skip=providers_laws",
    "--skip=fuzz",
];

/// The name of the first judge, which compares the same answers as `answers::` of the suite, in one process for many
/// mutants.
const ANSWERS: &str = "answers";

const STAGES: &[Stage] = &[
    Stage { name: "units", program: Program::Units, arguments: &[], about: &[] },
    Stage { name: "quick laws", program: Program::Suite, arguments: &LATER, about: &[] },
    Stage {
        name: "other laws",
        program: Program::Suite,
        arguments: &[
            "divergences::",
            "schemas::",
            "mappings::",
            "providers_laws",
            "traits_laws",
            "deep_large",
            "generated::",
        ],
        about: &[],
    },
    Stage { name: "facts", program: Program::Suite, arguments: &["facts::"], about: &[] },
    // Only some of these laws. The others take half a minute or more and find almost no further mutants.
    Stage {
        name: "laws of images",
        program: Program::Suite,
        arguments: &[
            "images_laws::undefined",
            "images_laws::order::a_further_value",
            "images_laws::changes::what_appears",
            "images_laws::one_answer",
            "images_oracle::wide",
            "images_oracle::choice",
        ],
        about: &["policy/images"],
    },
];

/// Judges mutants with the tests, several at a time.
pub struct Judge {
    answers: Answers,
    tests: Tests,
    /// The time limit of each stage.
    limits: Vec<Duration>,
}

impl Judge {
    /// Measures each stage without a mutant. Every stage has to pass.
    pub fn new(answers: Answers, tests: Tests) -> Done<Self> {
        let mut judge = Self { answers, tests, limits: Vec::new() };
        for stage in STAGES {
            let started = Instant::now();
            if !judge.passes(stage, usize::MAX, Duration::from_secs(600)) {
                return Err(format!("the stage `{}` fails without a mutant", stage.name));
            }
            let took = started.elapsed();
            eprintln!("  {:6.2} s  {}", took.as_secs_f64(), stage.name);
            judge.limits.push(took * 4 + Duration::from_secs(4));
        }
        Ok(judge)
    }

    /// Judges all mutants, and reports progress now and then.
    pub fn all(&self, mutants: &[Mutant]) -> Vec<Fate> {
        const TOLD_AFTER: usize = 50;
        let (started, judged) = (Instant::now(), AtomicUsize::new(0));
        let numbered: Vec<(usize, &Mutant)> = mutants.iter().enumerate().collect();
        side_by_side(&numbered, |(number, mutant)| {
            let fate = self.one(*number, mutant);
            if fate == Fate::Survived {
                eprintln!("  survived  {mutant}");
            }
            let judged = judged.fetch_add(1, Ordering::Relaxed) + 1;
            if judged.is_multiple_of(TOLD_AFTER) {
                eprintln!("  {judged} of {} judged after {:.0} s", mutants.len(), started.elapsed().as_secs_f64());
            }
            fate
        })
    }

    fn one(&self, number: usize, mutant: &Mutant) -> Fate {
        if self.answers.show(number) {
            return Fate::Killed(ANSWERS);
        }
        for (stage, limit) in STAGES.iter().zip(&self.limits) {
            let concerned = stage.about.is_empty() || stage.about.iter().any(|path| mutant.path.starts_with(path));
            if concerned && !self.passes(stage, number, *limit) {
                return Fate::Killed(stage.name);
            }
        }
        Fate::Survived
    }

    fn passes(&self, stage: &Stage, number: usize, limit: Duration) -> bool {
        let program = match stage.program {
            Program::Units => &self.tests.units,
            Program::Suite => &self.tests.suite,
        };
        // A mutant that never stops may also never stop allocating memory.
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 6000000; exec \"$0\" \"$@\""]).arg(program).args(stage.arguments);
        command.current_dir(&self.tests.folder).env("CARGO_MANIFEST_DIR", &self.tests.folder);
        command.env("FITMENT_MUTANT", number.to_string()).env("RUST_TEST_THREADS", "1").env("RUST_BACKTRACE", "0");
        command.env("INSTA_UPDATE", "no").env("INSTA_FORCE_PASS", "0").env("FITMENT_UNIVERSES", "600");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok_and(|child| ends_well(child, limit))
    }
}

/// Waits for a program up to a time limit. Returns whether it succeeded.
fn ends_well(mut child: Child, limit: Duration) -> bool {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if started.elapsed() < limit => thread::sleep(Duration::from_millis(5)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// Summarises how many mutants each stage found.
pub fn tally(fates: &[Fate]) -> String {
    let killed = |name: &'static str| fates.iter().filter(|fate| **fate == Fate::Killed(name)).count();
    let names = [ANSWERS].into_iter().chain(STAGES.iter().map(|stage| stage.name));
    names.map(|name| format!("{name} {}", killed(name))).collect::<Vec<_>>().join(", ")
}
