use std::io::IsTerminal as _;

use clap::{Args, ValueEnum};

use crate::cli::showing::output::Format;

/// How findings are shown.
#[derive(Clone, Copy, Debug, Args)]
pub struct Reported {
    /// The format of the output; by default text on a terminal and JSON elsewhere.
    #[arg(short, long, value_name = "FORMAT")]
    output: Option<Form>,
}

impl Reported {
    /// The chosen output form.
    pub fn form(self) -> Form {
        let usual = if std::io::stdout().is_terminal() { Form::Text } else { Form::Json };
        self.output.unwrap_or(usual)
    }
}

/// A form of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Form {
    /// The engine's answer, byte for byte.
    Json,
    /// For people.
    Text,
    /// The same as JSON, easier on the eye.
    Yaml,
    /// For code scanning and editors: SARIF 2.1.0.
    Sarif,
    /// For tools that show test results: JUnit XML.
    Junit,
    /// For GitHub workflows, which show findings at their lines.
    Github,
}

impl Form {
    /// The format in which the engine's own answer is shown; `None` if only findings are.
    pub fn answer(self) -> Option<Format> {
        match self {
            Self::Json => Some(Format::Json),
            Self::Text => Some(Format::Text),
            Self::Yaml => Some(Format::Yaml),
            Self::Sarif | Self::Junit | Self::Github => None,
        }
    }

    /// Whether the output is a report of findings, rather than the engine's answer.
    pub fn is_reported(self) -> bool {
        !matches!(self, Self::Json | Self::Yaml)
    }

    /// The format to ask the engine for: reports need its sentences.
    pub fn asked(self) -> Format {
        self.answer().unwrap_or(Format::Text)
    }
}
