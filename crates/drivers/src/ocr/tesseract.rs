//! Reads text by running the program `tesseract`; it must not know what the text is for.

use std::io;
use std::sync::Arc;

use retap_model::device::{
    Clock, Deadline, DeviceInfo, ExternalProgram, Png, ProgramEnd, ProgramError, RunProgram as _,
    TextReader, TextReaderError,
};
use retap_model::screen::Element;

use super::lines::in_units;
use super::{flatten, parse_table};
use crate::process::SystemPrograms;

/// The languages that are read, as far as they are installed.
const USUAL_LANGUAGES: [&str; 2] = ["jpn", "eng"];

/// Finds text anywhere: a screen is no page with columns.
const SPARSE_TEXT: [&str; 2] = ["--psm", "11"];

/// Screens have no resolution that means anything; this one keeps tesseract from guessing.
const RESOLUTION: [&str; 2] = ["--dpi", "300"];

/// Reads text with the program `tesseract`.
///
/// Reading a phone's screen takes about half a second. Not guaranteed: kanji with parts that stand
/// apart, such as the left half of 設, are at times read as several short lines of nonsense.
pub struct Tesseract {
    program: String,
    /// Those of the usual languages that are installed, in tesseract's notation; which, shows at the first use.
    languages: Option<String>,
    clock: Arc<dyn Clock>,
}

impl Tesseract {
    /// Returns a reader of Japanese and English, or of the one that is installed.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            program: "tesseract".to_owned(),
            languages: None,
            clock,
        }
    }

    fn languages(&mut self, deadline: Deadline) -> Result<String, TextReaderError> {
        if let Some(known) = &self.languages {
            return Ok(known.clone());
        }
        let listing = self.run(&["--list-langs"], Vec::new(), deadline)?;
        let installed = installed_languages(&listing)?;
        Ok(self.languages.insert(installed).clone())
    }

    fn run(
        &self,
        arguments: &[&str],
        input: Vec<u8>,
        deadline: Deadline,
    ) -> Result<String, TextReaderError> {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned());
        let within = deadline.left(self.clock.now());
        let program = ExternalProgram {
            input,
            // More threads make tesseract slower on pictures of this size.
            variables: vec![("OMP_THREAD_LIMIT".to_owned(), "1".to_owned())],
            ..ExternalProgram::new(&self.program, arguments.collect(), within)
        };
        let end = SystemPrograms.run(&program);
        text_of(end.map_err(|error| explain(error, &self.program))?)
    }
}

impl TextReader for Tesseract {
    fn read_text(
        &mut self,
        picture: &Png,
        device: &DeviceInfo,
        deadline: Deadline,
    ) -> Result<Vec<Element>, TextReaderError> {
        let languages = self.languages(deadline)?;
        let image = flatten(&picture.0, device.scale).map_err(failed)?;
        let files = ["stdin", "stdout", "-l", &languages];
        let arguments = [&files[..], &SPARSE_TEXT, &RESOLUTION, &["tsv"]].concat();
        let table = self.run(&arguments, image, deadline)?;
        let texts = parse_table(&table).map_err(failed)?.into_iter();
        Ok(texts.map(|text| in_units(text, device.scale)).collect())
    }
}

/// Returns the usual languages that `--list-langs` lists, in tesseract's notation.
fn installed_languages(listing: &str) -> Result<String, TextReaderError> {
    // The first line is a heading.
    let installed: Vec<&str> = listing.lines().skip(1).map(str::trim).collect();
    let mut usual = USUAL_LANGUAGES.to_vec();
    usual.retain(|name| installed.contains(name));
    if usual.is_empty() {
        return Err(TextReaderError::Missing {
            program: "tesseract language eng".to_owned(),
            remedy: "type `apt-get install tesseract-ocr-eng`".to_owned(),
        });
    }
    Ok(usual.join("+"))
}

fn explain(error: ProgramError, program: &str) -> TextReaderError {
    match error {
        ProgramError::TimedOut { .. } | ProgramError::Stopped => TextReaderError::DeadlinePassed,
        ProgramError::CannotRun(error) if error.kind() == io::ErrorKind::NotFound => {
            TextReaderError::Missing {
                program: program.to_owned(),
                remedy: "type `apt-get install tesseract-ocr tesseract-ocr-jpn` \
                         or `brew install tesseract tesseract-lang`"
                    .to_owned(),
            }
        }
        ProgramError::CannotRun(error) => failed(format!("could not run `{program}`: {error}")),
    }
}

fn failed(reason: String) -> TextReaderError {
    TextReaderError::Failed { reason }
}

