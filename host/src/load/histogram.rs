use std::time::Duration;

/// Counts durations with a precision of three percent, from a nanosecond to hours.
#[derive(Clone, Default)]
pub struct Histogram {
    /// [`PARTS`] counters for each power of two.
    counts: Vec<u64>,
    count: u64,
    most: Duration,
}

/// The bits that select the part within a power of two.
const BITS: u32 = 5;
const PARTS: u64 = 1 << BITS;

impl Histogram {
    pub fn add(&mut self, took: Duration) {
        let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        let place = place(nanos);
        if self.counts.len() <= place {
            self.counts.resize(place + 1, 0);
        }
        if let Some(count) = self.counts.get_mut(place) {
            *count += 1;
        }
        self.count += 1;
        self.most = self.most.max(took);
    }

    pub fn add_all(&mut self, other: &Self) {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.count += other.count;
        self.most = self.most.max(other.most);
    }

    /// How many durations were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The longest duration.
    pub fn most(&self) -> Duration {
        self.most
    }

    /// The duration that so many per thousand stayed within.
    pub fn within(&self, of_thousand: u64) -> Duration {
        let wanted = (self.count * of_thousand).div_ceil(1000);
        let mut counted = 0;
        let reached = self.counts.iter().position(|count| {
            counted += count;
            counted >= wanted
        });
        reached.map_or(Duration::ZERO, |place| Duration::from_nanos(end(place)).min(self.most))
    }

    /// The buckets that are not empty: their upper bounds and counts.
    pub fn buckets(&self) -> impl Iterator<Item = (Duration, u64)> {
        let filled = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        filled.map(|(place, count)| (Duration::from_nanos(end(place)), *count))
    }
}

/// Returns the bucket for a duration; durations below [`PARTS`] nanoseconds have one each.
fn place(nanos: u64) -> usize {
    let power = u64::from(nanos.max(PARTS).ilog2() - BITS);
    let place = power * PARTS + (nanos >> power);
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// The longest duration in a bucket, in nanoseconds.
fn end(place: usize) -> u64 {
    let place = place as u64;
    let power = (place / PARTS).saturating_sub(1);
    let part = place - power * PARTS;
    ((u128::from(part + 1) << power) - 1).try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_is_counted_where_it_ends() {
        let mut before = None;
        for nanos in (0..5_000).chain((13..63).flat_map(|power| [(1 << power) - 1, 1 << power, (1 << power) + 1])) {
            let at = place(nanos);
            assert!(before.is_none_or(|before| before <= at), "{nanos}");
            assert!(end(at) >= nanos && end(at) - nanos <= nanos / 32, "{nanos} ends at {}", end(at));
            assert!(at == 0 || end(at - 1) < nanos, "{nanos}");
            before = Some(at);
        }
        assert!(end(place(u64::MAX)) == u64::MAX && place(u64::MAX) < 2_000);
    }

    #[test]
    fn parts_of_all_are_found() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.within(500), histogram.most()), (Duration::ZERO, Duration::ZERO));
        for micros in 1..=1000 {
            histogram.add(Duration::from_micros(micros));
        }
        let within = |thousandth| histogram.within(thousandth).as_micros();
        assert!((500..=516).contains(&within(500)) && (990..=1000).contains(&within(990)), "{}", within(500));
        assert_eq!((within(1000), histogram.count()), (1000, 1000));
        let mut both = Histogram::default();
        both.add_all(&histogram);
        both.add_all(&histogram);
        assert_eq!((both.count(), both.within(500)), (2000, histogram.within(500)));
        assert_eq!(both.buckets().map(|(_, count)| count).sum::<u64>(), 2000);
    }
}
