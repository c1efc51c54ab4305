//! Values that change from run to run: what an agent names becomes an input.

use retap_model::phrase::{Part, Phrase};
use retap_model::program::StepKind;

/// A value with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The name.
    pub name: String,
    /// The value it had this time.
    pub value: String,
}

/// Returns the step with every occurrence of a value in its words replaced by its name; the value
/// stays as the default. Secrets are left as they are: they have names already.
pub fn with_inputs(kind: &StepKind, inputs: &[Input]) -> StepKind {
    let mut kind = kind.clone();
    kind.phrases_mut(&mut |phrase| {
        if let [Part::Literal(text)] = phrase.parts()
            && let Some(named) = named(text, inputs)
        {
            *phrase = named;
        }
    });
    kind
}

fn named(text: &str, inputs: &[Input]) -> Option<Phrase> {
    // Longer values first, so that one that is a part of another does not cut it up.
    let mut inputs: Vec<&Input> = inputs.iter().filter(|it| !it.value.is_empty()).collect();
    inputs.sort_by_key(|input| std::cmp::Reverse(input.value.len()));
    let input = inputs.into_iter().find(|input| is_in(text, &input.value))?;
    let Input { name, value } = input;
    let variable = match value.contains(['}', '\n']) {
        true => format!("${{{name}}}"),
        false => format!("${{{name}:-{value}}}"),
    };
    Some(Phrase::parse(&text.replacen(value, &variable, 1)))
}

/// Short values are in many texts by chance, so they only count as a whole.
fn is_in(text: &str, value: &str) -> bool {
    text == value || (value.chars().count() >= 3 && text.contains(value) && !text.contains("${"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use retap_model::program::{Tap, Target, TouchEffect, TypeText};

    fn input(name: &str, value: &str) -> Input {
        Input {
            name: name.to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn typed_values_and_labels_become_inputs_with_their_value_as_default() {
        let typed = StepKind::Type(TypeText {
            text: Phrase::literal("ada@example.org"),
            into: None,
        });
        let inputs = [
            input("EMAIL", "ada@example.org"),
            input("PRODUCT", "Enamel Mug"),
        ];
        let StepKind::Type(text) = with_inputs(&typed, &inputs) else {
            panic!("another step");
        };
        assert_eq!(text.text.source(), "${EMAIL:-ada@example.org}");
        let touched = StepKind::Tap(Tap {
            target: Target::labelled(Phrase::literal("Add Enamel Mug")),
            effect: TouchEffect::Visible,
        });
        let StepKind::Tap(tap) = with_inputs(&touched, &inputs) else {
            panic!("another step");
        };
        assert_eq!(tap.target.label.source(), "Add ${PRODUCT:-Enamel Mug}");
    }

    #[test]
    fn a_short_value_counts_only_as_a_whole() {
        let touched = StepKind::Tap(Tap {
            target: Target::labelled(Phrase::literal("10 items")),
            effect: TouchEffect::Visible,
        });
        assert_eq!(with_inputs(&touched, &[input("COUNT", "10")]), touched);
    }
}
