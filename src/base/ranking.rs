use std::cmp::Ordering;

/// Numbers sorted by what they stand for, with insertions between lookups.
///
/// The numbers are kept in blocks, so that an insertion moves only the numbers of one block. The code does not depend
/// on the type that the numbers stand for, so it is compiled once.
#[derive(Clone, Default, Debug)]
pub struct Ranking {
    /// The sorted numbers in blocks, none of which is empty.
    blocks: Vec<Vec<u32>>,
}

/// The place at which a number that is not in the ranking belongs.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    block: usize,
    place: usize,
}

/// The largest block; one that grows beyond this is split in two.
const LARGEST: usize = 512;

impl Ranking {
    /// Returns the number that compares equal, or the gap where such a number belongs.
    pub fn find(&self, compare: &mut dyn FnMut(u32) -> Ordering) -> Result<u32, Gap> {
        let begins_before = |block: &Vec<u32>| block.first().is_some_and(|first| compare(*first).is_le());
        // What comes before all blocks belongs in the first one.
        let block = self.blocks.partition_point(begins_before).saturating_sub(1);
        let numbers = self.blocks.get(block).map(Vec::as_slice).unwrap_or_default();
        match numbers.binary_search_by(|number| compare(*number)) {
            Ok(place) => numbers.get(place).copied().ok_or(Gap { block, place }),
            Err(place) => Err(Gap { block, place }),
        }
    }

    /// Inserts a number into the gap that [`Ranking::find`] returned.
    pub fn insert(&mut self, gap: Gap, number: u32) {
        let Some(block) = self.blocks.get_mut(gap.block) else { return self.blocks.push(vec![number]) };
        block.insert(gap.place.min(block.len()), number);
        if block.len() > LARGEST {
            let half = block.split_off(LARGEST / 2);
            self.blocks.insert(gap.block + 1, half);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_whatever_order_they_come() {
        const MANY: u32 = 5_000;
        let orders: [fn(u32) -> u32; 4] = [|at| at, |at| MANY - at, |at| at * 2_731 % MANY, |at| at % 700];
        for order in orders {
            let mut ranking = Ranking::default();
            for at in 0..MANY {
                let wanted = order(at);
                if let Err(gap) = ranking.find(&mut |known| known.cmp(&wanted)) {
                    ranking.insert(gap, wanted);
                }
                assert_eq!(ranking.find(&mut |known| known.cmp(&wanted)).ok(), Some(wanted));
            }
            let all: Vec<u32> = ranking.blocks.concat();
            assert!(all.is_sorted_by(|left, right| left < right));
            assert!(ranking.blocks.iter().all(|block| !block.is_empty() && block.len() <= LARGEST));
            assert!((0..MANY).all(|at| all.binary_search(&order(at)).is_ok()));
        }
    }
}
