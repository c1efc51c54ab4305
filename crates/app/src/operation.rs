//! What agents do, kind by kind, and the ability each kind takes: the one table that permissions go by.
//!
//! A tool names its operations in its spec, a step has those of its kind; what a person allows or denies is
//! an ability, or a tool by its name. Not here: what a file of permissions says (`permission_rules.rs`).

use std::time::Duration;

use retap_model::device::{Action, Key};
use retap_model::program::{Frame, Measured, PressKey, StepKind};

/// From when on a finger that stays is a long press: the time of Android, which is the shortest.
const HOLD: Duration = Duration::from_millis(400);

/// One thing that a person allows or denies to agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AgentAbility {
    Look,
    Picture,
    Act,
    Text,
    Open,
    Files,
    Build,
    Skills,
    Devices,
}

impl AgentAbility {
    /// All of them, in the order they are listed.
    pub(crate) const ALL: [Self; 9] = [
        Self::Look,
        Self::Picture,
        Self::Act,
        Self::Text,
        Self::Open,
        Self::Files,
        Self::Build,
        Self::Skills,
        Self::Devices,
    ];

    /// Returns the word that a file of permissions has for it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Picture => "picture",
            Self::Act => "act",
            Self::Text => "text",
            Self::Open => "open",
            Self::Files => "files",
            Self::Build => "build",
            Self::Skills => "skills",
            Self::Devices => "devices",
        }
    }

    /// Returns the ability of this word, whatever its case.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|ability| ability.as_str().eq_ignore_ascii_case(word))
    }

    /// Returns what operations take together, in the order it is listed.
    pub(crate) fn of(operations: &[Operation]) -> Vec<Self> {
        let takes = |ability: &Self| operations.iter().any(|it| it.abilities().contains(ability));
        Self::ALL.into_iter().filter(takes).collect()
    }

    /// Returns what it is for, in a few words.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::Look => {
                "read what a device shows, wait for it, prove it, read its log and requests"
            }
            Self::Picture => "take pictures of the screen, and see those of runs",
            Self::Act => "touch, swipe, press keys, turn radios on and off",
            Self::Text => "type",
            Self::Open => "open and stop apps, open addresses",
            Self::Files => "read and write files that a call names",
            Self::Build => "build and install apps",
            Self::Skills => "list, read, run and keep skills",
            Self::Devices => "open devices that nobody named to retap",
        }
    }
}

/// The effect of a tool on the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Access {
    Looks,
    Acts,
    /// It acts, and what it does cannot be taken back.
    Destroys,
}

/// One kind of thing that tools and steps do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    ReadScreen,
    /// Finds one element of the screen.
    FindElement,
    /// Tells everything there is at once.
    TakeSnapshot,
    /// Tells which app and screen are in front, and no more.
    ReadFront,
    /// Tells what the screen shows besides, as every answer of a tool on a device does.
    TellScreen,
    ReadDevice,
    ListDevices,
    ReadLogs,
    ReadTraffic,
    Wait,
    Prove,
    Classify,
    TakePicture,
    Touch,
    DoubleTap,
    LongPress,
    Swipe,
    Drag,
    Scroll,
    PressKey,
    GoBack,
    GoHome,
    SwitchApp,
    Search,
    Shake,
    SetNetwork,
    /// Does steps that the call names, each of which is judged by itself.
    DoSteps,
    Measure,
    Explore,
    TypeText,
    /// Opens or stops what the call names; which of the two, and what, is judged by itself.
    Open,
    OpenApp,
    OpenAddress,
    StopApp,
    EraseApp,
    ReadFile,
    WriteFile,
    BuildApp,
    InstallApp,
    ListSkills,
    ReadSkill,
    RunSkill,
    KeepSkill,
    /// Reports what a step of a skill did, or compiles it from such reports.
    ReportStep,
    SwitchDevice,
}

