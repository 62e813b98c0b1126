//! Flavors that are aggregated from several artifacts: each of their values is published, and not each combination (the
//! design's second alternative).

use super::looked::Looked;
use crate::policy::images::documents::Capabilities;
use crate::policy::images::provider::Piece;

/// In how many capabilities combinations are looked for.
const CAPABILITIES: usize = 8;

/// A capability of a flavor with its values, and what each artifact has of it.
struct Choice<'c, 'a> {
    name: &'a str,
    values: &'c [&'a str],
}

/// A combination of a flavor's values that no artifact has: the capabilities on which it depends. `None`: there is none, or
/// there are too many to look at each.
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
        // The next combination, the last capability first, as one counts.
        let next = chosen.iter().zip(&choices).rposition(|(value, choice)| value + 1 < choice.values.len())?;
        for (at, value) in chosen.iter_mut().enumerate().skip(next) {
            *value = if at == next { *value + 1 } else { 0 };
        }
    }
}
