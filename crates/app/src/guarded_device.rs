//! A device that refuses what the policy forbids; every path to a device goes through it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::android::package_of;
use retap_model::device::{
    Ability, Action, Deadline, Device, DeviceError, Landed, Platform, Typed,
};
use retap_model::device_methods;
use retap_model::geometry::{Point, Rect, Size};
use retap_model::screen::{Element, Role, Screen};
use retap_model::seen::is_blank;
use retap_model::select::joints_with_drawn;

use crate::agent_limits::SharedLimits;
use crate::operation::Operation;
use crate::permissions::{Guard, SharedGuard};

/// A device that refuses to touch blocked apps and skipped elements.
pub(crate) struct GuardedDevice {
    inner: Box<dyn Device>,
    guard: SharedGuard,
    limits: SharedLimits,
    /// The last reading, while there is something to guard: it tells what an act would touch.
    last: Option<Arc<Screen>>,
}

impl GuardedDevice {
    /// Returns the device with a guard and the limits of an agent, which may change while the device is open.
    pub(crate) fn around(
        inner: Box<dyn Device>,
        guard: &SharedGuard,
        limits: &SharedLimits,
    ) -> Box<dyn Device> {
        Box::new(Self {
            inner,
            guard: guard.clone(),
            limits: limits.clone(),
            last: None,
        })
    }

    /// Refuses an act by which an agent would do more than it may.
    fn check_for_agent(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        let (Some(limits), Some(hidden)) = (self.limits.now(), HiddenAct::of(action)) else {
            return Ok(());
        };
        let Some(reason) = limits.refuses(&hidden.does()) else {
            return Ok(());
        };
        let is_done = match hidden {
            HiddenAct::Keys => true,
            HiddenAct::Touch(_) => self.is_touch(action, deadline)?,
            HiddenAct::Focus(at) => !self.is_field(at, deadline)?,
        };
        match is_done {
            false => Ok(()),
            true => Err(DeviceError::NotPermitted {
                asked: action.to_string(),
                reason: format!("{}; {reason}", hidden.because()),
            }),
        }
    }

    /// Returns whether a touch here does no more than to put the focus into a field; not where nobody can tell.
    fn is_field(&mut self, at: Point, deadline: Deadline) -> Result<bool, DeviceError> {
        if !self.inner.can(Ability::Tree) {
            return Ok(false);
        }
        let screen = self.inner.read_screen(deadline)?;
        let front = screen.element_at(at);
        let touched = front.and_then(|index| screen.touched_for(index));
        Ok(touched.is_some_and(|index| screen.elements[index].is_editable))
    }

    /// Returns whether a stroke may be taken for a touch where it begins, as the screen is now.
    fn is_touch(&mut self, action: &Action, deadline: Deadline) -> Result<bool, DeviceError> {
        let (Action::Swipe(from, to, _) | Action::Drag(from, to, _)) = action else {
            return Ok(false);
        };
        let info = self.inner.info();
        if is_short(*from, *to, info.size) {
            return Ok(true);
        }
        // A browser turns a swipe into scrolling, which is no touch of anything.
        let scrolls = info.platform == Platform::Web && matches!(action, Action::Swipe(..));
        if scrolls || !self.inner.can(Ability::Tree) {
            return Ok(false);
        }
        let screen = self.inner.read_screen(deadline)?;
        Ok(are_on_one_thing(&screen, *from, *to))
    }

    /// Refuses an act that the policy forbids.
    fn check(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        let guard = self.guard.now();
        // An app of a browser is an address.
        if let Action::OpenUrl(url) | Action::Launch(url) = action
            && let Some(reason) = guard.refuses_scheme(url, self.inner.info().platform)
        {
            let asked = action.to_string();
            return Err(DeviceError::NotPermitted { asked, reason });
        }
        if *guard == Guard::default() {
            return Ok(());
        }
        // What is in front is unknown before the first reading, and nothing unknown is touched.
        if self.last.is_none() && self.inner.can(Ability::Tree) {
            let screen = self.inner.read_screen(deadline)?;
            self.last = Some(Arc::new(screen));
        }
        let forbidden = || match &self.last {
            None if touches_something(action) => guard.refuses_unseen(),
            last => forbidden(&guard, action, last.as_deref()),
        };
        let mut reason = guard.closed.clone().or_else(forbidden);
        if reason.is_none() && !guard.blocked_apps.is_empty() {
            reason = self.led_to_blocked(&guard, action, deadline)?;
        }
        match reason {
            None => Ok(()),
            Some(reason) => Err(DeviceError::NotPermitted {
                asked: action.to_string(),
                reason,
            }),
        }
    }

