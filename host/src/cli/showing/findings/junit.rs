use std::fmt::Write as _;
use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::{Finding, Level, Report, Subject};
use crate::cli::exit::Failure;

/// Writes JUnit XML: a test for each subject, which fails if it has errors. Other findings go into the test's output.
pub fn write(report: &Report<'_>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let mut xml = Writer::new_with_indent(&mut bytes, b' ', 2);
    let tests = report.subjects.len().to_string();
    let count = |of: fn(&Subject) -> bool| report.subjects.iter().filter(|subject| of(subject)).count().to_string();
    let failures = count(|subject| subject.findings.iter().any(|finding| finding.level == Level::Error));
    let skipped = count(|subject| subject.passed_over);
    let suite = format!("fitment {}", report.command);
    let counts = [("name", suite.as_str()), ("tests", &tests), ("failures", &failures), ("errors", "0")];
    let write = |xml: &mut Writer<&mut Vec<u8>>| {
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let suites = xml.create_element("testsuites").with_attributes(counts);
        suites.write_inner_content(|xml| {
            let suite = xml.create_element("testsuite").with_attributes(counts);
            let suite = suite.with_attribute(("skipped", skipped.as_str()));
            suite.write_inner_content(|xml| report.subjects.iter().try_for_each(|subject| test(xml, subject)))?;
            Ok(())
        })?;
        io::Result::Ok(())
    };
    write(&mut xml)?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    text.push('\n');
    Ok(text)
}

fn test(xml: &mut Writer<&mut Vec<u8>>, subject: &Subject) -> io::Result<()> {
    let name = clean(&subject.name);
    let class = clean(subject.file.as_deref().unwrap_or("fitment"));
    let test = xml.create_element("testcase").with_attributes([("name", name.as_str()), ("classname", &class)]);
    if subject.passed_over {
        test.write_inner_content(|xml| xml.create_element("skipped").write_empty().map(drop))?;
        return Ok(());
    }
    if subject.findings.is_empty() {
        test.write_empty()?;
        return Ok(());
    }
    let (failures, others): (Vec<&Finding>, Vec<&Finding>) =
        subject.findings.iter().partition(|finding| finding.level == Level::Error);
    test.write_inner_content(|xml| {
        for finding in failures {
            let says = clean(&finding.says);
            let attributes = [("type", finding.code.as_str()), ("message", &says)];
            let failure = xml.create_element("failure").with_attributes(attributes);
            failure.write_text_content(BytesText::new(&clean(&worded(finding))))?;
        }
        if !others.is_empty() {
            let all: String = others.into_iter().map(worded).collect();
            xml.create_element("system-out").write_text_content(BytesText::new(&clean(&all)))?;
        }
        Ok(())
    })?;
    Ok(())
}

/// A finding in full, as text.
fn worded(finding: &Finding) -> String {
    let at = finding.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    let mut text = format!("{}: {at}{} [{}]\n", finding.level.word(), finding.says, finding.code);
    for cure in &finding.cure {
        let _ = writeln!(text, "  {cure}");
    }
    text
}

/// Replaces characters that XML cannot contain even as references.
fn clean(text: &str) -> String {
    let holds = |letter: char| {
        matches!(letter, '\t' | '\n' | '\r') || (letter >= ' ' && !matches!(letter, '\u{fffe}' | '\u{ffff}'))
    };
    text.chars().map(|letter| if holds(letter) { letter } else { '\u{fffd}' }).collect()
}
