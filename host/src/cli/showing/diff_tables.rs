use serde_json::Value;

use super::output::{explained, section, verdict};
use super::table::{self, Table, cell};
use super::words::Words;
use crate::cli::members::{list, word};

/// Draws the effects of a change as text: the reasons, then tables of pairs, refused pools and maintenance.
pub fn draw(envelope: &Value, words: &Words, profile: &str) -> String {
    let mut text = verdict(envelope, Some(profile));
    text.push_str(&explained(words));
    let answer = &envelope["answer"];
    if answer.is_null() {
        return text;
    }
    let tables = [("pairs", pairs(answer)), ("refused", refused(answer)), ("maintenance", maintenance(answer))];
    for (heading, table) in tables {
        if !table.is_empty() {
            section(&mut text, heading, &table);
        }
    }
    let [before, after] = ["offeredBefore", "offeredAfter"].map(|key| answer[key].as_u64().unwrap_or_default());
    text.push_str(&format!("\n{before} pairs are offered before the change, {after} afterwards\n"));
    text
}

/// A table of the pairs that vanish, then of those that appear.
fn pairs(answer: &Value) -> String {
    let mut table = Table::indented(&["", "PAIRS", "MACHINE TYPES", "VERSIONS", "BEFORE", "AFTERWARDS", "BY"]);
    let mut further = String::new();
    for (key, sign) in [("vanish", "-"), ("appear", "+")] {
        let of_one_way = &answer[key];
        for changed in list(&of_one_way["changes"]) {
            let count = changed["pairs"].to_string();
            table.row([
                cell(sign),
                cell(&count),
                cell(&some(&changed["machineTypes"], &changed["machineTypeCount"])),
                cell(&some(&changed["versions"], &changed["versionCount"])),
                cell(word(&changed["before"])),
                cell(word(&changed["after"])),
                cell(word(&changed["by"])),
            ]);
        }
        if of_one_way["further"].as_u64().unwrap_or_default() > 0 {
            further.push_str(&format!("{sign} {} further pairs\n", of_one_way["further"]));
        }
    }
    table.draw() + &further
}

/// A table of the causes for refusing pools, with the pools.
fn refused(answer: &Value) -> String {
    let mut table = Table::indented(&["POOLS", "FOR LACK OF", "AT", "FIRST"]);
    for violation in list(&answer["refused"]) {
        let what = match word(&violation["what"]) {
            "machineType" => "machine type",
            "machineImageVersion" => "version",
            "capabilityValue" => "value",
            other => other,
        };
        table.row([
            cell(&violation["count"].to_string()),
            cell(&format!("{what} {}", word(&violation["value"]))),
            cell(word(&violation["field"])),
            cell(&some(&violation["pools"], &violation["count"])),
        ]);
    }
    table.draw()
}

/// A table of the pools for which the next maintenance has a different effect.
fn maintenance(answer: &Value) -> String {
    let mut table = Table::indented(&["POOLS", "VERSION", "BEFORE", "AFTERWARDS", "WHY", "FIRST"]);
    for turned in list(&answer["maintenance"]) {
        let course = |course: &Value| match (word(&course["does"]), course["to"].as_str()) {
            (_, Some(to)) => format!("to {to}"),
            ("fails", None) => "stuck".to_owned(),
            ("stops", None) => "not reached".to_owned(),
            (does, None) => does.to_owned(),
        };
        let why = match word(&turned["after"]["need"]) {
            "none" | "" => "",
            "automatic" => "by itself",
            "missing" => "no longer suits",
            other => other,
        };
        table.row([
            cell(&turned["count"].to_string()),
            cell(&format!("{}:{}", word(&turned["image"]), word(&turned["from"]))),
            cell(&course(&turned["before"])),
            cell(&course(&turned["after"])),
            cell(why),
            cell(&some(&turned["pools"], &turned["count"])),
        ]);
    }
    table.draw()
}

/// The first few names and the number of the others.
fn some(names: &Value, count: &Value) -> String {
    let names: Vec<&str> = list(names).iter().map(word).collect();
    table::some(&names, count.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default())
}
