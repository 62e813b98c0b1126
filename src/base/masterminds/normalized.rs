use super::{Constraint, Version};

/// How two normalized versions are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// The left is below the right.
    Less,
    /// The left is not above the right.
    LessOrEqual,
}

/// A version without every letter `v` and without what follows the first `-`, `+` or `~`.
pub fn normalize(text: &str) -> String {
    let plain: String = text.chars().filter(|letter| *letter != 'v').collect();
    let end = plain.find(['-', '+', '~']).unwrap_or(plain.len());
    plain.get(..end).unwrap_or_default().to_owned()
}

/// Compares two versions by their numbers, the right one read as a constraint: what it leaves out is open.
/// `None`: one of them is no version.
pub fn compare_normalized(left: &str, operator: Operator, right: &str) -> Option<bool> {
    let (left, right) = (normalize(left), normalize(right));
    let sign = match operator {
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
    };
    let constraint = Constraint::parse(&format!("{sign} {right}"))?;
    Some(constraint.allows(&Version::parse(&left)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_parts_beyond_numbers_go() {
        assert_eq!(normalize("v1.2.3-rc.1"), "1.2.3");
    }

    #[test]
    fn a_short_version_stands_for_all_it_begins() {
        assert_eq!(compare_normalized("1.9.0", Operator::LessOrEqual, "1.8.0"), Some(false));
        assert_eq!(compare_normalized("1.9.0", Operator::LessOrEqual, "1"), Some(true));
    }
}
