//! Every vector through every door: as expected, and the same bytes.

use fitment_tests::doors::{self, Verb};
use fitment_tests::files;

/// Questions that no policy answers yet. The list may only shrink: what is answered has to leave it.
const NOT_IMPLEMENTED: &str = include_str!("../not-implemented.txt");

#[test]
fn every_vector_through_every_door() {
    let mut doors = doors::all();
    let waiting: Vec<&str> = NOT_IMPLEMENTED.lines().collect();
    let (mut compared, mut held, mut put_off) = (0, 0, 0);
    let mut failures = Vec::new();
    for (file, vectors) in files::vectors() {
        for vector in vectors {
            let mut passes = true;
            for edition in vector.editions() {
                let request = vector.request(edition);
                let mut answers = doors.iter_mut().map(|door| (door.name(), door.call(Verb::Ask, request.as_bytes())));
                let (_, first) = answers.next().expect("there is a door");
                for (name, answer) in answers {
                    compared += 1;
                    if answer != first {
                        failures.push(format!("{file} `{}`: {name} gives other bytes than native", vector.name));
                    }
                }
                if let Err(mismatch) = vector.compare(&first) {
                    passes = false;
                    if !waiting.contains(&vector.question.as_str()) {
                        failures.push(format!("{file} `{}` in the {edition} edition {mismatch}", vector.name));
                    }
                }
            }
            match waiting.contains(&vector.question.as_str()) {
                true if passes => failures
                    .push(format!("{file} `{}` passes: take {} off not-implemented.txt", vector.name, vector.question)),
                true => put_off += 1,
                false => held += 1,
            }
        }
    }
    println!("{held} vectors hold, {compared} answers compared between doors, {put_off} vectors wait for their policy");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
