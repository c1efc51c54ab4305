//! What `retap heal` tells: each step in words, the diffs, and what was or would be written.

use std::path::PathBuf;

use retap_learn::heal::{Healing, Relearned};
use retap_model::secret::Masker;
use retap_model::select::Weight;
use serde_json::{Value, json};

use crate::error::Exit;
use crate::skill::Skill;
use crate::terminal::count;

/// Pictures with which they are.
type Pictures = Vec<(&'static str, PathBuf)>;

/// What becomes of a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Decision {
    /// It is written, or would be.
    Take,
    /// It is not, for this reason.
    Leave(String),
}

/// What would be changed of a step.
pub(super) struct Proposal {
    pub(super) healing: Healing,
    pub(super) decision: Decision,
    pub(super) pictures: Pictures,
}

/// Why nothing can be proposed: the replay did not pass.
pub(super) struct Failure {
    pub(super) exit: Exit,
    pub(super) reason: String,
    /// The step that failed.
    pub(super) step: Option<usize>,
    /// What comes nearest to its target.
    pub(super) nearest: Vec<String>,
    /// What `--accept` would try.
    pub(super) learned: Option<Relearned>,
    /// What it did already, so that nothing is tried by running it again.
    pub(super) harm: Option<&'static str>,
    pub(super) pictures: Pictures,
}

/// What became of one skill.
#[derive(Default)]
pub(super) struct SkillHeal {
    pub(super) file: String,
    pub(super) device: String,
    pub(super) failure: Option<Failure>,
    pub(super) proposals: Vec<Proposal>,
    pub(super) diffs: Vec<String>,
    /// Whether it was asked to write.
    pub(super) is_applied: bool,
    /// What proves what was written.
    pub(super) proof: Option<String>,
    pub(super) written: Vec<String>,
    /// Where the versions before are.
    pub(super) kept: Option<String>,
}

impl SkillHeal {
    pub(super) fn new(skill: &Skill) -> Self {
        Self {
            file: skill.path.display().to_string(),
            ..Self::default()
        }
    }

    /// Returns how it ends: a replay that did not pass, or something that was to be written and was not, is no success.
    pub(super) fn exit(&self) -> Exit {
        let is_left = |it: &Proposal| it.decision != Decision::Take;
        match &self.failure {
            Some(failure) => failure.exit,
            None if self.is_applied && self.proposals.iter().any(is_left) => Exit::Failed,
            None => Exit::Passed,
        }
    }
}

