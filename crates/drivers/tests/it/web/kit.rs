//! One browser for all tests, a page in it for each.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use retap_drivers::SystemClock;
use retap_drivers::web::{Browser, BrowserConfig, BrowserError, WebDevice, WebOptions};
use retap_model::device::{Action, Change, Clock, Deadline, Device, DeviceError, Key, Typed};
use retap_model::program::Target;
use retap_model::screen::{Element, Role, Screen};
use retap_model::select::{Search, locate};

use crate::missing_tool::skip_without;

use super::server::Server;

const PATIENCE: Duration = Duration::from_secs(60);

/// Returns the browser all tests share, or says that none is installed; one that does not start is a failure.
pub(crate) fn browser() -> Option<&'static Browser> {
    static BROWSER: OnceLock<Option<Browser>> = OnceLock::new();
    let browser = BROWSER.get_or_init(|| match Browser::launch(&config(), clock()) {
        Ok(browser) => Some(browser),
        Err(BrowserError::Missing) => {
            skip_without("a browser");
            None
        }
        Err(error) => panic!("{error}"),
    });
    browser.as_ref()
}

/// Starts a browser for one test alone.
pub(crate) fn own_browser() -> Option<Browser> {
    browser()?;
    Some(Browser::launch(&config(), clock()).unwrap())
}

/// Returns how a browser is started here.
pub(crate) fn config() -> BrowserConfig {
    BrowserConfig {
        folders: vec!["/usr/bin".into()],
        scratch: Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned(),
        ..BrowserConfig::default()
    }
}

pub(crate) fn clock() -> Arc<dyn Clock> {
    static CLOCK: OnceLock<Arc<SystemClock>> = OnceLock::new();
    CLOCK.get_or_init(|| Arc::new(SystemClock::new())).clone()
}

pub(crate) fn deadline() -> Deadline {
    Deadline::after(clock().now(), PATIENCE)
}

/// A page in the browser, with the words tests use.
pub(crate) struct Page {
    pub(crate) device: WebDevice,
    /// Kept for as long as the page may ask it.
    _server: Option<Server>,
}

/// Takes a page, or ends the test where there is no browser; where everything must be there, that is an error.
macro_rules! opened {
    ($page:expr $(,)?) => {
        match $page {
            Some(page) => page,
            None => return,
        }
    };
}
pub(crate) use opened;

/// Opens some HTML as the page of a server, likewise.
macro_rules! shown {
    ($html:expr $(,)?) => {
        $crate::web::kit::opened!($crate::web::kit::show($html))
    };
}
pub(crate) use shown;

/// Opens some HTML as the page of a server.
pub(crate) fn show(html: &str) -> Option<Page> {
    let server = Server::page(html);
    let page = open(&server.url("/"))?;
    Some(Page {
        _server: Some(server),
        ..page
    })
}

/// Opens an address, or returns `None` where there is no browser.
pub(crate) fn open(url: &str) -> Option<Page> {
    open_with(WebOptions::new(url))
}

pub(crate) fn open_with(options: WebOptions) -> Option<Page> {
    let device = WebDevice::open(browser()?, options, deadline()).unwrap();
    Some(Page::of(device))
}

impl Page {
    pub(crate) fn of(device: WebDevice) -> Self {
        Self {
            device,
            _server: None,
        }
    }

    pub(crate) fn read(&mut self) -> Screen {
        self.device.read_screen(deadline()).unwrap()
    }

    /// Reads again at every change until `judge` finds what it wants.
    pub(crate) fn wait<T>(&mut self, mut judge: impl FnMut(&Screen) -> Option<T>) -> T {
        let end = deadline();
        loop {
            let screen = self.read();
            if let Some(found) = judge(&screen) {
                return found;
            }
            let change = self.device.wait_for_change(end).unwrap();
            assert_eq!(
                change,
                Change::Happened,
                "waited in vain; at the end:\n{}",
                outline(&screen)
            );
        }
    }

    /// Waits until a text is visible.
    pub(crate) fn see(&mut self, text: &str) -> Screen {
        self.wait(|screen| screen.texts().contains(&text).then(|| screen.clone()))
    }

