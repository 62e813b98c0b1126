//! Reviews of the objects that an import depends on. A record may be refused; a change to a CAPI cluster or its
//! namespace only causes warnings.

mod clusters;
mod records;

pub use clusters::{capi_cluster, namespace};
pub use records::rancher_cluster;

use super::object::{KubernetesDocument, Object, is_namespaced};
use super::reasons::NOTHING_TO_COMPLETE;
use super::record::Operation;
use crate::question::Undecided;
use crate::reason::Reason;
use crate::review::{self, Call, Judgement};
use crate::wire::Phase;

/// The operation, and the object before and after it.
struct Sides<'a> {
    operation: Operation,
    old: Option<Object<'a>>,
    new: Option<Object<'a>>,
}

/// Reads a call, or returns its judgement if nothing needs to be read.
fn sides<'a>(call: &Call<'a>) -> Result<Result<Sides<'a>, Option<Judgement>>, Undecided> {
    let operation = match call.operation {
        review::Operation::Create => Operation::Create,
        review::Operation::Update => Operation::Update,
        review::Operation::Delete => Operation::Delete,
        review::Operation::Connect => return Ok(Err(None)),
    };
    if call.phase == Phase::Mutating {
        let because = Reason::new(&NOTHING_TO_COMPLETE, call.resource()).into();
        return Ok(Err(Some(Judgement { because, ..Judgement::default() })));
    }
    let object = |part: review::Object<'a, KubernetesDocument<'a>>| {
        let kind = (call.group, call.kind);
        let mut object = part.document.object(kind, part.place);
        // Within a namespaced object, the namespace may be left out because the call has it.
        if object.namespace.is_empty() && is_namespaced(kind) {
            object.namespace = call.namespace;
        }
        object
    };
    let new = if operation == Operation::Delete { None } else { Some(object(call.object()?)) };
    let old = if operation == Operation::Create { None } else { Some(object(call.old()?)) };
    Ok(Ok(Sides { operation, old, new }))
}
