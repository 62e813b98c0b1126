//! Documents of the shapes that operators write for each provider. What Gardener accepts passes without flags, and what
//! it refuses is refused for the same reason.

use crate::cli::{code, run, text};
use fitment_tests::files;

const NOW: [&str; 4] = ["-o", "text", "--now", "2026-06-01T00:00:00Z"];

#[test]
fn what_gardener_accepts_passes_without_a_flag() {
    for (provider, objects) in [("aws", 6), ("azure", 5), ("gcp", 5), ("openstack", 5), ("alicloud", 5)] {
        let output = run(&[&["review", "-f", &format!("examples/real/{provider}")], &NOW[..]].concat());
        let shown = text(&output.stdout);
        assert_eq!(code(&output), 0, "{shown}{}", text(&output.stderr));
        assert!(shown.ends_with(&format!("\n{objects} objects: {objects} yes, 0 no\n")), "{shown}");
        // A profile with few machine types has flavors that none of them takes. The lint warns about these.
        let is_found = |line: &str| line.contains("is taken by no machine type");
        let warned = shown.lines().filter(|line| line.contains("warning: ")).all(is_found);
        assert!(warned && output.stderr.is_empty(), "{shown}{}", text(&output.stderr));
    }
}

#[test]
fn what_gardener_refuses_is_refused_for_its_reason() {
    let refused = files::below("examples/real/refused", "yaml");
    assert!(refused.len() >= 12, "{refused:?}");
    for path in refused.iter().map(|path| path.to_str().expect("its name is text")) {
        let document = files::read(path);
        let (expected, why) = document.lines().next().and_then(|line| line.split_once(": ")).expect("a first line");
        let exit = match expected {
            "# no" => 2,
            "# not understood" => 1,
            other => panic!("`{path}` begins with `{other}`"),
        };
        let output = run(&[&["review", "-f", path], &NOW[..]].concat());
        let shown = text(&output.stdout);
        assert_eq!(code(&output), exit, "{path}: {shown}");
        assert!(shown.contains(why), "{path}: `{why}` in {shown}");
    }
}
