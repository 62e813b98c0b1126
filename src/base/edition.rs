/// An intended difference between the answers of the design and of today's upstream software.
///
/// A rule calls [`Edition::applies`] at exactly one place for each divergence, so the list of divergences is the
/// complete list of differences.
///
/// ```
/// let divergences = fitment::policies().flat_map(|policy| policy.divergences);
/// let id = divergences.map(|divergence| divergence.id).next().unwrap();
/// assert!(!id.contains(' '));
/// ```
#[derive(Debug)]
pub struct Divergence {
    /// The stable name of the divergence.
    pub id: &'static str,
    /// What the design edition does.
    pub design: &'static str,
    /// What today's upstream software does.
    pub upstream: &'static str,
    /// Why the design differs.
    pub why: &'static str,
    /// The section of the specification that defines the difference.
    pub source: &'static str,
}

/// Which behaviour a question is answered with: the design's or upstream's.
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
    /// The design, completed with upstream's behaviour where the design is silent.
    pub const DESIGN: Self = Self { design: true, without: &[] };
    /// The behaviour of today's upstream software, defects included.
    pub const UPSTREAM: Self = Self { design: false, without: &[] };
    /// The names of the editions in requests.
    pub const NAMES: [&'static str; 2] = ["design", "upstream"];

    /// Returns the edition with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "design" => Some(Self::DESIGN),
            "upstream" => Some(Self::UPSTREAM),
            _ => None,
        }
    }

    /// The name of the edition in requests.
    pub fn name(self) -> &'static str {
        if self.design { "design" } else { "upstream" }
    }

    /// Returns this edition with the named divergences switched off, to find out which of them explains a difference.
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
