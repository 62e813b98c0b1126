use crate::cli::stderr;
use clap::{Args, ValueEnum};
use serde_json::Value;

/// How strictly unknown keys are treated.
#[derive(Clone, Copy, Debug, Args)]
pub struct Strictness {
    /// What happens to an unknown key; `strict` unless given.
    #[arg(long, value_name = "WORD")]
    field_validation: Option<FieldValidation>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FieldValidation {
    /// It is refused.
    Strict,
    /// It is ignored with a warning.
    Warn,
    /// It is ignored.
    Ignore,
}

impl Strictness {
    /// Warns of unknown keys and ignores them.
    #[cfg(feature = "serve")]
    pub const TELLING: Self = Self { field_validation: Some(FieldValidation::Warn) };

    /// Ignores unknown keys.
    pub const LENIENT: Self = Self { field_validation: Some(FieldValidation::Ignore) };

    /// The request's word for the strictness.
    pub fn word(self) -> &'static str {
        match self.field_validation {
            Some(FieldValidation::Strict) | None => "Strict",
            Some(FieldValidation::Warn) => "Warn",
            Some(FieldValidation::Ignore) => "Ignore",
        }
    }

    /// Whether the command line sets the strictness.
    pub fn is_given(self) -> bool {
        self.field_validation.is_some()
    }

    /// Suggests `--field-validation` if a request was refused for an unknown key.
    pub fn hint(self, envelope: &Value) {
        let problems = envelope["problems"].as_array().map(Vec::as_slice).unwrap_or_default();
        let refused = |problem: &Value| problem["code"] == "unknown-key" && problem["level"] == "error";
        if envelope["outcome"] == "undecided" && problems.iter().any(refused) {
            stderr::line("note: with `--field-validation warn` such keys are told and passed over");
        }
    }
}
