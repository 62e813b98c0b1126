//! Undefined names do not change an answer silently.

use fitment_tests::numbers::Numbers;
use serde_json::{Value, json};

use super::world::{ask, profile, versions};

/// Misspells some keys of a capability map.
fn misspelt(capabilities: &Value, numbers: &mut Numbers) -> Value {
    let members = capabilities.as_object().expect("capabilities are an object").iter();
    let renamed = members.map(|(name, values)| {
        let name = if numbers.below(3) == 0 { format!("{name}x") } else { name.clone() };
        (name, values.clone())
    });
    Value::Object(renamed.collect())
}

#[test]
fn a_misspelt_name_widens_no_answer_without_a_warning() {
    let mut numbers = Numbers(11);
    let (mut wider, mut altered) = (0, 0);
    for _ in 0..6_000 {
        let profile = profile(&mut numbers);
        let machine = numbers.below(4);
        let mut changed = profile.clone();
        let spec = &mut changed["spec"];
        let own = &mut spec["machineTypes"][machine]["capabilities"];
        *own = misspelt(own, &mut numbers);
        for image in spec["machineImages"].as_array_mut().expect("a list") {
            for version in image["versions"].as_array_mut().expect("a list") {
                for flavor in version["capabilityFlavors"].as_array_mut().expect("a list") {
                    *flavor = misspelt(flavor, &mut numbers);
                }
            }
        }
        if numbers.below(4) == 0 {
            let definitions = spec["machineCapabilities"].as_array_mut().expect("a list");
            definitions.truncate(definitions.len().saturating_sub(1));
        }
        let fits = |profile: &Value| {
            let given = json!({ "cloudProfile": profile, "machineType": format!("m{machine}") });
            let answer = ask("images/fit", "design", &given);
            let fits: Vec<bool> = versions(&answer).iter().map(|(_, version)| version["fits"] == true).collect();
            let problems = answer["problems"].as_array().expect("problems are a list").clone();
            (
                fits,
                problems
                    .into_iter()
                    .any(|problem| problem["code"].as_str().is_some_and(|it| it.ends_with("-not-defined"))),
            )
        };
        if changed == profile {
            continue;
        }
        altered += 1;
        let ((before, _), (after, warned)) = (fits(&profile), fits(&changed));
        if before.iter().zip(&after).any(|(before, after)| *after && !before) {
            assert!(warned, "{profile}\n{changed}");
            wider += 1;
        }
    }
    assert!(wider > 200, "only {wider}");
    println!("{wider} of {altered} misspelt profiles let more fit, each with a warning");
}
