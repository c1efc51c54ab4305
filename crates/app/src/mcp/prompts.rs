//! Prompts people can pick: keep a task as a skill, look into a run that failed.

use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

/// Returns the prompts.
pub(super) fn list() -> Vec<Prompt> {
    let argument = |name: &str, about: &str, is_required: bool| {
        PromptArgument::new(name)
            .with_description(about)
            .with_required(is_required)
    };
    vec![
        Prompt::new(
            "record_as_skill",
            Some("Do a task once and keep it as a skill that replays without AI"),
            Some(vec![
                argument("task", "What is to be done", true),
                argument("app", "The app it is done in", false),
            ]),
        ),
        Prompt::new(
            "review_failed_run",
            Some("Find out why a run failed, and what to change"),
            Some(vec![argument(
                "run",
                "The name of the run; the newest when not said",
                false,
            )]),
        ),
    ]
}

/// Returns the prompt of this name with its arguments filled in.
pub(super) fn get(name: &str, arguments: Option<&JsonObject>) -> Option<GetPromptResult> {
    let said = |name: &str| {
        let value = arguments
            .and_then(|all| all.get(name))
            .and_then(Value::as_str);
        value.map(str::trim).filter(|it| !it.is_empty())
    };
    let text = match name {
        "record_as_skill" => {
            let task = said("task").unwrap_or("the task I describe next");
            let app = said("app")
                .map(|app| format!(" in {app}"))
                .unwrap_or_default();
            format!(
                "Do this{app} with retap's tools: {task}\n\
                 1. Begin with `open` and `fresh: true`, so that a replay begins at the same place.\n\
                 2. Act by text or element number, never by coordinates.\n\
                 3. Prove the result with `expect` on something that only shows when it worked.\n\
                 4. Call `keep_skill` with a short name; name every value that will differ next time in \
                 `inputs`. Secrets become inputs by themselves.\n\
                 5. Ask me before `run_skill` or `prove: true`: a replay does everything again."
            )
        }
        "review_failed_run" => {
            let run = said("run").map_or_else(
                || "the newest run among the resources".to_owned(),
                |run| format!("`retap://runs/{run}`"),
            );
            format!(
                "Read {run} and the picture of its failure. Say which step failed, what it expected, what \
                 was there instead, and whether the app changed or broke. If the app changed, say which \
                 line of the skill to change and to what; change nothing yourself."
            )
        }
        _ => return None,
    };
    Some(GetPromptResult::new(vec![PromptMessage::new_text(
        Role::User,
        text,
    )]))
}
