//! How large the screen is.

use retap_model::geometry::Size;

/// Reads the answer to `wm size`: what was set by hand counts before what the screen has.
pub(super) fn parse_size(text: &str) -> Option<Size> {
    let of = |label: &str| {
        text.lines()
            .filter_map(|line| line.trim().strip_prefix(label))
            .find_map(parse_extent)
    };
    of("Override size:").or_else(|| of("Physical size:"))
}

fn parse_extent(text: &str) -> Option<Size> {
    let (width, height) = text.trim().split_once('x')?;
    let number = |text: &str| text.trim().parse::<u16>().ok().filter(|value| *value > 0);
    Some(Size::new(
        f64::from(number(width)?),
        f64::from(number(height)?),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_counts_before_what_is_built_in() {
        let both = "Physical size: 1080x2400\r\nOverride size: 720x1600\r\n";
        assert_eq!(parse_size(both), Some(Size::new(720.0, 1600.0)));
        let one = "Physical size: 1080x2400\n";
        assert_eq!(parse_size(one), Some(Size::new(1080.0, 2400.0)));
        for bad in [
            "",
            "Physical size: 0x0",
            "Physical size: 1080",
            "wm: not found",
        ] {
            assert_eq!(parse_size(bad), None, "{bad}");
        }
    }
}
