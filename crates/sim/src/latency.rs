//! How long a simulated phone takes to answer.

use std::time::Duration;

use retap_model::device::Action;

/// How long a simulated phone takes for each kind of call, on its own clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Latency {
    /// Reading the tree.
    pub read_tree: Duration,
    /// Taking a picture.
    pub screenshot: Duration,
    /// A tap; holds and moves take their own time on top.
    pub touch: Duration,
    /// Each typed character, and a key.
    pub character: Duration,
    /// Opening an app or a URL.
    pub launch: Duration,
    /// Reading the text of one picture, for readers of pixels that want to be timed as on a phone.
    pub read_text: Duration,
}

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

impl Latency {
    /// The presets by name, as addresses write them.
    pub const PRESETS: [(&'static str, Self); 3] = [
        ("phone", Self::PHONE),
        ("instant", Self::INSTANT),
        ("slow", Self::SLOW),
    ];

    /// A usual phone on a cable.
    pub const PHONE: Self = Self {
        read_tree: ms(45),
        screenshot: ms(120),
        touch: ms(30),
        character: ms(12),
        launch: ms(600),
        read_text: ms(480),
    };

    /// Nothing takes time.
    pub const INSTANT: Self = Self {
        read_tree: ms(0),
        screenshot: ms(0),
        touch: ms(0),
        character: ms(0),
        launch: ms(0),
        read_text: ms(0),
    };

    /// An old phone on a bad network.
    pub const SLOW: Self = Self {
        read_tree: ms(900),
        screenshot: ms(1500),
        touch: ms(150),
        character: ms(60),
        launch: ms(3000),
        read_text: ms(2500),
    };

    /// Returns the preset called `name`.
    pub fn preset(name: &str) -> Option<Self> {
        let found = Self::PRESETS.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, latency)| latency)
    }

    /// Returns how long the phone takes to perform `action`.
    pub fn of(&self, action: &Action) -> Duration {
        match action {
            Action::Tap(_) | Action::DoubleTap(_) | Action::Special(..) | Action::Shake => {
                self.touch
            }
            Action::LongPress(_, held) => self.touch.saturating_add(*held),
            Action::Swipe(_, _, moved) | Action::Drag(_, _, moved) => {
                self.touch.saturating_add(*moved)
            }
            Action::Type(typed) => {
                let length = typed.reveal().chars().count();
                self.character
                    .saturating_mul(u32::try_from(length).unwrap_or(u32::MAX))
            }
            Action::ClearText | Action::PressKey(..) => self.character,
            Action::Launch(_) | Action::OpenUrl(_) => self.launch,
            Action::Stop(_) | Action::ClearData(_) | Action::SetNetwork(_) => self.touch,
            Action::Back | Action::Home => self.touch,
        }
    }
}
