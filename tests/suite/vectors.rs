//! Every vector through every door gives the expected answer, and the same bytes.

use fitment_tests::doors::{self, Verb};
use fitment_tests::files;

#[test]
fn every_vector_through_every_door() {
    let mut doors = doors::all();
    let (mut compared, mut held) = (0, 0);
    let mut failures = Vec::new();
    for (file, vectors) in files::vectors() {
        for vector in vectors {
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
                    failures.push(format!("{file} `{}` in the {edition} edition {mismatch}", vector.name));
                }
            }
            held += 1;
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    println!("{held} vectors hold, {compared} answers compared between doors");
}
