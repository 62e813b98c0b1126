//! What of one version of a profile its provider's configuration does not map (section 17.3).

use super::findings::Findings;
use super::gaps::Gaps;
use super::mapping::Mapping;
use crate::base::sort;
use crate::policy::images::errors::{FieldError, pointed};
use crate::policy::images::reasons::would_be_refused;
use crate::reason::Problem;
use crate::wire::Pointer;

/// What of a version's flavors has no artifact that is meant for it, first: another one's is taken.
pub fn unmapped(mapping: &Mapping<'_, '_>, (name, version): (&str, &str), at: Pointer) -> Option<Problem> {
    let mut found = Findings::new(None);
    mapping.check(&mut found, &mut Gaps::new(None, Pointer::default()));
    let images = mapping.images.iter().enumerate().filter(|(_, known)| known.name() == name);
    let places = images.flat_map(|(image, known)| {
        let of_version = known.versions.iter().enumerate().filter(|(_, known)| known.version() == version);
        of_version.map(move |(place, _)| format!("spec.machineImages[{image}].versions[{place}]"))
    });
    let places = sort::set(places);
    let is_of_version = |error: &FieldError| {
        let end = error.field.match_indices(']').nth(1).map(|(end, _)| end);
        let place = end.and_then(|end| error.field.get(..=end)).unwrap_or_default();
        places.binary_search_by(|known| known.as_str().cmp(place)).is_ok()
    };
    let error = found.errors.into_iter().find(is_of_version)?;
    let path = at.join(&pointed(error.field.strip_prefix("spec.").unwrap_or_default()));
    Some(would_be_refused(path, error.field, error.detail))
}