    /// Returns why an act is refused, judged by the apps it leads to: a link names none of them, and an app
    /// goes by several names.
    fn led_to_blocked(
        &mut self,
        guard: &Guard,
        action: &Action,
        deadline: Deadline,
    ) -> Result<Option<String>, DeviceError> {
        let is_link = matches!(action, Action::OpenUrl(_));
        let names_app = matches!(
            action,
            Action::Launch(_) | Action::Stop(_) | Action::ClearData(_)
        );
        if !is_link && !names_app {
            return Ok(None);
        }
        let Some(apps) = self.inner.apps_of(action, deadline)? else {
            let unknown = "`blockedApps` names apps, and which app would open this cannot be told";
            return Ok(is_link.then(|| unknown.to_owned()));
        };
        let blocked = apps.into_iter().find(|app| guard.blocks(app));
        let opens = if is_link { ", which may open it" } else { "" };
        Ok(blocked.map(|app| format!("`blockedApps` names `{app}`{opens}")))
    }
}

/// What an act may do besides what it is called.
enum HiddenAct {
    /// The keys in a text.
    Keys,
    /// A touch by a stroke that takes this time.
    Touch(Duration),
    /// A touch here that is for typing, where touching is not permitted.
    Focus(Point),
}

impl HiddenAct {
    fn of(action: &Action) -> Option<Self> {
        match action {
            Action::Type(text) => {
                let does = Operation::of_typed(text.reveal());
                does.contains(&Operation::PressKey).then_some(Self::Keys)
            }
            Action::Swipe(_, _, time) | Action::Drag(_, _, time) => Some(Self::Touch(*time)),
            Action::Tap(at) => Some(Self::Focus(*at)),
            Action::DoubleTap(_)
            | Action::Special(..)
            | Action::LongPress(..)
            | Action::ClearText
            | Action::PressKey(..)
            | Action::Launch(_)
            | Action::Stop(_)
            | Action::ClearData(_)
            | Action::OpenUrl(_)
            | Action::Back
            | Action::Home
            | Action::Shake
            | Action::SetNetwork(_) => None,
        }
    }

    fn does(&self) -> Vec<Operation> {
        match self {
            Self::Keys => vec![Operation::TypeText, Operation::PressKey],
            Self::Touch(time) => Operation::of_touching_for(*time),
            Self::Focus(_) => vec![Operation::Touch],
        }
    }

    const fn because(&self) -> &'static str {
        match self {
            Self::Keys => "a line end, a tab or the like in a text is the press of a key",
            Self::Touch(_) => "it begins and ends on one thing, so it is a touch",
            Self::Focus(_) => "this is no field, so it is not touched for typing",
        }
    }
}

/// The longest stroke that some device takes for a touch, as a part of the longer side of its screen: 15 of the 800 points
/// of a page, 8 of the 900 of a phone.
const SLIP: f64 = 0.02;

fn is_short(from: Point, to: Point, size: Size) -> bool {
    let length = (to.x - from.x).hypot(to.y - from.y);
    // What is no number is not long either.
    let is_long = length > SLIP * size.width.max(size.height);
    !is_long
}

/// Returns whether one thing that reacts to touches holds both ends of a stroke: apps and pages are told then that it was
/// touched. What a slider is told is how far.
fn are_on_one_thing(screen: &Screen, from: Point, to: Point) -> bool {
    let holders = |at: Point| {
        let front = screen.element_at(at);
        let lineage = front.map(|index| std::iter::once(index).chain(screen.ancestors(index)));
        lineage.into_iter().flatten().collect::<Vec<usize>>()
    };
    let ends = holders(to);
    let is_touched = |index: &usize| {
        let element = &screen.elements[*index];
        element.reacts_to_touches() && element.role != Role::Slider && ends.contains(index)
    };
    holders(from).iter().any(is_touched)
}

