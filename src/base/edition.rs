/// A place where the design and today's upstream software give different answers, on purpose.
///
/// A rule asks [`Edition::applies`] at exactly one place for each of these, so that the list of them is the list
/// of differences.
///
/// ```
/// let divergences = fitment::policies().flat_map(|policy| policy.divergences);
/// let id = divergences.map(|divergence| divergence.id).next().unwrap();
/// assert!(!id.contains(' '));
/// ```
#[derive(Debug)]
pub struct Divergence {
    /// The stable name.
    pub id: &'static str,
    /// What the design edition does.
    pub design: &'static str,
    /// What today's upstream software does.
    pub upstream: &'static str,
    /// Why the design departs.
    pub why: &'static str,
    /// The section that says so.
    pub source: &'static str,
}

/// Which behaviour a question is answered with.
///
/// ```
/// use fitment::Edition;
///
/// assert_eq!(Edition::named("upstream"), Some(Edition::UPSTREAM));
/// assert_eq!(Edition::default(), Edition::DESIGN);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edition {
    design: bool,
    without: &'static [&'static str],
}

impl Edition {
    /// The design texts, completed with upstream's behaviour where they are silent.
    pub const DESIGN: Self = Self { design: true, without: &[] };
    /// What the real software does today, defects included.
    pub const UPSTREAM: Self = Self { design: false, without: &[] };
    /// The names a request may use.
    pub const NAMES: [&'static str; 2] = ["design", "upstream"];

    /// The edition of that name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "design" => Some(Self::DESIGN),
            "upstream" => Some(Self::UPSTREAM),
            _ => None,
        }
    }

    /// The name a request uses for it.
    pub fn name(self) -> &'static str {
        if self.design { "design" } else { "upstream" }
    }

    /// This edition with the named divergences taken back, to find out which of them explains a difference.
    pub fn without(self, divergences: &'static [&'static str]) -> Self {
        Self { without: divergences, ..self }
    }

    /// Whether the design's side of `divergence` applies.
    pub fn applies(self, divergence: &Divergence) -> bool {
        self.design && !self.without.contains(&divergence.id)
    }
}

impl Default for Edition {
    fn default() -> Self {
        Self::DESIGN
    }
}
