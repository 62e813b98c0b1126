//! What an update may not change (section 4.8).

use super::Validation;
use crate::base::Index;
use crate::policy::images::documents::{MachineImage, ProfileSpec};
use crate::policy::images::errors::FieldError;
use crate::policy::images::versions::{Classification, HasLifecycle, Lifecycle};
use crate::question::Undecided;
use crate::wire::PathStep;

impl Validation<'_, '_> {
    pub(super) fn update(
        &mut self,
        new: &ProfileSpec<'_>,
        old: &ProfileSpec<'_>,
        place: &PathStep<'_>,
    ) -> Result<(), Undecided> {
        if let (Some(new), Some(old)) = (new.most_nodes(), old.most_nodes())
            && new < old
        {
            let why = format!("may not shrink, it was {old}");
            let field = place.key("limits");
            self.errors.push(FieldError::invalid(field.key("maxNodesTotal"), new, &why));
        }
        let list = place.key("kubernetes");
        self.stay_available(new.kubernetes_versions(), old.kubernetes_versions(), &list.key("versions"))?;
        let known: Index<'_> = old.machine_images.iter().map(MachineImage::name).collect();
        for (index, image) in new.machine_images.iter().enumerate() {
            if let Some(old) = known.last(image.name()).and_then(|place| old.machine_images.get(place)) {
                let (list, entry);
                list = place.key("machineImages");
                entry = list.index(index);
                self.stay_available(&image.versions, &old.versions, &entry.key("versions"))?;
            }
        }
        Ok(())
    }

    /// A version that was available may not become unavailable.
    fn stay_available<'n, 'o>(
        &mut self,
        new: &[impl HasLifecycle<'n>],
        old: &[impl HasLifecycle<'o>],
        list: &PathStep<'_>,
    ) -> Result<(), Undecided> {
        let known: Index<'_> = old.iter().map(HasLifecycle::text).collect();
        for (index, version) in new.iter().enumerate() {
            let lifecycle = Lifecycle::of(version);
            let says_so = version.classification() == Some(Classification::Unavailable.word());
            let may_become = says_so || !version.stages().is_empty();
            let before = known.last(version.text()).and_then(|place| old.get(place));
            let Some(before) = before.filter(|_| may_become) else { continue };
            if lifecycle.now(self.asked)? == Classification::Unavailable
                && Lifecycle::of(before).now(self.asked)? != Classification::Unavailable
            {
                self.forbidden(list.index(index), "a version that was available may not become `unavailable`");
            }
        }
        Ok(())
    }
}
