//! The metadata file of a provider, and whether it can be used.

use super::series::ReleaseSeries;
use crate::policy::providers::reasons::{
    METADATA_OF_ANOTHER_API, METADATA_OF_ANOTHER_KIND, METADATA_VALID, METADATA_WITHOUT_SERIES,
};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

/// The `apiVersion` of metadata files.
pub const API_VERSION: &str = "clusterctl.cluster.x-k8s.io/v1alpha3";
/// The `kind` of metadata files.
pub const KIND: &str = "Metadata";

given! {
    /// A provider's metadata file.
    foreign pub struct Metadata<'a> {
        /// The file's `apiVersion`.
        api_version ["apiVersion"]: Option<&'a str>,
        /// The file's `kind`.
        kind: Option<&'a str>,
        /// The release series and their contracts.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
    }
}

/// The program that reads a metadata file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// clusterctl, which requires the `apiVersion`.
    Clusterctl,
    /// The operator's contract gate, which also accepts files without an `apiVersion`.
    Operator,
}

impl Metadata<'_> {
    /// Checks the file. Returns the reason it is valid, or the first fault.
    pub fn check(&self, reader: Reader) -> Result<Reason, Reason> {
        let place = Pointer::to("metadata");
        let api_version = self.api_version.unwrap_or_default();
        let kind = self.kind.unwrap_or_default();
        let unsaid = reader == Reader::Operator && api_version.is_empty();
        if api_version != API_VERSION && !unsaid {
            let found = Fact::of(place.key("apiVersion"), self.api_version);
            return Err(Reason::new(&METADATA_OF_ANOTHER_API, api_version)
                .fact(found)
                .fact(Fact::named("expected", API_VERSION)));
        }
        if !kind.is_empty() && kind != KIND {
            let found = Fact::of(place.key("kind"), self.kind);
            return Err(Reason::new(&METADATA_OF_ANOTHER_KIND, kind).fact(found).fact(Fact::named("expected", KIND)));
        }
        match self.release_series.len() {
            0 => Err(Reason::new(&METADATA_WITHOUT_SERIES, "metadata")),
            count => Ok(Reason::new(&METADATA_VALID, "metadata").fact(Fact::named("count", count))),
        }
    }
}

/// `providers/check-metadata`
#[derive(Debug)]
pub struct CheckMetadata;

given! {
    /// A metadata file to check.
    pub struct MetadataGiven<'a> {
        /// The metadata file.
        metadata: Metadata<'a>,
    }
}

answer! {
    /// Whether the metadata file can be used.
    pub struct MetadataChecked {
        /// Whether the metadata file can be used.
        valid: bool,
    }
}

impl Answers for CheckMetadata {
    const NAME: &'static str = "providers/check-metadata";
    const ASKS: &'static str = "whether a provider's metadata file can be read";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = MetadataGiven<'a>;
    type Answer<'a> = MetadataChecked;

    fn decide<'a>(given: MetadataGiven<'a>, _: &Asked<'a>) -> Outcome<MetadataChecked> {
        let (valid, reason) = match given.metadata.check(Reader::Clusterctl) {
            Ok(reason) => (true, reason),
            Err(reason) => (false, reason),
        };
        Ok(Decision::new(MetadataChecked { valid }, reason))
    }
}
