//! Reading text from pixels at the pace of the device that is driven.

use std::sync::Arc;
use std::time::Duration;

use retap_drivers::ocr::Tesseract;
use retap_model::device::{Clock, Deadline, DeviceInfo, Png, TextReader, TextReaderError};
use retap_model::screen::Element;

/// Reads text with tesseract; on a virtual clock, where real work takes no time, a reading is
/// given the time it would take on a phone.
pub(crate) struct PacedReader {
    tesseract: Tesseract,
    clock: Arc<dyn Clock>,
    pace: Option<Duration>,
}

impl PacedReader {
    /// Returns a reader on this clock; `pace` is how long a reading takes on a virtual one.
    pub(crate) fn new(clock: Arc<dyn Clock>, pace: Option<Duration>) -> Self {
        Self {
            tesseract: Tesseract::new(Arc::clone(&clock)),
            clock,
            pace,
        }
    }
}

impl TextReader for PacedReader {
    fn read_text(
        &mut self,
        picture: &Png,
        device: &DeviceInfo,
        deadline: Deadline,
    ) -> Result<Vec<Element>, TextReaderError> {
        let elements = self.tesseract.read_text(picture, device, deadline);
        if let Some(pace) = self.pace {
            self.clock.sleep(pace);
        }
        elements
    }
}
