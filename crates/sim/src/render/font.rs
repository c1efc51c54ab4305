//! The embedded faces: which glyph stands for a character, and how wide it is.

use std::sync::OnceLock;

use ab_glyph::{Font, FontRef, GlyphId};

use super::text::Weight;

/// The files of the faces, in the order of [`Face`].
const FILES: [&[u8]; 5] = [
    include_bytes!("../../fonts/retap-latin-regular.ttf"),
    include_bytes!("../../fonts/retap-latin-bold.ttf"),
    include_bytes!("../../fonts/retap-cjk-regular.otf"),
    include_bytes!("../../fonts/retap-cjk-bold.otf"),
    include_bytes!("../../fonts/retap-symbols.ttf"),
];

/// Width of the box drawn for a character that no face has, in ems.
const BOX_ADVANCE: f32 = 0.7;

/// One of the embedded faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Face {
    LatinRegular,
    LatinBold,
    CjkRegular,
    CjkBold,
    Symbols,
}

/// How the strokes of an outline are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Stem {
    /// As the face has them.
    Plain,
    /// Thickened, because the bold face lacks the character.
    Thickened,
}

/// The shape of one character.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Glyph {
    /// An outline of a face.
    Outline { face: Face, id: GlyphId, stem: Stem },
    /// A box, so that a character that no face has is seen to be there.
    MissingBox,
    /// Nothing, and no width: joiners, direction marks, variation selectors.
    Invisible,
}

impl Glyph {
    /// Returns what is drawn for `character`.
    pub(super) fn of(character: char, weight: Weight) -> Self {
        if is_invisible(character) {
            return Self::Invisible;
        }
        // A line of text has no place for line breaks and tabs: they separate words.
        let character = if matches!(character, '\t' | '\n' | '\r') {
            ' '
        } else {
            character
        };
        faces_for(weight)
            .iter()
            .find_map(|&(face, stem)| {
                let id = face.font().glyph_id(character);
                (id.0 != 0).then_some(Self::Outline { face, id, stem })
            })
            .unwrap_or(Self::MissingBox)
    }

    /// Returns how far the next glyph is from this one, in ems.
    pub(super) fn advance(self) -> f32 {
        match self {
            Self::Outline { face, id, .. } => {
                face.font().h_advance_unscaled(id) / face.units_per_em()
            }
            Self::MissingBox => BOX_ADVANCE,
            Self::Invisible => 0.0,
        }
    }
}

impl Face {
    /// Returns the parsed face; parsing happens once, at the first use.
    pub(super) fn font(self) -> &'static FontRef<'static> {
        static PARSED: [OnceLock<FontRef<'static>>; 5] = [const { OnceLock::new() }; 5];
        let (place, bytes) = (&PARSED[self as usize], FILES[self as usize]);
        place.get_or_init(|| FontRef::try_from_slice(bytes).expect("the embedded face is a font"))
    }

    /// Returns the side of the square that the face was designed in.
    pub(super) fn units_per_em(self) -> f32 {
        self.font().units_per_em().unwrap_or(1000.0)
    }
}

/// Returns the faces to ask for a character, the best first.
fn faces_for(weight: Weight) -> &'static [(Face, Stem)] {
    match weight {
        Weight::Regular => &[
            (Face::LatinRegular, Stem::Plain),
            (Face::CjkRegular, Stem::Plain),
            (Face::Symbols, Stem::Plain),
        ],
        Weight::Bold => &[
            (Face::LatinBold, Stem::Plain),
            (Face::CjkBold, Stem::Plain),
            (Face::CjkRegular, Stem::Thickened),
            (Face::Symbols, Stem::Plain),
        ],
    }
}

fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing_from(text: &str, weight: Weight) -> String {
        text.chars()
            .filter(|&character| Glyph::of(character, weight) == Glyph::MissingBox)
            .collect()
    }

    #[test]
    fn the_characters_of_user_interfaces_are_all_there() {
        let signs = "›‹〈〉→←↑↓✓✕★☆•…—–“”‘’€£¥©™°⚙☰⌨⚠⋮🔍🔒";
        let japanese =
            "設定 アプリ ログイン ひらがな ﾊﾝｶｸ ＡＢＣ １２３ 「確認」、。・ー 機内モード 腕";
        let latin = "The quick brown fox; Grüße, façade, Łódź, Škoda, œuvre";
        for weight in [Weight::Regular, Weight::Bold] {
            for text in [signs, japanese, latin] {
                assert_eq!(missing_from(text, weight), "", "{weight:?}");
            }
        }
    }

    #[test]
    fn the_login_apps_have_no_character_without_a_glyph() {
        for text in [
            include_str!("../../apps/login.app.yaml"),
            include_str!("../../apps/login-en.app.yaml"),
        ] {
            assert_eq!(missing_from(text, Weight::Regular), "");
            assert_eq!(missing_from(text, Weight::Bold), "");
        }
    }

    #[test]
    fn a_character_without_a_glyph_is_a_box_and_not_nothing() {
        assert_eq!(Glyph::of('ש', Weight::Regular), Glyph::MissingBox);
        assert_eq!(Glyph::of('\u{7}', Weight::Bold), Glyph::MissingBox);
        assert_eq!(Glyph::of('\u{200D}', Weight::Regular), Glyph::Invisible);
    }

    #[test]
    fn bold_kanji_are_thickened_regular_ones() {
        let Glyph::Outline { face, stem, .. } = Glyph::of('設', Weight::Bold) else {
            panic!("`設` has no outline");
        };
        assert_eq!((face, stem), (Face::CjkRegular, Stem::Thickened));
    }

    #[test]
    fn kana_are_one_em_wide_and_a_capital_is_not() {
        assert_eq!(Glyph::of('あ', Weight::Regular).advance(), 1.0);
        let capital = Glyph::of('I', Weight::Regular).advance();
        assert!((0.2..0.4).contains(&capital), "{capital}");
    }
}
