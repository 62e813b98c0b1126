//! How an answer is told: as text, tables, JSON or YAML, and as findings in the formats that other tools read.

pub mod diff_tables;
pub mod findings;
pub mod fit_table;
mod matrix;
pub mod output;
pub mod table;
pub mod words;
