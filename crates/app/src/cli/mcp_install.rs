//! `retap mcp install`: adds the server to the configuration of a client, after showing what changes.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot, cannot_write};
use crate::run_folder::write_atomically;
use crate::terminal::{out, outln};

/// The clients whose configuration is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClientName {
    /// Claude Code, in the project.
    ClaudeCode,
    /// Claude Desktop.
    ClaudeDesktop,
    /// Cursor, in the project.
    Cursor,
    /// Visual Studio Code, in the project.
    #[value(name = "vscode")]
    VsCode,
    /// Codex.
    Codex,
}

/// What was typed after `retap mcp install`.
#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    /// Which client
    #[arg(long, value_enum)]
    client: ClientName,

    /// Show what would change and write nothing
    #[arg(long)]
    dry_run: bool,

    /// Write this program instead of the one that is running
    #[arg(long, value_name = "PATH", default_value = "retap")]
    command: String,
}

/// Runs the command.
pub(super) fn run(args: &InstallArgs, environment: &Environment) -> Result<Exit, AppError> {
    let path = path_of(args.client, environment)?;
    let old = match fs::read_to_string(&path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(cannot("read", &path, error)),
    };
    let new = configured(args, &path, old.as_deref().unwrap_or_default())?;
    let shown = environment.shown(&path);
    if old.as_deref() == Some(new.as_str()) {
        outln!("{} has it already", shown.display());
        return Ok(Exit::Passed);
    }
    outln!("{}", shown.display());
    out!("{}", difference(old.as_deref().unwrap_or_default(), &new));
    if args.dry_run {
        outln!("nothing was written (--dry-run)");
        return Ok(Exit::Passed);
    }
    if let Some(old) = &old {
        let backup = PathBuf::from(format!("{}.bak", path.display()));
        write_atomically(&backup, old.as_bytes())
            .map_err(|error| cannot_write("write", &backup, error))?;
        outln!(
            "the file as it was: {}",
            environment.shown(&backup).display()
        );
    }
    write_atomically(&path, new.as_bytes()).map_err(|error| cannot_write("write", &path, error))?;
    outln!("written; start the client again");
    Ok(Exit::Passed)
}

fn path_of(client: ClientName, environment: &Environment) -> Result<PathBuf, AppError> {
    let home = || {
        let home = environment.home.clone();
        home.ok_or_else(|| AppError::input("there is no home folder").hint("set HOME"))
    };
    Ok(match client {
        ClientName::ClaudeCode => environment.project.join(".mcp.json"),
        ClientName::Cursor => environment.project.join(".cursor").join("mcp.json"),
        ClientName::VsCode => environment.project.join(".vscode").join("mcp.json"),
        ClientName::Codex => home()?.join(".codex").join("config.toml"),
        ClientName::ClaudeDesktop => {
            let folder = if cfg!(target_os = "macos") {
                "Library/Application Support/Claude"
            } else {
                ".config/Claude"
            };
            home()?.join(folder).join("claude_desktop_config.json")
        }
    })
}

/// Returns the file with the server in it and everything else as it was.
fn configured(args: &InstallArgs, path: &Path, old: &str) -> Result<String, AppError> {
    match args.client {
        ClientName::Codex => in_toml(args, path, old),
        ClientName::VsCode => in_json(args, path, old, "servers"),
        ClientName::ClaudeCode | ClientName::ClaudeDesktop | ClientName::Cursor => {
            in_json(args, path, old, "mcpServers")
        }
    }
}

fn in_json(args: &InstallArgs, path: &Path, old: &str, key: &str) -> Result<String, AppError> {
    let broken = |reason: String| {
        AppError::input(format!(
            "`{}` is not what it should be: {reason}",
            path.display()
        ))
        .hint("mend it first; nothing was written")
    };
    let mut all: Map<String, Value> = match old.trim() {
        "" => Map::new(),
        text => serde_json::from_str(text).map_err(|error| broken(error.to_string()))?,
    };
    let servers = all.entry(key).or_insert_with(|| json!({}));
    let Some(servers) = servers.as_object_mut() else {
        return Err(broken(format!("`{key}` is no object")));
    };
    let mut server = json!({ "command": args.command, "args": ["mcp"] });
    if args.client == ClientName::VsCode {
        server["type"] = json!("stdio");
    }
    servers.insert("retap".to_owned(), server);
    let text = serde_json::to_string_pretty(&Value::Object(all));
    text.map(|text| text + "\n")
        .map_err(|error| broken(error.to_string()))
}

/// TOML is added to as text, so that comments and order stay.
fn in_toml(args: &InstallArgs, path: &Path, old: &str) -> Result<String, AppError> {
    let table: toml::Table = old.parse().map_err(|error: toml::de::Error| {
        AppError::input(format!(
            "`{}` is not TOML: {}",
            path.display(),
            error.message()
        ))
        .hint("mend it first; nothing was written")
    })?;
    let servers = table.get("mcp_servers").and_then(toml::Value::as_table);
    if servers.is_some_and(|servers| servers.contains_key("retap")) {
        return Ok(old.to_owned());
    }
    let command = Value::from(args.command.as_str());
    let gap = if old.is_empty() || old.ends_with("\n\n") {
        ""
    } else {
        "\n"
    };
    let end = if old.is_empty() || old.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    Ok(format!(
        "{old}{end}{gap}[mcp_servers.retap]\ncommand = {command}\nargs = [\"mcp\"]\n"
    ))
}

/// Returns the lines that differ: what goes and what comes, between what stays at both ends.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let start = old.iter().zip(&new).take_while(same).count();
    let most = old.len().min(new.len()) - start;
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(same)
        .count()
        .min(most);
    let mut text = String::new();
    for line in &old[start..old.len() - end] {
        text.push_str(&format!("- {line}\n"));
    }
    for line in &new[start..new.len() - end] {
        text.push_str(&format!("+ {line}\n"));
    }
    text
}
