//! Components with variables: generated texts whose meaning is known, and answers that do not depend on the order of
//! objects.

use fitment::Engine;
use serde_json::{Value, json};

/// A generator of pseudo-random numbers that is the same at every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick<'p, T: ?Sized>(&mut self, from: &[&'p T]) -> &'p T {
        from[self.roll(from.len())]
    }
}

fn ask(question: &str, given: Value) -> Value {
    let request = json!({ "question": format!("providers/{question}"), "given": given }).to_string();
    let answer: Value =
        serde_json::from_str(&Engine::default().ask(request.as_bytes())).expect("the engine writes JSON");
    assert_eq!(answer["outcome"], "decided", "{request}: {answer}");
    answer["answer"].clone()
}

const NAMES: [&str; 4] = ["A", "B_1", "long_name", "EMPTY"];
const VALUES: [&str; 3] = ["foo.bar.baz", "Größe/x", "a$b${C}"];

fn value(name: &str) -> &'static str {
    NAMES.iter().position(|known| *known == name).and_then(|place| VALUES.get(place)).copied().unwrap_or_default()
}

/// Whether a pattern of letters, `*` and `?` matches the whole text. A star does not match a slash.
fn matches(pattern: &[char], text: &[char]) -> bool {
    match (pattern, text) {
        ([], text) => text.is_empty(),
        (['*', rest @ ..], text) => matches(rest, text) || matches!(text, [_, behind @ ..] if matches(pattern, behind)),
        (['?', rest @ ..], [_, behind @ ..]) => matches(rest, behind),
        ([letter, rest @ ..], [first, behind @ ..]) => letter == first && matches(rest, behind),
        _ => false,
    }
}

/// Removes the shortest or longest part at one end of a text that a pattern matches.
fn trimmed(text: &str, pattern: &str, longest: bool, end: bool) -> String {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let cut = |length: usize| if end { text.split_at(text.len() - length) } else { text.split_at(length) };
    let part = |length: usize| if end { cut(length).1 } else { cut(length).0 };
    let mut lengths: Vec<usize> = (1..=text.len()).filter(|length| matches(&pattern, part(*length))).collect();
    if !longest {
        lengths.reverse();
    }
    let Some(length) = lengths.last() else { return text.iter().collect() };
    (if end { cut(*length).0 } else { cut(*length).1 }).iter().collect()
}

/// Returns a piece of a template, and what it becomes.
fn piece(dice: &mut Dice) -> (String, String) {
    let name = dice.pick(&NAMES);
    let value = value(name);
    let text = |dice: &mut Dice| dice.pick(&["- x: ", "\n", "é\t", "$HOME", "{}", "\\", "plain "]).to_owned();
    match dice.roll(13) {
        0 => (format!("${{{name}}}"), value.to_owned()),
        1 => (format!("${{ {name}\t}}"), value.to_owned()),
        2 => (format!("$${{{name}}}"), format!("${{{name}}}")),
        3 => {
            let operator = dice.pick(&[":-", ":=", "=", ":+", ":?"]);
            let default = if value.is_empty() { "d f" } else { value };
            (format!("${{{name}{operator}d f}}"), default.to_owned())
        }
        4 => {
            let inner = dice.pick(&NAMES);
            let default = if value.is_empty() { format!("<{}>", self::value(inner)) } else { value.to_owned() };
            (format!("${{{name}:=<${{{inner}}}>}}"), default)
        }
        5 => (
            format!("${{{name}^^}}"),
            value
                .chars()
                .map(|letter| if letter == 'ß' { "ß".to_owned() } else { letter.to_uppercase().to_string() })
                .collect(),
        ),
        6 => (format!("${{{name},,}}"), value.to_lowercase()),
        7 => (format!("${{#{name}}}"), value.len().to_string()),
        8 => {
            // The text consists of single-byte letters, because offsets count bytes.
            let (from, to) = (dice.roll(4), dice.roll(9));
            let (start, end) = (from.min(VALUES[0].len()), (from + to).min(VALUES[0].len()));
            (format!("${{A:{from}:{to}}}"), VALUES[0][start..end].to_owned())
        }
        9 | 10 => {
            let pattern = dice.pick(&["*.", ".*", "f?o", "*", "*o*", "/x", "z"]);
            let (longest, end) = (dice.roll(2) == 1, dice.roll(2) == 1);
            let operator = if end { "%" } else { "#" }.repeat(1 + usize::from(longest));
            let pattern = if end { pattern.chars().rev().collect::<String>() } else { pattern.to_owned() };
            (format!("${{{name}{operator}{pattern}}}"), trimmed(value, &pattern, longest, end))
        }
        11 => {
            let (old, new) = (dice.pick(&["ba", "o", "x", "."]), dice.pick(&["", "Y", "yy"]));
            let all = dice.roll(2) == 1;
            let becomes = if all { value.replace(old, new) } else { value.replacen(old, new, 1) };
            (format!("${{{name}{}{old}/{new}}}", if all { "//" } else { "/" }), becomes)
        }
        _ => {
            let text = text(dice);
            (text.clone(), text)
        }
    }
}

