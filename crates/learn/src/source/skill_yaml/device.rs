//! Reads the verbs that concern apps and the device as a whole.

use retap_model::device::NetworkMode;
use retap_model::program::{
    Back, Home, Launch, OpenUrl, ResetApp, SetNetwork, Shake, StepKind, SwitchTarget,
};

use super::fields::Fields;
use super::step::StepReader;
use super::value::{bad_value, read_phrase};
use crate::source::fault::Fault;

pub(super) fn read_launch(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let node = fields.require("app", "launch: \"Settings\"")?;
    Ok(StepKind::Launch(Launch {
        app: read_phrase("launch", node)?,
    }))
}

pub(super) fn read_reset_app(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let node = fields.require("app", "reset_app: \"Mail\"")?;
    Ok(StepKind::ResetApp(ResetApp {
        app: read_phrase("reset_app", node)?,
    }))
}

pub(super) fn read_home(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    check_switch(fields)?;
    Ok(StepKind::Home(Home))
}

pub(super) fn read_back(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    check_switch(fields)?;
    Ok(StepKind::Back(Back))
}

pub(super) fn read_shake(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    check_switch(fields)?;
    Ok(StepKind::Shake(Shake))
}

/// Refuses `home: false`, which reads as if the step were off; any other word is decoration.
fn check_switch(fields: &Fields<'_>) -> Result<(), Fault> {
    let Some(node) = fields.get("on") else {
        return Ok(());
    };
    match node.text() {
        Some("false" | "no" | "off") => {
            let accepted = format!("{0}, or {0}: true", fields.owner);
            Err(bad_value(fields.owner, node, &accepted))
        }
        Some(_) | None => Ok(()),
    }
}

pub(super) fn read_open_url(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let node = fields.require("url", "open_url: \"https://example.com\"")?;
    Ok(StepKind::OpenUrl(OpenUrl {
        url: read_phrase("open_url", node)?,
    }))
}

pub(super) fn read_set_network(_: &mut StepReader, fields: &Fields<'_>) -> Result<StepKind, Fault> {
    let node = fields.require("mode", "set_network: \"airplane_on\"")?;
    let mode = node.text().and_then(NetworkMode::from_word);
    let accepted = || NetworkMode::ALL.map(NetworkMode::as_str).join(", ");
    let mode = mode.ok_or_else(|| bad_value("set_network", node, &accepted()))?;
    Ok(StepKind::SetNetwork(SetNetwork { mode }))
}

pub(super) fn read_target_switch(
    _: &mut StepReader,
    fields: &Fields<'_>,
) -> Result<StepKind, Fault> {
    let node = fields.require("name", "target: \"tablet\"")?;
    Ok(StepKind::Target(SwitchTarget {
        name: read_phrase("target", node)?,
    }))
}
