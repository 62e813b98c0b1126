//! Everything except versions, images and machine types (section 4.1).

use super::Validation;
use crate::base::Interner;
use crate::policy::images::documents::{Limits, ProfileSpec, Quantity, Region, VolumeType};
use crate::policy::images::errors::FieldError;
use crate::policy::images::profiles::{Flaw, certificate, metadata_flaws, names};
use crate::wire::{PathStep, Value};

/// A text in the metadata, if it is not empty.
fn said<'a>(document: Value<'a>, key: &str) -> Option<&'a str> {
    document.get("metadata")?.get(key)?.as_str().filter(|text| !text.is_empty())
}

impl Validation<'_, '_> {
    pub(super) fn name(&mut self, document: Value<'_>) {
        let place = PathStep::ROOT.key("metadata");
        let field = place.key("name");
        match (said(document, "name"), said(document, "generateName")) {
            (Some(name), _) => self.flawed(field, name, names::subdomain(name)),
            // The API server makes up the name before it validates the profile.
            (None, Some(_)) => {}
            (None, None) => self.required(field, "a profile needs a name"),
        }
    }

    /// Checks what holds for the metadata of any object.
    pub(super) fn metadata(&mut self, document: Value<'_>) {
        if let Some(prefix) = said(document, "generateName") {
            let field = PathStep::ROOT.key("metadata");
            self.flawed(field.key("generateName"), prefix, names::prefix(prefix));
        }
        for Flaw { part, text, rule, .. } in metadata_flaws(document) {
            self.errors.push(FieldError::invalid(format!("metadata.{part}"), text, rule));
        }
    }

    /// Reports each rule that a name or a label breaks.
    pub(super) fn flawed(&mut self, field: PathStep<'_>, text: &str, flaws: Vec<&str>) {
        for flaw in flaws {
            self.invalid(field, text, flaw);
        }
    }

    pub(super) fn provider(&mut self, spec: &ProfileSpec<'_>, place: &PathStep<'_>) {
        if spec.provider_type.unwrap_or_default().is_empty() {
            self.required(place.key("type"), "a profile names its provider");
        }
        self.certificates(spec.ca_bundle, place);
    }

    pub(super) fn certificates(&mut self, bundle: Option<&str>, place: &PathStep<'_>) {
        if let Some(bundle) = bundle.filter(|bundle| !certificate::is_certificate(bundle)) {
            self.invalid(place.key("caBundle"), bundle, "must be a certificate as PEM");
        }
    }

    pub(super) fn limits(&mut self, limits: Option<&Limits>, place: &PathStep<'_>) {
        let nodes = limits.and_then(Limits::most_nodes);
        if let Some(nodes) = nodes.filter(|nodes| *nodes <= 0) {
            let why = "must be above 0";
            self.errors.push(FieldError::invalid(place.key("maxNodesTotal"), nodes, why));
        }
    }

    pub(super) fn regions(&mut self, regions: &[Region<'_>], place: &PathStep<'_>) {
        if regions.is_empty() {
            self.required(*place, "a profile needs at least one region");
        }
        let mut seen = Interner::default();
        for (index, region) in regions.iter().enumerate() {
            let entry = place.index(index);
            self.unique_name(region.name, &mut seen, entry.key("name"));
            let mut zones = Interner::default();
            for (zone, named) in region.zones.iter().enumerate() {
                self.unique_name(named.name, &mut zones, entry.key("zones").index(zone).key("name"));
            }
            self.labels(&region.labels, &entry.key("labels"));
        }
    }

    fn unique_name<'d>(&mut self, name: Option<&'d str>, seen: &mut Interner<'d>, field: PathStep<'_>) {
        let name = name.unwrap_or_default();
        if name.is_empty() {
            self.required(field, "a name is needed");
        } else if !seen.is_new(name) {
            self.duplicate(field, name);
        }
    }

    /// Checks a name that is required and has to be plain.
    pub(super) fn plain_name(&mut self, name: &str, field: PathStep<'_>) {
        if name.is_empty() {
            self.required(field, "a name is needed");
        } else if !names::plain_name(name).is_empty() {
            self.invalid(field, name, names::PLAIN_NAME);
        }
    }

    /// Checks volume types up to the first repeated name.
    pub(super) fn volume_types(&mut self, types: &[VolumeType<'_>], place: &PathStep<'_>) {
        let mut seen = Interner::default();
        for (index, volume) in types.iter().enumerate() {
            let entry = place.index(index);
            let name = volume.name.unwrap_or_default();
            self.plain_name(name, entry.key("name"));
            if !seen.is_new(name) {
                self.duplicate(entry.key("name"), name);
                break;
            }
            self.plain_name(volume.class.unwrap_or_default(), entry.key("class"));
            self.not_negative(volume.min_size.as_ref(), entry.key("minSize"));
        }
    }

    pub(super) fn not_negative(&mut self, amount: Option<&Quantity<'_>>, field: PathStep<'_>) {
        if let Some(amount) = amount.filter(|amount| amount.is_negative()) {
            self.invalid(field, amount.text, "must not be below 0");
        }
    }
}
