//! The seams between the engine and the world: devices, clocks, text readers, advisors, other programs.
//!
//! Not here: any platform, and what to do about an error.

mod ability;
mod action;
mod advisor;
mod answer_shape;
mod external_program;
mod field_says;
mod identifiers;
mod key;
mod methods;
mod placed_id;
mod signal;
mod write;

pub use ability::{Ability, SpecialAct};
pub use action::{Action, Typed};
pub use advisor::{Advice, Advisor, AdvisorError, Proposal};
pub use answer_shape::{AnswerFault, AnswerKind, AnswerPart, AnswerShape, WHOLE};
pub use external_program::{
    ExternalProgram, Leftovers, Outputs, ProgramEnd, ProgramError, RunProgram,
};
pub use field_says::FieldSays;
pub use identifiers::{Identifiers, are_other_things, are_renumbered, entity_mark};
pub use key::{ClipboardKey, Key, Modifier, NetworkMode};
pub use placed_id::{PlacedId, kind_in_field, placed_in_path};
pub use signal::{
    Download, DownloadEnd, Happening, Initiator, Request, RequestEnd, RequestOutcome, Signal,
};
pub(crate) use write::identifier_hash;
pub use write::{
    FieldValue, ID, TextMark, Write, is_identifier, kind_of_thing, may_be_code, may_name_entity,
    names_entity, path_shape, words_with_figures,
};

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use crate::geometry::{Point, Rect, Size};
use crate::screen::{Element, Screen};
use crate::secret::Secret;
use crate::time::Timestamp;

crate::words! {
    /// The family of systems a device belongs to.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Platform {
        /// The built-in phone made of data.
        Simulated = "simulated",
        /// Android over adb.
        Android = "android",
        /// iOS over WebDriver.
        Ios = "ios",
        /// A browser.
        Web = "web",
        /// A Linux desktop.
        Desktop = "desktop",
    }
}

/// Facts about a device.
#[derive(Debug, Clone, PartialEq)]
pub struct DeviceInfo {
    /// The address it was opened by, such as `sim:settings`.
    pub address: String,
    /// The name people call it by.
    pub name: String,
    /// Its family.
    pub platform: Platform,
    /// The extent of its screen, in the units of touches.
    pub size: Size,
    /// How many pixels of a screenshot make one unit of touches.
    pub scale: f64,
}

/// A PNG file's bytes, exactly as the device gave them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Png(pub Vec<u8>);

/// The platform's own tree of the screen: a file's bytes, exactly as the device gave them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeDump {
    /// How the name of such a file ends: `xml`, `json` or `html`.
    pub extension: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Something that a picture shows, with where it is, in the units of touches.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawn {
    /// A text.
    Text(String, Rect),
    /// What must not be seen: a password, and, where a secret was typed, what nobody can read.
    Unreadable(Rect),
    /// All that may be seen of a screen that a secret was typed into: letters and fields that are drawn there as they say.
    /// Whatever else is drawn may be a secret, in ways that no list of ways has.
    Only(Vec<(String, Rect)>),
}

/// How a wait for a change ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The screen may look different now; read it.
    Happened,
    /// The deadline passed and nothing changed.
    None,
    /// This device cannot signal; the caller must read again after a while.
    CannotTell,
}

/// The result of sending a text together with the touch of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Landed {
    /// It was typed, as far as can be told; a reading shows what the field holds.
    Typed,
    /// The field was touched and nothing was typed.
    OnlyTouched,
}

