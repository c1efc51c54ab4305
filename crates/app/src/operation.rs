//! What agents do, kind by kind, and the ability each kind takes: the one table that permissions go by.
//!
//! A tool names its operations in its spec, a step has those of its kind; what a person allows or denies is
//! an ability, or a tool by its name. Not here: what a file of permissions says (`permission_rules.rs`).

use retap_model::device::{Action, Key};
use retap_model::program::{Frame, Measured, PressKey, StepKind};

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
    Swipe,
    PressKey,
    GoBack,
    GoHome,
    Shake,
    SetNetwork,
    /// Does steps that the call names, each of which is judged by itself.
    DoSteps,
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
    SwitchDevice,
}

impl Operation {
    /// Returns the abilities it takes, all of them.
    pub(crate) const fn abilities(self) -> &'static [AgentAbility] {
        match self {
            Self::ReadScreen
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
            | Self::Swipe
            | Self::PressKey
            | Self::GoBack
            | Self::GoHome
            | Self::Shake
            | Self::SetNetwork
            | Self::DoSteps => &[AgentAbility::Act],
            Self::TypeText => &[AgentAbility::Text],
            Self::Open | Self::OpenApp | Self::OpenAddress | Self::StopApp => &[AgentAbility::Open],
            Self::EraseApp => &[AgentAbility::Act, AgentAbility::Open],
            Self::ReadFile | Self::WriteFile => &[AgentAbility::Files],
            Self::BuildApp | Self::InstallApp => &[AgentAbility::Build],
            Self::ListSkills | Self::ReadSkill | Self::RunSkill | Self::KeepSkill => {
                &[AgentAbility::Skills]
            }
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
        match self {
            Self::ReadScreen
            | Self::TellScreen
            | Self::ReadDevice
            | Self::ListDevices
            | Self::ReadLogs
            | Self::ReadTraffic
            | Self::Wait
            | Self::Prove
            | Self::Classify
            | Self::TakePicture
            | Self::ReadFile
            | Self::ListSkills
            | Self::ReadSkill => Access::Looks,
            Self::Touch
            | Self::Swipe
            | Self::PressKey
            | Self::GoBack
            | Self::GoHome
            | Self::Shake
            | Self::SetNetwork
            | Self::DoSteps
            | Self::TypeText
            | Self::Open
            | Self::OpenApp
            | Self::OpenAddress
            | Self::StopApp
            | Self::WriteFile
            | Self::KeepSkill
            | Self::SwitchDevice => Access::Acts,
            Self::EraseApp | Self::BuildApp | Self::InstallApp | Self::RunSkill => Access::Destroys,
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
            | StepKind::DoubleTap(_)
            | StepKind::Hover(_)
            | StepKind::RightClick(_)
            | StepKind::LongPress(_)
            | StepKind::SetChecked(_)
            | StepKind::Select(_) => vec![Self::Touch],
            StepKind::Gesture(gesture) => Self::of_action(&gesture.action),
            StepKind::Drag(_)
            | StepKind::Swipe(_)
            | StepKind::PullToRefresh(_)
            | StepKind::ScrollTo(_)
            | StepKind::ScrollToEdge(_) => vec![Self::Swipe],
            StepKind::Type(_) | StepKind::Clear(_) => vec![Self::TypeText],
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
            Action::Tap(_) | Action::DoubleTap(_) | Action::Special(..) | Action::LongPress(..) => {
                vec![Self::Touch]
            }
            Action::Swipe(..) | Action::Drag(..) => vec![Self::Swipe],
            Action::Type(_) | Action::ClearText => vec![Self::TypeText],
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

    /// Returns what a key does: that of a character types it.
    fn of_key(press: &PressKey) -> Vec<Self> {
        let types = !Key::NAMES.contains(&press.key.as_str()) || press.key.as_str() == "space";
        match types {
            true => vec![Self::PressKey, Self::TypeText],
            false => vec![Self::PressKey],
        }
    }

    /// Returns what is done around the steps of a scenario.
    pub(crate) fn of_frame(frame: &Frame) -> Vec<Self> {
        let erases = frame.clear_data_before.then_some(Self::EraseApp);
        let stops = frame.stop_app_after.then_some(Self::StopApp);
        erases.into_iter().chain(stops).collect()
    }
}
