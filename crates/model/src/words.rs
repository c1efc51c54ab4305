//! Enums whose variants each have one word in files, reports and tools.

/// Declares an enum whose variants each have one word, with `ALL`, `as_str` and `from_word`.
///
/// ```
/// retap_model::words! {
///     /// An end of what can be scrolled.
///     #[derive(Debug, Clone, Copy, PartialEq, Eq)]
///     pub enum Edge {
///         /// The beginning.
///         Top = "top",
///         /// The end.
///         Bottom = "bottom",
///     }
/// }
/// assert_eq!(Edge::from_word("bottom"), Some(Edge::Bottom));
/// assert_eq!(Edge::Top.as_str(), "top");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+
    }) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        #[allow(dead_code, reason = "not every enum needs all three")]
        impl $name {
            /// All of them, in the order they are declared.
            $vis const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Returns the word used in files and reports.
            $vis const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Returns the one that `word` names.
            $vis fn from_word(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.as_str() == word)
            }
        }
    };
}
