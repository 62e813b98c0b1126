//! The series of releases that a provider's metadata list.

use crate::base::KubernetesVersion;
use crate::base::sort::sort;
use crate::policy::providers::reasons::{
    CONTRACT_WITHOUT_SERIES, SERIES_OF_CONTRACT, SERIES_OF_VERSION, VERSION_UNREADABLE, VERSION_WITHOUT_SERIES,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// A series of releases and the contract they speak.
    #[derive(Clone, Copy)]
    foreign pub struct ReleaseSeries<'a> {
        /// The major version.
        major: u64,
        /// The minor version.
        minor: u64,
        /// The contract.
        contract: Option<&'a str>,
    }
}

impl<'a> ReleaseSeries<'a> {
    /// The contract, empty where none is said.
    pub fn contract(&self) -> &'a str {
        self.contract.unwrap_or_default()
    }
}

/// How many series a reason shows.
const SHOWN: usize = 16;

/// The series that metadata list, and where in the request they are.
#[derive(Clone, Debug)]
pub struct SeriesList<'a, 'g> {
    /// The series.
    pub list: &'g [ReleaseSeries<'a>],
    /// Where they are.
    pub place: Pointer,
    /// Major and minor of each with its place, sorted: tags are looked up one by one.
    sorted: Vec<((u64, u64), usize)>,
}

impl<'a, 'g> SeriesList<'a, 'g> {
    /// Series and where they are.
    pub fn new(list: &'g [ReleaseSeries<'a>], place: Pointer) -> Self {
        let mut sorted: Vec<((u64, u64), usize)> =
            list.iter().map(|series| (series.major, series.minor)).zip(0..).collect();
        sort(&mut sorted);
        Self { list, place, sorted }
    }

    /// The series of a version: the first with its major and minor.
    pub fn of_version(&self, version: &KubernetesVersion<'_>) -> Option<(usize, &'g ReleaseSeries<'a>)> {
        let first = self.sorted.partition_point(|(series, _)| *series < version.series());
        let (series, index) = self.sorted.get(first)?;
        let found = self.list.get(*index).filter(|_| *series == version.series())?;
        Some((*index, found))
    }

    /// The newest series of a contract.
    pub fn of_contract(&self, contract: &str) -> Option<(usize, &'g ReleaseSeries<'a>)> {
        let mut best: Option<(usize, &ReleaseSeries<'_>)> = None;
        for (index, series) in self.list.iter().enumerate().filter(|(_, series)| series.contract() == contract) {
            if best.is_none_or(|(_, known)| (known.major, known.minor) < (series.major, series.minor)) {
                best = Some((index, series));
            }
        }
        best
    }

    /// The newest series there are, for a reason that finds none. Not all, since many reasons may say so.
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

    /// The reason for the contract of a series.
    pub fn reason(&self, index: usize, series: &ReleaseSeries<'_>, version: &str) -> Reason {
        Reason::new(&SERIES_OF_VERSION, version)
            .fact(Fact::of(self.place.clone().index(index).key("contract"), series.contract))
            .fact(Fact::named("series", format!("{}.{}", series.major, series.minor)))
    }

    /// The reason why a version has no contract.
    pub fn missing(&self, version: &str) -> Reason {
        Reason::new(&VERSION_WITHOUT_SERIES, version).fact(self.known())
    }
}

/// `providers/series`
#[derive(Debug)]
pub struct SeriesOf;

given! {
    /// A version or a contract whose series is wanted.
    pub struct SeriesGiven<'a> {
        /// The series that the metadata list.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
        /// A version, whose series is the one with its major and minor.
        version: Option<&'a str>,
        /// A contract, whose newest series is taken.
        contract: Option<&'a str>,
    }
}

answer! {
    /// The series, if there is one.
    pub struct SeriesFound<'a> {
        /// The series.
        series: Option<Series<'a>>,
    }
}

answer! {
    /// A series of releases.
    pub struct Series<'a> {
        /// The major version.
        major: u64,
        /// The minor version.
        minor: u64,
        /// The contract.
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
