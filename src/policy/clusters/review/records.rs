use super::{Sides, sides};
use crate::policy::clusters::check_record::why;
use crate::policy::clusters::loaded::{RANCHER_CLUSTERS, all, is_known};
use crate::policy::clusters::record::{Change, Fault, Refused};
use crate::policy::clusters::situation::not_loaded;
use crate::question::{Asked, Undecided};
use crate::reason::says;
use crate::review::{Call, Cause, Judgement, Refusal};

/// Judges a v3 record.
pub fn rancher_cluster<'a>(call: &Call<'a>, asked: &Asked<'a>) -> Result<Option<Judgement>, Undecided> {
    let Sides { operation, old, new } = match sides(call)? {
        Ok(sides) => sides,
        Err(judgement) => return Ok(judgement),
    };
    let Some(record) = new.as_ref().or(old.as_ref()) else { return Ok(None) };
    let mut change = Change { operation, record, old: old.as_ref(), others: &[] };
    let others = if change.looks_at_others() { all(RANCHER_CLUSTERS, asked)? } else { Vec::new() };
    change.others = &others;
    let judged = change.judge();
    let refusal = (!judged.refused.is_empty()).then(|| Refusal::Invalid(judged.refused.iter().map(cause).collect()));
    let judgement = Judgement {
        refusal,
        warnings: judged.cautions.iter().map(|(_, reason)| says(reason)).collect(),
        because: why(&judged, record).into(),
        ..Judgement::default()
    };
    let are_unknown = change.looks_at_others() && !is_known(RANCHER_CLUSTERS, asked);
    Ok(Some(judgement.with_warnings(are_unknown.then(|| not_loaded(RANCHER_CLUSTERS)))))
}

/// Converts a fault to a cause as an API server reports it, with the cure in its message.
fn cause(refused: &Refused) -> Cause {
    let reason = match refused.fault {
        Fault::OwnerReferenceNamespaced => "FieldValueForbidden",
        Fault::NameRule | Fault::OwnerLabelChanged => "FieldValueInvalid",
        Fault::DuplicateOwner => "FieldValueDuplicate",
    };
    let message = format!("{}; {}", says(&refused.why), refused.why.code().cure);
    Cause { reason: reason.to_owned(), field: refused.field.clone(), message, is_gone: false }
}
