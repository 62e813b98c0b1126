//! The language of variables in components: what a template says, and what becomes of it.
//!
//! [`Template`] is a parsed text; [`Template::fill`] puts the values in. Other programs' manifests are written for this
//! language, so its corners are kept as they are.

mod fill;
mod functions;
mod glob;
mod parse;

pub use fill::Failure;

/// A text with variables.
#[derive(Debug)]
pub struct Template {
    pieces: Vec<Piece>,
}

/// A part of a template.
#[derive(Debug)]
enum Piece {
    /// Text that stays.
    Text(String),
    /// A variable, and what is done to its value.
    Call(Call),
}

/// A variable in braces.
#[derive(Debug)]
struct Call {
    /// Its name.
    name: String,
    /// What is done to its value.
    operator: Operator,
    /// What follows the operator; a default may have several pieces.
    arguments: Vec<Piece>,
}

/// What is done to a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    /// Nothing, or the arguments take the place of an empty value.
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

/// A variable that a template names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Variable<'t> {
    /// Its name.
    pub name: &'t str,
    /// Whether the first place that names it can do without a value.
    pub has_default: bool,
}

/// Why a text is no template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// What is in braces cannot be understood.
    Substitution {
        /// Where the braces open: how many bytes precede them.
        offset: usize,
    },
    /// Variables are too deep inside one another.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
}

impl Template {
    /// Reads a template. Blanks around a plain name in braces count for nothing.
    pub fn read(text: &str) -> Result<Self, Malformed> {
        parse::parse(&parse::without_blanks(text))
    }

    /// The variables that the text itself names, each once, sorted by name. Those inside the default of another are not
    /// among them.
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
