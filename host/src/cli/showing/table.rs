use std::io::IsTerminal as _;

use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, Color, ContentArrangement, Table as Drawn};
use serde_json::Value;

/// A table. On a terminal it wraps at the terminal's width; elsewhere each row is one line, for `grep` and the like.
pub struct Table {
    drawn: Drawn,
    wraps: bool,
}

/// How far a section is indented.
const INDENT: u16 = 2;

/// The narrowest width that the table adapts to.
const NARROWEST: u16 = 60;

impl Table {
    /// Creates a table with a heading for each column, or without headings.
    pub fn new(headings: &[&str]) -> Self {
        Self::beside(headings, 0)
    }

    /// Creates a table to be shown in a section.
    pub fn indented(headings: &[&str]) -> Self {
        Self::beside(headings, INDENT)
    }

    fn beside(headings: &[&str], blanks: u16) -> Self {
        let mut drawn = Drawn::new();
        let wraps = std::io::stdout().is_terminal();
        let arrangement = if wraps { ContentArrangement::Dynamic } else { ContentArrangement::Disabled };
        drawn.load_style(NOTHING).set_content_arrangement(arrangement);
        // Colours are removed on printing if nothing shows them.
        drawn.enforce_styling().style_text_only();
        if let Some(width) = drawn.width().filter(|_| wraps) {
            drawn.set_width(width.max(NARROWEST) - blanks);
        }
        if !headings.is_empty() {
            drawn.set_header(headings.iter().map(|name| Cell::new(name).add_attribute(Attribute::Bold)));
        }
        Self { drawn, wraps }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.drawn.add_row(cells);
    }

    /// A cell with several lines, which are joined if rows may not wrap.
    pub fn lines(&self, lines: &[String]) -> Cell {
        let lines: Vec<String> = lines.iter().map(|line| visible(line)).collect();
        Cell::new(lines.join(if self.wraps { "\n" } else { "; " }))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.drawn.row_count()
    }

    /// The table as text, without trailing blanks.
    pub fn draw(mut self) -> String {
        for column in self.drawn.column_iter_mut() {
            column.set_padding((0, 2));
        }
        if self.drawn.row_count() == 0 {
            return String::new();
        }
        self.drawn.to_string().lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

/// A cell with text from outside, made safe to print.
pub fn cell(text: &str) -> Cell {
    Cell::new(visible(text))
}

/// A cell with a yes or no.
pub fn yes_or_no(yes: bool) -> Cell {
    let (word, colour) = if yes { ("yes", Color::Green) } else { ("no", Color::Red) };
    Cell::new(word).fg(colour).add_attribute(Attribute::Bold)
}

/// A table of two members of each row of an answer.
pub fn of_two(rows: &[Value], left: &str, right: &str) -> String {
    let mut table = Table::new(&[]);
    let text = |row: &Value, key: &str| cell(row[key].as_str().unwrap_or_default());
    for row in rows {
        table.row([text(row, left), text(row, right)]);
    }
    table.draw()
}

/// Escapes control characters, which a terminal would obey: the text may come from anyone.
pub fn visible(text: &str) -> String {
    let shown = |character: char| {
        if character.is_control() { character.escape_default().to_string() } else { character.into() }
    };
    text.chars().map(shown).collect()
}

/// The first few names, and how many more there are.
pub fn some(names: &[&str], count: usize) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<&str> = names.iter().take(SHOWN).copied().collect();
    match count.saturating_sub(shown.len()) {
        0 => shown.join(", "),
        more => format!("{}, {more} more", shown.join(", ")),
    }
}
