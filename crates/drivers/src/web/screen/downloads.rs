//! What a browser shows of downloads: a message at the edge of the page.

use retap_model::device::{Download, DownloadEnd};
use retap_model::geometry::{Rect, Size};
use retap_model::screen::{Element, Role, Screen, State};

use super::super::device::WebDevice;

/// The height of a message: it must be on the screen and in nobody's way.
const EDGE: f64 = 1.0;

impl WebDevice {
    /// Adds a message for each download that began after the last act. One that has begun before is not
    /// shown any more: its end would be taken for the answer to a later act.
    pub(super) fn with_downloads(&self, mut screen: Screen) -> Screen {
        let size = screen.size;
        let messages = self.signals.new_downloads().zip(1_u32..);
        let elements = messages.map(|(download, place)| message(download, place, size));
        screen.elements.extend(elements);
        screen
    }
}

fn message(download: &Download, place: u32, size: Size) -> Element {
    let name = &download.name;
    Element {
        role: Role::Toast,
        text: match &download.end {
            DownloadEnd::Pending => format!("Downloading {name}"),
            DownloadEnd::Whole(_) => format!("Downloaded {name}"),
            DownloadEnd::Broken { .. } => format!("Not downloaded: {name}"),
        },
        class: "browser".to_owned(),
        bounds: Rect::new(
            0.0,
            (size.height - EDGE * f64::from(place)).max(0.0),
            size.width,
            EDGE,
        ),
        state: State {
            enabled: true,
            ..State::default()
        },
        ..Element::default()
    }
}
