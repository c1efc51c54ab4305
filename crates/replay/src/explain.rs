//! Why a target cannot be acted on, in words: what is there instead, and which part is missing.

use retap_model::program::Target;
use retap_model::screen::Screen;
use retap_model::select::{Candidate, Missing, Search, why_not_in_row};

use crate::find::visible_texts;

/// Returns why a target cannot be acted on.
pub(crate) fn explain(target: &Target, search: &Search, screen: &Screen) -> String {
    let name = name_of(target);
    match search {
        Search::Found(found) => {
            format!(
                "`{name}` is on the screen but does not take input: {}",
                found.title
            )
        }
        Search::Ambiguous(candidates) => explain_ambiguity(&name, candidates, screen),
        Search::Missing(missing) => explain_missing(&name, target, missing, screen),
    }
}

fn name_of(target: &Target) -> String {
    match &target.id {
        Some(id) if target.label.is_empty() => format!("#{id}"),
        Some(_) | None => target.label.to_string(),
    }
}

fn explain_ambiguity(name: &str, candidates: &[Candidate], screen: &Screen) -> String {
    let listed: Vec<&str> = candidates
        .iter()
        .map(|candidate| candidate.title.as_str())
        .collect();
    let role = |candidate: &Candidate| screen.elements[candidate.index].role;
    let differ = candidates
        .iter()
        .any(|other| role(other) != role(&candidates[0]));
    let by_role = if differ { "`role:`, " } else { "" };
    format!(
        "`{name}` could be any of {}: {}; say which with {by_role}`row:` or `index:`",
        candidates.len(),
        listed.join("; ")
    )
}

fn explain_missing(name: &str, target: &Target, missing: &Missing, screen: &Screen) -> String {
    match missing {
        Missing::Absent => {
            let names = match &target.row {
                Some(row) => format!("neither `{name}` nor its row `{row}` is"),
                None => format!("`{name}` is not"),
            };
            format!("{names} on the screen; visible: {}", visible_texts(screen))
        }
        Missing::Covered { by: Some(by) } => format!("`{name}` is covered by `{by}`"),
        Missing::Covered { by: None } => format!("`{name}` is covered by something in front of it"),
        Missing::OnlyLetters { text } => format!(
            "`{name}` is not on the screen; `{text}` only contains its letters; visible: {}",
            visible_texts(screen)
        ),
        Missing::OnlySpokenOf { text } => format!(
            "`{name}` is not on the screen; `{text}` has it among other words but does not react to touches; visible: {}",
            visible_texts(screen)
        ),
        Missing::OtherValue { text } => format!(
            "`{name}` is not on the screen; `{text}` has other words around it, and a given value must be all of the name; visible: {}",
            visible_texts(screen)
        ),
        Missing::AnotherOne { text } => format!(
            "what was recorded as `{name}` is not on the screen; `{text}` is not the same; visible: {}",
            visible_texts(screen)
        ),
        Missing::Dangerous { now, word } => format!(
            "what would be `{name}` says `{now}`; it was not touched because of the word `{word}`"
        ),
        Missing::TooFew { there } => {
            format!(
                "there are only {there} of `{name}` on the screen; visible: {}",
                visible_texts(screen)
            )
        }
        Missing::NoSuchRow { .. } | Missing::NotInRow | Missing::UnclearRow { .. } => {
            explain_row(name, target, missing, screen)
        }
        Missing::OtherRow { wanted } => format!(
            "`{name}` is there, but not in the row `{wanted}` it was recorded in; visible: {}",
            visible_texts(screen)
        ),
    }
}

/// Returns what is wrong with the row of a target that is shown nowhere, if its row is what is wrong.
pub(crate) fn row_trouble(target: &Target, screen: &Screen) -> Option<String> {
    target.row.as_ref()?;
    match why_not_in_row(screen, target) {
        Missing::Absent => None,
        missing => Some(explain_missing(&name_of(target), target, &missing, screen)),
    }
}

fn explain_row(name: &str, target: &Target, missing: &Missing, screen: &Screen) -> String {
    let row = target.row.as_ref().map(ToString::to_string);
    let row = row.unwrap_or_default();
    let quoted = |rows: &[String]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("`{row}`")).collect();
        rows.join(", ")
    };
    match missing {
        Missing::UnclearRow { rows } if rows.len() > 1 => format!(
            "the row `{row}` could be any of {}: {}; write more of its text",
            rows.len(),
            quoted(rows)
        ),
        Missing::UnclearRow { rows } => format!(
            "no row is called `{row}`; {} has it among other words; if that is meant, write more of its text",
            quoted(rows)
        ),
        Missing::NoSuchRow { rows } if !rows.is_empty() => format!(
            "`{name}` is there, but in no row `{row}`; its rows: {}",
            quoted(rows)
        ),
        Missing::NotInRow => format!(
            "`{row}` is there, but no `{name}` in its row; visible: {}",
            visible_texts(screen)
        ),
        _ => format!(
            "`{name}` is there, but in no row `{row}`; visible: {}",
            visible_texts(screen)
        ),
    }
}
