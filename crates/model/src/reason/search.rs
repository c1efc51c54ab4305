//! Why a target cannot be acted on: what is there instead, and which part is missing.

use crate::device::DeviceError;
use crate::program::Target;
use crate::screen::{Role, Screen};
use crate::select::{Candidate, Missing, Search, all_shown, why_not_in_row};
use crate::verify::FailureCode;

use super::{Reason, Visible};

impl Reason {
    /// Returns what a device said.
    pub fn device(error: &DeviceError) -> Self {
        Self::Device {
            code: FailureCode::of_device(error),
            message: error.to_string(),
        }
    }

    /// Returns why the target of a search cannot be acted on; one that was found takes no input.
    pub fn not_actionable(target: &Target, search: &Search, screen: &Screen) -> Self {
        let name = name_of(target);
        match search {
            Search::Found(found) => {
                let found = found.title.clone();
                Self::Disabled { name, found }
            }
            Search::Ambiguous(candidates) => ambiguous(name, candidates, screen),
            Search::Missing(missing) => not_there(target, missing, screen),
        }
    }

    /// Returns why a target is not shown: its number, its row, or all of it.
    pub fn not_shown(target: &Target, screen: &Screen) -> Self {
        let there = all_shown(screen, target).len();
        let missing = match target.index {
            Some(_) if there > 0 => Missing::TooFew { there },
            Some(_) | None => why_not_in_row(screen, target),
        };
        not_there(target, &missing, screen)
    }
}

/// Returns what people call a kind.
fn kind_in_words(role: Role) -> &'static str {
    match role {
        Role::TextField => "field",
        Role::Image => "picture",
        Role::Container | Role::Unknown => "text",
        Role::Button
        | Role::Checkbox
        | Role::Dialog
        | Role::Heading
        | Role::Link
        | Role::List
        | Role::Progress
        | Role::Radio
        | Role::Row
        | Role::Slider
        | Role::Switch
        | Role::Tab
        | Role::Text
        | Role::Toast => role.as_str(),
    }
}

fn name_of(target: &Target) -> String {
    match &target.id {
        Some(id) if target.label.is_empty() => format!("#{id}"),
        Some(_) | None => target.label.to_string(),
    }
}

fn ambiguous(name: String, candidates: &[Candidate], screen: &Screen) -> Reason {
    let role = |candidate: &Candidate| screen.elements[candidate.index].role;
    let is_other = |candidate: &Candidate| role(candidate) != role(&candidates[0]);
    Reason::Ambiguous {
        name,
        by_role: candidates.iter().any(is_other),
        candidates: candidates.iter().map(|it| it.title.clone()).collect(),
    }
}

fn not_there(target: &Target, missing: &Missing, screen: &Screen) -> Reason {
    let name = name_of(target);
    let row = target.row.as_ref().map(ToString::to_string);
    let named = row.clone().unwrap_or_default();
    let visible = Visible::of(screen);
    match missing.clone() {
        Missing::Absent => match row {
            Some(row) => Reason::RowAbsent { name, row, visible },
            None => Reason::Absent { name, visible },
        },
        Missing::Covered { by } => Reason::Covered { name, by },
        Missing::OnlyLetters { text } => Reason::OnlyLetters {
            name,
            text,
            visible,
        },
        Missing::OnlySpokenOf { text } => Reason::OnlySpokenOf {
            name,
            text,
            visible,
        },
        Missing::OtherValue { text } => Reason::OtherValue {
            name,
            text,
            visible,
        },
        Missing::OtherKind {
            wanted,
            seen,
            beside,
        } => Reason::OtherKind {
            name,
            wanted: kind_in_words(wanted).to_owned(),
            seen: kind_in_words(seen).to_owned(),
            beside,
            visible: Box::new(visible),
        },
        Missing::AnotherOne { text } => Reason::AnotherOne {
            name,
            text,
            visible,
        },
        Missing::NotTheSame { text, against } => Reason::NotTheSame {
            name,
            text,
            because: against.as_str().to_owned(),
            visible,
        },
        Missing::OtherDetails { text, details } => Reason::OtherDetails {
            name,
            text,
            details: details.join("`, `"),
        },
        Missing::Dangerous { now, word } => Reason::Dangerous {
            name,
            now,
            word: word.to_owned(),
        },
        Missing::Contradicting { says, other, word } => Reason::Contradicting {
            name,
            says,
            other,
            word: word.to_owned(),
        },
        Missing::TooFew { there } => Reason::TooFew {
            name,
            there,
            visible,
        },
        Missing::OtherRow { wanted: row } => Reason::OtherRow { name, row, visible },
        Missing::UnclearRow { rows } if rows.len() > 1 => Reason::SeveralRows { row: named, rows },
        Missing::UnclearRow { rows } => Reason::UnclearRow { row: named, rows },
        Missing::NoSuchRow { rows } if rows.is_empty() => Reason::InNoRow {
            name,
            row: named,
            visible,
        },
        Missing::NoSuchRow { rows } => Reason::InOtherRows {
            name,
            row: named,
            rows,
        },
        Missing::NotInRow => Reason::NotInRow {
            name,
            row: named,
            visible,
        },
    }
}
