//! What is legal in a skill and still worth a second look; for `retap check`.

use std::fmt;

use retap_model::phrase::{Part, Phrase};
use retap_model::program::{Draft, Place, Rounds, Step, StepKind, outline};
use retap_model::secret::is_secret_name;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know.
    Info,
    /// Probably not what the author wants.
    Warning,
    /// Cannot be run as it is.
    Error,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lint {
    /// A step only an advisor can judge.
    NeedsAdvisor {
        /// Where it stands.
        place: Place,
        /// The author's words.
        text: String,
    },
    /// No step proves anything.
    NoAssertion,
    /// A variable that must be set from outside.
    NeedsVariable {
        /// The first step that needs it.
        place: Place,
        /// Its name.
        name: String,
    },
    /// A loop that stops before it has run its rounds.
    TimesAboveMax {
        /// Where it stands.
        place: Place,
        /// The rounds asked for.
        times: u32,
        /// The rounds allowed.
        max: u32,
    },
    /// A condition whose branches do the same.
    EqualBranches {
        /// Where it stands.
        place: Place,
    },
    /// Braces that look like a variable or a recall and are neither.
    LiteralBraces {
        /// Where it stands.
        place: Place,
        /// Their look.
        text: String,
    },
    /// A password that stands in the file.
    LiteralSecret {
        /// Where it stands.
        place: Place,
        /// The label of the field it goes into.
        field: String,
    },
}

impl Lint {
    /// Returns where the finding is; `None` when the skill as a whole is meant.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::NeedsAdvisor { place, .. }
            | Self::NeedsVariable { place, .. }
            | Self::TimesAboveMax { place, .. }
            | Self::EqualBranches { place }
            | Self::LiteralBraces { place, .. }
            | Self::LiteralSecret { place, .. } => Some(*place),
            Self::NoAssertion => None,
        }
    }

    /// Returns how much it matters.
    pub fn severity(&self) -> Severity {
        match self {
            Self::NeedsVariable { .. } => Severity::Info,
            Self::NeedsAdvisor { .. }
            | Self::NoAssertion
            | Self::TimesAboveMax { .. }
            | Self::EqualBranches { .. }
            | Self::LiteralBraces { .. }
            | Self::LiteralSecret { .. } => Severity::Warning,
        }
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedsAdvisor { text, .. } => {
                write!(
                    f,
                    "needs an advisor, and is not judged without one: `{text}`"
                )
            }
            Self::NoAssertion => f.write_str("no step asserts anything"),
            Self::NeedsVariable { name, .. } => write!(f, "needs the variable `{name}`"),
            Self::TimesAboveMax { times, max, .. } => {
                write!(f, "asks for {times} rounds but allows only {max}")
            }
            Self::EqualBranches { .. } => f.write_str("both branches do the same"),
            Self::LiteralBraces { text, .. } => write!(
                f,
                "`{text}` is taken letter for letter: it is no `${{NAME}}`, and nothing was remembered before it"
            ),
            Self::LiteralSecret { field, .. } => {
                write!(
                    f,
                    "types into `{field}` what looks like a secret; use a variable"
                )
            }
        }
    }
}

/// Returns what is worth a second look, in source order.
pub fn lint(draft: &Draft) -> Vec<Lint> {
    let mut found = Vec::new();
    let steps = draft.flat();
    let mut variables: Vec<String> = Vec::new();
    let mut focus: Option<&Phrase> = None;
    for (_, step) in &steps {
        lint_step(step, &mut found);
        lint_secret(step, focus, &mut found);
        lint_variables(step, &mut variables, &mut found);
        lint_braces(step, &mut found);
        if let StepKind::Tap(tap) = &step.kind {
            focus = Some(&tap.target.label);
        }
    }
    if !steps.iter().any(|(_, step)| step.kind.asserts()) {
        found.push(Lint::NoAssertion);
    }
    found
}

/// Finds `${` that begins no variable, and `{name}` that recalls nothing.
fn lint_braces(step: &Step, found: &mut Vec<Lint>) {
    let mut kind = step.kind.clone();
    kind.phrases_mut(&mut |phrase| {
        for part in phrase.parts() {
            let Part::Literal(text) = part else { continue };
            if let Some(text) = suspicious_braces(text) {
                found.push(Lint::LiteralBraces {
                    place: step.place,
                    text,
                });
            }
        }
    });
}

