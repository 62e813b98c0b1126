//! The only sort of the engine. The standard library's sort is compiled again for every type and every order, and a
//! browser has to load each copy; here that holds only for the comparison and the swaps.

use std::cmp::Ordering;

/// Returns the numbers below `len`, sorted by `compare`. The sort is stable.
pub fn sorted_places(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<u32> {
    let mut places: Vec<u32> = (0..u32::try_from(len).unwrap_or(u32::MAX)).collect();
    let mut merged = Vec::with_capacity(places.len());
    let mut width = 1;
    while width < places.len() {
        merged.clear();
        for pair in places.chunks(2 * width) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            merge(left, right, compare, &mut merged);
        }
        std::mem::swap(&mut places, &mut merged);
        width *= 2;
    }
    places
}

/// Merges two sorted lists into `merged`; of equal elements, the left one comes first.
fn merge(left: &[u32], right: &[u32], compare: &mut dyn FnMut(usize, usize) -> Ordering, merged: &mut Vec<u32>) {
    let mut ordered = |left: &u32, right: &u32| compare(*left as usize, *right as usize).is_le();
    // Most lists are nearly sorted, and those take a single comparison here.
    if left.last().zip(right.first()).is_none_or(|(last, first)| ordered(last, first)) {
        merged.extend_from_slice(left);
        merged.extend_from_slice(right);
        return;
    }
    let (mut left, mut right) = (left, right);
    while let ([first, after_left @ ..], [second, after_right @ ..]) = (left, right) {
        if ordered(first, second) {
            merged.push(*first);
            left = after_left;
        } else {
            merged.push(*second);
            right = after_right;
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
}

/// The sorted places, or `None` if the list is already sorted, as most lists are.
fn new_places(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Option<Vec<u32>> {
    let in_order = (1..len).all(|right| compare(right - 1, right).is_le());
    (!in_order).then(|| sorted_places(len, compare))
}

/// Sorts a list. The sort is stable.
pub fn sort_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut compare = |left: usize, right: usize| match (list.get(left), list.get(right)) {
        (Some(left), Some(right)) => compare(left, right),
        _ => Ordering::Equal,
    };
    if let Some(mut places) = new_places(list.len(), &mut compare) {
        arrange(&mut places, &mut |left, right| list.swap(left, right));
    }
}

/// Sorts a list by a key of each element. The sort is stable.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], mut key: impl FnMut(&T) -> K) {
    sort_by(list, |left, right| key(left).cmp(&key(right)));
}

/// Sorts a list. The sort is stable.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Collects the elements into a sorted list without duplicates, to be searched like a set.
pub fn set<T: Ord>(list: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = list.into_iter().collect();
    sort(&mut list);
    list.dedup();
    list
}

/// Groups the places of elements that compare equal. The groups are ordered by their first place.
pub fn alike<T>(list: &[T], mut compare: impl FnMut(&T, &T) -> Ordering) -> Vec<Vec<u32>> {
    let mut compare_places = |left: u32, right: u32| match (list.get(left as usize), list.get(right as usize)) {
        (Some(left), Some(right)) => compare(left, right),
        _ => Ordering::Equal,
    };
    let places = sorted_places(list.len(), &mut |left, right| compare_places(left as u32, right as u32));
    let mut groups: Vec<Vec<u32>> =
        places.chunk_by(|left, right| compare_places(*left, *right).is_eq()).map(<[u32]>::to_vec).collect();
    // The sort is stable, so the first place of each group is its smallest.
    sort_by_key(&mut groups, |group| group.first().copied());
    groups
}

/// Permutes a list by swaps, where `places` says which element belongs at each place. Follows each cycle once.
fn arrange(places: &mut [u32], swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        let mut at = start;
        while let Some(place) = places.get_mut(at) {
            let from = std::mem::replace(place, at as u32) as usize;
            if from == start || from == at {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists that are hard on a sort: sorted, reversed, all equal, sawtooth and shuffled by a multiplication.
    fn hostile(len: usize) -> [Vec<(u32, usize)>; 5] {
        let keys: [fn(usize, usize) -> usize; 5] =
            [|at, _| at, |at, len| len - at, |_, _| 0, |at, _| at % 7, |at, len| at * 7_919 % len.max(1)];
        keys.map(|key| (0..len).map(|at| (key(at, len) as u32, at)).collect())
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the standard library's sort is what this one is measured by")]
    fn sorts_as_the_standard_library_does() {
        for len in (0..70).chain([1_000, 4_097]) {
            for list in hostile(len) {
                let (mut ours, mut theirs) = (list.clone(), list);
                sort_by_key(&mut ours, |(key, _)| *key);
                theirs.sort_by_key(|(key, _)| *key);
                assert_eq!(ours, theirs);
            }
        }
    }

    #[test]
    fn what_is_alike_is_together_in_the_order_of_appearance() {
        for len in (0..40).chain([1_000]) {
            for list in hostile(len) {
                let groups = alike(&list, |(left, _), (right, _)| left.cmp(right));
                let key = |group: &[u32]| group.iter().map(|place| list[*place as usize].0).collect::<Vec<_>>();
                assert!(groups.iter().all(|group| key(group).windows(2).all(|pair| pair[0] == pair[1])));
                assert!(groups.iter().all(|group| group.is_sorted()));
                assert!(groups.is_sorted_by_key(|group| group[0]));
                let mut kinds: Vec<u32> = groups.iter().map(|group| key(group)[0]).collect();
                sort(&mut kinds);
                assert!(kinds.windows(2).all(|pair| pair[0] < pair[1]), "a kind is in two groups");
                assert_eq!(groups.iter().map(Vec::len).sum::<usize>(), len);
            }
        }
    }

    #[test]
    fn never_compares_much_more_than_it_must() {
        for list in hostile(4_096) {
            let mut compared = 0;
            let places = sorted_places(list.len(), &mut |left, right| {
                compared += 1;
                list[left].0.cmp(&list[right].0)
            });
            assert_eq!(places.len(), list.len());
            assert!(compared <= 4_096 * 12 + 4_096, "{compared}");
        }
    }

    #[test]
    fn an_order_that_contradicts_itself_only_spoils_the_order() {
        let mut list: Vec<usize> = (0..1_000).collect();
        let mut turn = 0_u32;
        sort_by(&mut list, |_, _| {
            turn = turn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            [Ordering::Less, Ordering::Equal, Ordering::Greater][(turn >> 16) as usize % 3]
        });
        sort(&mut list);
        assert!(list.into_iter().eq(0..1_000));
    }
}
