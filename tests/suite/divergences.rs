//! Every upstream vector is also put to the design edition. If the answer differs, the list names the divergences that
//! explain it, and each of them has to be needed.

use std::collections::BTreeMap;

use fitment::{Edition, Engine, Question};
use fitment_files::vectors::Vector;
use fitment_tests::files;

const LIST: &str = "tests/divergences.json";

/// Whether a question with this name exists.
fn question(name: &str) -> bool {
    fitment::policies().flat_map(|policy| policy.questions).any(|question: &Question| question.name == name)
}

/// Whether the design edition without some divergences gives the upstream answer.
fn holds_without(engine: &Engine, vector: &Vector, divergences: &[&'static str]) -> bool {
    // `without` takes a static list, which a test may leak.
    let edition = Edition::DESIGN.without(Box::leak(divergences.to_vec().into_boxed_slice()));
    let answer = engine.ask_in(vector.request("design").as_bytes(), Some(edition));
    vector.compare(answer.as_bytes()).is_ok()
}

/// Returns the smallest set of one to three divergences without which the difference disappears.
fn explanation(engine: &Engine, vector: &Vector) -> Option<Vec<&'static str>> {
    let policy = vector.question.split('/').next().unwrap_or_default();
    let divergences = fitment::policies().filter(|known| known.name == policy).flat_map(|known| known.divergences);
    let ids: Vec<&'static str> = divergences.map(|divergence| divergence.id).collect();
    let ids = ids.as_slice();
    let one = ids.iter().map(|id| vec![*id]);
    let two =
        ids.iter().enumerate().flat_map(|(index, first)| ids[index + 1..].iter().map(|second| vec![*first, *second]));
    let three = ids.iter().enumerate().flat_map(|(index, first)| {
        let further = ids[index + 1..].iter().enumerate();
        further.flat_map(move |(place, second)| {
            ids[index + place + 2..].iter().map(move |third| vec![*first, *second, *third])
        })
    });
    one.chain(two).chain(three).find(|candidates| holds_without(engine, vector, candidates))
}

#[test]
fn every_difference_between_the_editions_is_explained() {
    let engine = Engine::default();
    let mut list: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    let (mut same, mut unexplained) = (0, Vec::new());
    for (file, vectors) in files::vectors() {
        let upstream = vectors
            .iter()
            .filter(|vector| question(&vector.question) && vector.editions().all(|edition| edition == "upstream"));
        for (index, vector) in upstream.enumerate() {
            if holds_without(&engine, vector, &[]) {
                same += 1;
                continue;
            }
            let place = format!("{file} {index}: {}", vector.name);
            match explanation(&engine, vector) {
                Some(divergences) => drop(list.insert(place, divergences)),
                None => unexplained.push(place),
            }
        }
    }
    println!("{same} upstream vectors hold in the design edition too, {} differ for a named reason", list.len());
    assert!(unexplained.is_empty(), "no divergence explains:\n{}", unexplained.join("\n"));
    let text = serde_json::to_string_pretty(&serde_json::json!(list)).expect("JSON can be written") + "\n";
    let stale = files::generated(LIST, &text);
    assert!(stale.is_none(), "{LIST} is stale, `cargo xtask update` makes it anew");
}

#[test]
fn every_divergence_is_named_once() {
    let mut names: Vec<_> =
        fitment::policies().flat_map(|policy| policy.divergences).map(|divergence| divergence.id).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
