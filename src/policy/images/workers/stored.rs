//! What an API server would refuse about a pool whatever its profile is, and no other rule here looks at (sections 1.6
//! and 8.1).

use std::borrow::Cow;

use super::pool::{NotStored, Pool};
use crate::base::Interner;
use crate::base::spelling::is_domain_part;
use crate::policy::images::documents::{IN_PLACE, Worker};
use crate::wire::{Kind, Value};

/// An example of a size that a volume may have.
const SIZE: &str = "`50Gi`";

/// The maximum length of the name of a pool.
const LONGEST: usize = 15;

impl<'p> Pool<'p, '_> {
    /// What is refused about a pool of a Shoot; `is_repeated` says whether an earlier pool has the same name.
    pub(super) fn refused(&self, is_repeated: bool) -> Vec<NotStored<'p>> {
        let named = match self.worker.name() {
            "" => Some("it has no name"),
            _ => is_repeated.then_some("a pool before it has that name"),
        };
        let named = named.map(|what| self.not_stored(&["name"], what.to_owned())).or_else(|| self.name());
        let is_unsized = self.worker.volume.as_ref().is_some_and(|volume| volume.size.is_none());
        let what = || format!("its volume has no size, expected one such as {SIZE}");
        let volume = is_unsized.then(|| self.not_stored(&["volume", "size"], what()));
        named.into_iter().chain(volume).chain(self.refused_of_what_is_there()).collect()
    }

    /// What is refused about a pool that a question gives without a Shoot. Such a pool may leave out what the question
    /// is not about, and its zones are only compared with one another, since only a Shoot has a region.
    pub(super) fn refused_alone(&self) -> Vec<NotStored<'p>> {
        let mut seen = Interner::default();
        let repeated = self.worker.zones.iter().enumerate().find(|(_, zone)| !seen.is_new(zone));
        let repeated = repeated.map(|(index, zone)| {
            let at = self.at.clone().map(|at| at.key("zones").index(index));
            self.not_stored_at(at, Some(*zone), format!("it names the zone `{zone}` twice"))
        });
        self.refused_of_what_is_there().into_iter().chain(self.name()).chain(repeated).collect()
    }

    fn name(&self) -> Option<NotStored<'p>> {
        let name = self.worker.name();
        let is_sound = name.len() <= LONGEST && (name.is_empty() || is_domain_part(name));
        let what = || {
            format!(
                "its name is `{name}`, expected at most {LONGEST} of a to z, 0 to 9 and `-`, which neither begins nor ends it"
            )
        };
        (!is_sound).then(|| self.not_stored(&["name"], what()))
    }

    fn refused_of_what_is_there(&self) -> Vec<NotStored<'p>> {
        let mut problems = self.nodes();
        problems.extend(self.volume());
        let kubelet = ["kubernetes", "kubelet"];
        let refused = self.found(&kubelet).map(refused_of_kubelet).unwrap_or_default();
        problems.extend(
            refused.into_iter().map(|(keys, what)| self.not_stored(&[&kubelet, keys.as_slice()].concat(), what)),
        );
        problems.extend(["maxSurge", "maxUnavailable"].into_iter().filter_map(|key| self.at_once(key)));
        problems.extend(self.stands_still());
        problems.extend(self.runtimes());
        problems
    }

    fn nodes(&self) -> Vec<NotStored<'p>> {
        let Worker { minimum, maximum, .. } = self.worker;
        let mut problems = Vec::new();
        for (key, nodes) in [("minimum", minimum), ("maximum", maximum)] {
            let negative = nodes.filter(|nodes| *nodes < 0);
            problems.extend(negative.map(|nodes| self.not_stored(&[key], below_zero(key, nodes))));
        }
        if let (Some(minimum), Some(maximum)) = (minimum, maximum)
            && minimum > maximum
        {
            problems
                .push(self.not_stored(&["minimum"], format!("its minimum {minimum} is above its maximum {maximum}")));
        }
        problems
    }

    fn volume(&self) -> Option<NotStored<'p>> {
        let size = ["volume", "size"];
        let is_amount = |text: &str| text.strip_suffix("Gi").is_some_and(is_whole);
        let written = self.found(&size).filter(|size| !size.is_null() && !size.as_str().is_some_and(is_amount))?;
        let text = written.as_str().map_or_else(|| written.json(), Cow::Borrowed);
        Some(self.not_stored(&size, format!("its volume has the size `{text}`, expected one such as {SIZE}")))
    }

    /// Refuses a wrong number of machines that come or go at once: a 32-bit number or a percentage is allowed, and only
    /// zero if the machines are updated manually.
    fn at_once(&self, key: &str) -> Option<NotStored<'p>> {
        let value = self.written.get(key).filter(|value| !value.is_null())?;
        let percentage = value.as_str().and_then(|text| text.strip_suffix('%')).filter(|text| is_whole(text));
        let number = value.as_number().filter(|number| is_whole(number));
        let expected = match (percentage, number) {
            (None, None) if value.as_str().is_none() && value.kind() != Kind::Number => return None,
            (None, None) => "a whole number or a percentage",
            (None, Some(number)) if number.parse::<i32>().is_err() => "a number of 32 bits",
            (Some(percentage), None)
                if key == "maxUnavailable" && !percentage.parse::<u32>().is_ok_and(|amount| amount <= 100) =>
            {
                "at most 100 percent"
            }
            (Some(amount), _) | (None, Some(amount))
                if self.worker.update_strategy == Some(IN_PLACE[1]) && amount.bytes().any(|digit| digit != b'0') =>
            {
                "0, because somebody else updates its machines"
            }
            _ => return None,
        };
        Some(self.not_stored(&[key], format!("its `{key}` is {}, expected {expected}", value.json())))
    }

    /// Refuses pools whose machines are replaced, but of which none may come or go first.
    fn stands_still(&self) -> Option<NotStored<'p>> {
        let is_zero = |value: Value<'_>| matches!(value.as_str().or(value.as_number()), Some("0" | "0%"));
        let said = |key: &str| self.written.get(key).filter(|value| !value.is_null());
        let is_by_hand = self.worker.update_strategy == Some(IN_PLACE[1]);
        let is_still =
            !is_by_hand && said("maxSurge").is_some_and(is_zero) && said("maxUnavailable").is_none_or(is_zero);
        is_still
            .then(|| self.not_stored(&["maxUnavailable"], "its `maxSurge` and `maxUnavailable` are both 0".to_owned()))
    }

    fn runtimes(&self) -> Option<NotStored<'p>> {
        let runtimes = &self.worker.cri.as_ref()?.container_runtimes;
        let mut seen = Interner::default();
        let types = runtimes.iter().map(|runtime| runtime.runtime_type.unwrap_or_default()).enumerate();
        let (index, repeated) = types.into_iter().find(|(_, runtime)| !seen.is_new(runtime))?;
        let at = self.at.clone().map(|at| at.key("cri").key("containerRuntimes").index(index).key("type"));
        Some(self.not_stored_at(at, Some(repeated), format!("it names the runtime `{repeated}` twice")))
    }
}

/// What an API server refuses about kubelet settings, each with the keys of its place.
pub(crate) fn refused_of_kubelet(kubelet: Value<'_>) -> Vec<(Vec<&str>, String)> {
    let pods = kubelet.get("maxPods").map(|pods| (vec!["maxPods"], pods));
    let reserved = ["kubeReserved", "systemReserved"].into_iter().flat_map(|key| {
        let members = kubelet.get(key).map(Value::members);
        members.into_iter().flatten().map(move |(name, amount)| (vec![key, name], amount))
    });
    let is_negative = |amount: Value<'_>| amount.as_number().or(amount.as_str()).is_some_and(|it| it.starts_with('-'));
    let negative = pods.into_iter().chain(reserved).filter(|(_, amount)| is_negative(*amount));
    negative.map(|(keys, amount)| (keys.clone(), below_zero(&keys.join("."), amount.json()))).collect()
}

fn below_zero(key: &str, amount: impl std::fmt::Display) -> String {
    format!("its `{key}` is {amount}, expected 0 or more")
}

fn is_whole(number: &str) -> bool {
    !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}