impl Operation {
    /// Returns the abilities it takes, all of them.
    pub(crate) const fn abilities(self) -> &'static [AgentAbility] {
        match self {
            Self::ReadScreen
            | Self::FindElement
            | Self::TakeSnapshot
            | Self::ReadFront
            | Self::TellScreen
            | Self::ReadDevice
            | Self::ListDevices
            | Self::ReadLogs
            | Self::ReadTraffic
            | Self::Wait
            | Self::Prove
            | Self::Classify => &[AgentAbility::Look],
            Self::TakePicture => &[AgentAbility::Picture],
            Self::Touch
            | Self::DoubleTap
            | Self::LongPress
            | Self::Swipe
            | Self::Drag
            | Self::Scroll
            | Self::PressKey
            | Self::GoBack
            | Self::GoHome
            | Self::SwitchApp
            | Self::Search
            | Self::Shake
            | Self::SetNetwork
            | Self::DoSteps
            | Self::Measure
            | Self::Explore => &[AgentAbility::Act],
            Self::TypeText => &[AgentAbility::Text],
            Self::Open | Self::OpenApp | Self::OpenAddress | Self::StopApp => &[AgentAbility::Open],
            Self::EraseApp => &[AgentAbility::Act, AgentAbility::Open],
            Self::ReadFile | Self::WriteFile => &[AgentAbility::Files],
            Self::BuildApp | Self::InstallApp => &[AgentAbility::Build],
            Self::ListSkills
            | Self::ReadSkill
            | Self::RunSkill
            | Self::KeepSkill
            | Self::ReportStep => &[AgentAbility::Skills],
            Self::SwitchDevice => &[AgentAbility::Devices],
        }
    }

    /// Returns whether it must be allowed. What only looks at a device or at skills need not, but can be denied.
    pub(crate) const fn needs_permission(self) -> bool {
        match self.access() {
            Access::Looks => matches!(self, Self::ReadFile),
            Access::Acts | Access::Destroys => true,
        }
    }

    /// Returns its effect on the world.
    pub(crate) const fn access(self) -> Access {
        if matches!(
            self,
            Self::EraseApp | Self::BuildApp | Self::InstallApp | Self::RunSkill
        ) {
            return Access::Destroys;
        }
        if matches!(self, Self::ReadFile | Self::ListSkills | Self::ReadSkill) {
            return Access::Looks;
        }
        match self.abilities() {
            [AgentAbility::Look | AgentAbility::Picture] => Access::Looks,
            _ => Access::Acts,
        }
    }

    /// Returns what a step does, not what the steps inside it do.
    pub(crate) fn of_step(kind: &StepKind) -> Vec<Self> {
        match kind {
            StepKind::Launch(_) => vec![Self::OpenApp],
            StepKind::ResetApp(_) => vec![Self::StopApp],
            StepKind::RestartApp(_) => vec![Self::StopApp, Self::OpenApp],
            StepKind::OpenUrl(_) => vec![Self::OpenAddress],
            StepKind::Tap(_)
            | StepKind::Hover(_)
            | StepKind::RightClick(_)
            | StepKind::SetChecked(_)
            | StepKind::Select(_) => vec![Self::Touch],
            StepKind::DoubleTap(_) => vec![Self::Touch, Self::DoubleTap],
            StepKind::LongPress(_) => vec![Self::Touch, Self::LongPress],
            StepKind::Gesture(gesture) => Self::of_action(&gesture.action),
            StepKind::Drag(_) => vec![Self::Swipe, Self::Drag],
            StepKind::Swipe(_) | StepKind::PullToRefresh(_) => vec![Self::Swipe],
            StepKind::ScrollTo(_) | StepKind::ScrollToEdge(_) => vec![Self::Swipe, Self::Scroll],
            StepKind::Type(typed) => Self::of_typed(&typed.text.reveal()),
            StepKind::Clear(_) => vec![Self::TypeText],
            StepKind::Upload(_) => vec![Self::ReadFile, Self::Touch, Self::TypeText],
            StepKind::PressKey(press) => Self::of_key(press),
            StepKind::HideKeyboard(_) => vec![Self::PressKey],
            StepKind::Home(_) => vec![Self::PressKey, Self::GoHome],
            StepKind::Back(_) => vec![Self::PressKey, Self::GoBack],
            StepKind::Shake(_) => vec![Self::Shake],
            StepKind::SetNetwork(_) => vec![Self::SetNetwork],
            StepKind::Measure(measure) => match &measure.act {
                Measured::Tap(_) => vec![Self::Touch],
                Measured::Launch(_) => vec![Self::OpenApp],
                Measured::PressKey(press) => Self::of_key(press),
            },
            StepKind::WaitFor(_) | StepKind::Pause(_) => vec![Self::Wait],
            StepKind::Assert(_) | StepKind::Check(_) => vec![Self::Prove],
            StepKind::Remember(_) => vec![Self::ReadScreen],
            StepKind::Screenshot(_) | StepKind::KeepEvidence(_) => vec![Self::TakePicture],
            StepKind::Target(_) => vec![Self::SwitchDevice],
            StepKind::Condition(_)
            | StepKind::Repeat(_)
            | StepKind::Group(_)
            | StepKind::Ask(_)
            | StepKind::Unsupported(_) => Vec::new(),
        }
    }

    /// Returns what an act does.
    pub(crate) fn of_action(action: &Action) -> Vec<Self> {
        match action {
            Action::Tap(_) | Action::Special(..) => vec![Self::Touch],
            Action::DoubleTap(_) => vec![Self::Touch, Self::DoubleTap],
            Action::LongPress(..) => vec![Self::Touch, Self::LongPress],
            Action::Swipe(..) => vec![Self::Swipe],
            Action::Drag(..) => vec![Self::Swipe, Self::Drag],
            Action::Type(text) => Self::of_typed(text.reveal()),
            Action::ClearText => vec![Self::TypeText],
            Action::PressKey(key, modifiers) => Self::of_key(&PressKey {
                key: key.clone(),
                modifiers: modifiers.clone(),
            }),
            Action::Launch(_) => vec![Self::OpenApp],
            Action::Stop(_) => vec![Self::StopApp],
            Action::ClearData(_) => vec![Self::EraseApp],
            Action::OpenUrl(_) => vec![Self::OpenAddress],
            Action::Back => vec![Self::PressKey, Self::GoBack],
            Action::Home => vec![Self::PressKey, Self::GoHome],
            Action::Shake => vec![Self::Shake],
            Action::SetNetwork(_) => vec![Self::SetNetwork],
        }
    }

    /// Returns what typing a text does. A line end, a tab or another character that has no picture is the press of a
    /// key, whatever it does there.
    pub(crate) fn of_typed(text: &str) -> Vec<Self> {
        let is_key = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        match text.contains(is_key) {
            true => vec![Self::TypeText, Self::PressKey],
            false => vec![Self::TypeText],
        }
    }

    /// Returns what a finger does that stays where it is for this time.
    pub(crate) fn of_touching_for(time: Duration) -> Vec<Self> {
        match time >= HOLD {
            true => vec![Self::Touch, Self::LongPress],
            false => vec![Self::Touch],
        }
    }

    /// Returns what a key does: that of a character types it, and some are tools of their own.
    fn of_key(press: &PressKey) -> Vec<Self> {
        let does = match press.key.as_str() {
            "back" => Some(Self::GoBack),
            "home" => Some(Self::GoHome),
            "app_switch" => Some(Self::SwitchApp),
            "search" => Some(Self::Search),
            "space" => Some(Self::TypeText),
            named if Key::NAMES.contains(&named) => None,
            _ => Some(Self::TypeText),
        };
        std::iter::once(Self::PressKey).chain(does).collect()
    }

    /// Returns what is done around the steps of a scenario.
    pub(crate) fn of_frame(frame: &Frame) -> Vec<Self> {
        let erases = frame.clear_data_before.then_some(Self::EraseApp);
        let stops = frame.stop_app_after.then_some(Self::StopApp);
        erases.into_iter().chain(stops).collect()
    }
}
