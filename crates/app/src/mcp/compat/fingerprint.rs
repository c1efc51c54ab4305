//! Names the screen that is shown, so that it can be recognised later.

use retap_model::codec::sha256_hex;
use retap_model::screen::Screen;

/// Returns the mark of which screen this is: what it says and is made of, not what it is set to.
///
/// It is the same for the same screen at another minute, count or percentage.
pub(crate) fn screen_mark(screen: &Screen) -> String {
    let mut lines: Vec<(i64, i64, String)> = Vec::new();
    for (_, element) in screen.visible() {
        let text = steady(&element.text);
        let line = format!("{}|{}|{}", element.id, text, steady(&element.description));
        if line != "||" {
            let at = element.bounds;
            lines.push((at.y as i64, at.x as i64, line));
        }
    }
    lines.sort();
    lines.truncate(MOST_MARKED);
    let mut plain = format!("{:?}|{:?}|{:?}", screen.app, screen.name, screen.size);
    for (_, _, line) in lines {
        plain.push('\n');
        plain.push_str(&line);
    }
    sha256_hex(plain.as_bytes())
}

/// How many elements make the mark of a screen.
const MOST_MARKED: usize = 50;

/// Returns the text in small letters; nothing where it tells the time or a date, or is a percentage or
/// a bare number.
fn steady(text: &str) -> String {
    let text = text.trim().to_lowercase();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_share = text
        .strip_suffix('%')
        .is_some_and(|share| digits(share.trim()));
    let is_number = digits(&text.replace([',', '.'], ""));
    let tells_time = holds(&text, "#:##") || holds(&text, "####-##-##");
    if tells_time || is_share || is_number {
        return String::new();
    }
    text
}

/// Returns whether a part of the text looks like the pattern, in which `#` is any digit.
fn holds(text: &str, pattern: &str) -> bool {
    let fits = |(byte, wanted): (&u8, &u8)| match wanted {
        b'#' => byte.is_ascii_digit(),
        wanted => byte == wanted,
    };
    let pattern = pattern.as_bytes();
    let mut parts = text.as_bytes().windows(pattern.len());
    parts.any(|part| part.iter().zip(pattern).all(fits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcp::compat::sketch;

    fn screen(texts: &[&str]) -> Screen {
        let rows = texts.iter().zip(0..);
        sketch::screen(
            rows.map(|(text, row)| sketch::text_at(text, f64::from(row) * 40.0))
                .collect(),
        )
    }

    #[test]
    fn a_screen_keeps_its_mark_when_only_figures_change() {
        let mark = |texts: &[&str]| screen_mark(&screen(texts));
        let one = mark(&["Inbox", "9:41", "12", "82 %", "2026-01-02", "1,234"]);
        assert_eq!(
            one,
            mark(&["inbox ", "9:42", "13", "81 %", "2026-01-03", "1,235"])
        );
        assert_ne!(
            one,
            mark(&["Outbox", "9:41", "12", "82 %", "2026-01-02", "1,234"])
        );
    }

    #[test]
    fn what_tells_the_time_is_steady_whatever_stands_beside_it() {
        for (text, is_blank) in [
            ("updated 9:41 pm", true),
            ("since 2026-01-02, daily", true),
            ("1:5€", false),
            ("ratio 16:9", false),
            ("1:é…", false),
            ("12:3", false),
            ("chapter 7", false),
        ] {
            assert_eq!(steady(text).is_empty(), is_blank, "{text}");
        }
    }
}
