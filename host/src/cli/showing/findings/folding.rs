use clap::Args;

use super::Finding;

/// How many findings of one object with one code are shown before the rest are folded.
const SHOWN: usize = 5;

/// How many findings the text output shows.
#[derive(Clone, Copy, Default, Debug, Args)]
pub struct Folding {
    /// Show all findings as text, not only the first five of each object with each code.
    #[arg(long)]
    all: bool,
}

impl Folding {
    /// Returns the findings to show, and a line for each code with further ones.
    pub fn of(self, findings: &[Finding]) -> (Vec<&Finding>, Vec<String>) {
        let mut codes: Vec<(&str, usize)> = Vec::new();
        let mut shown = Vec::new();
        for finding in findings {
            let known = codes.iter().position(|(code, _)| *code == finding.code);
            let place = known.unwrap_or(codes.len());
            if known.is_none() {
                codes.push((&finding.code, 0));
            }
            let Some((_, count)) = codes.get_mut(place) else { continue };
            *count += 1;
            if self.all || *count <= SHOWN {
                shown.push(finding);
            }
        }
        let folded = codes.into_iter().filter(|(_, count)| !self.all && *count > SHOWN);
        let line =
            |(code, count): (&str, usize)| format!("and {} more with `{code}`: `--all` shows them\n", count - SHOWN);
        (shown, folded.map(line).collect())
    }
}
