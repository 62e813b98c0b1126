//! Azure's rules for references and domain counts (section 17.2).

use super::findings::Findings;
use crate::policy::images::provider::written::References;
use crate::wire::{Kind, Value};

/// Checks that exactly one of the four references is set and that it has the right form.
pub fn references(references: &References<'_>, path: &str, found: &mut Findings<'_>) {
    let all = references.of_azure();
    let keys: Vec<&str> = all.iter().map(|(key, _)| *key).collect();
    if all.iter().filter(|(_, reference)| reference.is_some()).count() != 1 {
        found.required(path, &format!("must provide exactly one of {}", keys.join(", ")));
    }
    for (key, reference) in all.into_iter().filter_map(|(key, reference)| Some((key, reference?))) {
        let field = format!("{path}.{key}");
        let wrong = match key {
            _ if reference.is_empty() => {
                found.required(field, "must not be empty");
                continue;
            }
            "urn" => (reference.split(':').count() != 4).then_some("must have the form publisher:offer:sku:version"),
            "communityGalleryImageID" => not_in_gallery(reference, "CommunityGalleries")
                .then_some("must have the form /CommunityGalleries/<gallery>/Images/<image>/Versions/<version>"),
            "sharedGalleryImageID" => not_in_gallery(reference, "SharedGalleries")
                .then_some("must have the form /SharedGalleries/<gallery>/Images/<image>/Versions/<version>"),
            _ => None,
        };
        if let Some(why) = wrong {
            found.invalid(field, reference, why);
        }
    }
}

/// Whether a path does not have seven parts of which the second is the kind of the gallery, in any case.
fn not_in_gallery(reference: &str, kind: &str) -> bool {
    let mut parts = reference.split('/');
    parts.clone().count() != 7 || !parts.nth(1).is_some_and(|part| part.eq_ignore_ascii_case(kind))
}

/// Checks that the list is not empty, and that each item names a region and has a count of at least 0.
pub fn domain_counts(counts: Option<Value<'_>>, path: &str, found: &mut Findings<'_>) {
    let counts = counts.unwrap_or(Value::NULL);
    if !matches!(counts.kind(), Kind::Null | Kind::Array) {
        found.invalid(path, counts, "expected array");
    } else if counts.elements().next().is_none() {
        found.required(path, "must provide at least one domain count");
    }
    for (index, domain) in counts.elements().enumerate() {
        if domain.get("region").and_then(Value::as_str).unwrap_or_default().is_empty() {
            found.required(format!("{path}[{index}].region"), "must provide a region");
        }
        let Some(count) = domain.get("count").filter(|count| !count.is_null()) else { continue };
        let wrong = match count.as_number().and_then(|number| number.parse::<i32>().ok()) {
            // The extension reads nothing of such a configuration; where these counts are not judged, it is only told.
            None => "must be a whole number of 32 bits",
            Some(..0) => "must not be negative",
            Some(_) => continue,
        };
        found.invalid(format!("{path}[{index}].count"), count, wrong);
    }
}
