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

impl Latency {
    /// The presets by name, as addresses write them.
    pub const PRESETS: [(&'static str, Self); 3] = [
        ("phone", Self::PHONE),
        ("instant", Self::INSTANT),
        ("slow", Self::SLOW),
    ];
    /// A usual phone on a cable.
    pub const PHONE: Self = Self::of_millis([45, 120, 30, 12, 600, 480]);
    /// Nothing takes time.
    pub const INSTANT: Self = Self::of_millis([0; 6]);
    /// An old phone on a bad network.
    pub const SLOW: Self = Self::of_millis([900, 1500, 150, 60, 3000, 2500]);

    /// Returns the latency of calls that take so many milliseconds, in the order of the fields.
    const fn of_millis(millis: [u64; 6]) -> Self {
        let [read_tree, screenshot, touch, character, launch, read_text] = millis;
        Self {
            read_tree: Duration::from_millis(read_tree),
            screenshot: Duration::from_millis(screenshot),
            touch: Duration::from_millis(touch),
            character: Duration::from_millis(character),
            launch: Duration::from_millis(launch),
            read_text: Duration::from_millis(read_text),
        }
    }

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