/// Returns why an act is refused, judged by the screen it would touch.
fn forbidden(guard: &Guard, action: &Action, screen: Option<&Screen>) -> Option<String> {
    if let Action::Launch(app) | Action::Stop(app) | Action::ClearData(app) = action {
        let is_blocked = guard.blocks(app);
        return is_blocked.then(|| format!("`blockedApps` names `{app}`"));
    }
    let screen = screen?;
    match action {
        // These lead out of a blocked app.
        Action::Back
        | Action::Home
        | Action::Launch(_)
        | Action::Stop(_)
        | Action::ClearData(_) => None,
        Action::Tap(at)
        | Action::DoubleTap(at)
        | Action::Special(_, at)
        | Action::LongPress(at, _)
        | Action::Swipe(at, _, _) => {
            blocked_front(guard, screen).or_else(|| skipped_at(guard, screen, *at))
        }
        Action::Drag(from, to, _) => blocked_front(guard, screen)
            .or_else(|| skipped_at(guard, screen, *from))
            .or_else(|| skipped_at(guard, screen, *to)),
        // Keys reach what has the focus, whoever put it there.
        Action::Type(_) | Action::ClearText | Action::PressKey(..) => {
            let focused = screen.elements.iter().position(|it| it.state.focused);
            blocked_front(guard, screen)
                .or_else(|| focused.and_then(|index| skipped(guard, screen, index)))
                .or_else(|| focused.and_then(|index| chosen_by(action, guard, screen, index)))
        }
        Action::OpenUrl(_) | Action::Shake | Action::SetNetwork(_) => blocked_front(guard, screen),
    }
}

/// Returns whether an act reaches something on the screen, whatever that is.
const fn touches_something(action: &Action) -> bool {
    match action {
        Action::Tap(_)
        | Action::DoubleTap(_)
        | Action::Special(..)
        | Action::LongPress(..)
        | Action::Swipe(..)
        | Action::Drag(..)
        | Action::Type(_)
        | Action::ClearText
        | Action::PressKey(..) => true,
        Action::Launch(_)
        | Action::Stop(_)
        | Action::ClearData(_)
        | Action::OpenUrl(_)
        | Action::Back
        | Action::Home
        | Action::Shake
        | Action::SetNetwork(_) => false,
    }
}

/// The keys that go from one choice to another.
const MOVING: [&str; 8] = [
    "up",
    "down",
    "left",
    "right",
    "home",
    "end",
    "page_up",
    "page_down",
];

/// Returns why a key that goes from one choice to another is not pressed: it chooses what it goes to, whichever that is.
fn chosen_by(action: &Action, guard: &Guard, screen: &Screen, focused: usize) -> Option<String> {
    let moves = matches!(action, Action::PressKey(key, _) if MOVING.contains(&key.as_str()));
    if !moves {
        return None;
    }
    let role = screen.elements[focused].role;
    let is_choice = |index: &usize| match role {
        Role::Radio | Role::Tab => screen.elements[*index].role == role,
        Role::List => screen.is_inside(*index, focused),
        _ => false,
    };
    let visible = screen.visible().map(|(index, _)| index);
    let mut choices = visible.filter(is_choice);
    choices.find_map(|index| skipped(guard, screen, index))
}

/// Returns why a package is not installed: it could replace an app that nobody may touch.
fn not_installed(guard: &Guard, package: &Path) -> Option<String> {
    if guard.closed.is_some() || guard.blocked_apps.is_empty() {
        return guard.closed.clone();
    }
    match package_of(package) {
        Some(app) if guard.blocks(&app) => Some(format!("`blockedApps` names `{app}`")),
        Some(_) => None,
        None => Some(
            "`blockedApps` names apps, and which app this package is cannot be told".to_owned(),
        ),
    }
}

