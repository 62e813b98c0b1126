//! The release series in a provider's metadata file.

use crate::base::KubernetesVersion;
use crate::base::sort::sort;
use crate::policy::providers::reasons::{
    CONTRACT_WITHOUT_SERIES, SERIES_OF_CONTRACT, SERIES_OF_VERSION, VERSION_UNREADABLE, VERSION_WITHOUT_SERIES,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// A release series and the contract its releases speak.
    #[derive(Clone, Copy)]
    foreign pub struct ReleaseSeries<'a> {
        /// The major version of the series.
        major: u64,
        /// The minor version of the series.
        minor: u64,
        /// The contract that the releases of the series speak.
        contract: Option<&'a str>,
    }
}

impl<'a> ReleaseSeries<'a> {
    /// Returns the contract, or `""` if there is none.
    pub fn contract(&self) -> &'a str {
        self.contract.unwrap_or_default()
    }
}

/// The most series a reason lists.
const SHOWN: usize = 16;

/// The release series of a metadata file, and their place in `given`.
#[derive(Clone, Debug)]
pub struct SeriesList<'a, 'g> {
    /// The series in file order.
    pub list: &'g [ReleaseSeries<'a>],
    /// The place of the list in `given`.
    pub place: Pointer,
    /// The major and minor version of each series with its index, sorted, because every tag is looked up.
    sorted: Vec<((u64, u64), usize)>,
}

impl<'a, 'g> SeriesList<'a, 'g> {
    /// Creates the list from the series found at `place`.
    pub fn new(list: &'g [ReleaseSeries<'a>], place: Pointer) -> Self {
        let mut sorted: Vec<((u64, u64), usize)> =
            list.iter().map(|series| (series.major, series.minor)).zip(0..).collect();
        sort(&mut sorted);
        Self { list, place, sorted }
    }

    /// Returns the first series with the major and minor version of `version`, and its index.
    pub fn of_version(&self, version: &KubernetesVersion<'_>) -> Option<(usize, &'g ReleaseSeries<'a>)> {
        let first = self.sorted.partition_point(|(series, _)| *series < version.series());
        let (series, index) = self.sorted.get(first)?;
        let found = self.list.get(*index).filter(|_| *series == version.series())?;
        Some((*index, found))
    }

    /// Returns the newest series with the given contract, and its index.
    pub fn of_contract(&self, contract: &str) -> Option<(usize, &'g ReleaseSeries<'a>)> {
        let mut best: Option<(usize, &ReleaseSeries<'_>)> = None;
        for (index, series) in self.list.iter().enumerate().filter(|(_, series)| series.contract() == contract) {
            if best.is_none_or(|(_, known)| (known.major, known.minor) < (series.major, series.minor)) {
                best = Some((index, series));
            }
        }
        best
    }

    /// Returns the newest series as a fact, for reasons that report a missing one. At most `SHOWN` are listed,
    /// because many reasons may carry this fact.
    pub fn known(&self) -> Fact {
        let mut known: Vec<(u64, u64)> = Vec::with_capacity(SHOWN);
        for (series, _) in self.sorted.iter().rev() {
            if known.last() != Some(series) {
                known.push(*series);
            }
            if known.len() == SHOWN {
                break;
            }
        }
        Fact::named("known", known.iter().rev().map(|(major, minor)| format!("{major}.{minor}")).collect::<Json>())
    }

    /// Returns the reason that says which series gives `version` its contract.
    pub fn reason(&self, index: usize, series: &ReleaseSeries<'_>, version: &str) -> Reason {
        Reason::new(&SERIES_OF_VERSION, version)
            .fact(Fact::of(self.place.clone().index(index).key("contract"), series.contract))
            .fact(Fact::named("series", format!("{}.{}", series.major, series.minor)))
    }

    /// Returns the reason that `version` belongs to no series and so has no contract.
    pub fn missing(&self, version: &str) -> Reason {
        Reason::new(&VERSION_WITHOUT_SERIES, version).fact(self.known())
    }
}

/// `providers/series`
#[derive(Debug)]
pub struct SeriesOf;

given! {
    /// The version or the contract whose series is wanted.
    pub struct SeriesGiven<'a> {
        /// The release series of the metadata file.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
        /// A version: the answer is the series with its major and minor version.
        version: Option<&'a str>,
        /// A contract: the answer is its newest series. Ignored if `version` is given.
        contract: Option<&'a str>,
    }
}

answer! {
    /// The series that was found.
    pub struct SeriesFound<'a> {
        /// The series; absent if none matches.
        series: Option<Series<'a>>,
    }
}

answer! {
    /// A release series.
    pub struct Series<'a> {
        /// The major version.
        major: u64,
        /// The minor version.
        minor: u64,
        /// The contract, empty if the metadata file gives none.
        contract: &'a str,
    }
}

impl Answers for SeriesOf {
    const NAME: &'static str = "providers/series";
    const ASKS: &'static str = "which series of releases a version belongs to, or is the newest of a contract";
    const PART: bool = true;
    type Given<'a> = SeriesGiven<'a>;
    type Answer<'a> = SeriesFound<'a>;

    fn decide<'a>(given: SeriesGiven<'a>, _: &Asked<'a>) -> Outcome<SeriesFound<'a>> {
        let list = SeriesList::new(&given.release_series, Pointer::to("releaseSeries"));
        let (found, reason) = match (given.version, given.contract) {
            (Some(text), _) => by_version(&list, text),
            (None, contract) => by_contract(&list, contract.unwrap_or_default()),
        };
        let series =
            found.map(|series| Series { major: series.major, minor: series.minor, contract: series.contract() });
        Ok(Decision::new(SeriesFound { series }, reason))
    }
}

fn by_version<'a, 'g>(list: &SeriesList<'a, 'g>, text: &str) -> (Option<&'g ReleaseSeries<'a>>, Reason) {
    let place = Pointer::to("version");
    let Some(version) = KubernetesVersion::parse(text) else {
        return (None, Reason::new(&VERSION_UNREADABLE, text).saw(place, text));
    };
    match list.of_version(&version) {
        Some((index, series)) => (Some(series), list.reason(index, series, text)),
        None => (None, list.missing(text)),
    }
}

fn by_contract<'a, 'g>(list: &SeriesList<'a, 'g>, contract: &str) -> (Option<&'g ReleaseSeries<'a>>, Reason) {
    match list.of_contract(contract) {
        Some((index, series)) => {
            let place = list.place.clone().index(index).key("contract");
            let reason = Reason::new(&SERIES_OF_CONTRACT, contract)
                .fact(Fact::of(place, series.contract))
                .fact(Fact::named("series", format!("{}.{}", series.major, series.minor)));
            (Some(series), reason)
        }
        None => (None, Reason::new(&CONTRACT_WITHOUT_SERIES, contract).fact(list.known())),
    }
}
