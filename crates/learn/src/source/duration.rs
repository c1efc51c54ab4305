//! Durations as people write them: `30`, `2.5`, `500ms`, `1 min`; exact, no floating point.

use std::time::Duration;

pub(crate) use retap_model::program::Unit;

const fn nanoseconds_of(unit: Unit) -> u64 {
    match unit {
        Unit::Milliseconds => 1_000_000,
        Unit::Seconds => 1_000_000_000,
    }
}

/// The longest a step may wait; more is a slip of the finger.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads a duration of at most a day; `unit` counts when the text names none.
pub(crate) fn parse_duration(text: &str, unit: Unit) -> Option<Duration> {
    let text = text.trim();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let nanoseconds = match text[end..].trim().to_ascii_lowercase().as_str() {
        "" => nanoseconds_of(unit),
        "ms" | "millisecond" | "milliseconds" | "ミリ秒" => nanoseconds_of(Unit::Milliseconds),
        "s" | "sec" | "second" | "seconds" | "秒" => nanoseconds_of(Unit::Seconds),
        "m" | "min" | "minute" | "minutes" | "分" => 60 * nanoseconds_of(Unit::Seconds),
        _ => return None,
    };
    let (whole, fraction) = text[..end].split_once('.').unwrap_or((&text[..end], "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.len() > 9 {
        return None;
    }
    let whole = whole.parse::<u64>().ok()?.checked_mul(nanoseconds)?;
    let scale = 10_u64.pow(u32::try_from(fraction.len()).ok()?);
    let part = u128::from(fraction.parse::<u64>().ok()?) * u128::from(nanoseconds);
    let part = u64::try_from(part / u128::from(scale)).ok()?;
    Some(Duration::from_nanos(whole.checked_add(part)?)).filter(|duration| *duration <= LONGEST)
}

/// Returns the duration as the shortest number of `unit` that [`parse_duration`] reads back.
pub(crate) fn format_duration(duration: Duration, unit: Unit) -> String {
    let one = u128::from(nanoseconds_of(unit));
    let (whole, part) = (duration.as_nanos() / one, duration.as_nanos() % one);
    if part == 0 {
        return whole.to_string();
    }
    let digits = one.ilog10() as usize;
    let part = format!("{part:0digits$}");
    format!("{whole}.{}", part.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_fractions_are_exact() {
        let read = |text| parse_duration(text, Unit::Seconds);
        assert_eq!(read("30"), Some(Duration::from_secs(30)));
        assert_eq!(read("0.1"), Some(Duration::from_millis(100)));
        assert_eq!(read("2.5 s"), Some(Duration::from_millis(2500)));
        assert_eq!(read("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(read("1 min"), Some(Duration::from_secs(60)));
        assert_eq!(
            parse_duration("1000", Unit::Milliseconds),
            Some(Duration::from_secs(1))
        );
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "",
            "soon",
            "-1",
            "1.",
            ".5",
            "1e3",
            "1h",
            "99999999999999999999",
            "86401",
            "1.2.3",
        ] {
            assert_eq!(parse_duration(bad, Unit::Seconds), None, "{bad}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        for nanos in [
            0,
            1,
            1_000_000,
            1_500_000_000,
            30_000_000_000,
            86_399_999_999_999,
        ] {
            let duration = Duration::from_nanos(nanos);
            for unit in [Unit::Seconds, Unit::Milliseconds] {
                let text = format_duration(duration, unit);
                assert_eq!(parse_duration(&text, unit), Some(duration), "{text}");
            }
        }
    }
}
