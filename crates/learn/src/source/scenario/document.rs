//! A scenario as it was written: sections of sentences, before anybody understands them.
//!
//! It must not know about devices or steps; sentences are still words.

use std::collections::BTreeMap;
use std::time::Duration;

use retap_model::device::Platform;
use retap_model::phrase::Value;
use retap_model::program::{InterruptionPolicy, Obstacle, Place};

use crate::source::fault::Span;

/// A scenario file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scenario {
    /// Its title.
    pub name: String,
    /// Its purpose.
    pub description: Option<String>,
    /// Words to select it by.
    pub tags: Vec<String>,
    /// The app it is about.
    pub app: AppIds,
    /// Its variables in source order.
    pub variables: Vec<Variable>,
    /// The settings of all of it.
    pub config: ScenarioConfig,
    /// Its sections in source order; at least one in a scenario that was read.
    pub sections: Vec<Section>,
}

/// The platforms that a scenario can name an app on: by package, by bundle id, by base URL.
pub(super) const PLATFORMS: [Platform; 3] = [Platform::Android, Platform::Ios, Platform::Web];

/// How the app is called on each platform; each may name variables, see
/// [`Phrase::of_sentence`](retap_model::phrase::Phrase::of_sentence).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AppIds {
    /// The names on single platforms, by the platform's word.
    pub(super) own: BTreeMap<&'static str, String>,
    /// The name where no platform's own is given.
    pub(super) any: Option<String>,
}

impl AppIds {
    /// Returns what the app is called on every platform that has a name for it; `app` is what it is
    /// called on `platform`.
    pub(crate) fn by_platform(&self, platform: &str, app: &str) -> BTreeMap<String, String> {
        let own = self.own.iter();
        let own = own.map(|(platform, id)| ((*platform).to_owned(), id.clone()));
        let used = (platform.to_owned(), app.to_owned());
        own.chain([used]).collect()
    }

    /// Returns what the app is called on a device, and the word of the platform whose name that is.
    /// A simulated phone takes any, Android's first.
    pub fn on_device(&self, device: Platform) -> Option<(&'static str, &str)> {
        let named = |platform: Platform| Some((platform.as_str(), self.on(platform)?));
        match device {
            Platform::Android | Platform::Ios | Platform::Web => named(device),
            Platform::Simulated | Platform::Desktop => PLATFORMS.into_iter().find_map(named),
        }
    }

    /// Returns what the app is called on `platform`.
    pub fn on(&self, platform: Platform) -> Option<&str> {
        self.own(platform).or(self.any.as_deref())
    }

    /// Returns what the app is called on `platform` and on no other.
    pub fn own(&self, platform: Platform) -> Option<&str> {
        self.own.get(platform.as_str()).map(String::as_str)
    }
}

/// A variable that sentences name as `(name)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Where its value comes from.
    pub source: VariableSource,
    /// Whether its value may never be shown: as written, else by the habits of naming.
    pub is_secret: bool,
    /// Whether its value may stand elsewhere than in text to type although it is secret.
    pub is_exposed: bool,
}

impl Variable {
    /// Returns what stands in the file and may not be shown.
    pub fn secret(&self) -> Option<&str> {
        let (VariableSource::Fixed(value)
        | VariableSource::Asked {
            default: Some(value),
            ..
        }
        | VariableSource::Environment {
            default: Some(value),
            ..
        }) = &self.source
        else {
            return None;
        };
        match value {
            Value::Hidden(secret) => Some(secret.reveal()),
            Value::Plain(_) => None,
        }
    }
}

/// Where the value of a variable comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VariableSource {
    /// From the file.
    Fixed(Value),
    /// From the person who starts the run.
    Asked {
        /// The question.
        prompt: Option<String>,
        /// The value used when nobody can be asked.
        default: Option<Value>,
    },
    /// From the environment.
    Environment {
        /// The name there.
        name: String,
        /// The value used when it is not set.
        default: Option<Value>,
    },
}

/// The settings of a whole scenario.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScenarioConfig {
    /// How long the whole scenario may take.
    pub timeout: Option<Duration>,
    /// Whether the app's data is removed before the start.
    pub clear_data_before: bool,
    /// Whether the app is stopped at the end.
    pub stop_app_after: bool,
    /// What is touched on something that comes up uninvited.
    pub obstacles: Vec<Obstacle>,
    /// What is done with whatever else comes up uninvited.
    pub interruptions: InterruptionPolicy,
    /// The default of `strict` where an action does not say.
    pub strict: bool,
    /// The default of `verify` where a `then` does not say.
    pub verify: Verify,
    /// Width and height of the browser's window, in CSS pixels.
    pub viewport: Option<[u32; 2]>,
    /// The browser's language, such as `ja-JP`.
    pub locale: Option<String>,
    /// The browser's time zone, such as `Asia/Tokyo`.
    pub timezone: Option<String>,
}

retap_model::words! {
    /// How a `then` is judged.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Verify {
        /// By the elements of the screen.
        #[default]
        UiTree = "uitree",
        /// By an advisor.
        Ai = "ai",
        /// Not at all: a screenshot is kept.
        Screenshot = "screenshot",
    }
}

/// A named part of a scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Its name, unique in the scenario.
    pub id: String,
    /// Where it stands.
    pub place: Place,
    /// The steps repeated before its own actions.
    pub replay: Option<Replay>,
    /// Its actions in source order.
    pub actions: Vec<Action>,
}

/// Sections whose `do` actions are done again, both ends included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Where it stands.
    pub place: Place,
    /// The id of the first section.
    pub from: String,
    /// The id of the last section.
    pub to: String,
    /// Where the two ids stand.
    pub(crate) ends: [Span; 2],
}

/// One sentence with its options.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// Where it stands.
    pub place: Place,
    /// Whether something is done or must hold.
    pub kind: ActionKind,
    /// The sentence as written, with `(name)` and escapes.
    pub sentence: String,
    /// How long to wait afterwards.
    pub wait: Duration,
    /// Whether texts must match exactly, as it says or [`ScenarioConfig::strict`].
    pub strict: bool,
    /// How a [`ActionKind::Then`] is judged, as it says or [`ScenarioConfig::verify`].
    pub verify: Verify,
}

retap_model::words! {
    /// Whether something is done or must hold.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ActionKind {
        /// Something is done.
        Do = "do",
        /// Something must hold.
        Then = "then",
    }
}

impl Section {
    /// Returns the actions of one kind.
    pub fn actions_of(&self, kind: ActionKind) -> impl Iterator<Item = &Action> {
        self.actions
            .iter()
            .filter(move |action| action.kind == kind)
    }
}
