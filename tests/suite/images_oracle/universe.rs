//! Small universes, and all that can be said in them.

use super::rule::Capabilities;

/// The definitions of a profile, and the values that its types and images may name: the defined ones and others.
#[derive(Clone, Debug)]
pub struct Universe {
    pub definitions: Capabilities,
    /// For each capability the values that lists are made of.
    pub named: Vec<Vec<&'static str>>,
}

/// In no order that sorting would give.
const NAMES: [&str; 3] = ["net", "architecture", "hyp"];
const VALUES: [[&str; 3]; 3] = [["std", "acc", "rdma"], ["arm64", "amd64", "s390x"], ["gen2", "gen3", "gen1"]];

impl Universe {
    /// All universes of so many capabilities, each with as many of its values defined as one likes, none included. What
    /// is not defined is named all the same.
    ///
    /// Which values these are makes no difference: another choice renames values, in the definition and in all lists
    /// alike, and since all lists are gone through the same cases come in another order. The second naming, in which
    /// the order of definition is the reverse one, is there to find out a rule that would sort names.
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

    /// The same with the values of each definition in the reverse order.
    pub fn reversed(&self) -> Self {
        let mut reversed = self.clone();
        reversed.definitions.iter_mut().for_each(|(_, values)| values.reverse());
        reversed
    }

    /// How many sides there are: of each capability the list is absent or one of all subsets, the empty one included.
    pub fn sides(&self) -> usize {
        self.named.iter().map(|values| (1 << values.len()) + 1).product()
    }

    /// One of them.
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
