use std::fs;

use wasmtime::PoolingAllocationConfig;

use crate::error::{Error, Result};

/// What becomes of the memory of an instance that ended, before the next one has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Reset {
    /// The kernel takes back all that the instance touched. The next one finds each page anew, at a page fault apiece,
    /// which is most of what a fresh instance costs.
    #[default]
    Drop,
    /// The kernel is asked which pages were written. Those get their first bytes back, and what was touched stays at hand,
    /// for each place in the pool: a MiB of what was written, and all that was only read. A fresh instance takes about
    /// half as long for a decision.
    ///
    /// It takes Linux 6.7 (`PAGEMAP_SCAN`), and it is not safe everywhere. As this version of wasmtime asks, the kernel
    /// does not name a page that is swapped out, or that it is moving to another place in memory at that moment. Such a
    /// page keeps what the last request wrote, beside others that do not: the next instance may find it, or decide wrongly
    /// because of it. Where swap is on when the host starts this is refused; do not turn it on later.
    Scan,
}

impl Reset {
    /// Fails where this machine cannot do it, or not safely.
    pub(crate) fn expect_possible(self) -> Result<()> {
        if self == Self::Drop {
            return Ok(());
        }
        if !PoolingAllocationConfig::is_pagemap_scan_available() {
            return Err(Error::no_page_scan(
                "the kernel does not tell; that needs Linux 6.7 and a readable `/proc/self/pagemap`",
            ));
        }
        match fs::read_to_string("/proc/swaps") {
            Ok(swaps) => match swapped_to(&swaps) {
                None => Ok(()),
                Some(place) => Err(Error::no_page_scan(format!("pages may be swapped out to `{place}`"))),
            },
            Err(error) => Err(Error::no_page_scan(format!("cannot read whether pages are swapped out: {error}"))),
        }
    }
}

/// The first place that pages are swapped out to, of a table with a heading.
fn swapped_to(swaps: &str) -> Option<&str> {
    swaps.lines().skip(1).find_map(|line| line.split_whitespace().next())
}

#[cfg(test)]
mod tests {
    use super::swapped_to;

    #[test]
    fn a_table_of_its_heading_alone_swaps_nowhere() {
        const HEADING: &str = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";
        assert_eq!(swapped_to(HEADING), None);
        let swaps = format!("{HEADING}/dev/zram0   partition\t8388604\t0\t100\n/swapfile file\t1\t0\t-2\n");
        assert_eq!(swapped_to(&swaps), Some("/dev/zram0"));
    }
}