fn suspicious_braces(text: &str) -> Option<String> {
    if let Some(start) = text.find("${") {
        return Some(text[start..].chars().take(20).collect());
    }
    let (_, rest) = text.split_once('{')?;
    let (name, _) = rest.split_once('}')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| format!("{{{name}}}"))
}

fn lint_step(step: &Step, found: &mut Vec<Lint>) {
    let place = step.place;
    if let StepKind::Ask(ask) = &step.kind {
        found.push(Lint::NeedsAdvisor {
            place,
            text: ask.text.source(),
        });
    }
    if let StepKind::Repeat(repeat) = &step.kind
        && let Rounds::Times(times) = repeat.rounds
        && times > repeat.max
    {
        found.push(Lint::TimesAboveMax {
            place,
            times,
            max: repeat.max,
        });
    }
    if let StepKind::Condition(condition) = &step.kind
        && outline(&condition.then) == outline(&condition.otherwise)
    {
        found.push(Lint::EqualBranches { place });
    }
}

/// Adds the variables without a default that no earlier step has named.
fn lint_variables(step: &Step, known: &mut Vec<String>, found: &mut Vec<Lint>) {
    let mut kind = step.kind.clone();
    kind.phrases_mut(&mut |phrase| {
        for part in phrase.parts() {
            let Part::Variable {
                name,
                default: None,
            } = part
            else {
                continue;
            };
            if !known.contains(name) {
                known.push(name.clone());
                found.push(Lint::NeedsVariable {
                    place: step.place,
                    name: name.clone(),
                });
            }
        }
    });
}

/// Adds a literal text typed into a field whose label sounds like a password.
fn lint_secret(step: &Step, focus: Option<&Phrase>, found: &mut Vec<Lint>) {
    let Some(text) = step.kind.typed_text() else {
        return;
    };
    let into = step.kind.acted_target().map(|target| &target.label);
    let Some(field) = into.or(focus).map(Phrase::source) else {
        return;
    };
    let has_variable = text
        .parts()
        .iter()
        .any(|part| !matches!(part, Part::Literal(_)));
    let is_empty = text.source().is_empty();
    if !has_variable && !is_empty && sounds_secret(&field) {
        found.push(Lint::LiteralSecret {
            place: step.place,
            field,
        });
    }
}

fn sounds_secret(label: &str) -> bool {
    const WORDS: [&str; 4] = ["パスワード", "暗証番号", "MOT DE PASSE", "PASSWORT"];
    let label = label.to_uppercase();
    WORDS.iter().any(|word| label.contains(word)) || is_secret_name(&label.replace([' ', '-'], "_"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::source::read_skill;

    fn lints(steps: &str) -> String {
        let text = format!("steps:\n{steps}");
        let draft = read_skill(Path::new("x.yaml"), text.as_bytes()).unwrap();
        let lines = lint(&draft).into_iter().map(|lint| match lint.place() {
            Some(place) => format!("{}: {lint}\n", place.line),
            None => format!("{lint}\n"),
        });
        lines.collect()
    }

    #[test]
    fn a_sound_skill_has_no_findings() {
        assert_eq!(
            lints("  - wait_for: A\n  - tap: A\n  - assert_visible: ${B:-b}\n"),
            ""
        );
    }

    #[test]
    fn braces_that_mean_nothing_are_found() {
        assert_eq!(
            lints("  - assert_visible: \"${A B} {who}\"\n"),
            "2: `${A B} {who}` is taken letter for letter: it is no `${NAME}`, and nothing was remembered before it\n"
        );
        let remembered = "  - remember: { name: who, from: A }\n  - assert_visible: \"{who}\"\n";
        assert_eq!(lints(remembered), "");
    }

    #[test]
    fn findings_name_their_line() {
        let steps = r#"  - ask: "close it"
  - repeat: { times: 5, max: 3, steps: [home] }
  - condition: { if_visible: "A", then: [home], else: [home] }
  - type: { text: "hunter2", into: "Password" }
  - tap: "PIN"
  - type: "1234"
  - type: "${PIN}"
  - type: { text: "${PIN} ${USER}", into: "パスワード" }
"#;
        insta::assert_snapshot!(lints(steps), @r"
        2: needs an advisor, and is not judged without one: `close it`
        3: asks for 5 rounds but allows only 3
        4: both branches do the same
        5: types into `Password` what looks like a secret; use a variable
        7: types into `PIN` what looks like a secret; use a variable
        8: needs the variable `PIN`
        9: needs the variable `USER`
        no step asserts anything
        ");
    }
}
