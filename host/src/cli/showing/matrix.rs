use serde_json::Value;

use super::table::{Table, cell};
use crate::cli::members::{list, word};

/// Draws a matrix as a table: a row for each machine type, with the image versions that fit.
pub fn draw(answer: &Value) -> String {
    let columns: Vec<(&str, &str)> =
        list(&answer["versions"]).iter().map(|column| (word(&column["image"]), word(&column["version"]))).collect();
    let mut table = Table::new(&["MACHINE TYPE", "FIT", "VERSIONS", "REFUSED BY"]);
    for machine in list(&answer["machineTypes"]) {
        let places = list(&machine["fitting"]).iter().filter_map(|place| usize::try_from(place.as_u64()?).ok());
        let fitting: Vec<(&str, &str)> = places.filter_map(|place| columns.get(place).copied()).collect();
        let refused =
            list(&machine["refused"]).iter().map(|cause| format!("{} {}", word(&cause["by"]), cause["count"]));
        table.row([
            cell(word(&machine["name"])),
            cell(&format!("{} of {}", fitting.len(), columns.len())),
            table.lines(&by_image(&fitting)),
            cell(&refused.collect::<Vec<_>>().join(", ")),
        ]);
    }
    format!("{} of {} pairs fit\n\n{}", answer["fitting"], answer["pairs"], table.draw())
}

/// A line for each image, with its versions.
fn by_image(fitting: &[(&str, &str)]) -> Vec<String> {
    let images = fitting.chunk_by(|(left, _), (right, _)| left == right);
    let line = |versions: &[(&str, &str)]| {
        let image = versions.first().map(|(image, _)| *image).unwrap_or_default();
        format!("{image} {}", versions.iter().map(|(_, version)| *version).collect::<Vec<_>>().join(", "))
    };
    images.map(line).collect()
}
