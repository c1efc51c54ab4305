//! `retap permissions`: what agents may do here, and why.

use clap::Args;
use serde_json::{Value, json};

use super::run_args::OutputArgs;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::mcp::{Profile, tools_of};
use crate::permissions::Policy;

#[derive(Debug, Args)]
pub(crate) struct PermissionsArgs {
    /// Which tools to judge
    #[arg(long, value_enum, default_value_t)]
    profile: Profile,

    #[command(flatten)]
    output: OutputArgs,
}

/// A tool, and why it may or may not be used.
type Judged<'a> = (&'a str, Result<&'static str, String>);

pub(super) fn run(args: &PermissionsArgs, environment: &Environment) -> Result<Exit, AppError> {
    let policy = Policy::load(environment);
    let judged: Vec<Judged<'_>> = tools_of(args.profile)
        .map(|tool| (tool.name, policy.permission(tool.name, tool.access)))
        .collect();
    args.output
        .print(|| as_json(&policy, &judged), || as_text(&policy, &judged));
    Ok(Exit::Passed)
}

fn as_text(policy: &Policy, judged: &[Judged<'_>]) -> String {
    let mut text = String::new();
    if policy.sources().next().is_none() {
        text.push_str("no permission file; tools that act are refused\n");
    }
    for path in policy.sources() {
        text.push_str(&format!("from {}\n", path.display()));
    }
    if let Some(problem) = &policy.guard.closed {
        text.push_str(&format!("{problem}\n"));
    }
    for (name, permission) in judged {
        text.push_str(&match permission {
            Ok(why) => format!("  allowed  {name}: {why}\n"),
            Err(why) => format!("  refused  {name}: {why}\n"),
        });
    }
    let guard = &policy.guard;
    for (what, list) in [
        ("blocked apps", &guard.blocked_apps),
        ("skipped elements", &guard.skip_elements),
    ] {
        if !list.is_empty() {
            text.push_str(&format!("{what}, for every command: {}\n", list.join(", ")));
        }
    }
    text
}

fn as_json(policy: &Policy, judged: &[Judged<'_>]) -> Value {
    let tools: Vec<Value> = judged
        .iter()
        .map(|(name, permission)| {
            let why = match permission {
                Ok(why) => *why,
                Err(why) => why,
            };
            json!({ "name": name, "allowed": permission.is_ok(), "why": why })
        })
        .collect();
    json!({
        "format": 1,
        "sources": policy.sources().collect::<Vec<_>>(),
        "problem": policy.guard.closed,
        "tools": tools,
        "blockedApps": policy.guard.blocked_apps,
        "skipElements": policy.guard.skip_elements,
    })
}
