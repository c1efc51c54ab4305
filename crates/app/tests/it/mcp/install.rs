//! `retap mcp install`: what changes is shown first, what was there is kept.

use insta::assert_snapshot;

use crate::assert_contains;
use crate::project::Project;

#[test]
fn a_dry_run_shows_what_would_change_and_writes_nothing() {
    let project = Project::new();
    let shown = project
        .run("mcp install --client claude-code --dry-run")
        .exits(0);
    assert_snapshot!(shown.text, @r#"
    .mcp.json
    + {
    +   "mcpServers": {
    +     "retap": {
    +       "args": ["mcp"],
    +       "command": "retap"
    +     }
    +   }
    + }
    nothing was written (--dry-run)
    --- exit 0
    "#);
    assert!(project.files().is_empty());
}

#[test]
fn other_servers_stay_and_the_file_as_it_was_is_kept() {
    let old = r#"{"mcpServers": {"other": {"command": "x"}}, "theme": "dark"}"#;
    let project = Project::with(&[(".cursor/mcp.json", old)]);
    project.run("mcp install --client cursor").exits(0);
    assert_eq!(project.read(".cursor/mcp.json.bak"), old);
    let new: serde_json::Value = serde_json::from_str(&project.read(".cursor/mcp.json")).unwrap();
    assert_eq!(new["mcpServers"]["other"]["command"], "x");
    assert_eq!(new["mcpServers"]["retap"]["args"][0], "mcp");
    assert_eq!(new["theme"], "dark");
    let again = project.run("mcp install --client cursor").exits(0);
    assert_contains(&again.text, "has it already");
}

/// The clients, and where each has its configuration.
const CLIENTS: [(&str, &str); 5] = [
    ("claude-code", ".mcp.json"),
    (
        "claude-desktop",
        "../home/.config/Claude/claude_desktop_config.json",
    ),
    ("cursor", ".cursor/mcp.json"),
    ("vscode", ".vscode/mcp.json"),
    ("codex", "../home/.codex/config.toml"),
];

#[test]
fn every_client_is_set_up_once_and_a_second_time_changes_nothing() {
    for (client, file) in CLIENTS {
        let project = Project::new();
        let line = format!("mcp install --client {client}");
        let dry = project.run(&format!("{line} --dry-run")).exits(0);
        assert_contains(&dry.text, "nothing was written");
        assert!(!project.path(file).exists(), "{client}");
        let written = project.run(&line).exits(0);
        // The difference that was shown is the one that was made.
        let shown = |text: &str| text.lines().filter(|it| it.starts_with("+ ")).count();
        assert_eq!(shown(&dry.text), shown(&written.text), "{client}");
        let first = project.read(file);
        assert!(first.contains("retap") && first.contains("mcp"), "{first}");
        let again = project.run(&line).exits(0);
        assert_contains(&again.text, "has it already");
        assert_eq!(project.read(file), first);
        assert!(!project.path(&format!("{file}.bak")).exists(), "{client}");
    }
}

#[test]
fn what_is_broken_is_refused_for_every_client_and_left_as_it_is() {
    for (client, file) in CLIENTS {
        for broken in ["{ \"mcpServers\": ", "[1, 2", "servers = {{"] {
            let project = Project::with(&[(file, broken)]);
            let refused = project
                .run(&format!("mcp install --client {client}"))
                .exits(2);
            assert_contains(&refused.text, "mend it first");
            assert_eq!(project.read(file), broken, "{client}");
            assert!(!project.path(&format!("{file}.bak")).exists(), "{client}");
        }
    }
}

#[test]
fn comments_of_json_stay_and_the_difference_shows_only_what_is_new() {
    let old = "{\n  // my servers\n  \"servers\": {\n    \"other\": { \"command\": \"x\" }, // mine\n  },\n}\n";
    let project = Project::with(&[(".vscode/mcp.json", old)]);
    let shown = project.run("mcp install --client vscode").exits(0);
    assert_snapshot!(shown.text, @r#"
    .vscode/mcp.json
    +     "retap": {
    +       "args": ["mcp"],
    +       "command": "retap",
    +       "type": "stdio",
    +     },
    the file as it was: .vscode/mcp.json.bak
    written; start the client again
    --- exit 0
    "#);
    assert_eq!(project.read(".vscode/mcp.json.bak"), old);
    assert!(project.read(".vscode/mcp.json").contains("// my servers"));
}

#[test]
fn another_program_replaces_the_one_that_was_there_and_every_old_file_is_kept() {
    for (client, file) in CLIENTS {
        let project = Project::new();
        let line = format!("mcp install --client {client}");
        project.run(&line).exits(0);
        let first = project.read(file);
        project
            .run(&format!("{line} --command /opt/retap"))
            .exits(0);
        let second = project.read(file);
        assert!(second.contains("/opt/retap"), "{client}: {second}");
        assert_eq!(second.matches("/opt/retap").count(), 1);
        project
            .run(&format!("{line} --command /opt/other"))
            .exits(0);
        assert_eq!(project.read(&format!("{file}.bak")), first, "{client}");
        assert_eq!(project.read(&format!("{file}.bak1")), second, "{client}");
    }
}

#[test]
fn toml_keeps_its_comments_and_what_stands_after() {
    let old = "# mine\nmodel = \"x\"\n\n[mcp_servers.retap]\ncommand = \"old\"\n\n[mcp_servers.b]\ncommand = \"b\" # b\n";
    let project = Project::with(&[("../home/.codex/config.toml", old)]);
    project.run("mcp install --client codex").exits(0);
    assert_snapshot!(project.read("../home/.codex/config.toml"), @r#"
    # mine
    model = "x"

    [mcp_servers.retap]
    command = "retap"
    args = ["mcp"]

    [mcp_servers.b]
    command = "b" # b
    "#);
    // One that is written in a line cannot be added to as text, and is not changed.
    let inline = "mcp_servers = { b = { command = \"b\" } }\n";
    let project = Project::with(&[("../home/.codex/config.toml", inline)]);
    project.run("mcp install --client codex").exits(2);
    assert_eq!(project.read("../home/.codex/config.toml"), inline);
}

#[test]
fn who_could_not_read_a_file_cannot_read_it_afterwards() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::with(&[("../home/.codex/config.toml", "key = \"secret\"\n")]);
    let path = project.path("../home/.codex/config.toml");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    project.run("mcp install --client codex").exits(0);
    for file in ["config.toml", "config.toml.bak"] {
        let known = std::fs::metadata(path.with_file_name(file)).unwrap();
        assert_eq!(known.permissions().mode() & 0o777, 0o600, "{file}");
    }
}

#[test]
fn toml_keeps_its_comments() {
    let project = Project::with(&[("../home/.codex/config.toml", "# mine\nmodel = \"x\"\n")]);
    project.run("mcp install --client codex").exits(0);
    let text = project.read("../home/.codex/config.toml");
    assert_eq!(
        text,
        "# mine\nmodel = \"x\"\n\n[mcp_servers.retap]\ncommand = \"retap\"\nargs = [\"mcp\"]\n"
    );
}
