//! `retap mcp install`: what changes is shown first, what was there is kept.

use insta::assert_snapshot;

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
    +       "args": [
    +         "mcp"
    +       ],
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
    assert!(again.text.contains("has it already"), "{}", again.text);
}

#[test]
fn a_file_that_is_broken_is_left_alone() {
    let project = Project::with(&[(".vscode/mcp.json", "{ // mine\n}")]);
    project.run("mcp install --client vscode").exits(2);
    assert_eq!(project.read(".vscode/mcp.json"), "{ // mine\n}");
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
