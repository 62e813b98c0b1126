use std::time::{SystemTime, UNIX_EPOCH};

use crate::shell::Done;

/// The options of `cargo xtask mutants`: how many mutants, which ones, and where.
#[derive(Debug)]
pub struct Options {
    /// The number of mutants to judge.
    pub count: usize,
    /// The seed of the random choice.
    pub seed: u64,
    /// The prefix that paths, relative to `src`, must have.
    pub only: String,
    /// Whether to seek inputs that reveal hidden mutants instead of judging.
    pub seek: bool,
}

impl Options {
    /// Parses `--count N|all`, `--seed N`, `--only PATH` and `--seek`.
    pub fn read(words: &[&str]) -> Done<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let mut options = Self { count: 500, seed: now % 100_000, only: String::new(), seek: false };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "--seek" {
                options.seek = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("`{word}` lacks its value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("found `{word} {value}`, expected a number"));
            match *word {
                "--count" if *value == "all" => options.count = usize::MAX,
                "--count" => options.count = usize::try_from(number()?).map_err(|error| error.to_string())?,
                "--seed" => options.seed = number()?,
                "--only" => options.only = value.trim_start_matches("src/").to_owned(),
                _ => return Err(format!("found `{word}`, expected --count N|all, --seed N, --only PATH or --seek")),
            }
        }
        Ok(options)
    }

    /// Shuffles the candidates as the seed determines.
    pub fn shuffle<T>(&self, all: &mut [T]) {
        let mut state = self.seed;
        for place in (1..all.len()).rev() {
            let other = split_mix(&mut state) % (place as u64 + 1);
            all.swap(place, usize::try_from(other).unwrap_or(0));
        }
    }
}

/// The generator SplitMix64.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_order() {
        let order = |seed: &str| {
            let mut all: Vec<u32> = (0..50).collect();
            Options::read(&["--seed", seed]).expect("a seed is a number").shuffle(&mut all);
            all
        };
        assert_eq!(order("7"), order("7"));
        assert_ne!(order("7"), order("8"));
        assert!(Options::read(&["--seed"]).is_err());
        assert!(Options::read(&["--seeds", "1"]).is_err());
    }
}
