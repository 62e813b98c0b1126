use std::io::IsTerminal as _;

use comfy_table::ColumnConstraint::{ContentWidth, LowerBoundary};
use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, Color, ContentArrangement, Table, Width};
use serde_json::Value;

use super::output::HEADING;
use super::words::Words;

/// How wide the table is where there is no terminal to ask.
const WIDTH: u16 = 100;

/// How narrow the reasons may become.
const REASONS: u16 = 24;

/// The images and their versions as a table, with what to take above and what is hidden beneath. It only arranges
/// what the answers say, of which `fit_words` and `pick_words` are in English.
pub fn draw(fit: &Value, [fit_words, pick_words]: &[Words; 2], profile: &str, all: bool) -> String {
    let answer = &fit["answer"];
    let (mut hidden, mut offered) = (0, 0);
    let mut rows = table();
    for image in list(&answer["images"]) {
        for version in list(&image["versions"]) {
            let over = matches!(version["classification"].as_str(), Some("expired" | "unavailable"));
            if over && !all {
                hidden += 1;
                continue;
            }
            offered += usize::from(version["offered"] == true);
            rows.add_row(row(word(&image["name"]), version));
        }
    }
    let mut text = format!(
        "{HEADING}{}{HEADING:#}: {offered} of {} image versions of {profile} offered{}\n",
        visible(word(&answer["machineType"])),
        rows.row_count(),
        // What is hidden was counted too.
        if hidden == 0 { causes(&answer["summary"]) } else { String::new() },
    );
    // What to take and what decided for it, as the engine words it.
    text.extend(pick_words.because().chain(pick_words.problems()).take(2));
    if rows.row_count() > 0 {
        text.push('\n');
        text.extend(rows.to_string().lines().map(|line| format!("{}\n", line.trim_end())));
    }
    if hidden > 0 {
        let versions = if hidden == 1 { "version has" } else { "versions have" };
        text.push_str(&format!("\n{hidden} {versions} expired or cannot be had yet; --all shows them too\n"));
    }
    text.extend(fit_words.problems().map(|line| format!("\n{line}")));
    text
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    // Whoever prints it takes the colours out where nobody sees them.
    table.enforce_styling().style_text_only();
    if !std::io::stdout().is_terminal() {
        table.set_width(WIDTH);
    }
    let heading = |name| Cell::new(name).add_attribute(Attribute::Bold);
    table.set_header(["IMAGE", "VERSION", "NOW", "OFFERED", "WHY"].map(heading));
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
        // Reasons give way first, but not letter by letter: a terminal too narrow for that wraps the lines itself.
        let width = if column.index < 4 { ContentWidth } else { LowerBoundary(Width::Fixed(REASONS)) };
        column.set_constraint(width);
    }
    table
}

fn row(image: &str, version: &Value) -> [Cell; 5] {
    let (offered, colour) = if version["offered"] == true { ("yes", Color::Green) } else { ("no", Color::Red) };
    [
        Cell::new(visible(image)),
        Cell::new(visible(word(&version["version"]))),
        Cell::new(word(&version["classification"])),
        Cell::new(offered).fg(colour).add_attribute(Attribute::Bold),
        Cell::new(why(version).lines().map(visible).collect::<Vec<_>>().join("\n")),
    ]
}

/// What is taken, or what keeps the nearest flavor apart and what would cure it.
fn why(version: &Value) -> String {
    let flavors = list(&version["flavors"]);
    if let Some(cause) = version["withheldBy"].as_str() {
        return format!("fits, and is withheld: {cause}");
    }
    if version["fits"] == true {
        let of_several = version["bestFlavor"].as_u64().filter(|_| flavors.len() > 1);
        return of_several.map(|best| format!("flavor {best} of {}", flavors.len())).unwrap_or_default();
    }
    let mut lines: Vec<String> =
        list(&version["refusedBy"]).iter().map(|filter| format!("kept out by {}", word(filter))).collect();
    let apart = |flavor: &&Value| list(&flavor["mismatches"]).len();
    if let Some((place, nearest)) = flavors.iter().enumerate().min_by_key(|(_, flavor)| apart(flavor)) {
        let prefix = if flavors.len() > 1 { format!("flavor {place}: ") } else { String::new() };
        lines.extend(list(&nearest["mismatches"]).iter().map(|mismatch| {
            let (machine, image) = (values(&mismatch["machine"]), values(&mismatch["image"]));
            format!("{prefix}{}: machine has {machine}, image {image}", word(&mismatch["capability"]))
        }));
    }
    let flavor = &version["cure"]["flavor"];
    let edits = list(&version["cure"]["edits"]).iter().map(|edit| {
        let owner = if edit["to"] == "flavor" { format!("flavor {flavor}") } else { "the machine type".to_owned() };
        let (value, capability) = (word(&edit["add"]), word(&edit["capability"]));
        match &edit["replaces"] {
            Value::Null => format!("add {value} to {capability} of {owner}"),
            misspelt => format!("write {value} for {} in {capability} of {owner}", word(misspelt)),
        }
    });
    let mut edits: Vec<String> = edits.collect();
    let added = version["cure"]["addFlavor"].as_object();
    edits.extend(added.map(|flavor| {
        let values = flavor.iter().map(|(name, list)| format!("{name} {}", values(list)));
        format!("add a flavor with {}", values.collect::<Vec<_>>().join(" and "))
    }));
    if !edits.is_empty() {
        lines.push(format!("cure: {}", edits.join(", ")));
    }
    lines.join("\n")
}

/// What keeps how many apart, in one line.
fn causes(summary: &Value) -> String {
    let refused = list(&summary["refused"]).iter();
    let causes: Vec<String> = refused.map(|refused| format!("{} {}", refused["count"], word(&refused["by"]))).collect();
    if causes.is_empty() { String::new() } else { format!("; refused: {}", causes.join(", ")) }
}

fn values(values: &Value) -> String {
    match list(values) {
        [] => "none".to_owned(),
        values => values.iter().map(word).collect::<Vec<_>>().join(", "),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A profile may come from anybody, and a terminal obeys control characters.
fn visible(text: &str) -> String {
    let shown = |character: char| {
        if character.is_control() { character.escape_default().to_string() } else { character.into() }
    };
    text.chars().map(shown).collect()
}