fn blocked_front(guard: &Guard, screen: &Screen) -> Option<String> {
    let names = [screen.app.as_deref(), screen.app_id.as_deref()];
    let mut named = names.into_iter().flatten();
    let blocked = named.find(|app| guard.blocks(app))?;
    Some(format!(
        "`{blocked}` is in front, and `blockedApps` names it"
    ))
}

fn skipped_at(guard: &Guard, screen: &Screen, at: Point) -> Option<String> {
    skipped(guard, screen, screen.element_at(at)?)
}

/// Returns why an element is not touched: by its own words, by those of what it is part of, or by those beside
/// it where it has none of its own.
fn skipped(guard: &Guard, screen: &Screen, index: usize) -> Option<String> {
    let around = words_beside(screen, index).into_iter();
    let skips = |words: String| {
        let pattern = guard.skips(&words)?;
        Some(format!(
            "`skipElements` has `{pattern}`, which `{words}` beside it contains"
        ))
    };
    if let Some(reason) = around.chain(words_on(screen, index)).find_map(skips) {
        return Some(reason);
    }
    let touched = std::iter::once(index).chain(screen.ancestors(index));
    for element in touched.map(|index| &screen.elements[index]) {
        // A sign such as × is what is drawn; what it does may only be in its description.
        let words = [&element.text, &element.description];
        let words = words
            .into_iter()
            .chain(&element.remarks)
            .chain(&element.drawn);
        let joints = joints_with_drawn(&element.text, &element.drawn);
        let words = words.chain(&joints).map(|it| it.trim());
        for words in words.filter(|words| !words.is_empty()) {
            // What opens a blocked app is not touched either.
            if element.is_clickable && guard.blocks(words) && screen.app.is_none() {
                return Some(format!("`blockedApps` names `{words}`"));
            }
            if let Some(pattern) = guard.skips(words) {
                return Some(format!(
                    "`skipElements` has `{pattern}`, which `{words}` contains"
                ));
            }
        }
    }
    None
}

/// Returns the words on a control that has none of its own, as one text and as one word: it may stand in two pieces.
/// Those of a row or a list are about more than what is touched.
fn words_on(screen: &Screen, index: usize) -> Vec<String> {
    let control = screen.touched_for(index).unwrap_or(index);
    let Element { text, role, .. } = &screen.elements[control];
    if !is_blank(text) || matches!(role, Role::Row | Role::List) {
        return Vec::new();
    }
    let is_its = |inner: &usize| screen.touched_for(*inner) == Some(control);
    let inside = screen.inside(control).filter(is_its);
    let words: Vec<&str> = inside.map(|it| screen.elements[it].text.trim()).collect();
    let mut all = joints_with_drawn(&words.concat(), &screen.elements[control].drawn);
    all.extend([words.join(" "), words.concat()]);
    all
}

/// Returns the words that may name a control without any: those of its row, else those on its line.
fn words_beside(screen: &Screen, index: usize) -> Vec<String> {
    let touched = screen.touched_for(index).unwrap_or(index);
    let says = |index: usize| !screen.elements[index].caption().trim().is_empty();
    let mut own = std::iter::once(touched).chain(screen.inside(touched));
    if own.any(says) {
        return Vec::new();
    }
    let middle = screen.elements[touched].bounds.center().y;
    let is_on_line = |index: usize| {
        let Rect { y, height, .. } = screen.elements[index].bounds;
        (y..=y + height).contains(&middle) && !screen.elements[index].reacts_to_touches()
    };
    let beside: Vec<usize> = match screen.row_of(touched) {
        Some(row) => screen.inside(row).collect(),
        None => screen
            .visible()
            .map(|(index, _)| index)
            .filter(|it| is_on_line(*it))
            .collect(),
    };
    let caption = |index: usize| screen.elements[index].caption().to_owned();
    beside
        .into_iter()
        .filter(|index| says(*index))
        .map(caption)
        .collect()
}

impl Device for GuardedDevice {
    device_methods!(
        forward to inner:
        info, can, os_version, read_whole, bring_into_view, dump_tree, drawn, screenshot, apps_of, wait_for_change, reconnect,
        is_network_in, is_keyboard_shown, process_of, dump_storage, signals_after, wait_until_quiet, read_logs, field_ends_with, identifiers_at
    );

