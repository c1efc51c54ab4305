//! Drives a phone as a person does, in short words, for the tests.

use std::time::Duration;

use retap_model::device::{Action, Clock, Deadline, Device, DeviceError, Key, Typed};
use retap_model::geometry::Point;
use retap_model::screen::{Element, Screen};
use retap_sim::SimDevice;

/// A phone with someone at it.
pub(crate) struct Driver {
    /// The phone.
    pub(crate) device: SimDevice,
}

impl Driver {
    /// Takes the phone at `address`, or panics with why there is none.
    pub(crate) fn open(address: &str) -> Self {
        match SimDevice::open(address) {
            Ok(device) => Self { device },
            Err(error) => panic!("{error}"),
        }
    }

    /// Takes the phone at `address` and opens an app on it.
    pub(crate) fn launch(address: &str, app: &str) -> Self {
        let mut driver = Self::open(address);
        driver.perform(Action::Launch(app.to_owned()));
        driver
    }

    pub(crate) fn deadline(&self) -> Deadline {
        Deadline::after(self.device.clock().now(), Duration::from_secs(30))
    }

    pub(crate) fn read(&mut self) -> Screen {
        let deadline = self.deadline();
        self.device.read_screen(deadline).unwrap()
    }

    pub(crate) fn texts(&mut self) -> Vec<String> {
        self.read().texts().into_iter().map(str::to_owned).collect()
    }

    pub(crate) fn shows(&mut self, text: &str) -> bool {
        self.texts().iter().any(|shown| shown == text)
    }

    /// Returns the labels of what was touched at a point, in order; `-` where nothing took the touch.
    pub(crate) fn touched(&self) -> Vec<String> {
        let entries = self.device.touch_log().entries().into_iter();
        let touches = entries.filter(|touched| touched.point.is_some());
        touches
            .map(|touched| {
                touched
                    .element
                    .map_or("-".to_owned(), |element| element.label)
            })
            .collect()
    }

    pub(crate) fn try_perform(&mut self, action: Action) -> Result<(), DeviceError> {
        let deadline = self.deadline();
        self.device.perform(&action, deadline)
    }

    pub(crate) fn perform(&mut self, action: Action) {
        self.try_perform(action).unwrap();
    }

    /// Returns the visible element that is called `label` or has it as its id.
    pub(crate) fn find(&mut self, label: &str) -> Element {
        let screen = self.read();
        let is_it = |element: &&Element| {
            [&element.text, &element.description, &element.id].contains(&&label.to_owned())
        };
        let found = screen
            .visible()
            .map(|(_, element)| element)
            .find(is_it)
            .cloned();
        found.unwrap_or_else(|| panic!("no `{label}` among {:?}", screen.texts()))
    }

    pub(crate) fn tap(&mut self, label: &str) {
        let at = self.find(label).bounds.center();
        self.tap_at(at);
    }

    pub(crate) fn tap_at(&mut self, at: Point) {
        self.perform(Action::Tap(at));
    }

    pub(crate) fn type_text(&mut self, text: &str) {
        self.perform(Action::Type(Typed::Plain(text.to_owned())));
    }

    pub(crate) fn press(&mut self, key: &str) {
        self.perform(Action::PressKey(Key::from_word(key).unwrap(), Vec::new()));
    }

    pub(crate) fn swipe(&mut self, from: (f64, f64), to: (f64, f64)) {
        let point = |(x, y)| Point::new(x, y);
        let time = Duration::from_millis(300);
        self.perform(Action::Swipe(point(from), point(to), time));
    }

    /// Lets virtual time go by.
    pub(crate) fn wait(&mut self, millis: u64) {
        self.device.clock().sleep(Duration::from_millis(millis));
    }

    pub(crate) fn title(&mut self) -> String {
        self.find("title").text
    }

    pub(crate) fn last_effect(&self) -> Option<String> {
        self.device.touch_log().entries().pop()?.effect
    }
}
