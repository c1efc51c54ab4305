//! Words that stand in several pieces side by side.

/// The most texts that are read side by side.
const MOST_JOINED: usize = 12;

/// The most drawn words that are read beside a text.
const MOST_DRAWN: usize = 6;

/// Returns the words that texts side by side may make together, where a word stands in several pieces.
pub(super) fn joints(texts: &[String]) -> Vec<String> {
    let texts = &texts[..texts.len().min(MOST_JOINED)];
    let mut joints = Vec::new();
    for (start, text) in texts.iter().enumerate() {
        let mut joint = text.split_whitespace().next_back().unwrap_or("").to_owned();
        for next in &texts[start + 1..] {
            let mut words = next.split_whitespace();
            joint.push_str(words.next().unwrap_or(""));
            joints.push(joint.clone());
            if words.next().is_some() {
                break;
            }
        }
    }
    joints
}

/// Returns the words that a text makes together with what is drawn before and behind it, of which nobody knows which is
/// where.
pub fn joints_with_drawn(text: &str, drawn: &[String]) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let words = drawn.iter().flat_map(|it| it.split_whitespace());
    let words: Vec<&str> = words.take(MOST_DRAWN).collect();
    let pairs = words
        .iter()
        .flat_map(|one| words.iter().map(move |other| [one, other]));
    let sides = pairs.map(|[one, other]| [one, text, other].map(str::to_owned));
    sides.flat_map(|side| joints(&side)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_be_drawn_in_part() {
        for (text, drawn) in [
            ("lete", &["De"] as &[&str]),
            ("Del", &["ete all"]),
            ("le", &["te", "De"]),
            ("le", &["De te"]),
            ("lete it", &["x", "Please De"]),
        ] {
            let drawn: Vec<String> = drawn.iter().map(|&it| it.to_owned()).collect();
            let joints = joints_with_drawn(text, &drawn);
            assert!(joints.iter().any(|it| it == "Delete"), "{text}: {joints:?}");
        }
    }
}
