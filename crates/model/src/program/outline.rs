//! Prints steps as one line each: for people, for comparing trees, and for reports.

use std::fmt::Write as _;
use std::time::Duration;

use crate::phrase::Phrase;
use crate::secret::{MASK, is_secret_name};

use super::step::*;

/// Returns the steps as text, one line each, nested ones indented by two spaces.
///
/// Two sources with equal outlines do the same: place and comments are left out, everything
/// that changes what happens is in. Secrets are masked.
pub fn outline(steps: &[Step]) -> String {
    let mut text = String::new();
    write_steps(steps, 0, &mut text);
    text
}

fn write_steps(steps: &[Step], depth: usize, text: &mut String) {
    for step in steps {
        let _ = writeln!(
            text,
            "{:indent$}{}",
            "",
            step.kind.title(),
            indent = depth * 2
        );
        match &step.kind {
            StepKind::Condition(condition) => {
                write_steps(&condition.then, depth + 1, text);
                if !condition.otherwise.is_empty() {
                    let _ = writeln!(text, "{:indent$}otherwise", "", indent = depth * 2);
                    write_steps(&condition.otherwise, depth + 1, text);
                }
            }
            StepKind::Repeat(repeat) => write_steps(&repeat.steps, depth + 1, text),
            StepKind::Group(group) => write_steps(&group.steps, depth + 1, text),
            _ => {}
        }
    }
}

impl StepKind {
    /// Returns the step in one line, as reports show it; secrets are masked.
    pub fn title(&self) -> String {
        let verb = self.verb();
        match self {
            Self::Tap(Tap { target, effect }) | Self::Hover(Hover { target, effect }) => {
                let effect = match effect {
                    Effect::Visible => "",
                    Effect::None => " (no visible effect)",
                };
                format!("{verb} {}{effect}", target.title())
            }
            Self::DoubleTap(DoubleTap { target }) | Self::Assert(Assert { target, .. }) => {
                format!("{verb} {}", target.title())
            }
            Self::LongPress(step) => {
                format!(
                    "{verb} {}{}",
                    step.target.title(),
                    option("for", step.duration)
                )
            }
            Self::Drag(step) => format!("{verb} {} to {}", step.from.title(), step.to.title()),
            Self::Type(step) => match &step.into {
                Some(target) if is_secret_name(&target.label.source()) => {
                    format!("{verb} {MASK} into {}", target.title())
                }
                Some(target) => format!("{verb} {} into {}", quoted(&step.text), target.title()),
                None => format!("{verb} {}", quoted(&step.text)),
            },
            Self::PressKey(step) => format!("{verb} {}", step.combination()),
            Self::Swipe(step) => {
                format!("{verb} {}{}", step.direction.as_str(), stroke(step.stroke))
            }
            Self::ScrollTo(step) => format!(
                "{verb} {} {} max {}{}",
                step.target.title(),
                step.direction.as_str(),
                step.max,
                stroke(step.stroke)
            ),
            Self::WaitFor(step) => {
                format!(
                    "{verb} {}{}",
                    step.target.title(),
                    option("timeout", step.timeout)
                )
            }
            Self::SetNetwork(step) => format!("{verb} {}", step.mode.as_str()),
            Self::Measure(step) => format!(
                "{verb}{} {} until {}{}",
                step.name
                    .as_ref()
                    .map(|name| format!(" {name}:"))
                    .unwrap_or_default(),
                step.act.title(),
                step.until.title(),
                option("max", step.max)
            ),
            Self::Remember(step) => {
                let from = step
                    .from
                    .as_ref()
                    .map(|target| format!(" from {}", target.title()));
                let name = step.name.as_ref().map(|name| format!(" as {{{name}}}"));
                let text = if step.text.is_empty() {
                    String::new()
                } else {
                    format!(" {}", quoted(&step.text))
                };
                format!(
                    "{verb}{text}{}{}",
                    from.unwrap_or_default(),
                    name.unwrap_or_default()
                )
            }
            Self::Condition(step) => format!("if {}", step.test.title()),
            Self::Repeat(step) => match &step.rounds {
                Rounds::WhileVisible(target) => {
                    format!(
                        "{verb} while {} is visible, max {}",
                        target.title(),
                        step.max
                    )
                }
                Rounds::UntilVisible(target) => {
                    format!(
                        "{verb} until {} is visible, max {}",
                        target.title(),
                        step.max
                    )
                }
                Rounds::Times(1) => format!("{verb} once, max {}", step.max),
                Rounds::Times(times) => format!("{verb} {times} times, max {}", step.max),
            },
            Self::Launch(_)
            | Self::Screenshot(_)
            | Self::OpenUrl(_)
            | Self::ResetApp(_)
            | Self::Target(_)
            | Self::Ask(_) => {
                format!("{verb} {}", self.label().map(quoted).unwrap_or_default())
            }
            Self::RestartApp(_) | Self::KeepEvidence(_) => {
                format!("{verb} {}", self.label().map(quoted).unwrap_or_default())
            }
            Self::Clear(step) => match &step.field {
                Some(field) => format!("{verb} {}", field.title()),
                None => format!("{verb} the field that has the focus"),
            },
            Self::ScrollToEdge(step) => format!("{verb} {}", step.edge.as_str()),
            Self::Pause(step) => format!("{verb} {:?}", step.duration),
            Self::Check(step) => {
                let claims: Vec<String> = step.claims.iter().map(Claim::title).collect();
                format!(
                    "{verb} {}{}",
                    claims.join(" and "),
                    option("within", step.within)
                )
            }
            Self::Group(step) => format!("{verb} \"{}\" to \"{}\"", step.from, step.to),
            Self::Unsupported(step) => format!("{verb}: {}", step.reason),
            Self::Home | Self::Back | Self::Shake => verb.to_owned(),
        }
    }
}

