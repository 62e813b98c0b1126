//! The language of variables in components.
//!
//! A [`Template`] is a parsed text, and [`Template::fill`] replaces its variables by values. The language keeps the
//! quirks of the original, because existing manifests rely on them.

mod budget;
mod failure;
mod fill;
mod functions;
mod glob;
mod parse;

pub use failure::Failure;

/// A parsed text with variables.
#[derive(Debug)]
pub struct Template {
    pieces: Vec<Piece>,
}

/// A piece of a template.
#[derive(Debug)]
enum Piece {
    /// Literal text.
    Text(String),
    /// A variable, possibly with an operator.
    Call(Call),
}

/// A variable in braces.
#[derive(Debug)]
struct Call {
    /// The name of the variable.
    name: String,
    /// The operator that is applied to the value.
    operator: Operator,
    /// The arguments of the operator. A default may consist of several pieces.
    arguments: Vec<Piece>,
}

/// An operator on a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    /// Replaces an empty value by the arguments, if there are any.
    Default,
    Length,
    LowerFirst,
    Lower,
    UpperFirst,
    Upper,
    Substring,
    Trim {
        longest: bool,
        end: bool,
    },
    ReplaceFirst,
    ReplaceAll,
    ReplacePrefix,
    ReplaceSuffix,
}

/// A variable that a template uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Variable<'t> {
    /// The name of the variable.
    pub name: &'t str,
    /// Whether its first occurrence has an argument and so does not need a value.
    pub has_default: bool,
}

/// Why a text is not a valid template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// The braces contain something that is not valid.
    Substitution {
        /// The byte offset of the opening `${`.
        offset: usize,
    },
    /// Variables are nested too deeply.
    TooDeep {
        /// The maximum depth.
        limit: usize,
    },
}

impl Template {
    /// Parses a template. Whitespace around a plain name in braces is ignored.
    pub fn read(text: &str) -> Result<Self, Malformed> {
        parse::parse(&parse::without_blanks(text))
    }

    /// Returns the distinct variables of the text, sorted by name. Variables inside the default of another are not
    /// included.
    pub fn variables(&self) -> Vec<Variable<'_>> {
        let calls: Vec<&Call> = self.calls().collect();
        let names: crate::base::Index<'_> = calls.iter().map(|call| call.name.as_str()).collect();
        let first = |(name, place): (_, usize)| {
            let has_default = calls.get(place).is_some_and(|call| !call.arguments.is_empty());
            Variable { name, has_default }
        };
        names.sorted().map(first).collect()
    }

    fn calls(&self) -> impl Iterator<Item = &Call> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Call(call) => Some(call),
            Piece::Text(_) => None,
        })
    }
}
