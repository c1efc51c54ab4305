//! Building and installing apps, in the shapes of the reference server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use retap_model::device::{Ability, Deadline};
use retap_model::verify::FailureCode;
use schemars::JsonSchema;
use serde::Serialize;

use super::element::ShownDevice;
use crate::cli::install::PATIENCE;
use crate::gradle::{Project, build};
use crate::mcp::reply::{Failure, to_json};
use crate::mcp::{Answer, Args, Call, Client, DeviceSession, Refusal, Reply, ToolCall};

/// How long a build may take when the call does not say.
const BUILD: u64 = 600_000;

/// Why something could not be built or installed.
#[derive(Serialize, JsonSchema)]
struct Trouble {
    #[schemars(skip)]
    error: String,
    #[serde(flatten)]
    failure: Failure,
}

impl Trouble {
    fn of(refusal: &Refusal) -> Self {
        Self {
            error: refusal.message.clone(),
            failure: refusal.code.into(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Installed {
    device: ShownDevice,
    installed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(flatten)]
    trouble: Option<Trouble>,
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
    let answer = Installed {
        device: ShownDevice::of(call),
        installed: installed.is_ok(),
        trouble: installed.as_ref().err().map(Trouble::of),
        output: installed.ok(),
    };
    Ok(match answer.installed {
        true => Reply::json(answer),
        false => Reply::json(answer).failed(),
    })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Built {
    artifact_path: PathBuf,
}

/// Builds a project with its own Gradle.
pub(super) fn build_app(client: &Client, args: &Args, call: &Call) -> Answer {
    let path = path_of(client, args, "projectPath")?;
    Ok(match build_project(client, &path, args, call) {
        Ok(artifact_path) => Reply::json(Built { artifact_path }),
        Err(refusal) => Reply::json(Trouble::of(&refusal)).failed(),
    })
}

#[derive(Serialize, JsonSchema)]
pub(super) struct BuiltAndInstalled {
    #[serde(flatten)]
    result: BuildResult,
    events: Vec<BuildEvent>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BuildResult {
    success: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact_path: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<ShownDevice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(flatten)]
    trouble: Option<Trouble>,
}

/// The beginning or the end of a build or an installation.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct BuildEvent {
    #[serde(rename = "type")]
    stage: Stage,
    status: StageStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    platform: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact_path: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<ShownDevice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Stage {
    #[default]
    Build,
    Install,
}

#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum StageStatus {
    #[default]
    Started,
    Finished,
    Failed,
}

impl BuildEvent {
    fn of(stage: Stage, status: StageStatus, apk: &Path) -> Self {
        Self {
            stage,
            status,
            artifact_path: Some(apk.to_owned()),
            ..Self::default()
        }
    }

    fn failed(stage: Stage, refusal: &Refusal) -> Self {
        Self {
            stage,
            status: StageStatus::Failed,
            error: Some(refusal.message.clone()),
            ..Self::default()
        }
    }
}

/// Builds a project and installs what came of it; tells each of the two when it begins and ends.
pub(super) fn build_and_install(call: &mut ToolCall<'_>) -> Answer {
    let path = path_of(call.client, call.args, "projectPath")?;
    call.need(Ability::Install)?;
    let mut events = vec![BuildEvent {
        platform: Some("android"),
        ..BuildEvent::default()
    }];
    call.handle.tell(0.0, Some(2.0), "building");
    let built = build_project(call.client, &path, call.args, call.handle);
    events.push(match &built {
        Ok(apk) => BuildEvent::of(Stage::Build, StageStatus::Finished, apk),
        Err(refusal) => BuildEvent::failed(Stage::Build, refusal),
    });
    let done = built.and_then(|apk| install_built(call, apk, &mut events));
    let result = BuildResult {
        success: done.is_ok(),
        device: done.is_ok().then(|| ShownDevice::of(call)),
        trouble: done.as_ref().err().map(Trouble::of),
        artifact_path: done.as_ref().ok().map(|(apk, _)| apk.clone()),
        output: done.ok().map(|(_, said)| said),
    };
    let lines = events.iter().map(|event| format!("{}\n", to_json(event)));
    let texts = vec![lines.collect(), to_json(&result).to_string()];
    let reply = Reply::json(BuiltAndInstalled { result, events });
    Ok(Reply { texts, ..reply })
}

fn install_built(
    call: &mut ToolCall<'_>,
    apk: PathBuf,
    events: &mut Vec<BuildEvent>,
) -> Result<(PathBuf, String), Refusal> {
    events.push(BuildEvent::of(Stage::Install, StageStatus::Started, &apk));
    call.handle.tell(1.0, Some(2.0), "installing");
    let installed = install(call, &apk);
    events.push(match &installed {
        Ok(_) => BuildEvent {
            device: Some(ShownDevice::of(call)),
            ..BuildEvent::of(Stage::Install, StageStatus::Finished, &apk)
        },
        Err(refusal) => BuildEvent::failed(Stage::Install, refusal),
    });
    Ok((apk, installed?))
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