    fn read_screen(&mut self, deadline: Deadline) -> Result<Screen, DeviceError> {
        let screen = self.inner.read_screen(deadline)?;
        let is_guarded = *self.guard.now() != Guard::default();
        self.last = is_guarded.then(|| Arc::new(screen.clone()));
        Ok(screen)
    }

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.check_for_agent(action, deadline)?;
        self.check(action, deadline)?;
        self.inner.perform(action, deadline)
    }

    fn type_into(
        &mut self,
        field: Point,
        text: &Typed,
        deadline: Deadline,
    ) -> Result<Landed, DeviceError> {
        self.check_for_agent(&Action::Tap(field), deadline)?;
        self.check_for_agent(&Action::Type(text.clone()), deadline)?;
        self.check(&Action::Tap(field), deadline)?;
        self.inner.type_into(field, text, deadline)
    }

    fn install(&mut self, package: &Path, deadline: Deadline) -> Result<String, DeviceError> {
        match not_installed(&self.guard.now(), package) {
            Some(reason) => Err(DeviceError::NotPermitted {
                asked: format!("install {}", package.display()),
                reason,
            }),
            None => self.inner.install(package, deadline),
        }
    }
}

#[cfg(test)]
mod tests {

    use retap_model::device::Key;

    use super::*;

    fn element(role: Role, text: &str, x: f64, parent: Option<usize>) -> Element {
        let mut element = Element {
            role,
            text: text.to_owned(),
            bounds: Rect::new(x, 100.0, 80.0, 30.0),
            is_clickable: role == Role::Switch,
            parent,
            ..Element::default()
        };
        element.state.enabled = true;
        element
    }

    fn screen(elements: Vec<Element>) -> Screen {
        Screen {
            size: Size::new(400.0, 800.0),
            elements,
            ..Screen::default()
        }
    }

    #[test]
    fn an_arrow_key_chooses_nothing_that_must_not_be_touched() {
        let guard = Guard {
            skip_elements: vec!["delete".to_owned()],
            ..Guard::default()
        };
        let radios = |second: &str, role: Role| {
            let mut first = element(role, "Keep", 10.0, None);
            first.state.focused = true;
            screen(vec![first, element(role, second, 200.0, None)])
        };
        let press = |key: &str| Action::PressKey(Key::from_word(key).unwrap(), Vec::new());
        let down = press("down");
        let refused = |screen: &Screen| chosen_by(&down, &guard, screen, 0).is_some();
        assert!(refused(&radios("Delete all", Role::Radio)));
        assert!(!refused(&radios("Archive", Role::Radio)));
        assert!(!refused(&radios("Delete all", Role::Button)));
        let screen = radios("Delete all", Role::Radio);
        assert_eq!(chosen_by(&press("tab"), &guard, &screen, 0), None);
    }

    #[test]
    fn a_switch_without_words_is_known_by_the_words_beside_it() {
        let guard = Guard {
            skip_elements: vec!["erase".to_owned()],
            ..Guard::default()
        };
        let is_skipped = |screen: &Screen, index| skipped(&guard, screen, index).is_some();
        let row = |text: &str, switch: &str| {
            let mut row = element(Role::Row, "", 0.0, None);
            row.bounds = Rect::new(0.0, 90.0, 400.0, 50.0);
            let label = element(Role::Text, text, 10.0, Some(0));
            screen(vec![
                row,
                label,
                element(Role::Switch, switch, 300.0, Some(0)),
            ])
        };
        assert!(is_skipped(&row("Erase all data", ""), 2));
        assert!(!is_skipped(&row("Erase all data", "Cancel"), 2));
        assert!(!is_skipped(&row("Wi-Fi", ""), 2));
        let plain = |text: &str| {
            screen(vec![
                element(Role::Text, text, 10.0, None),
                element(Role::Switch, "", 300.0, None),
            ])
        };
        assert!(is_skipped(&plain("Erase all data"), 1));
        assert!(!is_skipped(&plain("Wi-Fi"), 1));
    }
}
