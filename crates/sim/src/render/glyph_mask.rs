//! Glyphs as pixels: rasterizes an outline once and keeps the result for the next screens.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use ab_glyph::{Font, GlyphId, OutlinedGlyph, PxScale, point};

use crate::lock;

use super::font::{Face, Stem};

/// Glyphs start at a quarter of a pixel, so that letters keep even gaps.
const PLACES_PER_PIXEL: f32 = 4.0;

/// How far a thickened stem is smeared to the right, in ems; half of what a stem of the face measures.
const THICKENING: f32 = 0.045;

/// Kept masks; a phone in two languages and five sizes needs about a thousand.
const KEPT_MASKS: usize = 8192;

/// How much of each pixel a glyph covers, placed relative to a whole pixel on the baseline.
#[derive(Debug, Default)]
pub(super) struct GlyphMask {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: usize,
    pub(super) coverage: Vec<u8>,
}

/// Everything that makes two masks differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct MaskKey {
    face: Face,
    id: GlyphId,
    stem: Stem,
    /// Bits of the size in pixels, because `f32` has no hash.
    size: u32,
    /// Which quarter of a pixel the glyph starts at.
    place: u8,
}

impl MaskKey {
    /// Returns the key of a glyph of `size` pixels at `x`, and the whole pixel it is placed at.
    pub(super) fn new(face: Face, id: GlyphId, stem: Stem, size: f32, x: f32) -> (Self, i32) {
        let quarters = (x * PLACES_PER_PIXEL).round();
        let pixel = (quarters / PLACES_PER_PIXEL).floor();
        let place = (quarters - pixel * PLACES_PER_PIXEL) as u8;
        (
            Self {
                face,
                id,
                stem,
                size: size.to_bits(),
                place,
            },
            pixel as i32,
        )
    }
}

/// Returns the mask for `key`, rasterized now or earlier.
pub(super) fn mask_of(key: MaskKey) -> Arc<GlyphMask> {
    // Shared by all canvases, because screens of one app repeat the same letters in the same sizes.
    static MASKS: OnceLock<Mutex<HashMap<MaskKey, Arc<GlyphMask>>>> = OnceLock::new();
    let masks = MASKS.get_or_init(Mutex::default);
    let mut masks = lock(masks);
    if masks.len() >= KEPT_MASKS {
        masks.clear();
    }
    Arc::clone(masks.entry(key).or_insert_with(|| Arc::new(rasterize(key))))
}

fn rasterize(key: MaskKey) -> GlyphMask {
    let size = f32::from_bits(key.size);
    let offset = f32::from(key.place) / PLACES_PER_PIXEL;
    let Some(plain) = outline(key, size, offset) else {
        return GlyphMask::default();
    };
    let smeared = match key.stem {
        Stem::Plain => None,
        Stem::Thickened => outline(key, size, offset + size * THICKENING),
    };
    let outlines: Vec<OutlinedGlyph> = [plain].into_iter().chain(smeared).collect();
    merge(&outlines)
}

fn outline(key: MaskKey, size: f32, offset: f32) -> Option<OutlinedGlyph> {
    let font = key.face.font();
    // ab_glyph scales by the height of a line, designers by the em.
    let scale = PxScale::from(size * font.height_unscaled() / key.face.units_per_em());
    font.outline_glyph(key.id.with_scale_and_position(scale, point(offset, 0.0)))
}

/// Returns one mask that covers what any of the outlines covers.
fn merge(outlines: &[OutlinedGlyph]) -> GlyphMask {
    let edges = || outlines.iter().map(OutlinedGlyph::px_bounds);
    let left = edges().map(|edge| edge.min.x as i32).min().unwrap_or(0);
    let top = edges().map(|edge| edge.min.y as i32).min().unwrap_or(0);
    let right = edges().map(|edge| edge.max.x as i32).max().unwrap_or(0);
    let bottom = edges().map(|edge| edge.max.y as i32).max().unwrap_or(0);
    let width = usize::try_from(right - left).unwrap_or(0);
    let height = usize::try_from(bottom - top).unwrap_or(0);
    let mut coverage = vec![0; width * height];
    for outline in outlines {
        let edge = outline.px_bounds();
        let shift = (edge.min.x as i32 - left) as usize;
        let drop = (edge.min.y as i32 - top) as usize;
        outline.draw(|column, row, covered| {
            let place = (row as usize + drop) * width + column as usize + shift;
            if let Some(pixel) = coverage.get_mut(place) {
                *pixel = (*pixel).max((covered.clamp(0.0, 1.0) * 255.0).round() as u8);
            }
        });
    }
    GlyphMask {
        left,
        top,
        width,
        coverage,
    }
}

#[cfg(test)]
mod tests {
    use super::super::font::Glyph;
    use super::super::text::Weight;
    use super::*;

    fn mask(character: char, weight: Weight) -> Arc<GlyphMask> {
        let Glyph::Outline { face, id, stem } = Glyph::of(character, weight) else {
            panic!("`{character}` has no outline");
        };
        mask_of(MaskKey::new(face, id, stem, 32.0, 0.0).0)
    }

    fn ink(mask: &GlyphMask) -> u32 {
        let covered = mask.coverage.iter();
        covered.map(|&covered| u32::from(covered)).sum()
    }

    #[test]
    fn a_capital_stands_on_the_baseline_and_is_as_tall_as_the_face_says() {
        let mask = mask('H', Weight::Regular);
        let height = mask.coverage.len() / mask.width;
        assert_eq!(mask.top + height as i32, 0);
        assert!((23..=24).contains(&height), "{height}");
    }

    #[test]
    fn bold_has_more_ink_in_latin_kana_and_kanji() {
        for character in ['H', 'あ', '設'] {
            let regular = ink(&mask(character, Weight::Regular));
            let bold = ink(&mask(character, Weight::Bold));
            assert!(
                bold > regular * 11 / 10,
                "{character}: {regular} and {bold}"
            );
        }
    }

    #[test]
    fn a_space_has_no_ink() {
        assert_eq!(ink(&mask(' ', Weight::Regular)), 0);
    }

    #[test]
    fn a_glyph_left_of_the_first_pixel_keeps_its_place() {
        let Glyph::Outline { face, id, stem } = Glyph::of('H', Weight::Regular) else {
            panic!("`H` has no outline");
        };
        let (key, pixel) = MaskKey::new(face, id, stem, 32.0, -0.25);
        assert_eq!((key.place, pixel), (3, -1));
    }
}
