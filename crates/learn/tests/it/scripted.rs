//! A device whose screen is a function of time and of what was done to it, and words for stories on it.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retap_learn::compile::{Lesson, learn};
use retap_learn::source::read_skill;
use retap_model::codec::encode;
use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{Event, RunMode};
use retap_model::geometry::{Rect, Size};
use retap_model::phrase::Variables;
use retap_model::program::*;
use retap_model::screen::{Element, Role, Screen, State, sha256_hex};
use retap_model::time::Timestamp;
use retap_model::verdict::Outcome;
use retap_replay::{Parts, RunOptions, RunReport, run};

use crate::phone::Memory;

pub(crate) type Show = Arc<dyn Fn(Duration, &[Action]) -> Screen + Send + Sync>;

pub(crate) type Asks = Arc<dyn Fn(Duration) -> Option<RequestEnd> + Send + Sync>;

#[derive(Clone, Default)]
pub(crate) struct TestClock(Arc<Mutex<Duration>>);

impl TestClock {
    pub(crate) fn add(&self, time: Duration) {
        *self.0.lock().unwrap() += time;
    }
    pub(crate) fn time(&self) -> Duration {
        *self.0.lock().unwrap()
    }
}

impl Clock for TestClock {
    fn now(&self) -> Moment {
        Moment(self.time())
    }
    fn sleep(&self, time: Duration) {
        self.add(time);
    }
    fn timestamp(&self) -> Timestamp {
        Timestamp(self.time().as_millis() as u64)
    }
}

pub(crate) struct Fake {
    pub(crate) info: DeviceInfo,
    pub(crate) clock: TestClock,
    pub(crate) show: Show,
    pub(crate) acts: Arc<Mutex<Vec<Action>>>,
    pub(crate) cannot: Vec<Ability>,
    pub(crate) radio_from: Duration,
    /// What became of the app's one request, if it was made; a device that tells this tells of changes, too.
    pub(crate) asks: Option<Asks>,
}

impl Fake {
    pub(crate) fn new(show: Show) -> Self {
        Self {
            info: DeviceInfo {
                address: "fake:".to_owned(),
                name: "fake".to_owned(),
                platform: Platform::Simulated,
                size: SIZE,
                scale: 1.0,
            },
            clock: TestClock::default(),
            show,
            acts: Arc::default(),
            cannot: vec![Ability::SignalsChange, Ability::Screenshot],
            radio_from: Duration::ZERO,
            asks: None,
        }
    }
    pub(crate) fn acts(&self) -> Vec<Action> {
        self.acts.lock().unwrap().clone()
    }
}

impl Device for Fake {
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, reconnect, is_keyboard_shown, install, process_of, wait_until_quiet, field_ends_with, identifiers_at,
        dump_storage, read_logs
    );

    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn can(&self, ability: Ability) -> bool {
        !self.cannot.contains(&ability)
    }

    fn read_screen(&mut self, _: Deadline) -> Result<Screen, DeviceError> {
        let screen = (self.show)(self.clock.time(), &self.acts());
        self.clock.add(Duration::from_millis(50));
        Ok(screen)
    }

    fn screenshot(&mut self, _: Deadline) -> Result<Png, DeviceError> {
        Ok(Png(b"\x89PNG".to_vec()))
    }

    fn perform(&mut self, action: &Action, _: Deadline) -> Result<(), DeviceError> {
        self.clock.add(Duration::from_millis(20));
        self.acts.lock().unwrap().push(action.clone());
        Ok(())
    }

    fn wait_for_change(&mut self, deadline: Deadline) -> Result<Change, DeviceError> {
        if self.asks.is_none() {
            return Ok(Change::CannotTell);
        }
        self.clock.add(deadline.left(self.clock.now()));
        Ok(Change::None)
    }

    fn signals_after(&mut self, number: u64) -> Result<Vec<Signal>, DeviceError> {
        let asked = self.asks.as_ref();
        let Some(end) = asked.and_then(|asks| asks(self.clock.time())) else {
            return Ok(Vec::new());
        };
        let known = if end == RequestEnd::Pending { 1 } else { 2 };
        let request = Request {
            method: "GET".to_owned(),
            host: "example.org".to_owned(),
            path: "/more".to_owned(),
            is_own_site: true,
            initiator: Initiator::Script,
            kind: "Fetch".to_owned(),
            end,
            duration: Duration::ZERO,
            write: None,
        };
        let signal = Signal {
            number: known,
            began: known,
            is_habit: false,
            is_after_act: true,
            what: Happening::Requested(request),
        };
        Ok([signal]
            .into_iter()
            .filter(|it| it.number > number)
            .collect())
    }

    fn is_network_in(&mut self, _: NetworkMode, _: Deadline) -> Result<bool, DeviceError> {
        Ok(self.clock.time() >= self.radio_from)
    }
}