#[test]
fn what_is_generated_with_its_meaning_is_rendered_so() {
    let mut dice = Dice(7);
    let variables = json!({ "A": VALUES[0], "B_1": VALUES[1], "long_name": VALUES[2], "EMPTY": "" });
    let mut pieces = 0;
    for round in 0..4_000 {
        let (mut template, mut expected) = (String::new(), String::new());
        for _ in 0..1 + round % 6 {
            let (text, becomes) = piece(&mut dice);
            // A dollar before a dollar would change its meaning.
            if template.ends_with(['$', '\\']) && text.starts_with(['$', '/', '\\']) {
                continue;
            }
            template.push_str(&text);
            expected.push_str(&becomes);
            pieces += 1;
        }
        let answer = ask("render", json!({ "template": template, "variables": variables }));
        assert_eq!(answer["output"], expected, "{template:?}: {answer}");
    }
    assert!(pieces > 10_000, "only {pieces} pieces were tried");
}

#[test]
fn what_names_no_variable_stays_byte_for_byte() {
    for text in ["", "a: b\r\n\tc: \"d\"\n", "# ünïcode\n---\n$A $ {B} $\n", "trailing blank \n\n"] {
        assert_eq!(ask("render", json!({ "template": text, "variables": {} }))["output"], text);
    }
}

#[test]
fn missing_variables_are_told_sorted_and_nothing_is_rendered() {
    let mut dice = Dice(11);
    for _ in 0..200 {
        let mut names: Vec<String> = (0..1 + dice.roll(6)).map(|_| format!("V{}", dice.roll(20))).collect();
        let template: String = names.iter().map(|name| format!("- ${{{name}}}\n")).collect();
        let answer = ask("render", json!({ "template": template, "variables": { "V0": "" } }));
        names.retain(|name| name != "V0");
        names.sort();
        names.dedup();
        match names.is_empty() {
            true => assert!(answer.get("error").is_none(), "{answer}"),
            false => assert_eq!((&answer["missing"], &answer["output"]), (&json!(names), &json!(template))),
        }
    }
}

fn shuffled(list: &[Value], dice: &mut Dice) -> Vec<Value> {
    let mut list = list.to_vec();
    for place in (1..list.len()).rev() {
        list.swap(place, dice.roll(place + 1));
    }
    list
}

#[test]
fn the_order_of_objects_never_shows() {
    let reference = |group: &str, kind: &str| json!({ "apiVersion": format!("{group}.cluster.x-k8s.io/v1beta1"), "kind": kind, "name": "x" });
    let cluster = |name: &str, kind: &str| {
        json!({ "apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "Cluster", "metadata": { "namespace": "t", "name": name },
            "spec": { "infrastructureRef": reference("infrastructure", kind) } })
    };
    let machines = |name: &str, cluster: &str| {
        json!({ "apiVersion": "cluster.x-k8s.io/v1beta1", "kind": "MachineDeployment", "metadata": { "namespace": "t", "name": name },
            "spec": { "clusterName": cluster, "template": { "spec": {
                "bootstrap": { "configRef": reference("bootstrap", "TalosConfigTemplate") },
                "infrastructureRef": reference("infrastructure", "FooMachineTemplate") } } } })
    };
    let objects = [cluster("b", "AWSCluster"), cluster("a", "DockerCluster"), machines("m", "a"), machines("n", "b")];
    let provider = |kind: &str, name: &str, contract: &str| json!({ "kind": kind, "name": name, "namespace": format!("{name}-system"), "contract": contract, "paused": true });
    let providers = [
        provider("CoreProvider", "cluster-api", "v1beta1"),
        provider("InfrastructureProvider", "aws", "v1alpha4"),
        provider("BootstrapProvider", "kubeadm", "v1alpha4"),
        provider("ControlPlaneProvider", "kubeadm", "v1beta1"),
    ];
    let entry = |kind: &str, name: &str| json!({ "metadata": { "name": name, "namespace": "x" }, "type": kind, "providerName": name, "version": "v0.6.0" });
    let inventory = [
        entry("InfrastructureProvider", "aws"),
        entry("CoreProvider", "cluster-api"),
        entry("BootstrapProvider", "talos"),
    ];
    let workloads =
        [json!({ "name": "b", "namespace": "t", "uses": [] }), json!({ "name": "a", "namespace": "t", "uses": [] })];
    let core = json!({ "kind": "CoreProvider", "name": "cluster-api", "namespace": "cluster-api-system" });
    let questions = |dice: &mut Dice| {
        let (objects, providers) = (shuffled(&objects, dice), shuffled(&providers, dice));
        let (inventory, workloads) = (shuffled(&inventory, dice), shuffled(&workloads, dice));
        [
            ask("uses", json!({ "objects": objects })),
            ask("unpause", json!({ "providers": providers, "unpause": "cluster-api" })),
            ask("delete", json!({ "delete": core, "providers": providers, "workloadClusters": workloads })),
            ask("migrate", json!({ "inventory": inventory })),
        ]
    };
    let mut dice = Dice(3);
    let first = questions(&mut dice);
    assert_eq!(first[2]["blockers"].as_array().map(Vec::len), Some(5), "{}", first[2]);
    for _ in 0..100 {
        assert_eq!(questions(&mut dice), first);
    }
}
