//! The flavors or architectures of one version of a profile that the provider's configuration does not map (section
//! 17.3).

use crate::policy::images::errors::pointed;
use crate::policy::images::provider::mapping::{Findings, Gaps, Mapping};
use crate::policy::images::reasons::would_be_refused;
use crate::reason::Problem;
use crate::wire::Pointer;

/// Warns of the first flavor or architecture of a version that has no artifact of its own, so that machines boot
/// another one's.
pub fn unmapped(mapping: &Mapping<'_, '_>, (name, version): (&str, &str), at: Pointer) -> Option<Problem> {
    let error = mapping.images.iter().enumerate().find_map(|(index, image)| {
        let of_version = image.versions.iter().enumerate().filter(|(_, known)| known.version() == version);
        let mut of_version = of_version.filter(|_| image.name() == name && mapping.entries.knows(name));
        of_version.find_map(|(place, known)| {
            let (mut found, mut gaps) = (Findings::new(None), Gaps::new(None, Pointer::default()));
            mapping.check_version(image, known, (index, place), &mut found, &mut gaps);
            found.errors.into_iter().next()
        })
    })?;
    let path = at.join(&pointed(error.field.strip_prefix("spec.").unwrap_or_default()));
    Some(would_be_refused(path, error.field, error.detail))
}
