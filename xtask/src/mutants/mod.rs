//! Faults planted on purpose, to see whether the tests notice them.
//!
//! All faults are compiled at once into a copy of the engine below `target/mutants`, each behind a switch. A test run
//! then activates the one named by an environment variable, so that a fault costs seconds rather than a build.

mod answers;
mod build;
mod dictionary;
mod equivalent;
mod found;
mod judge;
mod mutant;
mod operators;
mod options;
mod places;
mod rewrite;

use std::time::Instant;

pub use options::Options;

use crate::shell::{Done, root};
use answers::Answers;
use build::Copy;
use dictionary::Dictionary;
use equivalent::Equivalents;
use judge::{Fate, Judge};
use mutant::Mutant;

/// The folders in which faults are planted. The others have no rules: they hold the doors, and what the engine says
/// about itself.
const FOLDERS: [&str; 5] = ["policy", "question", "review", "wire", "base"];

/// Inputs that reveal mutants which no other input does.
const TELLING: &str = "tests/telling.jsonl";

/// Runs `cargo xtask mutants`.
pub fn run(options: &Options) -> Done {
    let started = Instant::now();
    let equivalents = Equivalents::read(&root().join("tests/equivalent-mutants.txt"))?;
    let mut candidates = places::find(&root().join("src"), &FOLDERS, &options.only)?;
    let found = candidates.len();
    options.shuffle(&mut candidates);
    // Some mutants do not compile, so enough extra ones are tried that there are seldom too few in the end.
    candidates.truncate(options.count.saturating_add(options.count / 6 + 4));
    let copy = Copy::make(&root())?;
    let mut chosen = copy.compile(candidates)?;
    chosen.truncate(options.count);
    copy.list(&chosen)?;
    let planted = copy.planted()?;
    eprintln!("{found} places, {} mutants compiled after {:.0} s", chosen.len(), started.elapsed().as_secs_f64());
    let answers = Answers::note(planted, &copy.tests())?;
    if options.seek {
        let dictionary = Dictionary::of(&chosen, &root().join("src"))?;
        let (hidden, shown) = answers.seek_all(&chosen, &dictionary, &root().join(TELLING))?;
        println!(
            "seed {}: {hidden} of {} mutants are shown by no known answer; `{TELLING}` has {shown} more inputs that show \
             one, after {:.0} s",
            options.seed,
            chosen.len(),
            started.elapsed().as_secs_f64(),
        );
        return Ok(());
    }
    let judge = Judge::new(answers, copy.judges()?)?;
    let fates = judge.all(&chosen);
    let equivalent = |mutant: &Mutant| equivalents.reason(mutant);
    let mut survivors: Vec<(&Mutant, Option<&str>)> = Vec::new();
    for (mutant, fate) in chosen.iter().zip(&fates) {
        if *fate == Fate::Survived {
            survivors.push((mutant, equivalent(mutant)));
        }
    }
    survivors.sort_by_key(|(mutant, _)| (mutant.path.clone(), mutant.line));
    for (mutant, reason) in &survivors {
        match reason {
            None => println!("survived    {mutant}"),
            Some(reason) => println!("equivalent  {mutant}\n            {reason}"),
        }
    }
    let alike = survivors.iter().filter(|(_, reason)| reason.is_some()).count();
    let survived = survivors.len() - alike;
    let counted = chosen.len() - alike;
    let killed = counted - survived;
    let percentage = 100.0 * killed as f64 / counted.max(1) as f64;
    println!(
        "seed {}: {} of {found} mutants, {killed} killed ({}), {survived} survived, {alike} equivalent: {percentage:.1} % in {:.0} s",
        options.seed,
        chosen.len(),
        judge::tally(&fates),
        started.elapsed().as_secs_f64(),
    );
    Ok(())
}
