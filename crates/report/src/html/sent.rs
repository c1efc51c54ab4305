//! The questions a run sent to a model, in full: nobody should have to guess what left the machine.

use retap_model::event::Sent;

use crate::run::{RunSummary, StepRun};
use crate::text::count;

use super::escape::escape;
use super::run_section::moment;

/// Returns the table of what was sent; nothing when nothing was.
pub(super) fn sent(run: &RunSummary, run_index: usize) -> String {
    let rows: String = run
        .all_sent()
        .map(|(step, sent)| row(run, run_index, step, sent))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<div class=\"sent\">\n<h3>Sent to a model</h3>\n<table>\n<thead><tr><th>Step</th><th>Question</th>\
         <th>Model</th><th>Host</th><th>With</th><th class=\"number\">Size</th><th>When</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

fn row(run: &RunSummary, run_index: usize, step: Option<&StepRun>, sent: &Sent) -> String {
    let place = step.and_then(|step| {
        let mut steps = run.steps.iter();
        steps.position(|each| std::ptr::eq(each, step))
    });
    let link = match (step, place) {
        (Some(step), Some(place)) => {
            let label = step.label();
            format!("<a href=\"#run-{run_index}-step-{place}\">{label}</a>")
        }
        (_, _) => String::new(),
    };
    let with = if sent.had_picture {
        "a picture"
    } else {
        "text only"
    };
    let model = [sent.provider.as_str(), sent.model.as_str()].join(" ");
    format!(
        "<tr><td>{link}</td><td>{}</td><td>{}</td><td>{}</td><td>{with}</td><td class=\"number\">{}</td>\
         <td class=\"quiet\">{}</td></tr>\n",
        escape(&sent.question),
        escape(model.trim()),
        escape(&sent.host),
        count(sent.bytes, "byte"),
        escape(&moment(&sent.at)),
    )
}
