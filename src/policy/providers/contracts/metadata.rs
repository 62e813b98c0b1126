//! A provider's metadata file.

use super::series::ReleaseSeries;
use crate::policy::providers::reasons::{
    METADATA_OF_ANOTHER_API, METADATA_OF_ANOTHER_KIND, METADATA_VALID, METADATA_WITHOUT_SERIES,
};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

/// The version of the form that metadata files have.
pub const API_VERSION: &str = "clusterctl.cluster.x-k8s.io/v1alpha3";
/// The kind that they have.
pub const KIND: &str = "Metadata";

given! {
    /// What a metadata file holds.
    foreign pub struct Metadata<'a> {
        /// The group and version of the file's form.
        api_version ["apiVersion"]: Option<&'a str>,
        /// The kind of the file.
        kind: Option<&'a str>,
        /// The series of releases.
        release_series ["releaseSeries"]: Vec<ReleaseSeries<'a>>,
    }
}

/// Who reads the metadata.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// clusterctl, which wants the version of the form.
    Clusterctl,
    /// The operator's gate, which reads files without one too.
    Operator,
}

impl Metadata<'_> {
    /// What is wrong with them, or why they are right.
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
    /// Metadata to check.
    pub struct MetadataGiven<'a> {
        /// The metadata file.
        metadata: Metadata<'a>,
    }
}

answer! {
    /// Whether metadata can be read.
    pub struct MetadataChecked {
        /// Whether they can.
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
