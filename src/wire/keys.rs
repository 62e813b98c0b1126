/// The keys of a type, in the order of its members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys(pub &'static [Key]);

/// The key of a member, or the keys of a flattened type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// The key of a member.
    One(&'static str),
    /// The keys of a flattened type.
    Flat(Keys),
}

impl Keys {
    /// Whether the type has this key.
    pub fn contains(self, key: &str) -> bool {
        self.0.iter().any(|known| match known {
            Key::One(known) => *known == key,
            Key::Flat(keys) => keys.contains(key),
        })
    }

    /// All keys, those of flattened types included.
    pub fn list(self) -> Vec<&'static str> {
        let mut list = Vec::with_capacity(self.0.len());
        self.add_to(&mut list);
        list
    }

    fn add_to(self, list: &mut Vec<&'static str>) {
        for known in self.0 {
            match known {
                Key::One(key) => list.push(key),
                Key::Flat(keys) => keys.add_to(list),
            }
        }
    }
}
