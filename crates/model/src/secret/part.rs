//! A secret that is shown shortened: the part of it that is left is as good as all of it.

use std::ops::Range;

/// A shorter run of letters is found in any text.
const SHORTEST: usize = 8;

/// So many letters begin at every multiple of as many in a secret; a run that counts has one of these blocks in it.
const BLOCK: usize = SHORTEST / 2;

/// What counts as a part of a secret: a run of at least eight letters, and at least half of them. A word that stands by
/// itself in the text and, but for figures and signs, in the secret may be any word.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Parts {
    letters: Vec<char>,
    /// Whether a word may begin or end before each letter, and behind the last.
    is_edge: Vec<bool>,
    least: usize,
    /// The letters that blocks begin with, each as one bit.
    begins: [u64; 4],
}

/// Where a text has a part of a secret, in letters of each.
struct Run {
    text: Range<usize>,
    secret: Range<usize>,
}

impl Parts {
    /// Returns the parts of a secret with these letters; none of a short one. `is_behind_gap` says before which of them
    /// something was left out.
    pub(super) fn of(letters: &[char], is_behind_gap: &[bool]) -> Option<Self> {
        let least = SHORTEST.max(letters.len().div_ceil(2));
        if letters.len() <= least {
            return None;
        }
        let is_sign = |at: usize| !letters[at].is_alphabetic();
        let inner =
            (1..letters.len()).map(|at| is_behind_gap[at] || is_sign(at - 1) || is_sign(at));
        let is_edge = [true].into_iter().chain(inner).chain([true]).collect();
        let mut begins = [0; 4];
        for block in letters.chunks_exact(BLOCK) {
            let (word, bit) = place_of(block[0]);
            begins[word] |= bit;
        }
        Some(Self {
            letters: letters.to_vec(),
            is_edge,
            least,
            begins,
        })
    }

    /// Returns how many letters count at the least.
    pub(super) const fn least(&self) -> usize {
        self.least
    }

    /// Returns where a text has parts of the secret; `is_word` says whether a stretch of it stands by itself.
    pub(super) fn find(
        &self,
        text: &[char],
        is_word: impl Fn(&Range<usize>) -> bool,
    ) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at + BLOCK <= text.len() {
            let (word, bit) = place_of(text[at]);
            let may_begin = self.begins[word] & bit != 0;
            let run = may_begin.then(|| self.longest_at(text, at)).flatten();
            match run {
                Some(run) if !(self.is_ordinary(&run) && is_word(&run.text)) => {
                    at = run.text.end;
                    found.push(run.text);
                }
                Some(_) | None => at += 1,
            }
        }
        found
    }

    /// Returns the longest run that counts and has a block of the secret at this place of a text.
    fn longest_at(&self, text: &[char], at: usize) -> Option<Run> {
        let blocks = (0..=self.letters.len() - BLOCK).step_by(BLOCK);
        let here =
            blocks.filter(|start| self.letters[*start..*start + BLOCK] == text[at..at + BLOCK]);
        let runs = here.map(|start| self.around(text, at, start));
        let longest = runs.max_by_key(|run| run.text.len());
        longest.filter(|run| run.text.len() >= self.least)
    }

    /// Returns how far a text and the secret go on alike around a place of each.
    fn around(&self, text: &[char], at: usize, start: usize) -> Run {
        let pairs = text[..at]
            .iter()
            .rev()
            .zip(self.letters[..start].iter().rev());
        let before = pairs.take_while(|(one, other)| one == other).count();
        let pairs = text[at..].iter().zip(&self.letters[start..]);
        let behind = pairs.take_while(|(one, other)| one == other).count();
        Run {
            text: at - before..at + behind,
            secret: start - before..start + behind,
        }
    }

    /// Returns whether a run is a word of the secret, or several.
    fn is_ordinary(&self, run: &Run) -> bool {
        let letters = &self.letters[run.secret.clone()];
        let is_whole = self.is_edge[run.secret.start] && self.is_edge[run.secret.end];
        is_whole && letters.iter().all(|letter| letter.is_alphabetic())
    }
}

fn place_of(letter: char) -> (usize, u64) {
    let bits = u32::from(letter) % 256;
    ((bits / 64) as usize, 1 << (bits % 64))
}
