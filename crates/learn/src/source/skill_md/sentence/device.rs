//! Reads the sentences that concern apps and the device as a whole.

use retap_model::device::NetworkMode;
use retap_model::program::{
    Back, Launch, OpenUrl, ResetApp, SetNetwork, Shake, StepKind, SwitchTarget,
};

use super::Sentence;
use super::cursor::{Cursor, Miss};

pub(super) fn read_launch(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    Ok(Sentence::Step(StepKind::Launch(Launch {
        app: cursor.name()?,
    })))
}

pub(super) fn read_reset_app(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    Ok(Sentence::Step(StepKind::ResetApp(ResetApp {
        app: cursor.name()?,
    })))
}

pub(super) fn read_back(_: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    Ok(Sentence::Step(StepKind::Back(Back)))
}

pub(super) fn read_shake(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    cursor.eat("the device");
    Ok(Sentence::Step(StepKind::Shake(Shake)))
}

pub(super) fn read_open_url(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    cursor.expect(":")?;
    Ok(Sentence::Step(StepKind::OpenUrl(OpenUrl {
        url: cursor.free_text()?,
    })))
}

pub(super) fn read_turn_on(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    read_radio(
        cursor,
        [
            NetworkMode::AirplaneOn,
            NetworkMode::WifiOn,
            NetworkMode::CellularOn,
        ],
    )
}

pub(super) fn read_turn_off(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    read_radio(
        cursor,
        [
            NetworkMode::AirplaneOff,
            NetworkMode::WifiOff,
            NetworkMode::CellularOff,
        ],
    )
}

fn read_radio(cursor: &mut Cursor<'_>, modes: [NetworkMode; 3]) -> Result<Sentence, Miss> {
    let words: [&[&str]; 3] = [&["Airplane Mode"], &["Wi-Fi", "WiFi"], &["Cellular"]];
    let found = words
        .into_iter()
        .zip(modes)
        .find(|(words, _)| cursor.eat_any(words));
    let (_, mode) = found.ok_or_else(|| cursor.miss())?;
    Ok(Sentence::Step(StepKind::SetNetwork(SetNetwork { mode })))
}

pub(super) fn read_set_network(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    cursor.expect(":")?;
    let found = NetworkMode::ALL
        .into_iter()
        .find(|mode| cursor.eat(mode.as_str()));
    let mode = found.ok_or_else(|| cursor.miss())?;
    Ok(Sentence::Step(StepKind::SetNetwork(SetNetwork { mode })))
}

pub(super) fn read_switch(cursor: &mut Cursor<'_>) -> Result<Sentence, Miss> {
    Ok(Sentence::Step(StepKind::Target(SwitchTarget {
        name: cursor.phrase()?,
    })))
}
