use std::time::Duration;

use comfy_table::Cell;
use serde_json::{Value, json};

use super::{Beside, Row};
use crate::cli::showing::table::{Table, cell};

/// The percentiles that are reported, in parts per thousand.
const PARTS: [(&str, u64); 4] = [("p50", 500), ("p90", 900), ("p99", 990), ("p999", 999)];

/// The load average over the last minute; `None` if unknown.
fn others() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 10.0
}

fn rounded(ratio: f64) -> f64 {
    (ratio * 100.0).round() / 100.0
}

/// The measurements as JSON.
pub fn json(rows: &[Row]) -> Value {
    let rows = rows.iter().map(|Row { name, connections, measured, beside }| {
        let took = &measured.took;
        let mut row = json!({
            "name": name,
            "connections": connections,
            "seconds": rounded(measured.lasted.as_secs_f64()),
            "requests": took.count(),
            "perSecond": measured.a_second().round(),
            "statuses": measured.statuses.iter().map(|(status, count)| (status.to_string(), json!(count))).collect::<serde_json::Map<_, _>>(),
            "errors": measured.errors,
        });
        for (name, part) in PARTS {
            row["micros"][name] = json!(micros(took.within(part)));
        }
        row["micros"]["max"] = json!(micros(took.most()));
        if let Some(says) = &measured.says {
            row["error"] = json!(says);
        }
        if let Some(Beside { name, half, answered }) = beside {
            row["beside"] = json!({ "name": name, "p50": rounded(*half), "perSecond": rounded(*answered) });
        }
        row["histogram"] = took.buckets().map(|(upto, count)| json!({ "upToMicros": micros(upto), "count": count })).collect();
        row
    });
    json!({ "loadAverage": others(), "processors": std::thread::available_parallelism().map_or(1, usize::from), "rows": rows.collect::<Vec<_>>() })
}

/// The measurements as text.
pub fn text(rows: &[Row]) -> String {
    let headings = [
        "SERVER",
        "CONNECTIONS",
        "A SECOND",
        "P50",
        "P90",
        "P99",
        "P99.9",
        "MAX",
        "P50 BESIDE",
        "A SECOND BESIDE",
        "NOT 200",
    ];
    let mut table = Table::new(&headings);
    for Row { name, connections, measured, beside } in rows {
        let took = &measured.took;
        let mut cells = vec![cell(name), Cell::new(connections), Cell::new(format!("{:.0}", measured.a_second()))];
        cells.extend(PARTS.map(|(_, part)| shown(took.within(part))));
        cells.push(shown(took.most()));
        let ratio = |ratio: fn(&Beside) -> f64| {
            Cell::new(beside.as_ref().map(|beside| format!("{:.2}", ratio(beside))).unwrap_or_default())
        };
        cells.extend([ratio(|beside| beside.half), ratio(|beside| beside.answered)]);
        let good = measured.statuses.get(&200).copied().unwrap_or_default();
        let mut not = (took.count() - good + measured.errors).to_string();
        if let Some(says) = &measured.says {
            not.push_str(&format!(" ({says})"));
        }
        cells.push(cell(&not));
        table.row(cells);
    }
    let mut text = table.draw();
    for row in rows {
        let connections = if row.connections == 1 { "connection" } else { "connections" };
        text.push_str(&format!("\n{}, {} {connections}\n{}", row.name, row.connections, drawn(row)));
    }
    if let Some(others) = others() {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        text.push_str(&format!("\nload average {others} on {processors} processors\n"));
    }
    text
}

fn shown(time: Duration) -> Cell {
    Cell::new(words(time))
}

fn words(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1e-3 => format!("{:.0} µs", seconds * 1e6),
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.1} s"),
    }
}

/// Draws a bar for each power of two with any durations.
fn drawn(row: &Row) -> String {
    const WIDTH: f64 = 50.0;
    let mut powers: Vec<(Duration, u64)> = Vec::new();
    for (upto, count) in row.measured.took.buckets() {
        let end = Duration::from_nanos(u64::try_from(upto.as_nanos()).unwrap_or(u64::MAX).next_power_of_two());
        match powers.last_mut() {
            Some((last, counted)) if *last == end => *counted += count,
            _ => powers.push((end, count)),
        }
    }
    let most = powers.iter().map(|(_, count)| *count).max().unwrap_or(1);
    let line = |(upto, count): &(Duration, u64)| {
        let bar = "█".repeat((*count as f64 / most as f64 * WIDTH).ceil() as usize);
        format!("  up to {:>7}  {count:>9}  {bar}\n", words(*upto))
    };
    powers.iter().map(line).collect()
}