fn text_of(end: ProgramEnd) -> Result<String, TextReaderError> {
    if end.is_success {
        let text = String::from_utf8(end.stdout);
        return text.map_err(|_| failed("the answer is not UTF-8".to_owned()));
    }
    let stderr = String::from_utf8_lossy(&end.stderr);
    let last = stderr.lines().map(str::trim).rfind(|line| !line.is_empty());
    let last = last.unwrap_or("no reason was given");
    Err(failed(format!("{}: {last}", end.status)))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use retap_model::device::Platform;
    use retap_model::geometry::{Point, Rect, Size};
    use retap_sim::render::{Align, Canvas, Color, TextStyle};

    use super::*;
    use crate::SystemClock;
    use crate::missing_tool::skip_without;

    fn reader() -> Tesseract {
        Tesseract::new(Arc::new(SystemClock::new()))
    }

    fn phone() -> DeviceInfo {
        DeviceInfo {
            address: "sim:settings".to_owned(),
            name: "Phone".to_owned(),
            platform: Platform::Simulated,
            size: Size::new(410.0, 898.0),
            scale: 2.0,
        }
    }

    fn read(reader: &mut Tesseract, picture: Vec<u8>) -> Result<Vec<Element>, TextReaderError> {
        let deadline = Deadline::after(reader.clock.now(), Duration::from_secs(60));
        reader.read_text(&Png(picture), &phone(), deadline)
    }

    /// Draws a settings screen: rows with a label and a value, and a filled button below.
    fn settings_screen(rows: &[(&str, &str)], button: &str) -> Vec<u8> {
        let mut canvas = Canvas::new(410, 898, 2.0, Color::rgb(0xF2_F2_F7));
        for (index, (label, value)) in rows.iter().enumerate() {
            let row = Rect::new(20.0, 120.0 + 52.0 * index as f64, 370.0, 52.0);
            canvas.fill_rect(row, Color::WHITE);
            let [black, grey] = [Color::BLACK, Color::rgb(0x8E_8E_93)];
            canvas.text_in(row, Align::Left, &TextStyle::regular(17.0, black), label);
            canvas.text_in(row, Align::Right, &TextStyle::regular(17.0, grey), value);
        }
        let bottom = Rect::new(20.0, 790.0, 370.0, 50.0);
        canvas.fill_round_rect(bottom, 12.0, Color::rgb(0x0A_6C_FF));
        let style = TextStyle::bold(17.0, Color::WHITE);
        canvas.text_in(bottom, Align::Center, &style, button);
        canvas.into_png()
    }

    /// Reads the screen and checks that its texts come back, in order and in their places.
    fn assert_reads_back(language: &str, rows: &[(&str, &str)], button: &str) {
        let mut reader = reader();
        let elements = match read(&mut reader, settings_screen(rows, button)) {
            Err(TextReaderError::Missing { .. }) => return skip_without("tesseract"),
            answer => answer.unwrap(),
        };
        if !reader.languages.unwrap().contains(language) {
            return skip_without(&format!("tesseract language {language}"));
        }
        let texts: Vec<&str> = elements.iter().map(|it| it.text.as_str()).collect();
        let mut expected: Vec<&str> = rows.iter().flat_map(|row| [row.0, row.1]).collect();
        expected.push(button);
        assert_eq!(texts, expected);
        let first = &elements[0];
        let is_there = first.bounds.contains(Point::new(30.0, 146.0));
        let is_small = first.bounds.height < 30.0;
        assert!(
            is_there && is_small && first.confidence > Some(0.7),
            "{first:?}"
        );
        let last = elements[elements.len() - 1].bounds.center();
        let place = Rect::new(180.0, 805.0, 50.0, 20.0);
        assert!(place.contains(last), "{last:?}");
    }

    #[test]
    fn texts_that_the_simulated_phone_drew_are_read_back() {
        let english = "Airplane Mode|Off|Wi-Fi|guest|Display & Brightness|Automatic|Save changes";
        let japanese = "機内モード|オフ|画面表示と明るさ|自動|パスワード変更|未接続|保存する";
        for (language, texts) in [("eng", english), ("jpn", japanese)] {
            let texts: Vec<&str> = texts.split('|').collect();
            let (button, rows) = texts.split_last().unwrap();
            let rows: Vec<_> = rows.chunks(2).map(|row| (row[0], row[1])).collect();
            assert_reads_back(language, &rows, button);
        }
    }

    #[test]
    fn a_missing_program_says_how_to_get_it() {
        let mut reader = reader();
        reader.program = "tesseract-that-nobody-has".to_owned();
        let remedy = "`tesseract-that-nobody-has` is not installed; \
                      type `apt-get install tesseract-ocr tesseract-ocr-jpn` \
                      or `brew install tesseract tesseract-lang`";
        let error = read(&mut reader, Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), remedy);
    }

    #[test]
    fn a_picture_that_is_none_is_a_failure_and_not_an_empty_screen() {
        match read(&mut reader(), b"not a picture".to_vec()) {
            Err(TextReaderError::Missing { .. }) => skip_without("tesseract"),
            Err(TextReaderError::Failed { .. }) => {}
            answer => panic!("{answer:?}"),
        }
    }

    #[test]
    fn japanese_is_read_only_where_it_is_installed() {
        let chosen = |names: &str| installed_languages(&format!("List of languages (2):\n{names}"));
        assert_eq!(chosen("eng\njpn\nosd\n").unwrap(), "jpn+eng");
        assert_eq!(chosen("eng\nosd\n").unwrap(), "eng");
        assert!(chosen("osd\n").is_err());
    }
}
