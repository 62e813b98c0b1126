//! The series in a metadata file, as far as they are written plainly.

/// A series of releases: major, minor, contract.
pub type Series<'t> = (u64, u64, &'t str);

/// Reads the series of a metadata file. `None`: it is written in a way that is not understood, so nothing is known.
pub fn written_series(text: &str) -> Option<Vec<Series<'_>>> {
    let mut found: Vec<Item<'_>> = Vec::new();
    let (mut started, mut inside) = (false, false);
    for line in text.lines() {
        let line = line.split_once(" #").map_or(line, |(before, _)| before).trim_end();
        let plain = line.trim_start();
        if plain.is_empty() || plain.starts_with('#') || plain == "---" {
            continue;
        }
        if plain.len() == line.len() && !plain.starts_with('-') {
            let (key, value) = plain.split_once(':')?;
            started = true;
            inside = key.trim_matches(is_quote) == "releaseSeries";
            if inside && !value.trim().is_empty() {
                return flow_list(value.trim());
            }
        } else if inside {
            let pair = match plain.strip_prefix('-') {
                Some(rest) => {
                    found.push(Item::default());
                    rest.trim_start()
                }
                None => plain,
            };
            let item = found.last_mut()?;
            if pair.starts_with('{') {
                item.flow(pair)?;
            } else if !pair.is_empty() {
                item.pair(pair)?;
            }
        } else if !started {
            return None;
        }
    }
    found.into_iter().map(Item::series).collect()
}

fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'')
}

/// A list in brackets: `[{major: 0, minor: 4, contract: v1alpha4}]`.
fn flow_list(text: &str) -> Option<Vec<Series<'_>>> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let mut found = Vec::new();
    for part in inside.split('}').map(str::trim).filter(|part| !part.is_empty()) {
        let mut item = Item::default();
        item.pairs(part.trim_start_matches(',').trim_start().strip_prefix('{')?)?;
        found.push(item.series()?);
    }
    Some(found)
}

#[derive(Default)]
struct Item<'t> {
    major: Option<u64>,
    minor: Option<u64>,
    contract: Option<&'t str>,
}

impl<'t> Item<'t> {
    fn flow(&mut self, text: &'t str) -> Option<()> {
        self.pairs(text.strip_prefix('{')?.strip_suffix('}')?)
    }

    fn pairs(&mut self, text: &'t str) -> Option<()> {
        text.split(',').try_for_each(|pair| self.pair(pair.trim()))
    }

    fn pair(&mut self, text: &'t str) -> Option<()> {
        let (key, value) = text.split_once(':')?;
        let value = value.trim().trim_matches(is_quote);
        match key.trim().trim_matches(is_quote) {
            "major" => self.major = Some(value.parse().ok()?),
            "minor" => self.minor = Some(value.parse().ok()?),
            "contract" => self.contract = Some(value),
            _ => {}
        }
        Some(())
    }

    fn series(self) -> Option<Series<'t>> {
        Some((self.major?, self.minor?, self.contract?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_files_are_read_and_others_are_not_guessed() {
        let usual = "# series\napiVersion: clusterctl.cluster.x-k8s.io/v1alpha3\nkind: Metadata\nreleaseSeries:\n  - major: 0 # first\n    minor: 4\n    contract: v1alpha4\n- {major: 1, minor: 0, contract: \"v1beta1\"}\nother: x\n";
        assert_eq!(written_series(usual), Some(vec![(0, 4, "v1alpha4"), (1, 0, "v1beta1")]));
        let flow = "releaseSeries: [{major: 0, minor: 4, contract: v1alpha4}, {major: 1, minor: 0, contract: v1beta1}]";
        assert_eq!(written_series(flow), Some(vec![(0, 4, "v1alpha4"), (1, 0, "v1beta1")]));
        assert_eq!(written_series("kind: Metadata\n"), Some(Vec::new()));
        for odd in ["releaseSeries: *anchor", "releaseSeries:\n- major: x\n", "releaseSeries:\n- major: 1\n", "- a"] {
            assert_eq!(written_series(odd), None, "{odd}");
        }
    }
}
