//! Tells an engine with a planted fault from the true one by its answers to all known inputs.
//!
//! `planted reach FILE` notes the answers to each known input and the faults it reaches. `planted judge FILE` reads the
//! number of a fault from each line, and prints `other NAME` or `same`. `planted seek FILE` reads in each line a number
//! followed by a JSON list of literals from the nearby source, changes inputs until one reveals the fault, and prints
//! `found {"calls":…}` or `same`. A fault that never ends ends the process.

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, io, panic, process, thread};

use fitment::mutant;
use fitment_fuzz::change::change;
use fitment_tests::calls::{Input, digest, known};
use fitment_tests::doors::Verb;
use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

/// The time limit for a known input with all its calls.
const LONGEST: Duration = Duration::from_millis(2500);
/// The maximum number of inputs that are tried for a fault which most inputs reach.
const MOST: usize = 2500;
/// How long inputs for one fault are sought.
const SOUGHT: Duration = Duration::from_secs(4);

/// The time at which the current answers are too late, in milliseconds since the start. 0: nothing is being answered.
static TOO_LATE: AtomicU64 = AtomicU64::new(0);

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let [verb, file] = words.as_slice() else { panic!("planted reach|judge|seek FILE") };
    panic::set_hook(Box::new(|_| {}));
    let started = Instant::now();
    thread::spawn(move || watch(started));
    let inputs = known();
    match verb.as_str() {
        "reach" => reach(&inputs, file),
        "judge" => for_each_fault(&Noted::read(file), |noted, fault, _| judge(noted, &inputs, fault, started)),
        "seek" => {
            for_each_fault(&Noted::read(file), |noted, fault, words| seek(noted, &inputs, (fault, words), started))
        }
        _ => panic!("planted reach|judge|seek FILE"),
    }
}

/// Writes a line for each input: the digest of its answers, and the faults that it reaches.
fn reach(inputs: &[(String, Input)], file: &str) {
    mutant::plant(None);
    let mut text = String::new();
    // Whatever a process computes only once is computed before anything is noted.
    let _ = inputs.iter().map(|(_, input)| input.answers()).count();
    for (_, input) in inputs {
        mutant::forget();
        let answers = input.answers();
        let faults: Vec<String> = mutant::reached().map(|fault| fault.to_string()).collect();
        text += &format!("{:x} {}\n", digest(&answers), faults.join(" "));
    }
    fs::write(file, text).expect("the file can be written");
}

/// The answers to the inputs, and the inputs that reach each fault.
struct Noted {
    answers: Vec<u64>,
    reaching: HashMap<u32, Vec<u32>>,
}

impl Noted {
    fn read(file: &str) -> Self {
        let text = fs::read_to_string(file).expect("the file is there");
        let mut noted = Self { answers: Vec::new(), reaching: HashMap::new() };
        for (place, line) in (0_u32..).zip(text.lines()) {
            let mut words = line.split(' ');
            let answers = words.next().and_then(|word| u64::from_str_radix(word, 16).ok());
            noted.answers.push(answers.expect("a line begins with a digest"));
            for fault in words.filter_map(|word| word.parse().ok()) {
                noted.reaching.entry(fault).or_default().push(place);
            }
        }
        noted
    }

    /// Returns the inputs that reach a fault, the smallest first. If there are too many, a selection of all sizes is
    /// returned.
    fn reaching(&self, fault: u32, inputs: &[(String, Input)]) -> Vec<usize> {
        let mut all: Vec<usize> =
            self.reaching.get(&fault).into_iter().flatten().map(|place| *place as usize).collect();
        all.sort_by_key(|place| inputs[*place].1.bytes());
        let step = all.len().div_ceil(MOST).max(1);
        all.into_iter().step_by(step).collect()
    }
}

fn for_each_fault(noted: &Noted, told: impl Fn(&Noted, u32, &[Value]) -> String) {
    for line in io::stdin().lock().lines() {
        let line = line.expect("lines are text");
        let (fault, words) = line.split_once(' ').unwrap_or((&line, "[]"));
        let fault = fault.parse().expect("a line begins with a number");
        let words: Vec<Value> = serde_json::from_str(words).expect("words are a list in JSON");
        println!("{}", told(noted, fault, &words));
        io::stdout().flush().expect("somebody listens");
    }
}

/// Says whether any known input gets another answer.
fn judge(noted: &Noted, inputs: &[(String, Input)], fault: u32, started: Instant) -> String {
    for place in noted.reaching(fault, inputs) {
        let (name, input) = &inputs[place];
        if planted(input, fault, started).is_none_or(|answers| digest(&answers) != noted.answers[place]) {
            return format!("other {}", name.replace('\n', " "));
        }
    }
    "same".to_owned()
}

/// Seeks a changed input that gets another answer.
fn seek(noted: &Noted, inputs: &[(String, Input)], (fault, words): (u32, &[Value]), started: Instant) -> String {
    let reaching = noted.reaching(fault, inputs);
    if reaching.is_empty() {
        return "same".to_owned();
    }
    let mut numbers = Numbers(u64::from(fault));
    let began = Instant::now();
    while began.elapsed() < SOUGHT {
        // Smaller inputs are chosen more often.
        let bound = numbers.below(reaching.len()) + 1;
        let (one, other) = (reaching[numbers.below(bound)], reaching[numbers.below(reaching.len())]);
        let input = change(&mut numbers, &inputs[one].1, &inputs[other].1, words);
        if tells(&input, fault, started) {
            return format!("found {}", shown(&smaller(input, fault, started)));
        }
    }
    "same".to_owned()
}

/// Whether an input that is text reveals a fault by a different answer, while the true engine does not panic.
fn tells(input: &Input, fault: u32, started: Instant) -> bool {
    if input.0.iter().any(|(_, request)| std::str::from_utf8(request).is_err()) {
        return false;
    }
    mutant::forget();
    let other = planted(input, fault, started);
    mutant::has_reached(fault) && {
        let truly = answered(input, None, started);
        truly.is_some() && truly != other
    }
}

/// Removes the calls that an input does not need.
fn smaller(mut input: Input, fault: u32, started: Instant) -> Input {
    let mut place = 0;
    while place < input.0.len() {
        let mut less = input.clone();
        less.0.remove(place);
        if tells(&less, fault, started) {
            input = less;
        } else {
            place += 1;
        }
    }
    input
}

fn shown(input: &Input) -> String {
    let verb = |verb: Verb| match verb {
        Verb::Load => "load",
        Verb::Ask => "ask",
        Verb::Review => "review",
    };
    let calls = input.0.iter().map(|(called, request)| json!([verb(*called), String::from_utf8_lossy(request)]));
    json!({ "calls": calls.collect::<Vec<_>>() }).to_string()
}

fn planted(input: &Input, fault: u32, started: Instant) -> Option<Vec<Vec<u8>>> {
    answered(input, Some(fault), started)
}

/// Returns the answers with or without a fault. `None`: the engine panicked.
fn answered(input: &Input, fault: Option<u32>, started: Instant) -> Option<Vec<Vec<u8>>> {
    mutant::plant(fault);
    TOO_LATE.store(milliseconds(started.elapsed() + LONGEST), Ordering::Relaxed);
    let answers = catch_unwind(AssertUnwindSafe(|| input.answers())).ok();
    TOO_LATE.store(0, Ordering::Relaxed);
    mutant::plant(None);
    answers
}

fn watch(started: Instant) {
    loop {
        thread::sleep(Duration::from_millis(100));
        let too_late = TOO_LATE.load(Ordering::Relaxed);
        if too_late != 0 && milliseconds(started.elapsed()) > too_late {
            process::exit(3);
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
