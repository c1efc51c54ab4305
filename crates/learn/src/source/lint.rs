//! Findings about what is legal in a skill and still worth a second look; for `retap check`.

use retap_model::phrase::{Part, Phrase, is_name};
use retap_model::program::{Draft, Rounds, Step, StepKind, outline};
use retap_model::secret::is_secret_label;

use super::finding::{Finding, Severity};

/// Returns what is worth a second look, in source order.
pub fn lint(draft: &Draft) -> Vec<Finding> {
    let mut found = Vec::new();
    let steps = draft.flat();
    let mut variables: Vec<String> = Vec::new();
    let mut focus: Option<&Phrase> = None;
    for (_, step) in &steps {
        let warnings = lint_step(step).into_iter().chain(lint_secret(step, focus));
        found.extend(warnings.map(|message| warning(step, message)));
        let needed = needed_variables(step, &mut variables).into_iter();
        let needed = needed.map(|name| format!("needs the variable `{name}`"));
        found.extend(needed.map(|text| Finding::new(Severity::Info, Some(step.place), text)));
        let strays = strays_of(step).into_iter().chain(stray_recalls(step));
        found.extend(strays.map(|message| warning(step, message)));
        if let StepKind::Tap(tap) = &step.kind {
            focus = Some(&tap.target.label);
        }
    }
    // A run that ends with a wait passes only if what it waits for came.
    let ends_with_wait =
        matches!(steps.last(), Some((_, step)) if matches!(step.kind, StepKind::WaitFor(_)));
    if !ends_with_wait && !steps.iter().any(|(_, step)| step.kind.asserts()) {
        let message = "no step asserts anything".to_owned();
        found.push(Finding::new(Severity::Warning, None, message));
    }
    found
}

fn warning(step: &Step, message: String) -> Finding {
    Finding::new(Severity::Warning, Some(step.place), message)
}

fn lint_step(step: &Step) -> Option<String> {
    match &step.kind {
        StepKind::Ask(ask) => Some(format!(
            "needs an advisor, and is not judged without one: `{}`",
            ask.text.source()
        )),
        StepKind::Repeat(repeat) => match repeat.rounds {
            Rounds::Times(times) if times > repeat.max => Some(format!(
                "asks for {times} rounds but allows only {}",
                repeat.max
            )),
            Rounds::Times(_) | Rounds::WhileVisible(_) | Rounds::UntilVisible(_) => None,
        },
        StepKind::Condition(condition) => (outline(&condition.then)
            == outline(&condition.otherwise))
        .then(|| "both branches do the same".to_owned()),
        _ => None,
    }
}

/// Returns what to say of a literal text typed into a field whose label sounds like a password.
fn lint_secret(step: &Step, focus: Option<&Phrase>) -> Option<String> {
    let text = step.kind.typed_text()?;
    let into = step.kind.acted_target().map(|target| &target.label);
    let field = into.or(focus).map(Phrase::source)?;
    let is_fixed = text.is_fixed() && !text.source().is_empty();
    (is_fixed && is_secret_label(&field))
        .then(|| format!("types into `{field}` what looks like a secret; use a variable"))
}

/// Returns the variables without a default that no earlier step has named.
fn needed_variables(step: &Step, known: &mut Vec<String>) -> Vec<String> {
    let earlier = known.len();
    step.kind.clone().phrases_mut(&mut |phrase| {
        for part in phrase.parts() {
            if let Part::Variable {
                name,
                default: None,
                value: None,
            } = part
                && !known.contains(name)
            {
                known.push(name.clone());
            }
        }
    });
    known[earlier..].to_vec()
}

/// Returns what looks like a variable in a skill and is none: it is typed and looked for letter for letter.
pub fn stray_variables(draft: &Draft) -> Vec<Finding> {
    let steps = draft.flat().into_iter();
    let found = steps.flat_map(|(_, step)| {
        let strays = strays_of(step).into_iter();
        strays.map(|message| warning(step, message))
    });
    found.collect()
}

fn strays_of(step: &Step) -> Vec<String> {
    let mut found = Vec::new();
    step.kind.clone().phrases_mut(&mut |phrase| {
        found.extend(phrase.strays().map(|text| {
            format!(
                "`{text}` is taken letter for letter: it is no `${{NAME}}`; if that is meant, write `${{$}}{{` for `${{`"
            )
        }));
    });
    found
}

/// Returns what to say of `{name}` that recalls nothing.
fn stray_recalls(step: &Step) -> Vec<String> {
    let mut found = Vec::new();
    step.kind.clone().phrases_mut(&mut |phrase| {
        let literals = phrase.parts().iter().filter_map(|part| match part {
            Part::Literal(text) => name_in_braces(text),
            Part::Stray | Part::Variable { .. } | Part::Recall(_) => None,
        });
        found.extend(literals.map(|name| {
            format!("`{{{name}}}` is taken letter for letter: nothing was remembered by that name before it")
        }));
    });
    found
}

/// Returns the first `{name}` of a text that is taken letter for letter.
pub(super) fn name_in_braces(text: &str) -> Option<&str> {
    let (before, rest) = text.split_once('{')?;
    let (name, _) = rest.split_once('}')?;
    (is_name(name) && !before.ends_with('$')).then_some(name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::source::read_skill;

    fn lints(steps: &str) -> String {
        let text = format!("steps:\n{steps}");
        let draft = read_skill(Path::new("x.yaml"), text.as_bytes()).unwrap();
        let lines = lint(&draft).into_iter().map(|found| match found.place {
            Some(place) => format!("{}: {found}\n", place.line),
            None => format!("{found}\n"),
        });
        lines.collect()
    }

    #[test]
    fn a_sound_skill_has_no_findings() {
        assert_eq!(
            lints("  - wait_for: A\n  - tap: A\n  - assert_visible: ${B:-b}\n"),
            ""
        );
        assert_eq!(lints("  - tap: A\n  - wait_for: B\n"), "");
        let unproven = "no step asserts anything\n";
        assert_eq!(lints("  - wait_for: A\n  - tap: B\n"), unproven);
    }

    #[test]
    fn braces_that_mean_nothing_are_found() {
        assert_eq!(
            lints("  - assert_visible: \"${A B} {who}\"\n"),
            "2: `${A B}` is taken letter for letter: it is no `${NAME}`; if that is meant, write `${$}{` for `${`\n\
             2: `{who}` is taken letter for letter: nothing was remembered by that name before it\n"
        );
        assert_eq!(lints("  - assert_visible: \"${$}{A B} ${$}{C}\"\n"), "");
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
