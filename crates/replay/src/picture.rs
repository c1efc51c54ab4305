//! Keeping pictures of the screen, and the trees of a scenario, under names that are safe everywhere.

use std::collections::BTreeSet;

use retap_model::device::{Ability, DeviceError, Drawn, Png};
use retap_model::event::{Event, Pictured, Purpose, TreeKept};
use retap_model::geometry::{Point, Rect};
use retap_model::screen::{Element, Screen};

use crate::context::Context;
use crate::options::{Pictures, ScreenTexts};
use crate::parts::Cover;
use crate::reading_order::readings;
use crate::screen_cache::Freshness;
use crate::stop::Stop;

/// The longest label in a file name, in bytes; systems allow 255 for the whole name.
const LONGEST_LABEL: usize = 80;

/// A picture that shows no secret.
pub(crate) struct Shown {
    pub(crate) picture: Png,
    /// Whether some of it had to be painted over.
    is_painted_over: bool,
}

impl Context<'_> {
    /// Keeps a picture before or after an act, when the run keeps those.
    pub(crate) fn picture_step(
        &mut self,
        purpose: Purpose,
        point: Option<Point>,
    ) -> Result<(), Stop> {
        let is_wanted = self.options.pictures == Pictures::EveryStep
            && !self.record.hide_acts
            && !self.progress.in_sentence;
        if !is_wanted || !self.device().can(Ability::Screenshot) {
            return Ok(());
        }
        let number = self.progress.current + 1;
        let file = self.file_name(&format!("step{number}_{}", word(purpose)));
        self.take_if_possible(purpose, file, point)
    }

    /// Keeps a picture before or after a sentence of a scenario, when the run keeps those.
    pub(crate) fn picture_sentence(&mut self, purpose: Purpose) -> Result<(), Stop> {
        let is_wanted = self.options.pictures == Pictures::EveryStep;
        if !is_wanted || !self.device().can(Ability::Screenshot) {
            return Ok(());
        }
        let file = self.evidence_name(word(purpose), "png");
        self.take_if_possible(purpose, file, None)
    }

    /// Keeps the tree of the screen a sentence is about to be carried out on, when the run keeps those.
    pub(crate) fn keep_tree(&mut self) -> Result<(), Stop> {
        let is_wanted = self.options.pictures == Pictures::EveryStep;
        if !is_wanted || !self.device().can(Ability::Tree) {
            return Ok(());
        }
        let deadline = self.round_trip();
        let tree = match self.device().dump_tree(deadline) {
            Ok(tree) => tree,
            Err(DeviceError::Unsupported { .. }) => return Ok(()),
            Err(DeviceError::Unreadable { reason }) => {
                self.tell_missing(format!("the tree was not kept: {reason}"));
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        let Some(bytes) = self.without_secrets(tree.bytes) else {
            self.warn("the tree was not kept: it may show a secret and cannot be read as text");
            return Ok(());
        };
        let file = self.evidence_name("uitree", tree.extension);
        self.parts.sink.evidence(&self.options.run, &file, &bytes);
        self.emit(Event::TreeKept(TreeKept { file }));
        Ok(())
    }

    /// Keeps a picture, or says why there is none this time: a page that shows an alert draws nothing, one that is busy
    /// not in time, and that is no reason to stop.
    fn take_if_possible(
        &mut self,
        purpose: Purpose,
        file: String,
        point: Option<Point>,
    ) -> Result<(), Stop> {
        match self.take(purpose, &file, None, point) {
            Ok(Ok(())) => {}
            Ok(Err(why)) => self.tell_missing(format!("{file} was not kept: {why}")),
            Err(Stop::Device(DeviceError::Unreadable { reason })) => {
                self.tell_missing(format!("a picture was not kept: {reason}"));
            }
            Err(Stop::Device(error @ DeviceError::DeadlinePassed { .. })) => {
                self.tell_missing(format!("a picture was not kept: {error}"));
            }
            Err(stop) => return Err(stop),
        }
        Ok(())
    }

    /// Tells that evidence is missing. A page behind an alert of its own draws nothing, and a step that passes there is no
    /// worse for it; anything else is worth a warning.
    fn tell_missing(&mut self, message: String) {
        let reads = self.progress.tally.reads;
        let seen = self.look(Freshness::Recent);
        self.progress.tally.reads = reads;
        match seen {
            Ok(Ok(screen)) if screen.dialog().is_some() => self.emit(Event::Signalled { message }),
            Ok(_) | Err(_) => self.warn(message),
        }
    }

    /// Keeps a picture of a failure. A device that is gone gives none, and its error is already the step's reason.
    pub(crate) fn picture_failure(&mut self) {
        let is_wanted = matches!(
            self.options.pictures,
            Pictures::OnFailure | Pictures::EveryStep
        );
        if is_wanted && self.device().can(Ability::Screenshot) {
            let file = self.file_name(&format!("failure_step{}", self.progress.current + 1));
            if let Ok(Err(why)) = self.take(Purpose::Failure, &file, None, None) {
                self.warn(format!("{file} was not kept: {why}"));
            }
        }
    }

    /// Keeps a picture the source asks for and returns its file name, or why it must not be kept.
    pub(crate) fn picture_asked(&mut self, label: &str) -> Result<Result<String, String>, Stop> {
        if self.options.pictures == Pictures::Nothing {
            return Ok(Err("nothing is kept of this run".to_owned()));
        }
        let file = self.file_name(label);
        let taken = self.take(Purpose::Asked, &file, Some(label.to_owned()), None)?;
        Ok(taken.map(|()| file))
    }

    /// Takes a picture and keeps it, or returns why it must not be kept.
    fn take(
        &mut self,
        purpose: Purpose,
        file: &str,
        label: Option<String>,
        point: Option<Point>,
    ) -> Result<Result<(), String>, Stop> {
        let shown = match self.picture_without_secrets()? {
            Ok(shown) => shown,
            Err(why) => return Ok(Err(why)),
        };
        let sink = &mut self.parts.sink;
        sink.evidence(&self.options.run, file, &shown.picture.0);
        let point = point.map(|point| [point.x, point.y]);
        self.emit(Event::Pictured(Pictured {
            purpose,
            file: file.to_owned(),
            label,
            point,
            painted_over: shown.is_painted_over,
        }));
        Ok(Ok(()))
    }

    /// Returns the bytes of a file with every secret masked; unchanged, to the byte, where there is none. `None` where
    /// the file is no text.
    fn without_secrets(&self, bytes: Vec<u8>) -> Option<Vec<u8>> {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) if self.known.secrets.is_empty() => return Some(error.into_bytes()),
            Err(_) => return None,
        };
        Some(
            self.known
                .secrets
                .mask_file(&text)
                .into_owned()
                .into_bytes(),
        )
    }

    /// Takes a picture and paints over the secrets it shows; or returns why it must not be kept.
    pub(crate) fn picture_without_secrets(&mut self) -> Result<Result<Shown, String>, Stop> {
        let holds_password = self.known.screens.holds_password == Some(true);
        if self.known.secrets.is_empty() && !holds_password {
            let picture = self.screenshot()?;
            return Ok(Ok(Shown {
                picture,
                is_painted_over: false,
            }));
        }
        let mut secret = match self.secret_cover()? {
            Ok(cover) => cover,
            Err(reason) => return Ok(Err(format!("it may show a secret, and {reason}"))),
        };
        let picture = self.screenshot()?;
        // The screen may have moved in between, so what shows a secret afterwards is painted over too.
        match self.secret_cover()? {
            Ok(cover) => {
                secret.areas.extend(cover.areas);
                secret.only.extend(cover.only);
            }
            Err(reason) => return Ok(Err(format!("it may show a secret, and {reason}"))),
        }
        let painted = self.paint_over(picture, &secret);
        Ok(painted.map_err(|reason| format!("it shows a secret, and {reason}")))
    }

    fn paint_over(&self, picture: Png, cover: &Cover) -> Result<Shown, String> {
        let is_painted_over = *cover != Cover::default();
        let picture = match is_painted_over {
            true => {
                let painter = self.parts.painter.ok_or("nothing can paint over it")?;
                painter.paint_over(&picture, cover)?
            }
            false => picture,
        };
        Ok(Shown {
            picture,
            is_painted_over,
        })
    }

    /// Returns where the screen shows a secret, or may, in pixels of a picture; or why that cannot be told.
    fn secret_cover(&mut self) -> Result<Result<Cover, String>, Stop> {
        if !self.device().can(Ability::Tree) {
            return Ok(Err(
                "this device does not say where its texts are".to_owned()
            ));
        }
        let deadline = self.round_trip();
        let cover = match self.device().drawn(deadline) {
            Ok(Some(drawn)) => Ok(self.cover_of_drawn(&drawn)),
            Ok(None) => self.cover_of_elements()?,
            Err(DeviceError::Unreadable { reason }) => Err(reason),
            Err(error @ DeviceError::DeadlinePassed { .. }) => Err(error.to_string()),
            Err(error) => return Err(error.into()),
        };
        let mut cover = match cover {
            Ok(cover) => cover,
            Err(reason) => return Ok(Err(reason)),
        };
        cover.areas.extend(self.known.screens.held_secrets.areas());
        let scale = self.device().info().scale;
        for area in cover
            .areas
            .iter_mut()
            .chain(cover.only.iter_mut().flatten())
        {
            let (x, y) = (area.x * scale, area.y * scale);
            *area = Rect::new(x, y, area.width * scale, area.height * scale);
        }
        Ok(Ok(cover))
    }

    /// Returns what to paint over where only a reading tells what is shown.
    fn cover_of_elements(&mut self) -> Result<Result<Cover, String>, Stop> {
        let reads = self.progress.tally.reads;
        let look = self.look_unmasked()?;
        self.progress.tally.reads = reads;
        Ok(look.map(|screen| Cover {
            areas: self.areas_of_elements(&screen),
            only: Vec::new(),
        }))
    }

    /// Returns where elements show a secret or a piece of one, or a password by its length. What a dialog covers
    /// shines through, so covered elements count.
    fn areas_of_elements<'s>(&self, screen: &'s Screen) -> Vec<Rect> {
        let elements = &screen.elements;
        let mut is_shown: Vec<bool> = elements.iter().map(Element::holds_password).collect();
        let not_typed = |element: &Element, text: &'s str| match self.is_typed(text, element.bounds)
        {
            true => "",
            false => text,
        };
        let value = |element: &'s Element| element.state.value.as_deref().unwrap_or_default();
        let values = elements.iter().map(|it| not_typed(it, value(it)));
        let texts = elements.iter().map(|it| not_typed(it, &it.text));
        let names = elements.iter().map(|element| element.description.as_str());
        for row in [
            texts.collect::<Vec<&str>>(),
            names.collect(),
            values.collect(),
        ] {
            let shows = self.known.secrets.which_show(&row);
            for (shown, shows) in is_shown.iter_mut().zip(shows) {
                *shown |= shows;
            }
        }
        let shown = elements.iter().zip(is_shown).filter(|(_, it)| *it);
        shown.map(|(element, _)| element.bounds).collect()
    }

    /// Returns what is drawn that is a secret or a piece of one, or may be.
    fn cover_of_drawn(&self, drawn: &[Drawn]) -> Cover {
        let mut cover = Cover::default();
        let mut texts = Vec::new();
        for drawn in drawn {
            match drawn {
                Drawn::Text(text, area) if self.is_typed(text, *area) => {}
                Drawn::Text(text, area) => texts.push((text.as_str(), *area)),
                Drawn::Unreadable(area) => cover.areas.push(*area),
                Drawn::Only(letters) => {
                    cover.areas.extend(self.areas_of_letters(letters));
                    cover.only.push(letters.iter().map(|it| it.1).collect());
                }
            }
        }
        let row: Vec<&str> = texts.iter().map(|it| it.0).collect();
        let mut shows = vec![self.known.secrets.which_show(&row)];
        // Of a person's picture too much is painted over; of an agent's, that would tell whether a text of the page, which
        // the agent may have written, is a piece of the secret. It reads the texts one by one in any case.
        if !cover.only.is_empty() && self.options.screen_texts == ScreenTexts::Real {
            shows.push(self.known.secrets.which_are_pieces(&row));
        }
        for shows in shows {
            let shown = texts.iter().zip(shows).filter(|(_, shows)| *shows);
            cover.areas.extend(shown.map(|(text, _)| text.1));
        }
        cover
    }

    /// Returns the letters of secrets, in whatever order a person may read those that are near each other.
    fn areas_of_letters(&self, letters: &[(String, Rect)]) -> Vec<Rect> {
        let mut seen = letters.to_vec();
        for (text, area) in &mut seen {
            if self.is_typed(text, *area) {
                text.clear();
            }
        }
        let readings = readings(&seen);
        let shown = readings.iter().flat_map(|reading| {
            let places = self.known.secrets.places(&reading.text);
            places
                .into_iter()
                .map(|place| reading.piece_at(place.start))
        });
        let shown: BTreeSet<usize> = shown.collect();
        shown.into_iter().map(|number| letters[number].1).collect()
    }

    /// Returns whether a text is what a field holds that was typed into it as no secret, at its place. Whether that is painted
    /// over must not depend on what was typed.
    fn is_typed(&self, text: &str, area: Rect) -> bool {
        let own = self.known.screens.held_secrets.own_texts();
        let is_it = |(own, field): (&str, Rect)| own == text && field.intersection(area).is_some();
        !text.is_empty() && own.into_iter().any(is_it)
    }

    /// Returns `<Skill_Name>_<rest>.png`, with the round of each enclosing loop and the attempt
    /// where there are several, so that no picture overwrites another.
    fn file_name(&mut self, rest: &str) -> String {
        let mut name = format!("{}_{}", safe(&self.program.draft.header.name), safe(rest));
        for round in &self.progress.rounds {
            name.push_str(&format!("_round{round}"));
        }
        self.unique_name(&name, "png")
    }

    /// Returns `step_05_before.png`; steps inside a replayed section are `step_05_02_before.png`.
    fn evidence_name(&mut self, word: &str, extension: &str) -> String {
        let numbers = self.progress.numbers.iter();
        let numbers: Vec<String> = numbers.map(|number| format!("{number:02}")).collect();
        self.unique_name(&format!("step_{}_{word}", numbers.join("_")), extension)
    }

    /// Returns a file name no other evidence of this run has, with the attempt where there are several.
    pub(crate) fn unique_name(&mut self, name: &str, extension: &str) -> String {
        let attempt = match self.options.attempt {
            0 | 1 => String::new(),
            attempt => format!("_attempt{attempt}"),
        };
        let mut file = format!("{name}{attempt}.{extension}");
        let mut number = 2;
        while !self.record.file_names.insert(file.clone()) {
            file = format!("{name}{attempt}_{number}.{extension}");
            number += 1;
        }
        file
    }
}

/// Returns the word for a picture in the name of its file.
const fn word(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Before => "before",
        Purpose::After => "after",
        Purpose::Failure => "failure",
        Purpose::Asked => "screenshot",
    }
}

/// Returns the text with everything that has a meaning in a path replaced.
fn safe(text: &str) -> String {
    let mut kept: String = text
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
                c
            } else {
                '_'
            }
        })
        .collect();
    while kept.len() > LONGEST_LABEL {
        kept.pop();
    }
    kept.trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn names_are_safe_in_paths() {
        assert_eq!(safe("Check About"), "Check_About");
        assert_eq!(safe("../a/b\\c:d"), "_a_b_c_d");
        assert_eq!(safe("設定 1"), "設定_1");
    }
}
