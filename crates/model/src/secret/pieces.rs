//! Texts that each show so little of a secret that they are none, and together show it.

use super::Masker;

/// How much of a secret pieces must make up together, in hundredths.
const MOST: usize = 60;

/// Shorter secrets are made of what every page has.
const SHORTEST_SECRET: usize = 4;

/// A shorter word among others is a word of the page.
const SHORTEST_WORD: usize = 3;

impl Masker {
    /// Returns which of these texts are pieces of a secret that together make up most of it, wherever they stand and
    /// whatever stands between them: what a person does not see may.
    pub fn which_are_pieces(&self, texts: &[&str]) -> Vec<bool> {
        let pieces: Vec<Vec<String>> = texts.iter().map(|text| pieces_of(text)).collect();
        let mut shows = vec![false; texts.len()];
        for secret in self.secrets() {
            let secret = plain(secret);
            let mut is_covered = vec![false; secret.len()];
            let mut found = Vec::new();
            for (number, pieces) in pieces.iter().enumerate() {
                let has = pieces
                    .iter()
                    .map(|piece| cover(&secret, piece, &mut is_covered));
                if has.fold(false, |any, has| any | has) {
                    found.push(number);
                }
            }
            let covered = is_covered.iter().filter(|it| **it).count();
            if secret.chars().count() >= SHORTEST_SECRET && covered * 100 >= secret.len() * MOST {
                found.into_iter().for_each(|number| shows[number] = true);
            }
        }
        shows
    }
}

/// Marks where a piece is in a secret, and returns whether it is.
fn cover(secret: &str, piece: &str, is_covered: &mut [bool]) -> bool {
    let mut is_there = false;
    for (start, _) in secret.match_indices(piece) {
        is_covered[start..start + piece.len()].fill(true);
        is_there = true;
    }
    is_there
}

/// Returns what of a text may be a piece: all of it, however short, and its longer words.
fn pieces_of(text: &str) -> Vec<String> {
    let words = text.split_whitespace().map(plain);
    let words = words.filter(|word| word.chars().count() >= SHORTEST_WORD);
    let mut pieces: Vec<String> = words.chain([plain(text)]).collect();
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Returns the letters and digits of a text, without case.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_together_are_most_of_a_secret_are_known_wherever_they_stand() {
        let masker: Masker = ["Hk48-Wm29Qx"].into_iter().collect();
        let pieces = |texts: &[&str]| masker.which_are_pieces(texts);
        assert_eq!(
            pieces(&["ID Hk48 one", "and", "wm29", "a"]),
            [true, false, true, false]
        );
        let letters = ["H", "m", "k", "z", "4", "8", "W", "2", "9"];
        let shown = [true, true, true, false, true, true, true, true, true];
        assert_eq!(pieces(&letters), shown);
        assert_eq!(pieces(&["4", "Quick", "8", "2", "9"]), [false; 5]);
        assert_eq!(pieces(&["", "-"]), [false; 2]);
    }
}
