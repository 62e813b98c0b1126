//! The keys of an AdmissionReview.

use std::sync::LazyLock;

use crate::question::KnownFields;
use crate::wire::Fields;

/// All keys of version 1. The objects inside are checked by their own kinds.
pub static ADMISSION_REVIEW: KnownFields = KnownFields {
    kind: Some(("admission.k8s.io", "AdmissionReview")),
    // No versions, so that `null` causes no warnings: an API server writes it for what is absent.
    versions: &[],
    members: &[],
    name: "review",
    fields: &KEYS,
};

static KEYS: LazyLock<Fields<'static>> = LazyLock::new(|| Fields::read(TEXT));

const TEXT: &str = "\
review=apiVersion$,kind$,request@request,response
request=uid$,kind@kind,resource@resource,subResource$,requestKind@kind,requestResource@resource,requestSubResource$,name$,namespace$,operation$,userInfo,object,oldObject,dryRun?,options
kind=group$,version$,kind$
resource=group$,version$,resource$
";
