//! Turns what a phrase took from a sentence into an intent.

use std::time::Duration;

use retap_model::geometry::Direction;
use retap_model::screen::Role;

use super::intent::{Edge, Expectation, Intent, KeyEvent, Mention, Owner, State, TextMatch};
use super::matcher::Captures;
use super::meaning::Meaning;
use super::sentence::Sentence;
use super::slot::{Slot, Taken, Value};

/// Returns the intent, or `None` if what was taken makes no sense: an empty text is on no screen.
pub(super) fn build_intent(
    meaning: Meaning,
    sentence: &Sentence,
    captures: &Captures,
) -> Option<Intent> {
    let found = Found { sentence, captures };
    match meaning {
        Meaning::Launch => Some(Intent::LaunchApp),
        Meaning::Stop => Some(Intent::StopApp),
        Meaning::Restart => Some(Intent::RestartApp),
        Meaning::Tap => found.mention(TextMatch::Exact).map(Intent::Tap),
        Meaning::TapContaining => found.mention(TextMatch::Contains).map(Intent::Tap),
        Meaning::Hover => found.mention(TextMatch::Exact).map(Intent::Hover),
        Meaning::LongPress => found.mention(TextMatch::Exact).map(Intent::LongPress),
        Meaning::DoubleTap => found.mention(TextMatch::Exact).map(Intent::DoubleTap),
        Meaning::Type => found.typing(),
        Meaning::Clear => found.clearing(),
        Meaning::Scroll => Some(Intent::Scroll {
            direction: found.direction()?,
        }),
        Meaning::Swipe => Some(Intent::Swipe {
            direction: found.direction()?,
        }),
        Meaning::ScrollToFind => Some(Intent::ScrollToFind {
            what: found.mention(TextMatch::Exact)?,
            direction: found.direction().unwrap_or(Direction::Down),
        }),
        Meaning::ScrollToTop => Some(Intent::ScrollToEdge(Edge::Top)),
        Meaning::ScrollToBottom => Some(Intent::ScrollToEdge(Edge::Bottom)),
        Meaning::Key => found.key().map(Intent::Key),
        Meaning::WaitMinutes => found.duration(60.0).map(Intent::Wait),
        Meaning::WaitSeconds => found.duration(1.0).map(Intent::Wait),
        Meaning::WaitMilliseconds => found.duration(0.001).map(Intent::Wait),
        Meaning::WaitUntilShown => found.wait_until(true),
        Meaning::WaitUntilGone => found.wait_until(false),
        Meaning::Shown => found.shown(TextMatch::Exact, false),
        Meaning::Hidden => found.shown(TextMatch::Exact, true),
        Meaning::Containing => found.shown(TextMatch::Contains, false),
        Meaning::NotContaining => found.shown(TextMatch::Contains, true),
        Meaning::Changed => found.changed(),
        Meaning::StateIs => found.state_is(found.state()?),
        Meaning::StateIsNot => found.state_is(found.state()?.opposite()),
        Meaning::CountAtLeast => found.count(),
        Meaning::ScreenShown => found.screen(false),
        Meaning::ScreenHidden => found.screen(true),
    }
}

struct Found<'a> {
    sentence: &'a Sentence,
    captures: &'a Captures,
}

