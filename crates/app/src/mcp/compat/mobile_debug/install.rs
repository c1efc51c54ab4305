//! Building and installing apps, in the shapes of the reference server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use retap_model::device::{Ability, Deadline};
use retap_model::verify::FailureCode;

use super::element::ShownDevice;
use crate::cli::install::PATIENCE;
use crate::gradle::{Project, build};
use crate::mcp::answer::answer;
use crate::mcp::reply::{Trouble, to_json};
use crate::mcp::{Answer, Args, Call, Client, DeviceSession, Refusal, Reply, ToolCall};
use crate::operation::Operation;

answer! {
    /// Whether an app was installed.
    pub(super) struct InstallAnswer { device: ShownDevice, installed: bool, output?: String,
        ..trouble: Option<Trouble> }
    /// The file that a build made.
    pub(super) struct Artifact { artifactPath: PathBuf }
    /// How building and installing went, event by event.
    pub(super) struct BuildAnswer { ..result: BuildResult, events: Vec<BuildEvent> }
    /// How building and installing ended.
    #[derive(Default)]
    pub(super) struct BuildResult { success: bool, artifactPath?: PathBuf, device?: ShownDevice, output?: String,
        ..trouble: Option<Trouble> }
    /// One of the two began or ended.
    pub(super) struct BuildEvent { r#type: Stage, status: StageStatus, platform?: &'static str,
        artifactPath?: PathBuf, device?: ShownDevice, error?: String }
    /// What is done to a project.
    pub(super) enum Stage { Build = "build", Install = "install" }
    /// How far a stage is.
    pub(super) enum StageStatus { Started = "started", Finished = "finished", Failed = "failed" }
}

impl BuildEvent {
    const fn new(stage: Stage, status: StageStatus) -> Self {
        Self {
            r#type: stage,
            status,
            platform: None,
            artifactPath: None,
            device: None,
            error: None,
        }
    }

    fn failed(stage: Stage, refusal: &Refusal) -> Self {
        Self {
            error: Some(refusal.message.clone()),
            ..Self::new(stage, StageStatus::Failed)
        }
    }
}

/// How long a build may take when the call does not say.
const BUILD: u64 = 600_000;

/// Installs an app from its file, or builds the project of a folder first.
pub(super) fn install_app(call: &mut ToolCall<'_>) -> Answer {
    let path = path_of(call.client, call.args, "appPath")?;
    call.need(Ability::Install)?;
    let installed = match path.is_dir() {
        true => call
            .permit(&[Operation::BuildApp])
            .and_then(|()| build_project(call.client, &path, call.args, call.handle))
            .and_then(|apk| install(call, &apk)),
        false => install(call, &path),
    };
    let device = ShownDevice::of(call);
    Ok(match installed {
        Ok(output) => Reply::json(InstallAnswer {
            device,
            installed: true,
            output: Some(output),
            trouble: None,
        }),
        Err(refusal) => Reply::json(InstallAnswer {
            device,
            installed: false,
            output: None,
            trouble: Some(refusal.into()),
        })
        .failed(),
    })
}

/// Builds a project with its own Gradle.
pub(super) fn build_app(client: &Client, args: &Args, call: &Call) -> Answer {
    let path = path_of(client, args, "projectPath")?;
    Ok(match build_project(client, &path, args, call) {
        Ok(apk) => Reply::json(Artifact { artifactPath: apk }),
        Err(refusal) => Reply::json(Trouble::from(refusal)).failed(),
    })
}

/// Builds a project and installs what came of it; tells each of the two when it begins and ends.
pub(super) fn build_and_install(call: &mut ToolCall<'_>) -> Answer {
    let path = path_of(call.client, call.args, "projectPath")?;
    call.need(Ability::Install)?;
    let mut events = vec![BuildEvent {
        platform: Some("android"),
        ..BuildEvent::new(Stage::Build, StageStatus::Started)
    }];
    call.handle.tell(0.0, Some(2.0), "building");
    let built = build_project(call.client, &path, call.args, call.handle);
    events.push(match &built {
        Ok(apk) => BuildEvent {
            artifactPath: Some(apk.clone()),
            ..BuildEvent::new(Stage::Build, StageStatus::Finished)
        },
        Err(refusal) => BuildEvent::failed(Stage::Build, refusal),
    });
    let installed = built.and_then(|apk| install_built(call, apk, &mut events));
    let result = installed.unwrap_or_else(|refusal| BuildResult {
        trouble: Some(refusal.into()),
        ..BuildResult::default()
    });
    let lines = events.iter().map(|event| format!("{}\n", to_json(event)));
    let texts = vec![lines.collect(), to_json(&result).to_string()];
    let reply = Reply::json(BuildAnswer { result, events });
    Ok(Reply { texts, ..reply })
}

/// Installs what was built; returns what there is to tell of that.
fn install_built(
    call: &mut ToolCall<'_>,
    apk: PathBuf,
    events: &mut Vec<BuildEvent>,
) -> Result<BuildResult, Refusal> {
    events.push(BuildEvent {
        artifactPath: Some(apk.clone()),
        ..BuildEvent::new(Stage::Install, StageStatus::Started)
    });
    call.handle.tell(1.0, Some(2.0), "installing");
    let installed = install(call, &apk);
    if let Err(refusal) = &installed {
        events.push(BuildEvent::failed(Stage::Install, refusal));
    }
    let output = installed?;
    let device = ShownDevice::of(call);
    events.push(BuildEvent {
        artifactPath: Some(apk.clone()),
        device: Some(device.clone()),
        ..BuildEvent::new(Stage::Install, StageStatus::Finished)
    });
    Ok(BuildResult {
        success: true,
        artifactPath: Some(apk),
        device: Some(device),
        output: Some(output),
        trouble: None,
    })
}

/// Returns a path that a call names, from the folder of the project on.
fn path_of(client: &Client, args: &Args, name: &str) -> Result<PathBuf, Refusal> {
    let path = client.host.named_file(args.need_text(name)?)?;
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
