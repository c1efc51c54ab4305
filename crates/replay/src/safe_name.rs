//! Names of files that a page chose.

use retap_model::seen::is_unseen;

/// The name of a file that means the same on every system, and leads nowhere else.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SafeName {
    pub(crate) stem: String,
    pub(crate) extension: String,
}

/// Systems count bytes, and allow 255 for the whole name; a number and the attempt may be added.
const LONGEST_STEM: usize = 180;
const LONGEST_EXTENSION: usize = 20;

/// Has a meaning in a path or a name on some system.
const WITH_MEANING: &str = "/\\:*?\"<>|";

/// Names of devices, with or without an ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
const PORTS: [&str; 2] = ["com", "lpt"];

impl SafeName {
    /// Returns the name that is nearest to what a page suggests.
    pub(crate) fn of(suggested: &str) -> Self {
        let kept: String = suggested.chars().filter(|c| is_safe(*c)).collect();
        let kept = kept.trim_matches(|c: char| c == '.' || c.is_whitespace());
        // Programs take a name that begins with a dash for an option.
        let kept = kept.trim_start_matches(|c: char| matches!(c, '-' | '.') || c.is_whitespace());
        let (stem, extension) = match kept.rsplit_once('.') {
            Some((stem, extension)) if extension.len() <= LONGEST_EXTENSION => (stem, extension),
            Some(_) | None => (kept, "bin"),
        };
        let mut ends = (0..=LONGEST_STEM.min(stem.len())).rev();
        let end = ends.find(|end| stem.is_char_boundary(*end));
        let stem = stem[..end.unwrap_or_default()]
            .trim_end_matches(|c: char| c == '.' || c.is_whitespace());
        let stem = match stem {
            "" => "download".to_owned(),
            reserved if is_reserved(reserved) => format!("_{reserved}"),
            stem => stem.to_owned(),
        };
        let extension = extension.trim().to_owned();
        Self { stem, extension }
    }
}

/// Returns whether a character stands for itself in a name, and can be seen: others turn the order of the rest.
fn is_safe(c: char) -> bool {
    let is_joined = matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0f}');
    let is_break = matches!(c, '\u{2028}' | '\u{2029}');
    let is_hidden = c.is_control() || is_break || is_unseen(c) && !is_joined;
    !is_hidden && !WITH_MEANING.contains(c)
}

fn is_reserved(stem: &str) -> bool {
    let first = stem.split('.').next().unwrap_or_default();
    let first = first.trim_end().to_ascii_lowercase();
    let is_port = |port: &&str| {
        let number = first.strip_prefix(*port);
        number.is_some_and(|number| number.chars().count() == 1 && "0123456789¹²³".contains(number))
    };
    DEVICES.contains(&first.as_str()) || PORTS.iter().any(is_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_keeps_what_is_safe_and_nothing_else() {
        for (suggested, safe) in [
            ("items €.csv", "items €.csv"),
            (
                "Q3 & Q4 (50%) résumé 日本 +1,2;'x'.tar.gz",
                "Q3 & Q4 (50%) résumé 日本 +1,2;'x'.tar.gz",
            ),
            (
                "re\u{301}sume\u{301} #1 [a]=~@!$^`{}.csv",
                "re\u{301}sume\u{301} #1 [a]=~@!$^`{}.csv",
            ),
            ("../../etc/passwd", "etcpasswd.bin"),
            ("a\\b:c*d?e\"f<g>h|i.txt", "abcdefghi.txt"),
            ("x\u{202e}fdp.exe\0\n\x1b[31m.csv", "xfdp.exe[31m.csv"),
            (".env", "env.bin"),
            ("...", "download.bin"),
            ("", "download.bin"),
            (" . a . ", "a.bin"),
            ("--output=x.txt", "output=x.txt"),
            ("-.-", "download.bin"),
            ("CON", "_CON.bin"),
            ("nul.tar.gz", "_nul.tar.gz"),
            ("com1 .txt", "_com1.txt"),
            ("company.txt", "company.txt"),
        ] {
            let SafeName { stem, extension } = SafeName::of(suggested);
            assert_eq!(format!("{stem}.{extension}"), safe, "{suggested:?}");
        }
    }

    #[test]
    fn a_long_name_keeps_its_ending_and_fits() {
        let name = SafeName::of(&format!("{}.csv", "日".repeat(300)));
        assert_eq!(name.extension, "csv");
        assert_eq!(name.stem, "日".repeat(60));
        let odd = SafeName::of(&format!("a.{}", "x".repeat(300)));
        assert_eq!((odd.stem.len(), odd.extension.as_str()), (180, "bin"));
    }
}
