//! Exploring an app on purpose: from its first screen through everything that only leads on, and back.
//!
//! Nothing is touched that promises to destroy, pay, send or save, no switch and no field; what may not be
//! touched at all is refused by the device itself. What turns out to change the screen it stands on is told,
//! and nothing like it is touched again.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use retap_model::device::Deadline;
use retap_model::phrase::Phrase;
use retap_model::program::{
    Back, Draft, Header, Launch, Place, ResetApp, Step, StepKind, Tap, Target, TouchEffect, WaitFor,
};
use retap_model::screen::{Element, Role, Screen};
use retap_model::select::{Evidence, danger_in, name_element};
use retap_model::verify::{ActionType, FailureCode};

use super::look::{is_control, texts_of};
use crate::mcp::compat::fingerprint::screen_mark;
use crate::mcp::tools::open::launch_afresh;
use crate::mcp::{AgentStep, Refusal, ToolCall};

/// How many things are tried on one screen.
const MOST_ACTS: usize = 5;

/// How long something is looked for before it is touched.
const FIND: Duration = Duration::from_secs(2);

/// Labels that lead back, which is no way on.
const BACK: [&str; 6] = ["back", "<", "‹", "〈", "戻る", "zurück"];

/// One touch that led to another screen, and what shows there.
#[derive(Debug, Clone)]
struct Way {
    target: Target,
    landmark: Option<String>,
}

/// The result of a touch.
enum Led {
    /// It showed another screen.
    On,
    /// It did nothing that counts here.
    Nowhere,
    /// It changed the screen it stands on.
    ToAnEffect,
}

/// The result of an exploration.
pub(super) struct Explored {
    /// A skill for each way that went no further.
    pub(super) skills: Vec<Draft>,
    /// How many screens were seen.
    pub(super) screens: usize,
    /// The things left alone, and why it ended early.
    pub(super) notes: Vec<String>,
}

struct Explorer<'a, 'c> {
    call: &'a mut ToolCall<'c>,
    app: &'a str,
    /// How many touches deep and how many screens wide it goes at the most, and until when.
    most_depth: usize,
    most_screens: usize,
    end: Deadline,
    seen: BTreeSet<String>,
    ways: Vec<Vec<Way>>,
    notes: Vec<String>,
}

/// Explores an app; how far is said by `max_depth`, `max_screens` and `max_time` in seconds.
pub(super) fn explore(call: &mut ToolCall<'_>, app: &str) -> Result<Explored, Refusal> {
    let time = Duration::from_secs(call.args.count("max_time").unwrap_or(300).min(600));
    let mut explorer = Explorer {
        most_depth: call.args.count("max_depth").unwrap_or(6),
        most_screens: call.args.count("max_screens").unwrap_or(30),
        end: Deadline::after(call.now(), time),
        call,
        app,
        seen: BTreeSet::new(),
        ways: Vec::new(),
        notes: Vec::new(),
    };
    let first = explorer.restart(&[])?;
    explorer.visit(&first, &mut Vec::new())?;
    let skills = explorer.ways.iter().map(|way| skill_of(app, way)).collect();
    Ok(Explored {
        skills,
        screens: explorer.seen.len(),
        notes: explorer.notes,
    })
}

impl Explorer<'_, '_> {
    fn is_over(&self) -> bool {
        self.seen.len() >= self.most_screens
            || self.end.has_passed(self.call.now())
            || self.call.handle.stop.is_stopped()
    }

    /// Opens the app afresh and goes a way again; returns the screen at its end.
    fn restart(&mut self, way: &[Way]) -> Result<Arc<Screen>, Refusal> {
        let failed = format!("cannot open `{}`", self.app);
        open_afresh(self.call, self.app, &failed)?;
        for step in way {
            let tapped = self.call.act(tap_step(step.target.clone(), None));
            if !tapped.verdict.is_passed() {
                let message = format!(
                    "a way that was gone before ended: {}",
                    tapped.verdict.reason
                );
                return Err(Refusal::new(FailureCode::Unknown, message));
            }
        }
        self.call.look()
    }

    /// Tries what leads on from a screen, and notes the ways that go no further.
    fn visit(&mut self, screen: &Arc<Screen>, way: &mut Vec<Way>) -> Result<(), Refusal> {
        self.seen.insert(screen_mark(screen));
        let (done, all) = (self.seen.len() as f64, self.most_screens as f64);
        self.call.handle.tell(done, Some(all), "exploring");
        let mut goes_on = false;
        let mut acting: Vec<(String, Role)> = Vec::new();
        if way.len() < self.most_depth {
            for (target, evidence) in self.leads(screen) {
                let kind = (evidence.id.clone(), evidence.role);
                if self.is_over() {
                    break;
                }
                if acting.contains(&kind) {
                    continue;
                }
                match self.follow(screen, way, target, evidence)? {
                    Led::On => goes_on = true,
                    Led::Nowhere => {}
                    Led::ToAnEffect => acting.push(kind),
                }
            }
        }
        if !goes_on && !way.is_empty() {
            self.ways.push(way.clone());
        }
        Ok(())
    }

