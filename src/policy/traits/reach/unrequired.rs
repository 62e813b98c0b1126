//! Node traits that no flavor requires, perhaps because the private flavors that do so were left out of the list.

use super::landing::InPools;
use crate::base::Names;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::fleet::Fleet;
use crate::policy::traits::names::is_custom;
use crate::policy::traits::reasons::{REACH_POOL_OF_NOBODY, REACH_TRAITS_NOT_REQUIRED};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer};

/// The warning about possible pool traits that no flavor requires, although nodes that the project gets have them.
/// Without declared pools there is no warning if any flavor is private, because private flavors were then not left out
/// of the list. `declared` are the declared pool traits; if there are any, only those mark pools, and private flavors
/// have to say for whom.
pub(super) fn unrequired<'a>(
    declared: &[&'a str],
    flavors: &[InPools<'_, 'a>],
    (fleet, reached): (&Fleet<'a>, &Bits),
) -> Option<Problem> {
    if declared.is_empty() && flavors.iter().any(|flavor| flavor.seen.is_private()) {
        return None;
    }
    let required = flavors.iter().flat_map(|flavor| &flavor.wishes).filter(|wish| wish.required);
    let required: Names<'a> = required.map(|wish| wish.name).collect();
    let declared: Names<'a> = declared.iter().copied().collect();
    let is_mark = |name: &str| if declared.is_empty() { is_custom(name) } else { declared.contains(name) };
    let of_nodes = fleet.trait_names().iter().copied().filter(|name| is_mark(name) && !required.contains(name));
    let names: Names<'a> = of_nodes.filter(|name| fleet.anybody_has(name, reached)).collect();
    let names: Vec<&str> = names.iter().collect();
    let list = Fact::named("names", Json::Null).listing(names.iter().copied());
    let path = Pointer::to("given").key("flavors");
    let code = if declared.is_empty() { &REACH_TRAITS_NOT_REQUIRED } else { &REACH_POOL_OF_NOBODY };
    (!names.is_empty()).then(|| Problem::warning(code, path).fact(list))
}
