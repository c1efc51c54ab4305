//! `retap mcp install`: adds the server to the configuration of a client, after showing what changes.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::json_edit::with_member;
use crate::environment::Environment;
use crate::error::{AppError, Exit, cannot};
use crate::files::{self, Content};
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

pub(super) fn run(args: &InstallArgs, environment: &Environment) -> Result<Exit, AppError> {
    let path = path_of(args.client, std::env::consts::OS, environment)?;
    files::check_named(&path).map_err(|error| cannot("write", &path, error))?;
    let old = match files::read_text(&path, Content::Settings) {
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
    // Who could read it before can read it and the copy now, and nobody else.
    let access = fs::metadata(&path).map(|it| it.permissions()).ok();
    if let Some(old) = &old {
        let backup = backup_of(&path, old);
        write(&backup, old, access.clone())?;
        outln!(
            "the file as it was: {}",
            environment.shown(&backup).display()
        );
    }
    write(&path, &new, access)?;
    outln!("written; start the client again");
    Ok(Exit::Passed)
}

/// Returns where the file as it was is kept: where nothing else is.
fn backup_of(path: &Path, old: &str) -> PathBuf {
    let named = |number: u32| match number {
        0 => PathBuf::from(format!("{}.bak", path.display())),
        number => PathBuf::from(format!("{}.bak{number}", path.display())),
    };
    let is_free = |path: &PathBuf| match files::read(path, Content::Settings) {
        Ok(there) => there == old.as_bytes(),
        Err(_) => !path.exists(),
    };
    (0..).map(named).find(is_free).unwrap_or_else(|| named(0))
}

fn write(path: &Path, text: &str, access: Option<fs::Permissions>) -> Result<(), AppError> {
    match access {
        Some(access) => files::write_with_access(path, text.as_bytes(), access),
        None => files::write_file(path, text.as_bytes()),
    }
}

/// Returns where a client has its configuration, on this system or another one.
fn path_of(client: ClientName, system: &str, at: &Environment) -> Result<PathBuf, AppError> {
    let below_home = |path: &str| {
        let home = at.home.as_ref().map(|home| home.join(path));
        home.ok_or_else(|| AppError::input("there is no home folder").hint("set HOME"))
    };
    let folder = |variable: &str, usual: &str| match at.variable(variable) {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => below_home(usual),
    };
    Ok(match client {
        ClientName::ClaudeCode => at.project.join(".mcp.json"),
        ClientName::Cursor => at.project.join(".cursor").join("mcp.json"),
        ClientName::VsCode => at.project.join(".vscode").join("mcp.json"),
        ClientName::Codex => folder("CODEX_HOME", ".codex")?.join("config.toml"),
        ClientName::ClaudeDesktop => {
            let folder = match system {
                "macos" => below_home("Library/Application Support")?,
                "windows" => folder("APPDATA", "AppData/Roaming")?,
                _ => folder("XDG_CONFIG_HOME", ".config")?,
            };
            folder.join("Claude").join("claude_desktop_config.json")
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
    let mut server = json!({ "command": args.command, "args": ["mcp"] });
    if args.client == ClientName::VsCode {
        server["type"] = json!("stdio");
    }
    with_member(old, key, "retap", &server).map_err(|reason| broken(path, &reason))
}

fn broken(path: &Path, reason: &str) -> AppError {
    let message = format!("`{}` is not what it should be: {reason}", path.display());
    AppError::input(message).hint("mend it first; nothing was written")
}

/// TOML is added to as text, so that comments and order stay.
fn in_toml(args: &InstallArgs, path: &Path, old: &str) -> Result<String, AppError> {
    let parsed = |text: &str| -> Result<toml::Table, AppError> {
        let read: Result<toml::Table, toml::de::Error> = text.parse();
        read.map_err(|error| broken(path, error.message()))
    };
    let table = parsed(old)?;
    let command = Value::from(args.command.as_str());
    let section = format!("[mcp_servers.retap]\ncommand = {command}\nargs = [\"mcp\"]\n");
    let wanted = parsed(&section)?;
    let known = server_of(&table);
    if known.is_some() && known == server_of(&wanted) {
        return Ok(old.to_owned());
    }
    let new = match known {
        None => appended(old, &section),
        Some(_) => replaced(old, &section)
            .ok_or_else(|| broken(path, "its `retap` server is written in a way of its own"))?,
    };
    // What was put in must be read, and nothing else may have changed.
    let read = parsed(&new)?;
    let is_right = server_of(&read) == server_of(&wanted) && others(&read) == others(&table);
    is_right
        .then_some(new)
        .ok_or_else(|| broken(path, "a server cannot be added to it without changing more"))
}

fn server_of(table: &toml::Table) -> Option<&toml::Value> {
    table.get("mcp_servers")?.get("retap")
}

fn others(table: &toml::Table) -> toml::Table {
    let mut others = table.clone();
    if let Some(servers) = others
        .get_mut("mcp_servers")
        .and_then(toml::Value::as_table_mut)
    {
        servers.remove("retap");
        if servers.is_empty() {
            others.remove("mcp_servers");
        }
    }
    others
}

fn appended(old: &str, section: &str) -> String {
    let gap = match old {
        "" => "",
        _ if old.ends_with("\n\n") => "",
        _ if old.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    format!("{old}{gap}{section}")
}

/// Returns the text with another section of this name: from its heading to the next one that is not part
/// of it.
fn replaced(old: &str, section: &str) -> Option<String> {
    let lines: Vec<&str> = old.split_inclusive('\n').collect();
    let start = lines
        .iter()
        .position(|line| line.trim() == "[mcp_servers.retap]")?;
    let is_next = |line: &&str| {
        let line = line.trim_start();
        line.starts_with('[') && !line.starts_with("[mcp_servers.retap.")
    };
    let length = lines[start + 1..].iter().position(is_next);
    let end = length.map_or(lines.len(), |length| start + 1 + length);
    let (before, after) = (lines[..start].concat(), lines[end..].concat());
    let gap = if after.is_empty() { "" } else { "\n" };
    Some(format!("{before}{section}{gap}{after}"))
}

/// Returns the lines that differ: what goes and what comes, between what stays at both ends.
fn difference(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let start = old.iter().zip(&new).take_while(same).count();
    let most = old.len().min(new.len()) - start;
    let ends = old.iter().rev().zip(new.iter().rev());
    let end = ends.take_while(same).count().min(most);
    let gone = old[start..old.len() - end].iter();
    let come = new[start..new.len() - end].iter();
    gone.map(|line| format!("- {line}\n"))
        .chain(come.map(|line| format!("+ {line}\n")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_keeps_its_configuration_where_its_variables_say() {
        let at = |variables: &[(&str, &str)]| Environment {
            home: Some(PathBuf::from("/home/ada")),
            variables: variables
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            ..Environment::of_process()
        };
        let path = |system: &str, variables: &[(&str, &str)]| {
            let path = path_of(ClientName::ClaudeDesktop, system, &at(variables)).unwrap();
            path.display().to_string()
        };
        let file = "Claude/claude_desktop_config.json";
        let mac = format!("/home/ada/Library/Application Support/{file}");
        assert_eq!(path("macos", &[("XDG_CONFIG_HOME", "/x")]), mac);
        assert_eq!(path("linux", &[]), format!("/home/ada/.config/{file}"));
        let set = [("XDG_CONFIG_HOME", "/x"), ("APPDATA", "/roaming")];
        assert_eq!(path("linux", &set), format!("/x/{file}"));
        assert_eq!(path("windows", &set), format!("/roaming/{file}"));
        let codex = path_of(ClientName::Codex, "linux", &at(&[("CODEX_HOME", "/codex")]));
        assert_eq!(codex.unwrap(), Path::new("/codex/config.toml"));
    }
}
