use super::{Constraint, Version};

/// How two normalized versions are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// The left version is lower than the right one.
    Less,
    /// The left version is lower than the right one or equal to it.
    LessOrEqual,
}

/// Returns a version without any letter `v` and without everything from the first `-`, `+` or `~` on.
pub fn normalize(text: &str) -> String {
    let plain: String = text.chars().filter(|letter| *letter != 'v').collect();
    let end = plain.find(['-', '+', '~']).unwrap_or(plain.len());
    plain.get(..end).unwrap_or_default().to_owned()
}

/// Compares the numbers of two versions. The right one is read as a constraint, so the parts it leaves out match
/// anything. `None` if one of them is not a version.
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
