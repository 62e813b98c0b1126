//! Flavors that are aggregated from several artifacts, so that each of their values is published but not every
//! combination (the design's second alternative).

use super::looked::Looked;
use crate::policy::images::documents::Capabilities;
use crate::policy::images::provider::Piece;

/// The maximum number of capabilities whose values are combined.
const CAPABILITIES: usize = 8;

/// A capability of a flavor that some artifact lacks a value of, with the flavor's values.
struct Choice<'c, 'a> {
    name: &'a str,
    values: &'c [&'a str],
}

/// Returns a combination of a flavor's values that no artifact has, limited to the capabilities that matter. `None`:
/// there is none, or there are too many combinations to look at.
pub(super) fn unpublished<'c, 'a>(
    looked: &'c Looked<'_, 'a>,
    flavor: &'c Capabilities<'a>,
    pieces: &'c [Piece<'a>],
) -> Option<Vec<(&'a str, &'a str)>> {
    let space = looked.catalog.space();
    let has = |piece: &Piece<'a>, name: &str, value: &str| {
        piece.capabilities.get(name).is_none_or(|own| own.contains(&value))
    };
    let mut choices: Vec<Choice<'c, 'a>> = Vec::new();
    for capability in 0..space.count() {
        let (name, values) = (space.name(capability), space.effective(flavor, capability));
        if !looked.may_take(1 + values.len() * pieces.len()) {
            return None;
        }
        let all_have = |value: &&str| pieces.iter().all(|piece| has(piece, name, value));
        if !values.iter().all(all_have) {
            choices.push(Choice { name, values });
        }
    }
    if choices.len() > CAPABILITIES {
        return None;
    }
    let mut chosen: Vec<usize> = vec![0; choices.len()];
    loop {
        if !looked.may_take(1 + pieces.len() * choices.len()) {
            return None;
        }
        let pairs = || {
            chosen.iter().zip(&choices).filter_map(|(value, choice)| Some((choice.name, *choice.values.get(*value)?)))
        };
        if !pieces.iter().any(|piece| pairs().all(|(name, value)| has(piece, name, value))) {
            return Some(pairs().collect());
        }
        // Advances to the next combination like a counter, the last capability first.
        let next = chosen.iter().zip(&choices).rposition(|(value, choice)| value + 1 < choice.values.len())?;
        for (at, value) in chosen.iter_mut().enumerate().skip(next) {
            *value = if at == next { *value + 1 } else { 0 };
        }
    }
}
