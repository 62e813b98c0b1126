//! Warnings of image versions that may be stored but will cause trouble.

use super::context::ShootContext;
use crate::policy::images::documents::{RawTime, Worker};
use crate::policy::images::reasons::{
    IMAGE_DEPRECATED, IMAGE_EXPIRED, IMAGE_EXPIRES_SOON, IMAGE_OF_UNKNOWN_CLASS, IMAGE_PREVIEW,
};
use crate::policy::images::versions::{Classification, ends_soon};
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::wire::answer;

answer! {
    /// A field that may be stored but will cause trouble.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Warning {
        /// The path of the field.
        field: String,
        /// The problem, as a sentence for users.
        detail: String,
    }
}

/// A warning with its reason.
#[derive(Debug)]
pub(crate) struct Warned {
    /// The warning that the user reads.
    pub warning: Warning,
    /// The reason for the warning.
    pub why: Reason,
}

/// Warns of the image versions of pools, except for the pools in `refused`, whose images are refused.
pub(super) fn warn<'a>(
    context: &ShootContext<'_, 'a>,
    workers: &[Worker<'a>],
    refused: &[usize],
) -> Result<Vec<Warned>, Undecided> {
    let mut warnings = Vec::new();
    for (index, worker) in workers.iter().enumerate().filter(|(index, _)| refused.binary_search(index).is_err()) {
        let Some(image) = worker.image() else { continue };
        let Some((place, version)) = context.version(image.name(), image.version()) else { continue };
        let Some(known) = context.offer.catalog.versions().get(place) else { continue };
        let expiry = if known.lifecycle.depends_on_time() { ends_soon(version, context.asked.now()?) } else { None };
        let soon = |expiry: RawTime<'a>| format!("expires on {}", expiry.text);
        let and = expiry.map(|expiry| format!(" and {}", soon(expiry))).unwrap_or_default();
        let (code, what) = match known.lifecycle.now(context.asked)? {
            Classification::Expired => (&IMAGE_EXPIRED, "has expired".to_owned()),
            Classification::Deprecated => (&IMAGE_DEPRECATED, format!("is deprecated{and}")),
            Classification::Preview => (&IMAGE_PREVIEW, format!("is a preview{and}")),
            Classification::Unknown => (&IMAGE_OF_UNKNOWN_CLASS, format!("has an unknown classification{and}")),
            _ => match expiry {
                Some(expiry) => (&IMAGE_EXPIRES_SOON, soon(expiry)),
                None => continue,
            },
        };
        let place = context.version_place(place);
        let field = format!("spec.provider.workers[{index}].machine.image.version");
        warnings.push(Warned {
            warning: Warning { field, detail: format!("the machine image version `{}` {what}", image.reference()) },
            why: Reason::new(code, image.reference())
                .saw(place.key("version"), version.version())
                .fact(Fact::named("pool", worker.name()))
                .fact(Fact::named("expires", expiry.map(|expiry| expiry.text))),
        });
    }
    Ok(warnings)
}
