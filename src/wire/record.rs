//! The declaration of an object in one place: its Rust type, how it is read or written, and its schema.

/// Declares a type that is read from a request.
///
/// The key of a member is its name, or the text in brackets after it. `null` reads as absent. The type decides what may
/// be absent: `Option`, lists, maps and `bool` may. The members of a `#[flatten]` member are read from the same object,
/// so several questions can share them. Unknown keys are noted, except in a `foreign` type: it belongs to another
/// system and may have more keys. If that system's clients write a member with other keys, these follow after `or`, and
/// the first key that is present counts. The function after `then` checks the value that was read, and gets the reader.
///
/// ```ignore
/// given! {
///     /// A driver that is installed.
///     pub struct Driver<'a> {
///         /// Its entry-point name.
///         name: &'a str,
///         /// Whether it has to be enabled by name.
///         is_beta ["beta"]: bool,
///         /// Where it comes from.
///         #[flatten]
///         origin: Origin<'a>,
///     }
/// }
/// ```
macro_rules! given {
    ($(#[doc = $about:literal])* $(#[derive($($derive:ident),*)])? $seen:vis struct $name:ident $($rest:tt)*) => {
        $crate::wire::given!(@declare false [$($about)*] [$($($derive)*)?] [$seen] $name $($rest)*);
    };
    ($(#[doc = $about:literal])* $(#[derive($($derive:ident),*)])? foreign $seen:vis struct $name:ident $($rest:tt)*) => {
        $crate::wire::given!(@declare true [$($about)*] [$($($derive)*)?] [$seen] $name $($rest)*);
    };
    (@declare $foreign:literal [$($about:literal)*] [$($derive:ident)*] [$seen:vis] $name:ident $(<$life:lifetime>)? {
        $(
            $(#[doc = $member_about:literal])*
            $(#[flatten $($flat:literal)?])?
            $member:ident $([$key:literal $(or $($other:literal),+)?])? : $type:ty
        ),* $(,)?
    } $(then $check:path)?) => {
        $(#[doc = $about])*
        #[derive(Debug, $($derive),*)]
        $seen struct $name $(<$life>)? {
            $($(#[doc = $member_about])* pub $member: $type,)*
        }

        $crate::wire::read_object!($foreign [$($check)?] $name $(<$life>)? {
            $([$(flatten $($flat)?)?] [$($($($other),+)?)?] $member $crate::wire::key!($member $($key)?), $type;)*
        });

        impl $(<$life>)? $crate::wire::HasShape for $name $(<$life>)? {
            const SHAPE: &'static $crate::wire::Shape = &$crate::wire::Shape::Object(&$crate::wire::ObjectShape {
                about: concat!($($about),*),
                parts: &[$($crate::wire::shape_part!(
                    [$(flatten $($flat)?)?] [$($member_about)*] $crate::wire::key!($member $($key)?), $type
                )),*],
            });
        }
    };
}

/// Declares a type that is written into an answer. Members that are `None` are left out.
///
/// ```ignore
/// answer! {
///     /// What creating a template yields.
///     pub struct Created<'a> {
///         /// The status of the response.
///         status: u16,
///         /// The driver that is stored.
///         driver: Option<&'a str>,
///     }
/// }
/// ```
macro_rules! answer {
    ($(#[doc = $about:literal])* $(#[derive($($derive:ident),*)])? $seen:vis struct $name:ident $(<$life:lifetime>)? {
        $($(#[doc = $member_about:literal])* $member:ident $([$key:literal])? : $type:ty),* $(,)?
    }) => {
        $(#[doc = $about])*
        #[derive(Debug, $($($derive),*)?)]
        $seen struct $name $(<$life>)? {
            $($(#[doc = $member_about])* pub $member: $type,)*
        }

        impl $(<$life>)? $crate::wire::Write for $name $(<$life>)? {
            fn write(&self, out: &mut String) {
                $crate::wire::write_members(out, self);
            }

            fn members<'w>(&'w self, each: &mut dyn FnMut($crate::wire::DeclaredKey, &'w dyn $crate::wire::Write)) {
                $(each($crate::wire::declared_key!($member $($key)?), &self.$member);)*
            }
        }

        impl $(<$life>)? $crate::wire::HasShape for $name $(<$life>)? {
            const SHAPE: &'static $crate::wire::Shape = &$crate::wire::Shape::Object(&$crate::wire::ObjectShape {
                about: concat!($($about),*),
                parts: &[$($crate::wire::shape_part!(
                    [] [$($member_about)*] $crate::wire::key!($member $($key)?), $type
                )),*],
            });
        }
    };
}

/// Declares a closed set of words that are read and written.
///
/// ```ignore
/// words! {
///     /// What is done to an object.
///     pub enum Operation {
///         /// It is new.
///         Create = "create",
///         /// It exists.
///         Update = "update",
///     }
/// }
/// ```
macro_rules! words {
    ($(#[doc = $about:literal])* $seen:vis enum $name:ident {
        $(#[doc = $first_about:literal])* $first:ident = $first_word:literal
        $(, $(#[doc = $variant_about:literal])* $variant:ident = $word:literal)* $(,)?
    }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        $seen enum $name {
            $(#[doc = $first_about])* $first,
            $($(#[doc = $variant_about])* $variant,)*
        }

        impl $name {
            /// All words.
            pub const WORDS: &'static [&'static str] = &[$first_word $(, $word)*];

            /// All values, in the order of their words.
            pub const ALL: &'static [Self] = &[Self::$first $(, Self::$variant)*];

            /// Returns the value with this word.
            #[allow(dead_code, reason = "most words are read from documents")]
            pub fn named(word: &str) -> Option<Self> {
                let place = Self::WORDS.iter().position(|known| *known == word)?;
                Self::ALL.get(place).copied()
            }

            /// The word of the value.
            pub fn word(self) -> &'static str {
                Self::WORDS.get(self as usize).copied().unwrap_or_default()
            }
        }

        impl<'read> $crate::wire::Fill<'read> for $name {
            fn fill(&mut self, from: &$crate::wire::Reader<'read, '_>) -> Result<(), $crate::wire::Fault> {
                let place = from.word(Self::WORDS)?;
                *self = Self::ALL.get(place).copied().unwrap_or(Self::$first);
                Ok(())
            }
        }

        impl<'read> $crate::wire::Read<'read> for $name {
            fn blank() -> Self {
                Self::$first
            }
        }

        impl $crate::wire::Write for $name {
            fn write(&self, out: &mut String) {
                self.word().write(out);
            }

            fn scalar(&self) -> Option<$crate::wire::Scalar<'_>> {
                Some($crate::wire::Scalar::Text(self.word()))
            }
        }

        impl $crate::wire::HasShape for $name {
            const SHAPE: &'static $crate::wire::Shape = &$crate::wire::Shape::Words(&[
                ($first_word, concat!($($first_about),*)) $(, ($word, concat!($($variant_about),*)))*
            ]);
        }
    };
}

/// Implements reading for a declared object. What it borrows, it borrows from the document.
macro_rules! read_object {
    ($foreign:literal [$($check:path)?] $name:ident { $($members:tt)* }) => {
        $crate::wire::read_object!(@impl $foreign [$($check)?] 'read $name { $($members)* });
    };
    ($foreign:literal [$($check:path)?] $name:ident <$life:lifetime> { $($members:tt)* }) => {
        $crate::wire::read_object!(@impl $foreign [$($check)?] $life $name <$life> { $($members)* });
    };
    (@impl $foreign:literal [$($check:path)?] $read:lifetime $name:ident $(<$life:lifetime>)? {
        $([$($flat:tt)*] [$($other:literal),*] $member:ident $key:expr, $type:ty;)*
    }) => {
        impl $(<$life>)? $crate::wire::Keyed for $name $(<$life>)? {
            const KEYS: $crate::wire::Keys =
                $crate::wire::Keys(&[$($crate::wire::key_part!([$($flat)*] [$($other),*] $key, $type)),*]);
        }

        impl<$read> $crate::wire::Slots<$read> for $name $(<$life>)? {
            fn slots(
                &mut self,
                fill: &mut dyn FnMut(&mut [$crate::wire::Slot<'_, $read>]) -> Result<(), $crate::wire::Fault>,
            ) -> Result<(), $crate::wire::Fault> {
                fill(&mut [$($crate::wire::slot!([$($flat)*] [$($other),*] $key, $type, self.$member)),*])
            }
        }

        impl<$read> $crate::wire::Fill<$read> for $name $(<$life>)? {
            fn fill(&mut self, from: &$crate::wire::Reader<$read, '_>) -> Result<(), $crate::wire::Fault> {
                from.object(if $foreign { None } else { Some(<Self as $crate::wire::Keyed>::KEYS) }, self)?;
                $($check(self, from)?;)?
                Ok(())
            }
        }

        impl<$read> $crate::wire::Read<$read> for $name $(<$life>)? {
            fn blank() -> Self {
                Self { $($member: $crate::wire::Read::blank(),)* }
            }
        }
    };
}

/// A member in the schema, or the members of a flattened type.
macro_rules! shape_part {
    ([] [$($about:literal)*] $key:expr, $type:ty) => {
        $crate::wire::Part::Member($crate::wire::Member {
            key: $key,
            about: concat!($($about),*),
            shape: <$type as $crate::wire::HasShape>::SHAPE,
            optional: <$type as $crate::wire::HasShape>::OPTIONAL,
        })
    };
    ([flatten] [$($about:literal)*] $key:expr, $type:ty) => {
        $crate::wire::Part::Flat(<$type as $crate::wire::HasShape>::SHAPE)
    };
}

/// The key of a member, or the keys of a flattened type.
macro_rules! key_part {
    ([] [] $key:expr, $type:ty) => {
        $crate::wire::Key::One($key)
    };
    ([] [$($other:literal),+] $key:expr, $type:ty) => {
        $crate::wire::Key::Flat($crate::wire::Keys(&[$crate::wire::Key::One($key), $($crate::wire::Key::One($other)),+]))
    };
    ([flatten] [] $key:expr, $type:ty) => {
        $crate::wire::Key::Flat(<$type as $crate::wire::Keyed>::KEYS)
    };
}

/// The slot of a member, or the slots of a flattened type.
macro_rules! slot {
    ([] [] $key:expr, $type:ty, $place:expr) => {
        $crate::wire::Slot::Member($key, <$type as $crate::wire::Read>::REQUIRED, &mut $place)
    };
    ([] [$($other:literal),+] $key:expr, $type:ty, $place:expr) => {
        $crate::wire::Slot::Spelt(&[$key, $($other),+], &mut $place)
    };
    ([flatten] [] $key:expr, $type:ty, $place:expr) => {
        $crate::wire::Slot::Flat(&mut $place)
    };
}

/// The key of a member: the text in brackets, or its name by default.
macro_rules! key {
    ($member:ident) => {
        stringify!($member)
    };
    ($member:ident $key:literal) => {
        $key
    };
}

/// The key of a member, with the comma before it and the colon after it.
macro_rules! declared_key {
    ($member:ident) => {
        $crate::wire::DeclaredKey { after_another: concat!(",\"", stringify!($member), "\":") }
    };
    ($member:ident $key:literal) => {
        $crate::wire::DeclaredKey { after_another: concat!(",\"", $key, "\":") }
    };
}

pub(crate) use {answer, declared_key, given, key, key_part, read_object, shape_part, slot, words};

#[cfg(test)]
mod tests {
    use crate::wire::{Document, Fault, Reader, read, to_json};

    given! {
        /// A driver that is installed.
        pub struct Driver<'a> {
            /// Its entry-point name.
            name: &'a str,
            /// Whether it has to be enabled by name.
            is_beta ["beta"]: bool,
            /// Where it comes from.
            #[flatten]
            origin: Origin<'a>,
        }
    }

    given! {
        /// A flavor, as one of several programs prints it.
        foreign pub struct Flavor {
            /// Memory in MiB.
            memory ["memory_mb" or "ram", "RAM"]: Option<u64>,
        } then not_none
    }

    fn not_none(flavor: &mut Flavor, from: &Reader<'_, '_>) -> Result<(), Fault> {
        if flavor.memory == Some(0) { Err(from.wrong_type("some memory")) } else { Ok(()) }
    }

    given! {
        /// The origin of a driver.
        pub struct Origin<'a> {
            /// The name of the package.
            package: Option<&'a str>,
        }
    }

    answer! {
        /// The result of creating a template.
        pub struct Created<'a> {
            /// The status of the response.
            status: u16,
            /// The driver that is stored.
            driver: Option<&'a str>,
        }
    }

    words! {
        /// The operation on an object.
        pub enum Operation {
            /// The object is created.
            Create = "create",
            /// The object is updated.
            Update = "update",
        }
    }

    #[test]
    fn a_declared_object_is_read_and_what_it_does_not_know_is_noted() -> Result<(), Fault> {
        let document = Document::read(br#"{"name": "k8s", "bta": true, "package": "magnum"}"#, 8)?;
        let (driver, notes) = read::<Driver<'_>>(document.root(), "/given")?;
        assert_eq!((driver.name, driver.is_beta, driver.origin.package), ("k8s", false, Some("magnum")));
        let [note] = notes.as_slice() else { panic!("{notes:?}") };
        assert_eq!((note.path.as_str(), note.known.list()), ("/given/bta", vec!["name", "beta", "package"]));
        Ok(())
    }

    #[test]
    fn the_first_key_of_a_member_that_is_there_counts_and_what_was_read_is_looked_at() -> Result<(), Fault> {
        for (text, memory) in [
            (r#"{"RAM": 3, "ram": 2}"#, Some(2)),
            (r#"{"memory_mb": null, "RAM": 3}"#, Some(3)),
            (r#"{"Ram": 3}"#, None),
        ] {
            let document = Document::read(text.as_bytes(), 8)?;
            assert_eq!(read::<Flavor>(document.root(), "")?.0.memory, memory, "{text}");
        }
        let document = Document::read(br#"{"ram": "2"}"#, 8)?;
        assert_eq!(
            read::<Flavor>(document.root(), "/given").map(drop).map_err(|fault| fault.path().to_owned()),
            Err("/given/ram".to_owned())
        );
        let document = Document::read(br#"{"ram": 0}"#, 8)?;
        assert!(read::<Flavor>(document.root(), "").is_err());
        Ok(())
    }

    #[test]
    fn absent_members_are_left_out() {
        assert_eq!(to_json(&Created { status: 201, driver: Some("k8s") }), r#"{"status":201,"driver":"k8s"}"#);
        assert_eq!(to_json(&Created { status: 400, driver: None }), r#"{"status":400}"#);
    }

    #[test]
    fn words_are_read_and_written() {
        assert_eq!(to_json(&Operation::Update), r#""update""#);
        assert_eq!(Operation::WORDS, ["create", "update"]);
        assert_eq!(
            ["create", "update", "delete"].map(Operation::named),
            [Some(Operation::Create), Some(Operation::Update), None]
        );
    }
}
