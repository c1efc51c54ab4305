//! Building and installing apps, in the shapes of the reference server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use retap_model::device::{Ability, Deadline};
use retap_model::verify::FailureCode;
use serde_json::{Value, json};

use super::element::device_json;
use crate::cli::install::PATIENCE;
use crate::gradle::{Project, build};
use crate::mcp::{Args, Call, Client, DeviceSession, Refusal, Reply};

/// How long a build may take when the call does not say.
const BUILD: u64 = 600_000;

/// Installs an app from its file, or builds the project of a folder first.
pub(super) fn install_app(
    session: &mut DeviceSession,
    client: &Client,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let path = path_of(client, args, "appPath")?;
    session.need(Ability::Install)?;
    let installed = match path.is_dir() {
        true => build_project(client, &path, args, call).and_then(|apk| install(session, &apk)),
        false => install(session, &path),
    };
    let mut data = json!({ "device": device_json(session), "installed": installed.is_ok() });
    match &installed {
        Ok(said) => data["output"] = json!(said),
        Err(refusal) => add_error(&mut data, refusal),
    }
    Ok(Reply::json(data).failed_if(installed.is_err()))
}

/// Builds a project with its own Gradle.
pub(super) fn build_app(client: &Client, args: &Args, call: &Call) -> Result<Reply, Refusal> {
    let path = path_of(client, args, "projectPath")?;
    Ok(match build_project(client, &path, args, call) {
        Ok(apk) => Reply::json(json!({ "artifactPath": apk })),
        Err(refusal) => {
            let mut data = json!({});
            add_error(&mut data, &refusal);
            Reply::json(data).failed_if(true)
        }
    })
}

/// Builds a project and installs what came of it; tells each of the two when it begins and ends.
pub(super) fn build_and_install(
    session: &mut DeviceSession,
    client: &Client,
    args: &Args,
    call: &Call,
) -> Result<Reply, Refusal> {
    let path = path_of(client, args, "projectPath")?;
    session.need(Ability::Install)?;
    let mut events = Events::default();
    let done = build_then_install(session, client, &path, args, call, &mut events);
    let mut result = match &done {
        Ok((apk, said)) => json!({
            "success": true,
            "artifactPath": apk,
            "device": device_json(session),
            "output": said,
        }),
        Err(refusal) => {
            let mut data = json!({ "success": false });
            add_error(&mut data, refusal);
            data
        }
    };
    let texts = vec![events.lines(), result.to_string()];
    result["events"] = json!(events.0);
    let mut reply = Reply::json(result).failed_if(done.is_err());
    reply.texts = texts;
    Ok(reply)
}

fn build_then_install(
    session: &mut DeviceSession,
    client: &Client,
    path: &Path,
    args: &Args,
    call: &Call,
    events: &mut Events,
) -> Result<(PathBuf, String), Refusal> {
    events.tell("build", "started", json!({ "platform": "android" }));
    call.tell(0.0, Some(2.0), "building");
    let built = build_project(client, path, args, call);
    let apk = events.ended("build", built, |apk| json!({ "artifactPath": apk }))?;
    events.tell("install", "started", json!({ "artifactPath": apk }));
    call.tell(1.0, Some(2.0), "installing");
    let installed = install(session, &apk);
    let device = device_json(session);
    let said = events.ended(
        "install",
        installed,
        |_| json!({ "artifactPath": apk, "device": device }),
    )?;
    Ok((apk, said))
}

/// What is told of a build and an installation, in order.
#[derive(Default)]
struct Events(Vec<Value>);

impl Events {
    fn tell(&mut self, kind: &str, status: &str, more: Value) {
        let mut event = json!({ "type": kind, "status": status });
        if let (Some(event), Value::Object(more)) = (event.as_object_mut(), more) {
            event.extend(more);
        }
        self.0.push(event);
    }

    /// Tells how one of the two ended and passes that on.
    fn ended<T>(
        &mut self,
        kind: &str,
        ended: Result<T, Refusal>,
        about: impl FnOnce(&T) -> Value,
    ) -> Result<T, Refusal> {
        match &ended {
            Ok(done) => self.tell(kind, "finished", about(done)),
            Err(refusal) => self.tell(kind, "failed", json!({ "error": refusal.message })),
        }
        ended
    }

    /// Returns one line of JSON for each.
    fn lines(&self) -> String {
        self.0.iter().map(|event| format!("{event}\n")).collect()
    }
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
    let deadline = Deadline::after(session.connection.opened.clock.now(), PATIENCE);
    let installed = session.connection.opened.device.install(package, deadline);
    session.note_aside(format!("install {}", package.display()));
    Ok(installed?)
}

fn add_error(data: &mut Value, refusal: &Refusal) {
    data["error"] = json!(refusal.message);
    data["failure_code"] = json!(refusal.code.as_str());
    data["retryable"] = json!(refusal.code.is_retryable());
}
