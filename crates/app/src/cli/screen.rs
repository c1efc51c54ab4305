//! `retap screen` and `retap logs`: what a device shows right now, as an outline, a picture, its own tree or
//! JSON, and what it wrote to its log.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use retap_model::device::{Deadline, DeviceError, Png};
use retap_model::event::RunMode;
use retap_model::screen::{Element, Screen};
use retap_replay::{Engine, Parts, RunOptions};
use retap_report::clean;
use serde_json::{Value, json};

use super::run_args::WebArgs;
use crate::devices::{DeviceOpener, Opened};
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::fan_out::FanOut;
use crate::files::write_file;
use crate::paint_over::GreyBoxes;
use crate::terminal::{StandardOutput, out, outln};

/// How long a reading may take.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Debug, Args)]
pub(crate) struct ScreenArgs {
    /// Address or configured name of the device, such as `android:` or `sim:settings`
    #[arg(long, value_name = "ADDRESS")]
    device: Option<String>,

    /// Write a picture of the screen there instead; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tree", "json"])]
    png: Option<PathBuf>,

    /// Write the device's own tree to standard output instead
    #[arg(long, conflicts_with = "json")]
    tree: bool,

    /// Write the elements as JSON to standard output
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    web: WebArgs,
}

#[derive(Debug, Args)]
pub(crate) struct LogsArgs {
    /// Address or configured name of the device, such as `android:`
    #[arg(long, value_name = "ADDRESS")]
    device: Option<String>,

    #[command(flatten)]
    web: WebArgs,
}

/// Opens the device to look at, and says until when a reading may take.
fn open_to_look(
    device: Option<&str>,
    web: &WebArgs,
    environment: &Environment,
) -> Result<(Opened, Deadline), AppError> {
    let config = web.config(environment)?;
    // Looking disturbs nobody.
    let opened = DeviceOpener::without_locks(environment).open_named(device, &config)?;
    let deadline = Deadline::after(opened.clock.now(), PATIENCE);
    Ok((opened, deadline))
}

pub(super) fn run(args: &ScreenArgs, environment: &Environment) -> Result<Exit, AppError> {
    let (mut opened, deadline) = open_to_look(args.device.as_deref(), &args.web, environment)?;
    opened.wait_until_loaded(deadline).map_err(unread)?;
    if let Some(file) = &args.png {
        let picture = picture_of(&mut opened)?;
        match file.as_os_str() == "-" {
            true => write_bytes(&picture.0),
            false => write_file(file, &picture.0)?,
        }
        return Ok(Exit::Passed);
    }
    if args.tree {
        let tree = opened.device.dump_tree(deadline).map_err(unread)?;
        write_bytes(&tree.bytes);
        return Ok(Exit::Passed);
    }
    let screen = opened.device.read_screen(deadline).map_err(unread)?;
    if args.json {
        outln!("{}", as_json(&screen, &opened));
    } else {
        out!("{}", as_text(&screen, &opened));
    }
    Ok(Exit::Passed)
}

/// Takes a picture in which password fields are painted over.
fn picture_of(opened: &mut Opened) -> Result<Png, AppError> {
    let mut sink = FanOut {
        sinks: Vec::new(),
        warnings: &[],
    };
    let parts = Parts {
        painter: Some(&GreyBoxes),
        ..Parts::new(opened.device.as_mut(), opened.clock.clone(), &mut sink)
    };
    let options = RunOptions::new("screen", "-", RunMode::Live);
    let taken = Engine::default().picture(parts, &options);
    let taken = taken.map_err(|unseen| AppError::device("no picture was taken").because(unseen))?;
    taken.map_err(|why| AppError::device(format!("no picture was taken: {why}")))
}

