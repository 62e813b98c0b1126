use fitment_files::yaml::Position;

use super::{Finding, Report, from_here};
use crate::cli::reading::objects::STANDARD_INPUT;

/// Writes workflow commands, one per line, which GitHub shows at the lines they refer to.
pub fn write(report: &Report<'_>) -> String {
    report.placed().map(command).collect()
}

fn command((finding, file, position): (&Finding, &str, Position)) -> String {
    let level = match finding.level.word() {
        "note" => "notice",
        word => word,
    };
    let mut properties = Vec::new();
    if file != STANDARD_INPUT {
        let Position { line, column } = position;
        properties.push(format!("file={},line={line},col={column}", property(from_here(file))));
    }
    properties.push(format!("title={}", property(&finding.code)));
    let mut message = finding.says.clone();
    for cure in &finding.cure {
        message.push('\n');
        message.push_str(cure);
    }
    format!("::{level} {}::{}\n", properties.join(","), escaped(&message))
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{escaped, property};

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(escaped("100 %\n::error::x"), "100 %25%0A::error::x");
        assert_eq!(property("a,b:c"), "a%2Cb%3Ac");
    }
}
