//! One declaration of an object: the Rust type, how it is read or written, and what the schema says of it.

/// Declares a type that is read from a request.
///
/// A member's key is its name unless another stands in brackets. `null` reads as not given, and what may be left
/// out follows from the type: `Option`, lists, maps and `bool` may. Unknown keys are noted; a `foreign` type belongs
/// to another system, whose further keys are nobody's mistake.
///
/// ```
/// use fitment::wire::{self, Document};
///
/// wire::given! {
///     /// A driver that is installed.
///     pub struct Driver<'a> {
///         /// Its entry-point name.
///         name: &'a str,
///         /// Whether it has to be enabled by name.
///         is_beta ["beta"]: bool,
///     }
/// }
///
/// let document = Document::read(br#"{"name": "k8s", "bta": true}"#, 8)?;
/// let (driver, notes) = wire::read::<Driver>(document.root(), "/given")?;
/// assert_eq!((driver.name, driver.is_beta), ("k8s", false));
/// assert_eq!((notes[0].path.as_str(), notes[0].known), ("/given/bta", &["name", "beta"][..]));
/// # Ok::<(), wire::Fault>(())
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __given {
    ($(#[doc = $about:literal])* $(#[derive($($derive:ident),*)])? $seen:vis struct $name:ident $($rest:tt)*) => {
        $crate::__given!(@declare false [$($about)*] [$($($derive)*)?] [$seen] $name $($rest)*);
    };
    ($(#[doc = $about:literal])* $(#[derive($($derive:ident),*)])? foreign $seen:vis struct $name:ident $($rest:tt)*) => {
        $crate::__given!(@declare true [$($about)*] [$($($derive)*)?] [$seen] $name $($rest)*);
    };
    (@declare $foreign:literal [$($about:literal)*] [$($derive:ident)*] [$seen:vis] $name:ident $(<$life:lifetime>)? {
        $($(#[doc = $member_about:literal])* $member:ident $([$key:literal])? : $type:ty),* $(,)?
    }) => {
        $(#[doc = $about])*
        #[derive(Debug, $($derive),*)]
        $seen struct $name $(<$life>)? {
            $($(#[doc = $member_about])* pub $member: $type,)*
        }

        $crate::__read!($foreign $name $(<$life>)? { $($member $crate::__key!($member $($key)?);)* });
        $crate::__form!($foreign [$($about)*] $name $(<$life>)? {
            $([$($member_about)*] $crate::__key!($member $($key)?), $type;)*
        });
    };
}

/// Declares a type that is written into an answer; a member that is `None` is left out.
///
/// ```
/// use fitment::wire;
///
/// wire::answer! {
///     /// What creating a template comes to.
///     pub struct Created<'a> {
///         /// The status of the response.
///         status: u16,
///         /// The driver that is stored.
///         driver: Option<&'a str>,
///     }
/// }
///
/// assert_eq!(wire::to_json(&Created { status: 201, driver: Some("k8s") }), r#"{"status":201,"driver":"k8s"}"#);
/// assert_eq!(wire::to_json(&Created { status: 400, driver: None }), r#"{"status":400}"#);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __answer {
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
                let mut object = $crate::wire::ObjectWriter::new(out);
                $(object.member($crate::__key!($member $($key)?), &self.$member);)*
                object.end();
            }

            fn member(&self, key: &str) -> Option<String> {
                match key {
                    $($crate::__key!($member $($key)?) if !$crate::wire::Write::is_absent(&self.$member) => {
                        Some($crate::wire::to_json(&self.$member))
                    })*
                    _ => None,
                }
            }
        }

        $crate::__form!(false [$($about)*] $name $(<$life>)? {
            $([$($member_about)*] $crate::__key!($member $($key)?), $type;)*
        });
    };
}

/// Declares a closed set of words, read and written.
///
/// ```
/// use fitment::wire;
///
/// wire::words! {
///     /// What is done to an object.
///     pub enum Operation {
///         /// It is new.
///         Create = "create",
///         /// It exists.
///         Update = "update",
///     }
/// }
///
/// assert_eq!(wire::to_json(&Operation::Update), r#""update""#);
/// assert_eq!(Operation::WORDS, ["create", "update"]);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __words {
    ($(#[doc = $about:literal])* $seen:vis enum $name:ident {
        $($(#[doc = $variant_about:literal])* $variant:ident = $word:literal),* $(,)?
    }) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        $seen enum $name {
            $($(#[doc = $variant_about])* $variant,)*
        }

        impl $name {
            /// All the words.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The value of that word.
            pub fn named(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The word for it.
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl<'read> $crate::wire::Read<'read> for $name {
            fn read(from: &$crate::wire::Reader<'read, '_>) -> Result<Self, $crate::wire::Fault> {
                let word = <&str as $crate::wire::Read>::read(from)?;
                Self::named(word).ok_or_else(|| {
                    from.fault($crate::wire::Cause::UnknownWord { word: word.to_owned(), known: Self::WORDS })
                })
            }
        }

        impl $crate::wire::Write for $name {
            fn write(&self, out: &mut String) {
                self.word().write(out);
            }
        }

        impl $crate::wire::Formed for $name {
            const FORM: &'static $crate::wire::Form =
                &$crate::wire::Form::Words(&[$(($word, concat!($($variant_about),*))),*]);
        }
    };
}

/// How a declared object is read: what it borrows, it borrows from the document.
#[macro_export]
#[doc(hidden)]
macro_rules! __read {
    ($foreign:literal $name:ident { $($members:tt)* }) => {
        $crate::__read!(@impl $foreign 'read $name { $($members)* });
    };
    ($foreign:literal $name:ident <$life:lifetime> { $($members:tt)* }) => {
        $crate::__read!(@impl $foreign $life $name <$life> { $($members)* });
    };
    (@impl $foreign:literal $read:lifetime $name:ident $(<$life:lifetime>)? { $($member:ident $key:expr;)* }) => {
        impl<$read> $crate::wire::Read<$read> for $name $(<$life>)? {
            fn read(from: &$crate::wire::Reader<$read, '_>) -> Result<Self, $crate::wire::Fault> {
                #[allow(unused_mut, unused_variables, reason = "an object may have no members")]
                let mut object = from.object(&[$($key),*], $foreign)?;
                Ok(Self { $($member: object.member($key)?,)* })
            }
        }
    };
}

/// The form of a declared object.
#[macro_export]
#[doc(hidden)]
macro_rules! __form {
    ($foreign:literal [$($about:literal)*] $name:ident $(<$life:lifetime>)? {
        $([$($member_about:literal)*] $key:expr, $type:ty;)*
    }) => {
        impl $(<$life>)? $crate::wire::Formed for $name $(<$life>)? {
            const FORM: &'static $crate::wire::Form = &$crate::wire::Form::Object(&$crate::wire::ObjectForm {
                name: stringify!($name),
                about: concat!($($about),*),
                foreign: $foreign,
                members: &[$($crate::wire::Member {
                    key: $key,
                    about: concat!($($member_about),*),
                    form: <$type as $crate::wire::Formed>::FORM,
                    optional: <$type as $crate::wire::Formed>::OPTIONAL,
                }),*],
            });
        }
    };
}

/// A member's key: the one in brackets, or else its name.
#[macro_export]
#[doc(hidden)]
macro_rules! __key {
    ($member:ident) => {
        stringify!($member)
    };
    ($member:ident $key:literal) => {
        $key
    };
}

pub use {__answer as answer, __given as given, __words as words};
