use std::time::Duration;

use comfy_table::Cell;
use serde_json::Value;

use super::output::HEADING;
use super::table::{Table, cell, visible, yes_or_no};
use super::words::Words;
use crate::cli::members::{list, word};

/// Draws the images and their versions as a table, with the pick above and the hidden versions below. It only arranges
/// the answers; `pick_words` are the English sentences of the pick.
pub fn draw(fit: &Value, pick_words: &Words, profile: &str, all: bool) -> String {
    let answer = &fit["answer"];
    let (mut hidden, mut offered) = (0, 0);
    let mut rows = Table::new(&["IMAGE", "VERSION", "NOW", "EXPIRES", "OFFERED", "WHY"]);
    for image in list(&answer["images"]) {
        for version in list(&image["versions"]) {
            let over = matches!(version["classification"].as_str(), Some("expired" | "unavailable"));
            if over && !all {
                hidden += 1;
                continue;
            }
            offered += usize::from(version["offered"] == true);
            let row = row(&rows, word(&image["name"]), version);
            rows.row(row);
        }
    }
    let mut text = format!(
        "{HEADING}{}{HEADING:#}: {offered} of {} image versions of {profile} offered{}\n",
        visible(word(&answer["machineType"])),
        rows.len(),
        // The summary counts hidden versions too, so it is left out if there are any.
        if hidden == 0 { causes(&answer["summary"]) } else { String::new() },
    );
    // The pick and the reason for it, in the engine's words.
    text.extend(pick_words.because().chain(pick_words.problems()).take(2));
    if rows.len() > 0 {
        text.push('\n');
        text.push_str(&rows.draw());
    }
    if hidden > 0 {
        let versions = if hidden == 1 { "version has" } else { "versions have" };
        text.push_str(&format!("\n{hidden} {versions} expired or cannot be taken yet; --all shows them too\n"));
    }
    text
}

fn row(table: &Table, image: &str, version: &Value) -> [Cell; 6] {
    [
        cell(image),
        cell(word(&version["version"])),
        cell(word(&version["classification"])),
        cell(&day(word(&version["expires"]))),
        yes_or_no(version["offered"] == true),
        table.lines(&why(version)),
    ]
}

/// The day of a time in UTC; the hour matters little in a table.
fn day(moment: &str) -> String {
    let universal = universal(moment);
    let moment = universal.as_deref().unwrap_or(moment);
    moment.split_once('T').map_or(moment, |(day, _)| day).to_owned()
}

/// Converts a time with an offset to UTC; `None` if it has none.
fn universal(moment: &str) -> Option<String> {
    let (local, offset) = moment.split_at_checked(moment.len().checked_sub("+00:00".len())?)?;
    let (hours, minutes) = offset.get(1..)?.split_once(':')?;
    let seconds = hours.parse::<u64>().ok()? * 3600 + minutes.parse::<u64>().ok()? * 60;
    let (local, shift) = (humantime::parse_rfc3339(&format!("{local}Z")).ok()?, Duration::from_secs(seconds));
    let at = match offset.as_bytes().first()? {
        b'+' => local.checked_sub(shift)?,
        b'-' => local.checked_add(shift)?,
        _ => return None,
    };
    // The formatter cannot write years of five digits.
    (at < humantime::parse_rfc3339("9999-12-31T00:00:00Z").ok()?)
        .then(|| humantime::format_rfc3339_seconds(at).to_string())
}

/// The flavor that fits, or what the nearest one lacks and the cures.
fn why(version: &Value) -> Vec<String> {
    let flavors = list(&version["flavors"]);
    if let Some(cause) = version["withheldBy"].as_str() {
        return vec![format!("fits, and is withheld: {cause}")];
    }
    if version["fits"] == true {
        let of_several = version["bestFlavor"].as_u64().filter(|_| flavors.len() > 1);
        return of_several.map(|best| format!("flavor {} of {}", best + 1, flavors.len())).into_iter().collect();
    }
    let mut lines: Vec<String> =
        list(&version["refusedBy"]).iter().map(|filter| format!("kept out by {}", word(filter))).collect();
    let more = |of: &Value| of.as_u64().unwrap_or_default();
    let apart = |flavor: &&Value| list(&flavor["mismatches"]).len() as u64 + more(&flavor["more"]);
    if let Some((place, nearest)) = flavors.iter().enumerate().min_by_key(|(_, flavor)| apart(flavor)) {
        let prefix = if flavors.len() > 1 { format!("flavor {}: ", place + 1) } else { String::new() };
        lines.extend(list(&nearest["mismatches"]).iter().map(|mismatch| {
            let machine = values(&mismatch["machine"], more(&mismatch["moreOfMachine"]));
            let image = values(&mismatch["image"], more(&mismatch["moreOfImage"]));
            format!("{prefix}{}: machine has {machine}, image {image}", word(&mismatch["capability"]))
        }));
    }
    let flavor = version["cure"]["flavor"].as_u64().unwrap_or_default() + 1;
    let edits = list(&version["cure"]["edits"]).iter().map(|edit| {
        let owner = match word(&edit["to"]) {
            "flavor" => format!("flavor {flavor}"),
            "version" => "the version".to_owned(),
            _ => "the machine type".to_owned(),
        };
        let (value, capability) = (word(&edit["add"]), word(&edit["capability"]));
        match &edit["replaces"] {
            Value::Null => format!("add {value} to {capability} of {owner}"),
            misspelt => format!("write {value} for {} in {capability} of {owner}", word(misspelt)),
        }
    });
    let mut edits: Vec<String> = edits.collect();
    let added = version["cure"]["addFlavor"].as_object();
    edits.extend(added.map(|flavor| {
        let values = flavor.iter().map(|(name, list)| format!("{name} {}", values(list, 0)));
        format!("add a flavor with {}", values.collect::<Vec<_>>().join(" and "))
    }));
    if !edits.is_empty() {
        lines.push(format!("cure: {}", edits.join(", ")));
    }
    lines
}

/// How many versions each cause refuses, in one line.
fn causes(summary: &Value) -> String {
    let refused = list(&summary["refused"]).iter();
    let causes: Vec<String> = refused.map(|refused| format!("{} {}", refused["count"], word(&refused["by"]))).collect();
    if causes.is_empty() { String::new() } else { format!("; refused: {}", causes.join(", ")) }
}

fn values(values: &Value, more: u64) -> String {
    let listed = match list(values) {
        [] => "none".to_owned(),
        values => values.iter().map(word).collect::<Vec<_>>().join(", "),
    };
    if more > 0 { format!("{listed} and {more} more") } else { listed }
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn a_day_is_that_of_universal_time() {
        for (moment, expected) in [
            ("2026-01-31T23:30:00Z", "2026-01-31"),
            ("2026-02-01T00:30:00+02:00", "2026-01-31"),
            ("2025-12-31T23:30:00.5-01:00", "2026-01-01"),
            ("soon", "soon"),
            ("", ""),
        ] {
            assert_eq!(day(moment), expected, "{moment}");
        }
    }
}