impl Target {
    /// Returns the target in words, as reports show it.
    pub fn title(&self) -> String {
        let mut text = quoted(&self.label);
        if let Some(row) = &self.row {
            let _ = write!(text, " in the row {}", quoted(row));
        }
        if let Some(area) = &self.area {
            let _ = write!(text, " on {}", quoted(area));
        }
        if let Some(index) = self.index {
            let _ = write!(text, " number {index}");
        }
        if let Some(id) = &self.id {
            let _ = write!(text, " with id `{id}`");
        }
        if let Some(role) = self.role {
            let _ = write!(text, " as {}", role.as_str());
        }
        match self.matching {
            Matching::Usual => {}
            Matching::Exact => text.push_str(" (exactly)"),
            Matching::Contains => text.push_str(" (as part of a text)"),
            Matching::Described => text.push_str(" (as described)"),
        }
        text
    }
}

impl Claim {
    /// Returns the claim in words, as reports show it; secrets are masked.
    pub fn title(&self) -> String {
        match self {
            Self::Text(claim) => match claim.presence {
                Presence::Visible => format!("{} shows", claim.target.title()),
                Presence::NotVisible => format!("{} does not show", claim.target.title()),
            },
            Self::Screen(claim) => match claim.presence {
                Presence::Visible => format!("the screen {} is in front", claim.target.title()),
                Presence::NotVisible => {
                    format!("the screen {} is not in front", claim.target.title())
                }
            },
            Self::Id(id) => format!("something has the id `{id}`"),
            Self::Class(class) => format!("something is of the class `{class}`"),
            Self::Count(claim) => claim.title(),
            Self::State(claim) => {
                let not = if claim.is { "" } else { "not " };
                format!(
                    "{} is {not}{}",
                    claim.target.title(),
                    claim.property.as_str()
                )
            }
            Self::Unknown(kind) => format!("the unknown check `{kind}` holds"),
        }
    }
}

impl CountClaim {
    fn title(&self) -> String {
        let parts = [
            self.text
                .as_ref()
                .map(|text| format!("with {}", quoted(text))),
            self.id.as_ref().map(|id| format!("with the id `{id}`")),
            self.class
                .as_ref()
                .map(|class| format!("of the class `{class}`")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!(
            "there are at least {} elements {}",
            self.at_least,
            parts.join(" ")
        )
    }
}

impl Measured {
    fn title(&self) -> String {
        match self {
            Self::Tap(target) => format!("tap {}", target.title()),
            Self::Launch(app) => format!("launch {}", quoted(app)),
            Self::PressKey(key) => format!("press_key {}", key.combination()),
        }
    }
}

impl Test {
    /// Returns the test in words, as reports show it.
    pub fn title(&self) -> String {
        match self.presence {
            Presence::Visible => format!("{} is visible", self.target.title()),
            Presence::NotVisible => format!("{} is not visible", self.target.title()),
        }
    }
}

fn stroke(stroke: Option<Stroke>) -> String {
    stroke
        .map(|stroke| format!(" by {} in {:?}", stroke.distance, stroke.duration))
        .unwrap_or_default()
}

fn quoted(phrase: &Phrase) -> String {
    format!("\"{phrase}\"")
}

fn option(word: &str, duration: Option<Duration>) -> String {
    duration
        .map(|duration| format!(" {word} {duration:?}"))
        .unwrap_or_default()
}