/// Why a device did not do what it was asked. A failed *step* is never one of these.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// The device has no such ability.
    #[error("`{device}` cannot {}", ability.as_str())]
    Unsupported {
        /// The device's address.
        device: String,
        /// The ability it lacks.
        ability: Ability,
    },
    /// The connection is gone.
    #[error("lost `{device}`: {}", brief(.reason))]
    Disconnected {
        /// The device's address.
        device: String,
        /// The sign of it.
        reason: String,
    },
    /// No answer came in time.
    #[error("`{device}` did not answer in time: {}", brief(.asked))]
    DeadlinePassed {
        /// The device's address.
        device: String,
        /// The request in words.
        asked: String,
    },
    /// This one reading of the screen was unusable; another may not be.
    #[error("the screen could not be read: {}", brief(.reason))]
    Unreadable {
        /// The fault of the reading.
        reason: String,
    },
    /// The element to touch was not where it was read any more; nothing was touched.
    #[error("did not {}: {}; nothing was touched", brief(.asked), brief(.reason))]
    Missed {
        /// The request in words.
        asked: String,
        /// The reason why it was missed.
        reason: String,
    },
    /// The device understood and said no, such as for an app it does not have.
    #[error("could not {asked}: {}", brief(.reason))]
    Refused {
        /// The request in words.
        asked: String,
        /// The answer in words.
        reason: String,
    },
    /// What was asked for names something that is not there or cannot be used, such as a file; nothing was done.
    #[error("could not {asked}: {}", brief(.reason))]
    InvalidInput {
        /// The request in words.
        asked: String,
        /// The fault of it.
        reason: String,
    },
    /// The person's permissions forbid it; the device was not asked.
    #[error("could not {asked}: {reason}")]
    NotPermitted {
        /// The request in words.
        asked: String,
        /// The rule that forbids it, in words.
        reason: String,
    },
}

/// How much of an answer an error quotes, in characters.
const MOST_QUOTED: usize = 500;

/// Returns the beginning of what a device answered, for errors: an answer may be of any length.
pub fn brief(answer: &str) -> Cow<'_, str> {
    match answer.char_indices().nth(MOST_QUOTED) {
        None => Cow::Borrowed(answer),
        Some((end, _)) => {
            let (quoted, rest) = answer.split_at(end);
            Cow::Owned(format!("{quoted}… and {} bytes more", rest.len()))
        }
    }
}

impl DeviceError {
    /// Returns whether somebody said no, so that nothing was done.
    pub const fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Refused { .. } | Self::InvalidInput { .. } | Self::NotPermitted { .. }
        )
    }

    /// Returns whether asking again may well succeed.
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Unreadable { .. } | Self::Missed { .. })
    }
}

/// Anything with a screen.
///
/// A device translates and never decides: no retry, no settling, no judging. One thread uses it
/// at a time. Every call returns by its deadline, with [`DeviceError::DeadlinePassed`] if need be.
///
/// No method has a default: a device, and every layer around one, decides each of them, by writing it or
/// by naming it in [`device_methods!`](crate::device_methods).
pub trait Device: Send {
    /// Returns what is known of the device; cheap, no round trip.
    fn info(&self) -> &DeviceInfo;

    /// Returns whether the device can do something; cheap, no round trip.
    fn can(&self, ability: Ability) -> bool;

    /// Returns the version of its system as people say it, where it has one that is known; cheap, no
    /// round trip.
    fn os_version(&self) -> Option<&str>;

    /// Reads the screen once.
    ///
    /// A reading that is broken, empty for technical reasons, or half written is
    /// [`DeviceError::Unreadable`], never an empty screen. Guaranteed: elements are in the
    /// platform's order, each directly followed by what is inside it. Not guaranteed: that
    /// the screen is settled, or newer than the last act.
    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError>;

    /// Reads all of the page in front as if the screen were large enough for it; nothing where the device knows no more
    /// than it shows. What lies over something is not judged.
    fn read_whole(&mut self, deadline: Deadline) -> Result<Option<Screen>, DeviceError>;

    /// Scrolls until an element of the last whole reading is in view, by its place in that reading. Nothing is touched.
    ///
    /// One that is not there any more is [`DeviceError::Missed`]. Not guaranteed: that nothing lies over it.
    fn bring_into_view(&mut self, element: usize, deadline: Deadline) -> Result<(), DeviceError>;