pub(super) fn run_logs(args: &LogsArgs, environment: &Environment) -> Result<Exit, AppError> {
    let (mut opened, deadline) = open_to_look(args.device.as_deref(), &args.web, environment)?;
    let loaded = opened.wait_until_loaded(deadline);
    let lines = loaded.and_then(|()| opened.device.read_logs(deadline));
    let lines = lines.map_err(|error| AppError::device("the log cannot be read").because(error))?;
    for line in lines {
        outln!("{}", clean(&line));
    }
    Ok(Exit::Passed)
}

fn unread(error: DeviceError) -> AppError {
    AppError::device("the screen cannot be read").because(error)
}

/// Writes bytes as they are to a program or a file; a person at a terminal sees what would act on it.
fn write_bytes(bytes: &[u8]) {
    match std::io::stdout().is_terminal() {
        true => out!("{}", String::from_utf8_lossy(bytes)),
        // It never fails.
        false => drop(StandardOutput.write_all(bytes)),
    }
}

fn as_text(screen: &Screen, opened: &Opened) -> String {
    let info = opened.device.info();
    let app = screen.app.as_deref().unwrap_or("the home screen");
    let mut text = format!(
        "{} on {} ({}x{})\n",
        clean(app),
        info.address,
        info.size.width,
        info.size.height
    );
    for (index, element) in screen.visible() {
        if let Some(words) = words(element) {
            let depth = screen.ancestors(index).count();
            text.push_str(&format!("{:1$}{words}\n", "", 2 + 2 * depth.min(8)));
        }
    }
    text
}

/// Returns an element in one line; nothing for those that only hold others.
fn words(element: &Element) -> Option<String> {
    let reacts = element.reacts_to_touches() || element.is_scrollable;
    let name = element.listed_as();
    if name.is_empty() && !reacts {
        return None;
    }
    let mut words = element.role.as_str().to_owned();
    if !name.is_empty() {
        words.push_str(&format!(" \"{}\"", clean(name)));
    }
    if !element.id.is_empty() {
        words.push_str(&format!(" #{}", clean(&element.id)));
    }
    if let Some(value) = element
        .state
        .value
        .as_ref()
        .filter(|_| !element.is_password)
    {
        words.push_str(&format!(" = \"{}\"", clean(value)));
    }
    for (is_so, word) in states(element) {
        if is_so {
            words.push_str(&format!(" [{word}]"));
        }
    }
    Some(words)
}

fn states(element: &Element) -> [(bool, &'static str); 6] {
    let state = &element.state;
    [
        (state.checked == Some(true), "on"),
        (state.checked == Some(false), "off"),
        (state.selected == Some(true), "selected"),
        (state.expanded == Some(true), "expanded"),
        (state.focused, "focused"),
        (!state.enabled, "disabled"),
    ]
}

fn as_json(screen: &Screen, opened: &Opened) -> Value {
    let info = opened.device.info();
    let elements: Vec<Value> = screen
        .visible()
        .map(|(index, element)| element_json(screen, index, element))
        .collect();
    json!({
        "format": 1,
        "device": info.address,
        "size": [info.size.width, info.size.height],
        "app": screen.app,
        "app_id": screen.app_id,
        "name": screen.name,
        "loading": screen.loading().is_some(),
        "elements": elements,
    })
}

fn element_json(screen: &Screen, index: usize, element: &Element) -> Value {
    let bounds = element.bounds;
    json!({
        "index": index,
        "parent": screen.elements[index].parent,
        "role": element.role.as_str(),
        "text": element.text,
        "description": element.description,
        "id": element.id,
        "class": element.class,
        "bounds": [bounds.x, bounds.y, bounds.width, bounds.height],
        "value": element.state.value.as_ref().filter(|_| !element.is_password),
        "enabled": element.state.enabled,
        "focused": element.state.focused,
        "checked": element.state.checked,
        "selected": element.state.selected,
        "expanded": element.state.expanded,
        "clickable": element.is_clickable,
        "editable": element.is_editable,
        "scrollable": element.is_scrollable,
        "password": element.is_password,
    })
}
