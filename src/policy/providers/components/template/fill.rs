use super::budget::Budget;
use super::failure::Failure;
use super::functions;
use super::{Call, Operator, Piece, Template};

impl Template {
    /// Replaces the variables by their values. `value` returns an empty text for a variable without one.
    pub fn fill<'v>(&self, value: &dyn Fn(&str) -> &'v str) -> Result<String, Failure> {
        let mut out = Vec::new();
        let mut budget = Budget::default();
        fill(&self.pieces, value, &mut out, &mut budget)?;
        Ok(readable(&out))
    }
}

fn fill<'v>(
    pieces: &[Piece],
    value: &dyn Fn(&str) -> &'v str,
    out: &mut Vec<u8>,
    budget: &mut Budget,
) -> Result<(), Failure> {
    for piece in pieces {
        let before = out.len();
        match piece {
            Piece::Text(text) => out.extend_from_slice(text.as_bytes()),
            Piece::Call(call) => out.extend(filled(call, value, budget)?),
        }
        budget.spend(out.len() - before)?;
    }
    Ok(())
}

fn filled<'v>(call: &Call, value: &dyn Fn(&str) -> &'v str, budget: &mut Budget) -> Result<Vec<u8>, Failure> {
    let mut arguments = Vec::with_capacity(call.arguments.len());
    for argument in &call.arguments {
        let mut filled = Vec::new();
        fill(std::slice::from_ref(argument), value, &mut filled, budget)?;
        arguments.push(filled);
    }
    let text = value(&call.name);
    budget.spend(text.len())?;
    let first = || arguments.first().map(Vec::as_slice).unwrap_or_default();
    let second = || arguments.get(1).map(Vec::as_slice);
    Ok(match call.operator {
        Operator::Default if text.is_empty() => arguments.concat(),
        Operator::Default => text.into(),
        Operator::Length => text.len().to_string().into(),
        Operator::LowerFirst => functions::first(text, functions::lower).into(),
        Operator::Lower => functions::each(text, functions::lower).into(),
        Operator::UpperFirst => functions::first(text, functions::upper).into(),
        Operator::Upper => functions::each(text, functions::upper).into(),
        Operator::Substring => {
            let negative = || Failure::NegativeLength { variable: call.name.clone() };
            functions::substring(text, first(), second()).ok_or_else(negative)?.into()
        }
        Operator::Trim { longest, end } => functions::trim(text, first(), longest, end, budget)?,
        Operator::ReplaceFirst => functions::replace(text, first(), second().unwrap_or_default(), false, budget)?,
        Operator::ReplaceAll => functions::replace(text, first(), second().unwrap_or_default(), true, budget)?,
        Operator::ReplacePrefix => match (text.as_bytes().strip_prefix(first()), second()) {
            (Some(rest), Some(new)) => [new, rest].concat(),
            _ => text.into(),
        },
        Operator::ReplaceSuffix => match (text.as_bytes().strip_suffix(first()), second()) {
            (Some(rest), Some(new)) => [rest, new].concat(),
            _ => text.into(),
        },
    })
}

/// Converts bytes to text. Invalid bytes, which occur if a substring cuts a character, become replacement characters.
fn readable(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|_| out.push(char::REPLACEMENT_CHARACTER));
    }
    out
}