    /// Returns the platform's own tree, byte for byte as the device gave it.
    ///
    /// It is evidence for people and other tools; what is decided is decided on
    /// [`Device::read_screen`].
    fn dump_tree(&mut self, deadline: Deadline) -> Result<TreeDump, DeviceError>;

    /// Returns what a picture of the screen shows, in the order of the page; nothing where only a reading can tell. It is
    /// asked only where something must not be shown.
    ///
    /// Guaranteed: all texts and passwords that a reading has. Not guaranteed: that nothing else is drawn.
    fn drawn(&mut self, deadline: Deadline) -> Result<Option<Vec<Drawn>>, DeviceError>;

    /// Takes a picture of the screen.
    fn screenshot(&mut self, deadline: Deadline) -> Result<Png, DeviceError>;

    /// Sends one act. Success means it was sent, not that it had an effect.
    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError>;

    /// Touches a field that was read as empty, and types into it at once where the device can make sure
    /// that the text reaches that field, still empty, or none.
    ///
    /// Success means it was sent, not that it had an effect.
    fn type_into(
        &mut self,
        field: Point,
        text: &Typed,
        deadline: Deadline,
    ) -> Result<Landed, DeviceError>;

    /// Returns whether what the field at this place holds ends with a text, without telling what it holds; `None` where
    /// the device cannot tell.
    fn field_ends_with(
        &mut self,
        field: Point,
        text: &Secret,
        deadline: Deadline,
    ) -> Result<Option<bool>, DeviceError>;

    /// Returns the words with figures in the addresses, ids and data of what was read at this place and of its row, which
    /// may be those of the thing it is about, and those of what stands beside it. Nothing where there are none, or where the device cannot tell.
    fn identifiers_at(
        &mut self,
        place: Point,
        deadline: Deadline,
    ) -> Result<Identifiers, DeviceError>;

    /// Returns the apps that an act opens, stops or erases, or may: by every name the device knows them by.
    /// Several where it is not known which of them it will be; `None` where it cannot be told. Nothing is
    /// done.
    fn apps_of(
        &mut self,
        action: &Action,
        deadline: Deadline,
    ) -> Result<Option<Vec<String>>, DeviceError>;

    /// Waits until the screen may differ from the last reading, or the deadline passes.
    ///
    /// A change that happened since that reading ends the wait at once.
    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError>;

    /// Waits until the device is there again after it was lost.
    ///
    /// Not guaranteed: that it is in the state it was left in.
    fn reconnect(&mut self, deadline: Deadline) -> Result<(), DeviceError>;

    /// Returns whether the radio that `mode` names is in that state, where the device can tell.
    fn is_network_in(&mut self, mode: NetworkMode, deadline: Deadline)
    -> Result<bool, DeviceError>;

    /// Returns whether a keyboard shows on the screen.
    fn is_keyboard_shown(&mut self, deadline: Deadline) -> Result<bool, DeviceError>;

    /// Installs an app from a file of this machine, over an older version of it if there is one, and
    /// returns what the device said.
    fn install(&mut self, package: &Path, deadline: Deadline) -> Result<String, DeviceError>;

    /// Returns the number of the process an app runs in, where the platform has processes and tells.
    fn process_of(&mut self, app: &str, deadline: Deadline) -> Result<Option<u32>, DeviceError>;

    /// Returns what sites keep on the device, as a file it can be opened with again. It may hold what
    /// is as good as a password.
    fn dump_storage(&mut self, deadline: Deadline) -> Result<Vec<u8>, DeviceError>;

    /// Returns what happened besides what can be seen after the signal of this number, the oldest
    /// first, as far as it is remembered; cheap, no round trip. Nothing where the device cannot tell.
    fn signals_after(&mut self, number: u64) -> Result<Vec<Signal>, DeviceError>;