pub(crate) const SIZE: Size = Size::new(410.0, 898.0);

pub(crate) fn show(of: impl Fn(Duration, &[Action]) -> Screen + Send + Sync + 'static) -> Show {
    Arc::new(of)
}

/// Shows one page before the first tap and another one from then on.
pub(crate) fn show_before_and_after(before: Vec<Element>, after: Vec<Element>) -> Show {
    show(move |_, acts| match taps(acts) {
        0 => page(before.clone()),
        _ => page(after.clone()),
    })
}

/// A field with a typed query, and below it a result of this name once something is typed.
pub(crate) fn search_page(acts: &[Action], result: &str) -> Screen {
    let typed = typed_text(acts);
    let mut elements = vec![field("search", &typed, 100.0, true)];
    if !typed.is_empty() {
        elements.push(el(Role::Row, "", 0.0, 200.0, 410.0, 60.0));
        elements.push(inside(text(result, 210.0), 1));
    }
    page(elements)
}

pub(crate) fn el(role: Role, text: &str, x: f64, y: f64, w: f64, h: f64) -> Element {
    Element {
        text: text.to_owned(),
        role,
        bounds: Rect::new(x, y, w, h),
        is_clickable: matches!(role, Role::Button | Role::Tab | Role::Row | Role::Switch),
        is_editable: role == Role::TextField,
        state: State {
            enabled: true,
            ..State::default()
        },
        ..Element::default()
    }
}

pub(crate) fn with_id(mut element: Element, id: &str) -> Element {
    element.id = id.to_owned();
    element
}

pub(crate) fn inside(mut element: Element, parent: usize) -> Element {
    element.parent = Some(parent);
    element
}

pub(crate) fn focused(mut element: Element, is: bool) -> Element {
    element.state.focused = is;
    element
}

pub(crate) fn button(text: &str, y: f64) -> Element {
    el(Role::Button, text, 20.0, y, 370.0, 50.0)
}

pub(crate) fn text(text: &str, y: f64) -> Element {
    el(Role::Text, text, 20.0, y, 370.0, 30.0)
}

pub(crate) fn heading(text: &str) -> Element {
    el(Role::Heading, text, 20.0, 90.0, 370.0, 40.0)
}

pub(crate) fn field(id: &str, value: &str, y: f64, is_focused: bool) -> Element {
    let mut element = with_id(el(Role::TextField, value, 20.0, y, 370.0, 50.0), id);
    element.description = id.to_owned();
    element.state.value = Some(value.to_owned());
    focused(element, is_focused)
}

pub(crate) fn page(elements: Vec<Element>) -> Screen {
    Screen {
        size: SIZE,
        app: Some("App".to_owned()),
        app_id: Some("com.example.app".to_owned()),
        elements,
        ..Screen::default()
    }
}

/// The screen where nobody can tell which app it belongs to.
pub(crate) fn unnamed(screen: Screen) -> Screen {
    Screen {
        app: None,
        ..screen
    }
}

pub(crate) fn taps(acts: &[Action]) -> usize {
    acts.iter()
        .filter(|act| matches!(act, Action::Tap(_)))
        .count()
}

/// The front-most clickable or editable thing under each tap, on the screen as `of` draws it.
pub(crate) fn tapped(acts: &[Action], of: &Show) -> Vec<String> {
    let mut names = Vec::new();
    for (position, act) in acts.iter().enumerate() {
        if let Action::Tap(at) = act {
            let screen = of(Duration::from_secs(3600), &acts[..position]);
            names.push(
                screen
                    .element_at(*at)
                    .map_or("nothing".to_owned(), |index| {
                        screen.elements[index].label().to_owned()
                    }),
            );
        }
    }
    names
}