    /// Waits until a text with this in it is visible.
    pub(crate) fn see_in_part(&mut self, part: &str) {
        let has_part = |text: &&str| text.contains(part);
        self.wait(|screen| screen.texts().iter().any(has_part).then_some(()));
    }

    /// Waits until a text is not visible.
    pub(crate) fn miss(&mut self, text: &str) -> Screen {
        self.wait(|screen| (!screen.texts().contains(&text)).then(|| screen.clone()))
    }

    pub(crate) fn act(&mut self, action: Action) {
        self.device.perform(&action, deadline()).unwrap();
    }

    pub(crate) fn try_act(&mut self, action: Action) -> Result<(), DeviceError> {
        self.device.perform(&action, deadline())
    }

    /// Touches the one thing of this name, found as the engine finds it.
    pub(crate) fn tap(&mut self, label: &str) {
        self.tap_target(&Target::labelled(label));
    }

    pub(crate) fn tap_target(&mut self, target: &Target) {
        let point = self.wait(|screen| match locate(screen, target, None) {
            // Like the engine: not while the page is loading.
            Search::Found(found) if screen.loading().is_none() => Some(found.point),
            Search::Found(_) | Search::Ambiguous(_) | Search::Missing(_) => None,
        });
        self.act(Action::Tap(point));
    }

    pub(crate) fn type_text(&mut self, text: &str) {
        self.act(Action::Type(Typed::Plain(text.to_owned())));
    }

    pub(crate) fn press(&mut self, key: &str) {
        self.act(Action::PressKey(Key::from_word(key).unwrap(), Vec::new()));
    }

    /// Touches a field and types into it.
    pub(crate) fn fill(&mut self, field: &str, text: &str) {
        self.tap(field);
        self.wait(|screen| {
            named(screen, field)
                .filter(|field| field.state.focused)
                .map(|_| ())
        });
        self.type_text(text);
    }

    /// Waits until the element of this name fits.
    pub(crate) fn wait_for(&mut self, name: &str, fits: impl Fn(&Element) -> bool) -> Element {
        self.wait(|screen| {
            let mut all = screen.visible().map(|(_, element)| element);
            all.find(|element| is_named(element, name) && fits(element))
                .cloned()
        })
    }
}

fn is_named(element: &Element, name: &str) -> bool {
    element.text == name || element.description == name || element.id == name
}

/// Returns the first visible control of this name, else the first element.
pub(crate) fn named(screen: &Screen, name: &str) -> Option<Element> {
    let all = || {
        screen
            .visible()
            .map(|(_, element)| element)
            .filter(|element| is_named(element, name))
    };
    let control = all().find(|element| element.is_clickable || element.is_editable);
    control.or_else(|| all().next()).cloned()
}

/// Returns the screen as indented lines, one an element.
pub(crate) fn outline(screen: &Screen) -> String {
    let mut lines = String::new();
    for (index, element) in screen.elements.iter().enumerate() {
        let depth = screen.ancestors(index).count();
        lines.push_str(&"  ".repeat(depth));
        lines.push_str(element.role.as_str());
        for (mark, text) in [
            ("#", &element.id),
            (" ", &element.text),
            (" ~", &element.description),
        ] {
            if !text.is_empty() {
                lines.push_str(mark);
                lines.push_str(text);
            }
        }
        lines.push_str(&states(element));
        lines.push('\n');
    }
    lines
}

fn states(element: &Element) -> String {
    let state = &element.state;
    let mut words = Vec::new();
    let mut add = |holds: bool, word: &str| {
        if holds {
            words.push(word.to_owned());
        }
    };
    add(
        element.is_clickable && !element.is_editable && element.role != Role::Button,
        "clickable",
    );
    add(element.is_scrollable, "scrollable");
    add(element.is_password, "password");
    add(element.is_covered, "covered");
    add(!state.enabled, "disabled");
    add(state.focused, "focused");
    add(state.checked == Some(true), "checked");
    add(state.checked == Some(false), "unchecked");
    add(state.selected == Some(true), "selected");
    add(state.expanded == Some(true), "expanded");
    add(state.expanded == Some(false), "collapsed");
    if let Some(value) = &state.value {
        words.push(format!("={value}"));
    }
    if words.is_empty() {
        String::new()
    } else {
        format!(" [{}]", words.join(" "))
    }
}
