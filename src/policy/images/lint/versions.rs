//! Minor versions of which several versions are supported at once.

use super::finding::{Findings, Found};
use super::looked::Looked;
use crate::base::masterminds::Version;
use crate::base::sort;
use crate::policy::images::edits::{Op, Operation};
use crate::policy::images::reasons::SEVERAL_SUPPORTED;
use crate::policy::images::versions::Classification;
use crate::question::Undecided;
use crate::reason::{Fact, Level};
use crate::wire::{Json, Pointer};

/// Checks the minor versions of each image. The time is needed only if one of several versions has dates.
pub(super) fn check(looked: &Looked<'_, '_>, found: &mut Findings) -> Result<(), Undecided> {
    for (index, image) in looked.spec.machine_images.iter().enumerate() {
        let entries: Vec<(usize, Version<'_>)> = looked
            .catalog
            .versions_of(index)
            .filter_map(|place| Some((place, looked.catalog.versions().get(place)?.parsed?)))
            .collect();
        let minor = |version: &Version<'_>| (version.major, version.minor);
        for group in sort::alike(&entries, |(_, left), (_, right)| minor(left).cmp(&minor(right))) {
            if group.len() < 2 {
                continue;
            }
            let mut supported: Vec<(usize, Version<'_>)> = Vec::new();
            for (place, version) in group.iter().filter_map(|at| entries.get(*at as usize)) {
                let lifecycle = looked.catalog.versions().get(*place).map(|entry| entry.lifecycle.now(looked.asked));
                if lifecycle.transpose()? == Some(Classification::Supported) {
                    supported.push((*place, *version));
                }
            }
            if supported.len() > 1 {
                several(looked, (index, image.name()), &supported, found);
            }
        }
    }
    Ok(())
}

fn several(
    looked: &Looked<'_, '_>,
    (index, image): (usize, &str),
    supported: &[(usize, Version<'_>)],
    found: &mut Findings,
) {
    found.add(Level::Warning, || {
        // A version with a suffix is offered only to those who ask for it, so it does not replace one without.
        let is_plain = |version: &Version<'_>| version.pre_release.is_empty();
        let newest = supported
            .iter()
            .max_by(|(_, left), (_, right)| is_plain(left).cmp(&is_plain(right)).then_with(|| left.precedence(right)));
        let newest = newest.map(|(place, _)| *place);
        let known = || supported.iter().filter_map(|(place, _)| Some((*place, looked.version(*place)?)));
        let texts: Vec<&str> = known().map(|(_, version)| version.entry.version()).collect();
        let minor = supported.first().map(|(_, version)| format!("{}.{}", version.major, version.minor));
        // A version with lifecycle stages already says when its classification changes.
        let fix: Vec<Operation> = known()
            .filter(|(place, version)| Some(*place) != newest && version.entry.lifecycle.is_empty())
            .map(|(_, version)| Op::Add.at(version.path.key("classification"), "deprecated"))
            .collect();
        let path = Pointer::to("spec").key("machineImages").index(index).key("versions");
        let finding = Found::new(&SEVERAL_SUPPORTED, path, image)
            .fact(Fact::named("minor", minor.unwrap_or_default()))
            .fact(Fact::named("count", supported.len()))
            .fact(Fact::named("versions", Json::Null).listing(texts.into_iter()));
        if fix.is_empty() { finding } else { finding.fix(fix) }
    });
}
