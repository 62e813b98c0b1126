//! Selectors of labels as text: `a=b, c!=d, e in (f, g), h notin (i), j, !k`.

/// A requirement of one label.
#[derive(Debug, PartialEq, Eq)]
struct Requirement<'t> {
    key: &'t str,
    /// The values, none where only the presence counts.
    values: Option<Vec<&'t str>>,
    /// Whether it holds where the rest does not.
    negated: bool,
}

/// A selector that was understood. An empty one selects everything.
#[derive(Debug)]
pub struct Selector<'t>(Vec<Requirement<'t>>);

impl<'t> Selector<'t> {
    /// Reads a selector. `None`: nobody can.
    pub fn read(text: &'t str) -> Option<Self> {
        let mut requirements = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            // A comma inside brackets belongs to the values.
            let open = rest.find('(').filter(|open| rest.find(',').is_none_or(|comma| *open < comma));
            let end = match open {
                Some(_) => rest.find(')')? + 1,
                None => rest.find(',').unwrap_or(rest.len()),
            };
            let (one, behind) = rest.split_at_checked(end)?;
            requirements.push(requirement(one.trim())?);
            rest = match behind.trim_start() {
                "" => "",
                behind => behind.strip_prefix(',')?.trim_start(),
            };
        }
        Some(Self(requirements))
    }

    /// Whether an object is selected whose labels `label` looks up.
    pub fn selects<'l>(&self, label: impl Fn(&str) -> Option<&'l str>) -> bool {
        self.0.iter().all(|requirement| {
            let found = label(requirement.key);
            let holds = match &requirement.values {
                None => found.is_some(),
                Some(values) => found.is_some_and(|found| values.contains(&found)),
            };
            holds != requirement.negated
        })
    }
}

fn requirement(text: &str) -> Option<Requirement<'_>> {
    if let Some(key) = text.strip_prefix('!') {
        return Some(Requirement { key: name(key)?, values: None, negated: true });
    }
    if let Some((before, list)) = text.split_once('(') {
        let (key, operator) = before.trim().rsplit_once(char::is_whitespace)?;
        let values: Vec<&str> = list.strip_suffix(')')?.split(',').map(str::trim).collect();
        let negated = match operator {
            "in" => false,
            "notin" => true,
            _ => return None,
        };
        return Some(Requirement { key: name(key)?, values: Some(values), negated });
    }
    for (operator, negated) in [("!=", true), ("==", false), ("=", false)] {
        if let Some((key, value)) = text.split_once(operator) {
            let value = value.trim();
            let plain = value.is_empty() || name(value).is_some();
            return plain.then_some(Requirement { key: name(key)?, values: Some(vec![value]), negated });
        }
    }
    Some(Requirement { key: name(text)?, values: None, negated: false })
}

/// A word of a selector.
fn name(text: &str) -> Option<&str> {
    let text = text.trim();
    let fits = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.' | '/');
    (!text.is_empty() && text.chars().all(fits)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_are_read_as_kubernetes_writes_them() {
        let selects = |text: &str| {
            let label =
                |key: &str| [("a", "b"), ("x.io/c", "d")].iter().find(|(own, _)| *own == key).map(|(_, value)| *value);
            Selector::read(text).map(|selector| selector.selects(label))
        };
        for text in ["", "a=b", "a==b, x.io/c = d", "a in (z, b)", "a notin (z),x.io/c", "!z", "z!=1", "z notin (1)"] {
            assert_eq!(selects(text), Some(true), "{text}");
        }
        for text in ["a=", "a!=b", "z", "!a", "a in (z)", "z in (1),a"] {
            assert_eq!(selects(text), Some(false), "{text}");
        }
        for text in ["a in b", "a in (b", "a b", "=b", "a=b c", "a=b,,c", "!"] {
            assert_eq!(selects(text), None, "{text}");
        }
    }
}