pub(super) fn as_text(all: &[SkillHeal], is_applied: bool) -> String {
    let texts = all.iter().map(|own| match &own.failure {
        Some(failure) => failure_text(own, failure),
        None => healed_text(own, is_applied),
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn failure_text(own: &SkillHeal, failure: &Failure) -> String {
    let mut text = format!(
        "{} on {}: the replay did not pass, so nothing is proven and nothing was written\n  {}\n",
        own.file, own.device, failure.reason
    );
    if !failure.nearest.is_empty() {
        text.push_str(&format!("  nearest: {}\n", failure.nearest.join(", ")));
    }
    text.push_str(&picture_lines(&failure.pictures));
    if let Some(harm) = failure.harm {
        text.push_str(&format!("  not run again to try something: {harm}\n"));
    }
    let number = failure.step.map_or(0, |step| step + 1);
    let hint = match &failure.learned {
        Some(Relearned {
            label: Some(label), ..
        }) => format!(
            "if \"{}\" is what step {number} means, `--accept {number}` tries that and learns it anew",
            label.to
        ),
        Some(_) => format!(
            "if what shows is right, `--accept {number}` learns anew what step {number} brings"
        ),
        None => format!(
            "write in `{0}` what is meant, then `retap compile {0}`",
            own.file
        ),
    };
    text + &format!("  hint: {hint}\n")
}

fn healed_text(own: &SkillHeal, is_applied: bool) -> String {
    let mut text = format!(
        "{} on {}: passed, {} to heal\n",
        own.file,
        own.device,
        match own.proposals.len() {
            0 => "nothing".to_owned(),
            steps => count(steps, "step"),
        }
    );
    for proposal in &own.proposals {
        text.push_str(&proposal_text(proposal, is_applied));
    }
    for diff in &own.diffs {
        text.push_str(&format!("\n{diff}"));
    }
    if !own.proposals.is_empty() {
        text.push_str(&format!("\n{}", ending(own, is_applied)));
    }
    text
}

fn proposal_text(proposal: &Proposal, is_applied: bool) -> String {
    let healing = &proposal.healing;
    let number = healing.step.0 + 1;
    let mut text = format!(
        "  step {number} {}: {}\n",
        healing.title,
        healing.changes.join("; ")
    );
    if let Some(label) = &healing.label {
        let (from, to) = (&label.from, &label.to);
        text.push_str(&format!("      source: \"{from}\" -> \"{to}\"\n"));
    }
    let weight = healing.weight.as_str();
    text.push_str(&match (&proposal.decision, healing.weight) {
        (Decision::Leave(why), _) => format!("      left out: {why}\n"),
        (Decision::Take, Weight::Cosmetic) => format!("      {weight}\n"),
        (Decision::Take, _) if is_applied => format!("      {weight}, accepted\n"),
        (Decision::Take, _) => format!("      {weight}: `--accept {number}` takes it\n"),
    });
    text + &picture_lines(&proposal.pictures)
}

fn picture_lines(pictures: &Pictures) -> String {
    let lines = pictures.iter();
    lines
        .map(|(which, path)| format!("      {which}: {}\n", path.display()))
        .collect()
}

fn ending(own: &SkillHeal, is_applied: bool) -> String {
    let mut text = String::new();
    if let Some(proof) = &own.proof {
        text.push_str(&format!("proven: {proof}\n"));
    }
    for file in &own.written {
        text.push_str(&format!("written: {file}\n"));
    }
    if let Some(kept) = &own.kept {
        let file = &own.file;
        text.push_str(&format!(
            "kept: {kept}; `retap heal {file} --undo` puts it back\n"
        ));
    }
    match (is_applied, own.written.is_empty()) {
        (false, _) => text + "nothing was written; `--apply` writes what is cosmetic\n",
        (true, true) => text + "nothing was written\n",
        (true, false) => text,
    }
}

pub(super) fn as_json(all: &[SkillHeal], secrets: &Masker) -> Value {
    let mask = |text: &str| secrets.mask(text).into_owned();
    let skills: Vec<Value> = all
        .iter()
        .map(|own| {
            json!({
                "file": own.file,
                "device": own.device,
                "result": own.exit().as_str(),
                "reason": own.failure.as_ref().map(|it| mask(&it.reason)),
                "failedStep": own.failure.as_ref().and_then(|it| it.step).map(|it| it + 1),
                "nearest": own.failure.as_ref().map(|it| it.nearest.iter().map(|it| mask(it)).collect::<Vec<_>>()),
                "steps": own.proposals.iter().map(|it| proposal_json(it, &mask)).collect::<Vec<_>>(),
                "diffs": own.diffs.iter().map(|it| mask(it)).collect::<Vec<_>>(),
                "proof": own.proof,
                "written": own.written,
                "kept": own.kept,
            })
        })
        .collect();
    json!({ "format": 1, "skills": skills })
}

fn proposal_json(proposal: &Proposal, mask: &dyn Fn(&str) -> String) -> Value {
    let healing = &proposal.healing;
    let left_out = match &proposal.decision {
        Decision::Take => None,
        Decision::Leave(why) => Some(mask(why)),
    };
    let label = healing.label.as_ref();
    let pictures = proposal.pictures.iter();
    json!({
        "number": healing.step.0 + 1,
        "title": healing.title,
        "changes": healing.changes,
        "weight": healing.weight.as_str(),
        "label": label.map(|it| json!({ "from": mask(&it.from), "to": mask(&it.to) })),
        "leftOut": left_out,
        "pictures": pictures.map(|(_, path)| path.display().to_string()).collect::<Vec<_>>(),
    })
}
