//! Building and installing apps, in the shapes of the reference server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use retap_model::device::{Ability, Deadline};
use retap_model::verify::FailureCode;
use serde_json::{Value, json};

use super::element::shown_device;
use crate::cli::install::PATIENCE;
use crate::gradle::{Project, build};
use crate::mcp::reply::{Failure, to_json};
use crate::mcp::schema::joined;
use crate::mcp::{Answer, Args, Call, Client, DeviceSession, Refusal, Reply, ToolCall};

/// How long a build may take when the call does not say.
const BUILD: u64 = 600_000;

/// Returns why something could not be built or installed.
fn trouble(refusal: &Refusal) -> Value {
    let failure = to_json(Failure::from(refusal.code));
    joined([json!({ "error": refusal.message }), failure])
}

/// Installs an app from its file, or builds the project of a folder first.
pub(super) fn install_app(call: &mut ToolCall<'_>) -> Answer {
    let path = path_of(call.client, call.args, "appPath")?;
    call.need(Ability::Install)?;
    let installed = match path.is_dir() {
        true => build_project(call.client, &path, call.args, call.handle)
            .and_then(|apk| install(call, &apk)),
        false => install(call, &path),
    };
    let device = shown_device(call);
    Ok(match installed {
        Ok(output) => {
            let answer = json!({ "device": device, "installed": true, "output": output });
            Reply::json(answer)
        }
        Err(refusal) => {
            let answer = json!({ "device": device, "installed": false });
            Reply::json(joined([answer, trouble(&refusal)])).failed()
        }
    })
}

/// Builds a project with its own Gradle.
pub(super) fn build_app(client: &Client, args: &Args, call: &Call) -> Answer {
    let path = path_of(client, args, "projectPath")?;
    Ok(match build_project(client, &path, args, call) {
        Ok(apk) => Reply::json(json!({ "artifactPath": apk })),
        Err(refusal) => Reply::json(trouble(&refusal)).failed(),
    })
}

/// Builds a project and installs what came of it; tells each of the two when it begins and ends.
pub(super) fn build_and_install(call: &mut ToolCall<'_>) -> Answer {
    let path = path_of(call.client, call.args, "projectPath")?;
    call.need(Ability::Install)?;
    let mut events = vec![json!({ "type": "build", "status": "started", "platform": "android" })];
    call.handle.tell(0.0, Some(2.0), "building");
    let built = build_project(call.client, &path, call.args, call.handle);
    events.push(match &built {
        Ok(apk) => json!({ "type": "build", "status": "finished", "artifactPath": apk }),
        Err(refusal) => failed("build", refusal),
    });
    let result = match built.and_then(|apk| install_built(call, apk, &mut events)) {
        Ok(installed) => joined([json!({ "success": true }), installed]),
        Err(refusal) => joined([json!({ "success": false }), trouble(&refusal)]),
    };
    let lines = events.iter().map(|event| format!("{event}\n"));
    let texts = vec![lines.collect(), result.to_string()];
    let reply = Reply::json(joined([result, json!({ "events": events })]));
    Ok(Reply { texts, ..reply })
}

/// Installs what was built; returns what there is to tell of that.
fn install_built(
    call: &mut ToolCall<'_>,
    apk: PathBuf,
    events: &mut Vec<Value>,
) -> Result<Value, Refusal> {
    events.push(json!({ "type": "install", "status": "started", "artifactPath": apk }));
    call.handle.tell(1.0, Some(2.0), "installing");
    match install(call, &apk) {
        Ok(output) => {
            let installed = json!({ "artifactPath": apk, "device": shown_device(call) });
            let event = json!({ "type": "install", "status": "finished" });
            events.push(joined([event, installed.clone()]));
            Ok(joined([installed, json!({ "output": output })]))
        }
        Err(refusal) => {
            events.push(failed("install", &refusal));
            Err(refusal)
        }
    }
}

fn failed(stage: &str, refusal: &Refusal) -> Value {
    json!({ "type": stage, "status": "failed", "error": refusal.message })
}

/// Returns a path that a call names, from the folder of the project on.
fn path_of(client: &Client, args: &Args, name: &str) -> Result<PathBuf, Refusal> {
    let path = client.host.environment.project.join(args.need_text(name)?);
    let is_apple = path
        .extension()
        .is_some_and(|it| it == "ipa" || it == "app");
    if is_apple || args.text("platform") == Some("ios") {
        return Err(Refusal::new(
            FailureCode::Unsupported,
            format!(
                "`{}`: apps for iOS can be neither built nor installed from here",
                path.display()
            ),
        ));
    }
    if path.exists() {
        return Ok(path);
    }
    let message = format!("`{}` is not there", path.display());
    Err(Refusal::input(message))
}

fn build_project(
    client: &Client,
    folder: &Path,
    args: &Args,
    call: &Call,
) -> Result<PathBuf, Refusal> {
    if !folder.is_dir() {
        let message = format!("`{}` is no folder of a project", folder.display());
        return Err(Refusal::input(message));
    }
    let project = Project {
        folder,
        variant: args.words("variant"),
        patience: args.millis("timeout", BUILD).max(Duration::from_secs(1)),
    };
    Ok(build(project, &client.host.environment, &call.stop)?)
}

fn install(session: &mut DeviceSession, package: &Path) -> Result<String, Refusal> {
    let deadline = Deadline::after(session.now(), PATIENCE);
    let installed = session.device().install(package, deadline);
    session.note_aside(format!("install {}", package.display()));
    Ok(installed?)
}