    /// Waits until what the last act set going besides what can be seen is over, as far as the device knows of it.
    /// Returns what is still under way at the deadline, in words. Costs nothing where no act was sent since.
    fn wait_until_quiet(&mut self, deadline: Deadline) -> Result<Option<String>, DeviceError>;

    /// Returns log lines written since the last call, where the platform has logs.
    fn read_logs(&mut self, deadline: Deadline) -> Result<Vec<String>, DeviceError>;
}

/// A moment on a [`Clock`], counted from a start only that clock knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment(pub Duration);

impl Moment {
    /// Returns how long after `earlier` this is; zero when it is not.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

/// The moment by which a call must return; the smaller of two is the sooner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(pub Moment);

impl Deadline {
    /// Returns the deadline `wait` after `now`.
    pub fn after(now: Moment, wait: Duration) -> Self {
        Self(Moment(now.0.saturating_add(wait)))
    }

    /// Returns the time left at `now`; zero once passed.
    pub fn left(self, now: Moment) -> Duration {
        self.0.since(now)
    }

    /// Returns whether the deadline has passed at `now`.
    pub fn has_passed(self, now: Moment) -> bool {
        now >= self.0
    }
}

/// Where time comes from.
pub trait Clock: Send + Sync {
    /// Returns the present moment; it never goes back.
    fn now(&self) -> Moment;

    /// Returns once `time` has gone by on this clock.
    fn sleep(&self, time: Duration);

    /// Returns the present date and time, for files and reports.
    fn timestamp(&self) -> Timestamp;
}

/// Turns a picture into elements, for devices that give no tree; only ever while learning.
pub trait TextReader: Send {
    /// Returns the texts in `picture` with their places, in the units of the device's touches.
    fn read_text(
        &mut self,
        picture: &Png,
        device: &DeviceInfo,
        deadline: Deadline,
    ) -> Result<Vec<Element>, TextReaderError>;
}

/// Why no text could be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TextReaderError {
    /// The program that reads text is not installed.
    #[error("`{program}` is not installed; {remedy}")]
    Missing {
        /// The program.
        program: String,
        /// The command that installs it.
        remedy: String,
    },
    /// It did not finish in time.
    #[error("reading text took too long")]
    DeadlinePassed,
    /// It ran and failed, or what it said made no sense.
    #[error("reading text failed: {reason}")]
    Failed {
        /// The answer in words.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A layer that changes nothing: it stops compiling when a method has no way to be forwarded.
    #[allow(dead_code)]
    struct Transparent(Box<dyn Device>);

    impl Device for Transparent {
        crate::device_methods!(
            forward to 0:
            info, can, os_version, read_screen, read_whole, bring_into_view, dump_tree, drawn, screenshot, perform, type_into, apps_of, field_ends_with, identifiers_at,
            wait_for_change, reconnect, is_network_in, is_keyboard_shown, install, process_of,
            dump_storage, signals_after, wait_until_quiet, read_logs
        );
    }

    #[test]
    fn no_method_of_a_device_has_a_default_that_a_layer_could_inherit() {
        let source = include_str!("mod.rs");
        let (_, methods) = source.split_once("pub trait Device: Send {\n").unwrap();
        let (methods, _) = methods.split_once("\n}\n").unwrap();
        let code = methods
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        let bodies: Vec<&str> = code.filter(|line| line.contains('{')).collect();
        assert!(bodies.is_empty(), "{bodies:?}");
    }

    #[test]
    fn an_error_quotes_the_beginning_of_an_answer_of_any_length() {
        let refused = |reason: String| DeviceError::Refused {
            asked: "ask for the size".to_owned(),
            reason,
        };
        let short = refused("no such service".to_owned()).to_string();
        assert_eq!(short, "could not ask for the size: no such service");
        let long = refused("あ".repeat(1_000_000)).to_string();
        assert!(long.ends_with("あ… and 2998500 bytes more"));
        assert_eq!(long.chars().filter(|letter| *letter == 'あ').count(), 500);
    }
}