impl Found<'_> {
    fn typing(&self) -> Option<Intent> {
        let text = self.quoted(Slot::Text).next()?;
        let field = self.words(Slot::Field);
        if field.as_deref().is_some_and(is_blank) {
            return None;
        }
        Some(Intent::Type { text, field })
    }

    fn clearing(&self) -> Option<Intent> {
        let field = self.words(Slot::Field);
        let is_named = !field.as_deref().is_some_and(is_blank);
        is_named.then_some(Intent::ClearField { field })
    }

    fn wait_until(&self, visible: bool) -> Option<Intent> {
        Some(Intent::WaitUntil {
            what: self.mention(TextMatch::Exact)?,
            visible,
            limit: self.duration(1.0),
        })
    }

    fn shown(&self, by: TextMatch, negate: bool) -> Option<Intent> {
        let shown = |what| Expectation::Shown { what, negate };
        expect(self.mentions(by)?.into_iter().map(shown).collect())
    }

    fn changed(&self) -> Option<Intent> {
        let shown = |negate| move |what| Expectation::Shown { what, negate };
        let gone = self.mentions_of(self.quoted(Slot::Absent), TextMatch::Exact)?;
        let there = self.mentions(TextMatch::Exact)?;
        let gone = gone.into_iter().map(shown(true));
        expect(gone.chain(there.into_iter().map(shown(false))).collect())
    }

    fn state_is(&self, state: State) -> Option<Intent> {
        let is = |what| Expectation::StateIs { what, state };
        let mentions = self.mentions(TextMatch::Exact)?;
        expect(mentions.into_iter().map(is).collect())
    }

    fn count(&self) -> Option<Intent> {
        let number = self.number(Slot::Number)?;
        let count = whole(number).filter(|count| *count > 0)?;
        let count = |what| Expectation::CountAtLeast { what, count };
        let mentions = self.mentions(TextMatch::Exact)?;
        expect(mentions.into_iter().map(count).collect())
    }

    fn screen(&self, negate: bool) -> Option<Intent> {
        let text = self.words(Slot::Name)?;
        let by = match self.taken(Slot::Name).next()? {
            Taken::Quoted(_) => TextMatch::Exact,
            Taken::WordsFrom(_) | Taken::WordsTo(_) | Taken::Value(_) => TextMatch::Described,
        };
        let name = named(text, by).filter(|name| !is_blank(&name.text))?;
        expect(vec![Expectation::ScreenShown { name, negate }])
    }

    /// Returns the one thing the sentence is about.
    fn mention(&self, by: TextMatch) -> Option<Mention> {
        let mut mentions = self.mentions(by)?;
        let only = mentions.pop()?;
        mentions.is_empty().then_some(only)
    }

    /// Returns everything the sentence is about: what it quotes, or else what it describes.
    fn mentions(&self, by: TextMatch) -> Option<Vec<Mention>> {
        if self.taken(Slot::Text).next().is_some() {
            return self.mentions_of(self.quoted(Slot::Text), by);
        }
        let described = self.words(Slot::What).into_iter();
        self.mentions_of(described, TextMatch::Described)
    }

    fn mentions_of(
        &self,
        texts: impl Iterator<Item = String>,
        by: TextMatch,
    ) -> Option<Vec<Mention>> {
        let index = match self.number(Slot::Ordinal) {
            Some(number) => Some(whole(number).filter(|index| *index > 0)?),
            None => None,
        };
        let mention = |text| {
            let mut mention = named(text, by)?;
            mention.role = self.role();
            mention.index = index;
            mention.within = self.owner(Slot::Within);
            mention.area = self.owner(Slot::Area);
            Some(mention)
        };
        let mentions: Option<Vec<Mention>> = texts.map(mention).collect();
        mentions.filter(|mentions| !mentions.is_empty())
    }

    fn taken(&self, wanted: Slot) -> impl Iterator<Item = &Taken> {
        let captures = self.captures.iter();
        captures.filter_map(move |(slot, taken)| (*slot == wanted).then_some(taken))
    }

    fn quoted(&self, slot: Slot) -> impl Iterator<Item = String> {
        self.taken(slot).filter_map(|taken| match taken {
            Taken::Quoted(at) => self.sentence.quoted_at(*at).map(str::to_owned),
            Taken::WordsFrom(_) | Taken::WordsTo(_) | Taken::Value(_) => None,
        })
    }

    fn owner(&self, slot: Slot) -> Option<Owner> {
        let is_quoted = matches!(self.taken(slot).next()?, Taken::Quoted(_));
        let name = self.words(slot).filter(|name| !is_blank(name))?;
        Some(Owner { name, is_quoted })
    }

    /// Returns what a slot took, quoted or not.
    fn words(&self, slot: Slot) -> Option<String> {
        let mut taken = self.taken(slot);
        match (taken.next()?, taken.next()) {
            (Taken::Quoted(at), _) => self.sentence.quoted_at(*at).map(str::to_owned),
            (Taken::WordsFrom(start), Some(Taken::WordsTo(end))) => {
                Some(self.sentence.words(*start, *end))
            }
            _ => None,
        }
    }

    fn values(&self, slot: Slot) -> impl Iterator<Item = Value> {
        self.taken(slot).filter_map(|taken| match taken {
            Taken::Value(value) => Some(*value),
            Taken::Quoted(_) | Taken::WordsFrom(_) | Taken::WordsTo(_) => None,
        })
    }

    fn number(&self, slot: Slot) -> Option<f64> {
        self.values(slot).find_map(|value| match value {
            Value::Number(number) => Some(number),
            Value::Direction(_) | Value::Key(_) | Value::State(_) | Value::Role(_) => None,
        })
    }

    fn duration(&self, seconds: f64) -> Option<Duration> {
        let number = self.number(Slot::Number)?;
        Duration::try_from_secs_f64(number * seconds).ok()
    }

    fn direction(&self) -> Option<Direction> {
        self.values(Slot::Direction).find_map(|value| match value {
            Value::Direction(direction) => Some(direction),
            Value::Number(_) | Value::Key(_) | Value::State(_) | Value::Role(_) => None,
        })
    }

    fn key(&self) -> Option<KeyEvent> {
        self.values(Slot::Key).find_map(|value| match value {
            Value::Key(key) => Some(key),
            Value::Number(_) | Value::Direction(_) | Value::State(_) | Value::Role(_) => None,
        })
    }

    fn state(&self) -> Option<State> {
        self.values(Slot::State).find_map(|value| match value {
            Value::State(state) => Some(state),
            Value::Number(_) | Value::Direction(_) | Value::Key(_) | Value::Role(_) => None,
        })
    }

    fn role(&self) -> Option<Role> {
        self.values(Slot::Role).find_map(|value| match value {
            Value::Role(role) => Some(role),
            Value::Number(_) | Value::Direction(_) | Value::Key(_) | Value::State(_) => None,
        })
    }
}

fn expect(all: Vec<Expectation>) -> Option<Intent> {
    (!all.is_empty()).then_some(Intent::Expect(all))
}

fn named(text: String, by: TextMatch) -> Option<Mention> {
    (!is_blank(&text)).then_some(Mention {
        text,
        by,
        role: None,
        index: None,
        within: None,
        area: None,
    })
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Returns a number as a count, if it is one.
fn whole(number: f64) -> Option<u32> {
    let is_count = number.fract() == 0.0 && (0.0..=1e6).contains(&number);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it was just checked to be a small whole number"
    )]
    let count = number as u32;
    is_count.then_some(count)
}