    /// Touches one thing, visits where it leads if that is new, and comes back.
    fn follow(
        &mut self,
        screen: &Arc<Screen>,
        way: &mut Vec<Way>,
        target: Target,
        evidence: Evidence,
    ) -> Result<Led, Refusal> {
        let title = target.title();
        let tapped = self.call.act(tap_step(target.clone(), Some(evidence)));
        if tapped.failure == Some(FailureCode::Cancelled) {
            return Err(Refusal::new(FailureCode::Cancelled, "stopped"));
        }
        if !tapped.is_sent {
            self.notes
                .push(format!("{title}: {}", tapped.verdict.reason));
            return Ok(Led::Nowhere);
        }
        let after = self.call.look()?;
        if is_same_screen(screen, &after) {
            let is_changed = screen_mark(&after) != screen_mark(screen);
            if is_changed {
                self.notes
                    .push(format!("{title} changed the screen it stands on"));
                return Ok(Led::ToAnEffect);
            }
            return Ok(Led::Nowhere);
        }
        let is_inside = after.app == screen.app;
        let is_new = is_inside && !self.seen.contains(&screen_mark(&after));
        if is_new {
            let landmark = landmark(screen, &after);
            way.push(Way { target, landmark });
            self.visit(&after, way)?;
            way.pop();
        } else if !is_inside {
            self.notes.push(format!("{title} leads out of the app"));
        }
        self.come_back(screen, way)?;
        Ok(if is_new { Led::On } else { Led::Nowhere })
    }

    /// Goes back to a screen: by the way back, else from the start.
    fn come_back(&mut self, screen: &Arc<Screen>, way: &[Way]) -> Result<(), Refusal> {
        self.call.step(Back);
        if is_same_screen(screen, &*self.call.look()?) {
            return Ok(());
        }
        let again = self.restart(way)?;
        if !is_same_screen(screen, &again) {
            self.notes
                .push("a screen was another one when it was opened again".to_owned());
        }
        Ok(())
    }

    /// Returns what leads on, in words, with what it is recognised by; what is left alone is noted.
    fn leads(&mut self, screen: &Screen) -> Vec<(Target, Evidence)> {
        let mut leads = Vec::new();
        for (index, element) in screen.visible() {
            if leads.len() >= MOST_ACTS || !may_lead(screen, index, element) {
                continue;
            }
            let Some(target) = name_element(screen, index) else {
                continue;
            };
            let name = target.label.to_string();
            if BACK.contains(&name.trim().to_lowercase().as_str()) {
                continue;
            }
            let promises = ActionType::of_touching(&name) == ActionType::SideEffect;
            if let Some(word) = danger_in(&name).or(promises.then_some("an effect elsewhere")) {
                self.notes.push(format!("`{name}` was left alone ({word})"));
                continue;
            }
            leads.push((target, Evidence::of(screen, index)));
        }
        leads
    }
}

/// Opens an app afresh; where that fails, a refusal begins with these words.
pub(super) fn open_afresh(call: &mut ToolCall<'_>, app: &str, failed: &str) -> Result<(), Refusal> {
    let opened = launch_afresh(call, app);
    if opened.verdict.is_passed() {
        return Ok(());
    }
    let code = opened.failure.unwrap_or(FailureCode::Unknown);
    let message = format!("{failed}: {}", opened.verdict.reason);
    Err(Refusal::new(code, message))
}

/// Returns whether both are the same screen, whatever it is set to or says for a moment.
fn is_same_screen(one: &Screen, other: &Screen) -> bool {
    one.app == other.app
        && one.name == other.name
        && one.fingerprint().is_same_screen(&other.fingerprint())
}

/// Returns whether touching it may show another screen and nothing else: no field, nothing that is switched.
fn may_lead(screen: &Screen, index: usize, element: &Element) -> bool {
    let is_set = |element: &Element| element.state.checked.is_some() || is_control(element);
    let holds_such = screen.inside(index).any(|at| is_set(&screen.elements[at]));
    element.is_clickable && element.state.enabled && !is_set(element) && !holds_such
}

fn tap_step(target: Target, evidence: Option<Evidence>) -> AgentStep {
    let effect = TouchEffect::Visible;
    AgentStep {
        evidence,
        timeout: FIND,
        ..AgentStep::new(Tap {
            target,
            effect,
            ..Tap::default()
        })
    }
}

/// Returns the topmost text that was not there before.
pub(super) fn landmark(before: &Screen, after: &Screen) -> Option<String> {
    let known: Vec<String> = texts_of(before).into_iter().map(|it| it.text).collect();
    let is_new = |text: &String| !known.contains(text) && text.chars().any(char::is_alphabetic);
    let mut texts = texts_of(after).into_iter().map(|it| it.text);
    texts.find(|text| is_new(text))
}

/// Returns a step that waits for a text.
pub(super) fn wait_for(text: &str) -> Step {
    step(WaitFor {
        target: Target::labelled(Phrase::literal(text)),
        timeout: None,
    })
}

fn step(kind: impl Into<StepKind>) -> Step {
    Step::new(kind, Place::default())
}

fn skill_of(app: &str, way: &[Way]) -> Draft {
    let named = || Phrase::literal(app);
    let mut steps = vec![
        step(ResetApp { app: named() }),
        step(Launch { app: named() }),
    ];
    for one in way {
        let target = one.target.clone();
        let effect = TouchEffect::Visible;
        steps.push(step(Tap {
            target,
            effect,
            ..Tap::default()
        }));
        steps.extend(one.landmark.as_deref().map(wait_for));
    }
    let names: Vec<String> = way.iter().map(|one| one.target.label.to_string()).collect();
    let header = Header {
        name: format!("{app}: {}", names.join(", ")),
        apps: vec![app.to_owned()],
        ..Header::default()
    };
    Draft::new(header, steps)
}
