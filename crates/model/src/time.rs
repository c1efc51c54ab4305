//! Moments of the civil calendar, as text, without a clock.

/// A moment as milliseconds since 1970-01-01 00:00 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// Returns the moment as `2026-02-19T14:30:00Z`.
    pub fn to_rfc3339(self) -> String {
        let seconds = self.0 / 1000;
        let (year, month, day) = civil_from_days(seconds / 86_400);
        let in_day = seconds % 86_400;
        let (hour, minute, second) = (in_day / 3600, in_day / 60 % 60, in_day % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }

    /// Returns the moment as `20260219T143000Z`, which sorts and is safe in file names.
    pub fn to_compact(self) -> String {
        self.to_rfc3339().replace(['-', ':'], "")
    }

    /// Reads what [`Timestamp::to_rfc3339`] writes, with optional fractions of a second.
    pub fn from_rfc3339(text: &str) -> Option<Self> {
        let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
        let [year, month, day] = numbers(date, '-')?;
        let (whole, fraction) = time.split_once('.').unwrap_or((time, "0"));
        let [hour, minute, second] = numbers(whole, ':')?;
        let millis: u64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
        let is_calendar =
            (1..=12).contains(&month) && (1..=31).contains(&day) && (1970..=9999).contains(&year);
        let is_clock = hour < 24 && minute < 60 && second < 61;
        if !is_calendar || !is_clock {
            return None;
        }
        let seconds =
            days_from_civil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
        Some(Self(seconds * 1000 + millis))
    }
}

fn numbers(text: &str, separator: char) -> Option<[u64; 3]> {
    let mut fields = text.split(separator).map(str::parse::<u64>);
    let found = [
        fields.next()?.ok()?,
        fields.next()?.ok()?,
        fields.next()?.ok()?,
    ];
    fields.next().is_none().then_some(found)
}

/// Returns year, month and day of a day number, in the proleptic Gregorian calendar.
///
/// Counts in 400-year eras that start on 1 March, so that the leap day is an era's last.
fn civil_from_days(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

/// Returns the day number of a date; the inverse of [`civil_from_days`].
fn days_from_civil(year: u64, month: u64, day: u64) -> u64 {
    let year = year - u64::from(month <= 2);
    let shifted_month = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    let year_of_era = year % 400;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    year / 400 * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_and_read_back() {
        for text in [
            "1970-01-01T00:00:00Z",
            "2024-02-29T23:59:59Z",
            "2026-02-19T14:30:00Z",
        ] {
            assert_eq!(Timestamp::from_rfc3339(text).unwrap().to_rfc3339(), text);
        }
        assert_eq!(
            Timestamp(1_708_000_496_789).to_compact(),
            "20240215T123456Z"
        );
    }

    #[test]
    fn what_is_not_a_moment_is_refused() {
        for text in [
            "",
            "2026",
            "2026-13-01T00:00:00Z",
            "2026-01-01T25:00:00Z",
            "2026-01-01T00:00:00",
        ] {
            assert_eq!(Timestamp::from_rfc3339(text), None, "{text}");
        }
    }
}
