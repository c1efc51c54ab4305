//! What an author says about things that may come up uninvited.

/// A rule of an author: where this text shows and is in the way, that is touched.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Obstacle {
    /// Words that show on what is in the way.
    pub when: String,
    /// The name or id of what is to be touched on it.
    pub tap: String,
}

crate::words! {
    /// What is done with something modal that no step speaks of.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum InterruptionPolicy {
        /// It is closed where that agrees to nothing.
        #[default]
        Close = "close",
        /// Nothing is touched that no step or rule speaks of.
        Stop = "stop",
    }
}

impl Obstacle {
    /// Reads a rule in one line, as app packs have it: `Software Update dialog → tap "Later"`.
    pub fn parse(line: &str) -> Option<Self> {
        let (when, act) = line.split_once('→').or_else(|| line.split_once("->"))?;
        let act = act.trim();
        let tap = act
            .strip_prefix("tap ")
            .or_else(|| act.strip_prefix("Tap "))?;
        let tap = tap.trim().trim_matches(['"', '“', '”']);
        let rule = Self {
            when: when.trim().trim_matches('"').to_owned(),
            tap: tap.to_owned(),
        };
        (!rule.when.is_empty() && !rule.tap.is_empty()).then_some(rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_app_packs_are_read() {
        let rule = Obstacle::parse("Software Update dialog → tap \"Later\"");
        let expected = Obstacle {
            when: "Software Update dialog".to_owned(),
            tap: "Later".to_owned(),
        };
        assert_eq!(rule, Some(expected.clone()));
        assert_eq!(
            Obstacle::parse("Software Update dialog -> tap Later"),
            Some(expected)
        );
        for wrong in [
            "Software Update",
            "→ tap \"Later\"",
            "A → swipe",
            "A → tap \"\"",
        ] {
            assert_eq!(Obstacle::parse(wrong), None, "{wrong}");
        }
    }
}
