//! A second implementation of maintenance, from sections 9 and 15 of the specification.

use serde_json::{Value, json};

use super::rule::{
    Gift, Number, Rules, brings, classification, is_active, is_higher, is_in_place, list, number, runs_kubelet, suffix,
    text,
};

pub(super) struct Pool<'r, 'p> {
    pub rules: &'r Rules<'p>,
    pub machine: &'p Value,
    pub architecture: String,
    pub worker: &'p Value,
    pub image: &'p Value,
    pub current: &'p str,
}

/// The set of versions that provided a target.
type Set = Box<dyn Fn(&Number) -> bool>;

impl<'p> Pool<'_, 'p> {
    fn versions(&self) -> Vec<(usize, &'p Value)> {
        list(&self.image["versions"]).iter().enumerate().collect()
    }

    /// Returns what excludes a version from the pool, whatever the time.
    fn barred(&self, version: &Value) -> Option<&'static str> {
        let usual = json!({ "name": "containerd" });
        let cri = if self.worker["cri"].is_null() { &usual } else { &self.worker["cri"] };
        let updates = &version["inPlaceUpdates"];
        let reached = |least: &Value| least.as_str().is_some_and(|least| number(least).0 <= number(self.current).0);
        let in_place = updates["supported"] == true
            && (text(&version["version"]) == self.current || reached(&updates["minVersionForUpdate"]));
        if !self.rules.speaks(version, &self.architecture) {
            Some("architecture")
        } else if !self.rules.runs(self.machine, &self.architecture, version) {
            Some("capability")
        } else if !brings(version, cri) {
            Some("cri")
        } else if !runs_kubelet(version) {
            Some("kubelet")
        } else {
            (is_in_place(self.worker) && !in_place).then_some("in-place")
        }
    }

    fn gift(&self, version: &Value) -> Gift {
        self.rules.gift(self.machine, Some(&self.architecture), version)
    }

    fn first(&self, set: Vec<(usize, &'p Value)>) -> Option<&'p Value> {
        let order = |(place, version): &(usize, &Value)| {
            self.rules.order(self.machine, Some(&self.architecture), *place, version)
        };
        set.into_iter().min_by_key(order).map(|(_, version)| version)
    }

    /// Returns the sets of the automatic step, in order.
    fn automatic(&self) -> Vec<Set> {
        let from = number(self.current).0;
        let patch: Set = Box::new(move |it| it.0[..2] == from[..2] && it.0[2] >= from[2]);
        let wider: Option<Set> = match text(&self.image["updateStrategy"]) {
            "patch" => None,
            "minor" => Some(Box::new(move |it| it.0[0] == from[0])),
            _ => Some(Box::new(|_| true)),
        };
        [Some(patch), wider].into_iter().flatten().collect()
    }

    /// Searches both steps within one suffix. `before` is what the pool has now, if known.
    fn search(&self, own: &str, before: Option<&Gift>, forced: bool) -> Option<(&'p Value, Set)> {
        let all = self.versions();
        let mut among: Vec<(usize, &Value)> =
            all.into_iter().filter(|(_, it)| self.barred(it).is_none() && is_active(it)).collect();
        among.retain(|(_, it)| classification(it) != "preview" && suffix(text(&it["version"])) == own);
        let climb = |limit: Option<&Gift>| {
            self.automatic().into_iter().find_map(|set| {
                let reached = among.iter().filter(|(_, it)| {
                    let version = text(&it["version"]);
                    is_higher(version, self.current)
                        && set(&number(version))
                        && limit.is_none_or(|limit| self.gift(it) <= *limit)
                });
                Some((self.first(reached.copied().collect())?, set))
            })
        };
        let found = climb(before);
        if found.is_some() || !forced {
            return found;
        }
        climb(None).or_else(|| self.leap(&among))
    }

    /// The forced step: out of the minor or the major version.
    fn leap(&self, among: &[(usize, &'p Value)]) -> Option<(&'p Value, Set)> {
        let from = number(self.current).0;
        let next: fn([u64; 3], [u64; 3]) -> Option<u64> = match text(&self.image["updateStrategy"]) {
            "patch" => |from, to| (to[0] == from[0] && to[1] > from[1]).then_some(to[1]),
            "minor" => |from, to| (to[0] > from[0]).then_some(to[0]),
            _ => return None,
        };
        let of = |it: &Value| next(from, number(text(&it["version"])).0);
        let nearest = among.iter().filter_map(|(_, it)| of(it)).min()?;
        let set = among.iter().filter(|(_, it)| of(it) == Some(nearest)).copied().collect();
        Some((self.first(set)?, Box::new(move |it| next(from, it.0) == Some(nearest))))
    }

    pub(super) fn maintain(&self, automatic: bool) -> (Value, usize) {
        let known = self.versions().into_iter().map(|(_, it)| it).find(|it| it["version"] == self.current);
        let suits = known.filter(|it| self.barred(it).is_none());
        let forced = suits.is_none_or(|it| classification(it) == "expired");
        let before = suits.map(|it| self.gift(it));
        let own = suffix(self.current);
        let mut lost = false;
        let mut target = None;
        if forced || automatic {
            target = self.search(&own, before.as_ref(), forced);
            if target.is_none() && forced && !own.is_empty() {
                target = self.search("", before.as_ref(), true);
                lost = target.is_some();
            }
        }
        let flavor = |it: &Value| self.rules.flavor(self.machine, Some(&self.architecture), it);
        let after = target.as_ref().map(|(it, _)| *it);
        let mut answer = json!({
            "version": after.map_or(self.current, |it| text(&it["version"])),
            "updated": after.is_some(),
            "failed": forced && after.is_none(),
            "flavorBefore": known.and_then(flavor),
            "flavorAfter": after.and_then(flavor),
            "lostSuffix": lost.then_some(own),
        });
        let mut warnings = usize::from(lost);
        if let (Some(before), Some(after)) = (&before, after.map(|it| self.gift(it))) {
            warnings += usize::from(after > *before);
            answer["changes"] = self.changes(before, &after);
        }
        if forced || automatic {
            answer["passedOver"] = self.passed_over(target.as_ref());
        }
        (answer, warnings)
    }

    fn changes(&self, before: &Gift, after: &Gift) -> Value {
        let definitions = self.rules.definitions().into_iter();
        let both = definitions.zip(before.iter().zip(after)).filter(|(_, (before, after))| before != after);
        both.map(|((name, values), (before, after))| {
            json!({ "capability": name, "before": values.get(*before), "after": values.get(*after) })
        })
        .collect()
    }

    fn passed_over(&self, target: Option<&(&'p Value, Set)>) -> Value {
        let least = target.map_or(self.current, |(it, _)| text(&it["version"]));
        let own = suffix(least);
        let mut widest = self.automatic();
        let widest = widest.pop().expect("there is a set");
        let set = target.map_or(&widest, |(_, set)| set);
        let higher = self.versions().into_iter().map(|(_, it)| it).filter(|it| is_higher(text(&it["version"]), least));
        higher
            .map(|it| {
                let version = text(&it["version"]);
                let gives_way = target.is_some_and(|(target, _)| classification(target) != "deprecated");
                let by = match (self.barred(it), classification(it)) {
                    (Some(by), _) => by,
                    (_, "expired" | "unavailable" | "preview") => "classification",
                    _ if suffix(version) != own => "suffix",
                    _ if !set(&number(version)) => "strategy",
                    (_, "deprecated") if gives_way => "classification",
                    _ => "preference",
                };
                json!({ "version": version, "by": by })
            })
            .collect()
    }
}
