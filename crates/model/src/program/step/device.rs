//! Apps, and the device as a whole.

use crate::device::NetworkMode;
use crate::phrase::Phrase;
use crate::screen::Screen;

use super::{StepDefinition, Verb, answers, step_kind};

step_kind! {
    /// Opens an app and brings it to the front.
    pub struct Launch {
        /// The name a person calls it by, or the platform's identifier.
        pub app: Phrase => Phrase("app"),
    }
    verbs: [
        Verb::new::<Self>("launch", "Opens an app")
            .in_skills("launch: \"Settings\"")
            .main("app"),
    ]
}

impl StepDefinition for Launch {
    answers! { named_by: app }

    fn is_unproven_on(&self, first: &Screen) -> bool {
        first.is_in_front(&self.app.reveal()) != Some(true)
    }
}

step_kind! {
    /// Stops an app so that its next launch is a fresh start.
    pub struct ResetApp {
        /// The app.
        pub app: Phrase => Phrase("app"),
    }
    verbs: [
        Verb::new::<Self>("reset_app", "Stops an app, so that the next launch is fresh")
            .in_skills("reset_app: \"Mail\"")
            .main("app"),
    ]
    answers: { named_by: app, is_unproven_at_first: true }
}

step_kind! {
    /// Stops an app and opens it again.
    pub struct RestartApp {
        /// The app.
        pub app: Phrase => Phrase("app"),
    }
    verbs: [Verb::new::<Self>("restart_app", "Stops an app and opens it again"),]
    answers: { named_by: app, is_unproven_at_first: true }
}

step_kind! {
    /// Opens a URL or a deep link.
    pub struct OpenUrl {
        /// The address.
        pub url: Phrase => Phrase("url"),
    }
    verbs: [
        Verb::new::<Self>("open_url", "Opens a URL")
            .in_skills("open_url: \"https://example.com\"")
            .main("url"),
    ]
    answers: { proven_by: ScreenChange, named_by: url }
}

step_kind! {
    /// Goes to the home screen.
    pub struct Home;

    verbs: [
        Verb::alone::<Self>("home", "Goes to the home screen"),
        Verb::alone::<Self>("press_home", "Goes to the home screen").in_skills("press_home: true"),
    ]
}

impl Home {
    /// Android's number for the key that does it.
    pub const KEYCODE: u32 = 3;
}

impl StepDefinition for Home {
    answers! { is_unproven_at_first: true }

    fn answers_to(&self, verb: &str) -> bool {
        Self::VERBS.iter().any(|known| known.name == verb)
    }
}

step_kind! {
    /// Goes one screen back.
    pub struct Back;

    verbs: [Verb::alone::<Self>("back", "Goes one screen back"),]
    answers: { proven_by: ScreenChange }
}

impl Back {
    /// Android's number for the key that does it.
    pub const KEYCODE: u32 = 4;
}

step_kind! {
    /// Closes the keyboard on the screen; afterwards none shows.
    pub struct HideKeyboard;

    verbs: [Verb::alone::<Self>("hide_keyboard", "Closes the keyboard on the screen"),]
    answers: {}
}

step_kind! {
    /// Shakes the device.
    pub struct Shake;

    verbs: [Verb::alone::<Self>("shake", "Shakes the device"),]
    answers: { proven_by: ScreenChange }
}

step_kind! {
    /// Turns a radio on or off.
    pub struct SetNetwork {
        /// Which one, and to what.
        pub mode: NetworkMode => Word("mode"),
    }
    verbs: [
        Verb::new::<Self>("set_network", "Turns a radio on or off")
            .in_skills("set_network: \"airplane_on\"")
            .main("mode"),
    ]
}

impl StepDefinition for SetNetwork {
    answers! { is_unproven_at_first: true }

    fn label_text(&self) -> Option<String> {
        Some(self.mode.as_str().to_owned())
    }
}

step_kind! {
    /// Goes on with another device of the configuration.
    pub struct SwitchTarget {
        /// The name the configuration gives it.
        pub name: Phrase => Phrase("name"),
    }
    verbs: [
        Verb::new::<Self>("target", "Goes on with another device")
            .in_skills("target: \"tablet\"")
            .main("name"),
    ]
    answers: { named_by: name }
}
