//! What is asked for beside that an image fits a machine type.

use super::model::MachineType;
use super::question::fit::Filter;
use super::question::machine_types::Range;
use super::scalars::Quantity;
use super::worker::Needs;

/// What is asked of the images beside that they fit the machine type.
#[derive(Clone, Default, Debug)]
pub struct Wanted<'a> {
    /// Only this image.
    pub image: Option<&'a str>,
    /// Only this version of it.
    pub version: Option<&'a str>,
    /// The machine type has to be available there.
    pub region: Option<&'a str>,
    /// And in these zones of it.
    pub zones: Vec<&'a str>,
    /// What the machine type has to have beside.
    pub machine: WantedMachine<'a>,
    /// What the workers need of the images.
    pub needs: Needs<'a>,
}

/// What is asked of a machine type whatever the image.
#[derive(Clone, Default, Debug)]
pub struct WantedMachine<'a> {
    pub cpu: Option<Range<'a>>,
    pub memory: Option<Range<'a>>,
    pub gpu: Option<Range<'a>>,
    pub architecture: Option<&'a str>,
    /// It may be used.
    pub usable: bool,
}

impl WantedMachine<'_> {
    /// What a machine type lacks of it.
    pub fn lacking<'m>(
        &'m self,
        machine: &'m MachineType<'_>,
        architecture: &'m str,
    ) -> impl Iterator<Item = Filter> + 'm {
        let amounts = [
            (&self.cpu, machine.cpu, Filter::Cpu),
            (&self.memory, machine.memory, Filter::Memory),
            (&self.gpu, machine.gpu, Filter::Gpu),
        ];
        let outside = |(range, amount, filter): (&Option<Range<'_>>, Option<Quantity<'_>>, Filter)| {
            range.as_ref().is_some_and(|range| !range.holds(amount)).then_some(filter)
        };
        let usable = self.usable && machine.usable == Some(false);
        let another = self.architecture.is_some_and(|wanted| wanted != architecture);
        let rest = [usable.then_some(Filter::Usable), another.then_some(Filter::Architecture)];
        amounts.into_iter().map(outside).chain(rest).flatten()
    }
}

impl Range<'_> {
    /// Whether an amount lies in it; one that is not given is nothing.
    fn holds(&self, amount: Option<Quantity<'_>>) -> bool {
        let amount = amount.map_or(0, |amount| amount.nanos());
        self.min.is_none_or(|min| amount >= min.nanos()) && self.max.is_none_or(|max| amount <= max.nanos())
    }
}