pub(crate) fn typed_text(acts: &[Action]) -> String {
    let typed = acts.iter().filter_map(|act| match act {
        Action::Type(typed) => Some(typed.reveal().to_owned()),
        _ => None,
    });
    typed.collect()
}

pub(crate) struct Told {
    pub(crate) report: RunReport,
    pub(crate) events: Vec<Event>,
    pub(crate) acts: Vec<Action>,
    pub(crate) took: Duration,
}

impl Told {
    pub(crate) fn outcome(&self) -> Outcome {
        self.report.verdict.outcome
    }
    pub(crate) fn reason(&self) -> String {
        self.report.verdict.reason.to_string()
    }
    #[track_caller]
    pub(crate) fn must_pass(&self) {
        assert_eq!(self.outcome(), Outcome::Passed, "{}", self.reason());
    }
    /// Checks that nothing was touched on the screens that `of` draws.
    #[track_caller]
    pub(crate) fn must_touch_nothing(&self, of: &Show) {
        let touched = tapped(&self.acts, of);
        assert!(
            self.acts.is_empty(),
            "touched {touched:?}: {}",
            self.reason()
        );
    }
    #[track_caller]
    pub(crate) fn must_not_pass(&self) {
        assert_ne!(self.outcome(), Outcome::Passed, "{}", self.reason());
    }
    #[track_caller]
    pub(crate) fn must_fail(&self) {
        assert_eq!(self.outcome(), Outcome::Failed, "{}", self.reason());
    }
    pub(crate) fn all(&self) -> String {
        format!("{} {:?}", self.reason(), self.events)
    }
}

pub(crate) struct Written {
    pub(crate) draft: Draft,
    pub(crate) source: Vec<u8>,
}

pub(crate) fn skill(steps: &str) -> Written {
    skill_with(steps, &[])
}

pub(crate) fn skill_with(steps: &str, values: &[(&str, &str)]) -> Written {
    let source = format!("name: Review\nsteps:\n{steps}").into_bytes();
    let mut draft =
        read_skill(Path::new("s.yaml"), &source).unwrap_or_else(|error| panic!("{error:?}"));
    let mut variables = Variables::new();
    for (name, value) in values {
        variables.set(*name, *value);
    }
    draft.bind(&variables);
    Written { draft, source }
}

pub(crate) fn run_with(program: &Program, mode: RunMode, mut device: Fake) -> Told {
    let mut sink = Memory::default();
    let clock = device.clock.clone();
    let parts = Parts::new(&mut device, Arc::new(clock.clone()), &mut sink);
    let report = run(program, parts, &RunOptions::new("run", "s.yaml", mode));
    Told {
        report,
        events: sink.0,
        acts: device.acts(),
        took: clock.time(),
    }
}

impl Written {
    pub(crate) fn live(&self, of: &Show) -> Told {
        self.live_on(Fake::new(of.clone()))
    }
    pub(crate) fn live_on(&self, device: Fake) -> Told {
        run_with(&Program::live(self.draft.clone()), RunMode::Live, device)
    }
    pub(crate) fn compile(&self, of: &Show) -> CompiledProgram {
        let mut device = Fake::new(of.clone());
        let mut sink = Memory::default();
        let clock = device.clock.clone();
        let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
        let options = RunOptions::new("learn", "s.yaml", RunMode::Learning);
        let learned = learn(
            &Lesson::of_skill(self.draft.clone(), &self.source),
            parts,
            &options,
        );
        let reason = learned.report.verdict.reason.clone();
        learned
            .compiled
            .unwrap_or_else(|error| panic!("not learned: {error}: {reason}"))
    }
    pub(crate) fn replay(&self, compiled: &CompiledProgram, of: &Show) -> Told {
        self.replay_on(compiled, Fake::new(of.clone()))
    }
    pub(crate) fn replay_on(&self, compiled: &CompiledProgram, device: Fake) -> Told {
        let sha = sha256_hex(&self.source);
        let program = Program::join(self.draft.clone(), compiled, &sha, SIZE).expect("fresh");
        run_with(&program, RunMode::Compiled, device)
    }
}

pub(crate) fn file(compiled: &CompiledProgram) -> String {
    String::from_utf8(encode(compiled)).unwrap()
}
