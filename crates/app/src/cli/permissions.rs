//! `retap permissions`: what agents may do here, and why.

use clap::Args;
use serde_json::{Value, json};

use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::mcp::{Profile, tools_of};
use crate::permissions::Policy;
use crate::terminal::outln;

#[derive(Debug, Args)]
pub(crate) struct PermissionsArgs {
    /// Which tools to judge
    #[arg(long, value_enum, default_value_t)]
    profile: Profile,

    /// Write the result as JSON to standard output
    #[arg(long)]
    json: bool,
}

/// A tool, and why it may or may not be used.
type Judged<'a> = (&'a str, Result<&'static str, String>);

pub(super) fn run(args: &PermissionsArgs, environment: &Environment) -> Result<Exit, AppError> {
    let policy = Policy::load(environment);
    let judged: Vec<Judged<'_>> = tools_of(args.profile)
        .map(|tool| (tool.name, policy.permission(tool.name, tool.access)))
        .collect();
    if args.json {
        outln!("{}", as_json(&policy, &judged));
        return Ok(Exit::Passed);
    }
    if policy.sources().next().is_none() {
        outln!("no permission file; tools that act are refused");
    }
    for path in policy.sources() {
        outln!("from {}", path.display());
    }
    if let Some(problem) = &policy.guard.closed {
        outln!("{problem}");
    }
    for (name, permission) in &judged {
        match permission {
            Ok(why) => outln!("  allowed  {name}: {why}"),
            Err(why) => outln!("  refused  {name}: {why}"),
        }
    }
    let guard = &policy.guard;
    for (what, list) in [
        ("blocked apps", &guard.blocked_apps),
        ("skipped elements", &guard.skip_elements),
    ] {
        if !list.is_empty() {
            outln!("{what}, for every command: {}", list.join(", "));
        }
    }
    Ok(Exit::Passed)
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
