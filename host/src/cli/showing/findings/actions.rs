use super::{Finding, Report, from_here};
use crate::cli::reading::source::At;

/// Writes workflow commands, one per line, which GitHub shows at the lines they refer to.
pub fn write(report: &Report<'_>) -> String {
    report.findings().map(command).collect()
}

fn command(finding: &Finding) -> String {
    let level = match finding.level.word() {
        "note" => "notice",
        word => word,
    };
    let mut properties = Vec::new();
    if let Some(At { file: Some(file), position }) = &finding.at {
        properties.push(format!("file={}", property(from_here(file))));
        if let Some(position) = position {
            properties.push(format!("line={},col={}", position.line, position.column));
        }
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
