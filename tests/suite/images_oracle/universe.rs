//! Small universes, and everything that can be said in them.

use super::rule::Capabilities;

/// The definitions of a profile, and the values that its machine types and images may name, whether defined or not.
#[derive(Clone, Debug)]
pub struct Universe {
    pub definitions: Capabilities,
    /// For each capability, the values that lists are made of.
    pub named: Vec<Vec<&'static str>>,
}

/// Deliberately not sorted.
const NAMES: [&str; 3] = ["net", "architecture", "hyp"];
const VALUES: [[&str; 3]; 3] = [["std", "acc", "rdma"], ["arm64", "amd64", "s390x"], ["gen2", "gen3", "gen1"]];

impl Universe {
    /// Returns all universes with this many capabilities, each with any number of its values defined, including none.
    /// Undefined values are named all the same.
    ///
    /// Which values are defined makes no difference: another choice only renames values, in the definition and in all
    /// lists alike, and as all lists are tried, the same cases come in another order. The second naming, whose order of
    /// definition is reversed, would reveal a rule that sorts names.
    pub fn all(capabilities: usize, values: usize) -> Vec<Self> {
        let mut universes = vec![Self { definitions: Vec::new(), named: Vec::new() }];
        for capability in 0..capabilities {
            let grown = universes.iter().flat_map(|universe| {
                (0..=values).map(move |defined| {
                    let mut universe = universe.clone();
                    universe.definitions.push((NAMES[capability], VALUES[capability][..defined].to_vec()));
                    universe.named.push(VALUES[capability][..values].to_vec());
                    universe
                })
            });
            universes = grown.collect();
        }
        universes
    }

    /// Returns the universe with the values of each definition in reverse order.
    pub fn reversed(&self) -> Self {
        let mut reversed = self.clone();
        reversed.definitions.iter_mut().for_each(|(_, values)| values.reverse());
        reversed
    }

    /// Returns the number of sides. The list of each capability is absent or any subset, including the empty one.
    pub fn sides(&self) -> usize {
        self.named.iter().map(|values| (1 << values.len()) + 1).product()
    }

    /// Returns the side with this number.
    pub fn side(&self, mut number: usize) -> Capabilities {
        let mut side = Capabilities::new();
        for ((name, _), values) in self.definitions.iter().zip(&self.named) {
            let choices = (1 << values.len()) + 1;
            let (choice, rest) = (number % choices, number / choices);
            number = rest;
            if let Some(subset) = choice.checked_sub(1) {
                let chosen = (0..values.len()).filter(|value| subset >> value & 1 == 1);
                side.push((name, chosen.map(|value| values[value]).collect()));
            }
        }
        side
    }
}
