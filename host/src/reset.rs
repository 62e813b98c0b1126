use std::fs;

use wasmtime::PoolingAllocationConfig;

use crate::error::{Error, Result};

/// How the memory of a finished instance is reset before the next one gets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Reset {
    /// The kernel takes back everything the instance touched. The next instance then takes a page fault for each page
    /// it touches, which is most of the cost of a fresh instance.
    #[default]
    Drop,
    /// The kernel reports which pages were written, and those get their initial bytes back. Each slot of the pool keeps
    /// up to a MiB of written pages, and all pages that were only read, resident. A decision in a fresh instance takes
    /// about half as long.
    ///
    /// This requires Linux 6.7 (`PAGEMAP_SCAN`) and is not safe everywhere. With the query that this version of
    /// wasmtime makes, the kernel does not report a page that is swapped out, or that it is moving elsewhere in memory
    /// at that moment. Such a page keeps what the last request wrote, next to pages that were reset: the next instance
    /// may read it, or decide wrongly because of it. If swap is on when the host starts, this is refused; do not turn
    /// it on later.
    Scan,
}

impl Reset {
    /// Fails if this machine does not support this reset, or not safely.
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

/// The first swap area listed in `/proc/swaps`, a table with a heading.
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
