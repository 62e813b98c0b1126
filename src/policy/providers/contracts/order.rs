//! The order of contracts by age, and which contracts tolerate each other.

use std::cmp::Ordering;

/// The oldest contract that may still be installed.
const OLDEST: &str = "v1alpha4";

/// How a contract's age compares to that of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Age {
    /// The contract is older than the other.
    Older,
    /// The contract is not older, or one of the two cannot be parsed.
    Other,
}

/// Compares the age of `contract` with that of `with`.
pub fn compare(contract: &str, with: &str) -> Age {
    match (stages(contract), stages(with)) {
        (Some(left), Some(right)) if left.cmp(&right) == Ordering::Less => Age::Older,
        _ => Age::Other,
    }
}

/// Whether a contract is too old to be installed.
pub fn is_retired(contract: &str) -> bool {
    compare(contract, OLDEST) == Age::Older
}

/// Whether a core that speaks `core` tolerates a provider that speaks `contract`.
pub fn tolerates(core: &str, contract: &str) -> bool {
    core == contract || (core, contract) == ("v1beta2", "v1beta1")
}

/// Splits a contract into major version, stage (alpha, beta, stable) and number within the stage.
fn stages(contract: &str) -> Option<(u64, u8, u64)> {
    let rest = contract.strip_prefix('v')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (major, stage) = rest.split_at_checked(digits)?;
    let (stage, number) = match (stage.strip_prefix("alpha"), stage.strip_prefix("beta")) {
        (Some(number), _) => (0, number),
        (_, Some(number)) => (1, number),
        _ if stage.is_empty() => (2, "0"),
        _ => return None,
    };
    Some((major.parse().ok()?, stage, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_age_as_api_versions_do() {
        let ascending =
            ["v1alpha2", "v1alpha3", "v1alpha4", "v1alpha10", "v1beta1", "v1beta2", "v1", "v2alpha1", "v99"];
        for (index, older) in ascending.iter().enumerate() {
            for newer in &ascending[index + 1..] {
                assert_eq!((compare(older, newer), compare(newer, older)), (Age::Older, Age::Other), "{older} {newer}");
            }
            assert_eq!(compare(older, older), Age::Other);
        }
        assert_eq!([compare("x", "v1"), compare("v1", "x"), compare("", "v1alpha4")], [Age::Other; 3]);
        assert!(is_retired("v1alpha3") && !is_retired("v1alpha4") && !is_retired("foo"));
    }
}
