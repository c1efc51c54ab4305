//! Keeping what an agent did: its acts, without the dead ends, become a skill and its compiled file, and
//! values that change from run to run become inputs.
//!
//! Acts and screens come in, a draft and observations go out. Not here: devices, files, asking anybody.

use std::sync::Arc;

use retap_model::phrase::{Part, Phrase};
use retap_model::program::{Nature, StepKind};
use retap_model::screen::{Role, Screen};
use retap_model::verify::ActionType;

/// One act that worked, with its screens.
#[derive(Debug, Clone)]
pub struct Done {
    /// The act that was done.
    pub kind: StepKind,
    /// The screen before.
    pub before: Option<Arc<Screen>>,
    /// The screen after.
    pub after: Option<Arc<Screen>>,
}

/// The labels people touch to get out of where they are, in small letters.
const WAYS_OUT: [&str; 16] = [
    "back",
    "<",
    "‹",
    "〈",
    "navigate up",
    "cancel",
    "close",
    "dismiss",
    "not now",
    "no thanks",
    "keep",
    "×",
    "戻る",
    "閉じる",
    "キャンセル",
    "あとで",
];

/// Returns the places of the acts that are kept, in order.
///
/// A touch is left out together with the way back out when the screen afterwards is the one before it
/// and nothing but looking came between. What may have had an effect elsewhere is always kept: that a
/// list looks as before does not mean that nothing was put into the cart.
pub fn prune(acts: &[Done]) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for (place, act) in acts.iter().enumerate() {
        kept.push(place);
        if !is_way_out(&act.kind) {
            continue;
        }
        let earlier = &kept[..kept.len() - 1];
        let Some(opener) = earlier
            .iter()
            .rposition(|place| !is_harmless(&acts[*place].kind))
        else {
            continue;
        };
        if is_harmless_touch(&acts[kept[opener]].kind)
            && is_same(&acts[kept[opener]].before, &act.after)
        {
            kept.truncate(opener);
        }
    }
    kept
}

fn is_way_out(kind: &StepKind) -> bool {
    if let StepKind::Tap(tap) = kind {
        let label = tap.target.label.reveal().trim().to_lowercase();
        return WAYS_OUT.contains(&label.as_str());
    }
    matches!(kind, StepKind::Back(_))
}

/// Returns whether the step only looks or moves the page.
fn is_harmless(kind: &StepKind) -> bool {
    matches!(kind.nature(), Nature::Proof | Nature::Scroll)
}

/// Returns whether the step touches something whose name promises nothing beyond the screen.
fn is_harmless_touch(kind: &StepKind) -> bool {
    let StepKind::Tap(tap) = kind else {
        return false;
    };
    let name = tap.target.label.reveal();
    ActionType::of_touching(&name) == ActionType::LocalState && !is_way_out(kind)
}

fn is_same(before: &Option<Arc<Screen>>, after: &Option<Arc<Screen>>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => {
            before.app == after.app
                && before.name == after.name
                && controls(before) == controls(after)
        }
        (_, _) => false,
    }
}

/// Returns what can be touched or is set to something, whatever has the focus and wherever it is: a
/// keyboard that went away in between is no difference.
fn controls(screen: &Screen) -> Vec<String> {
    let mut all: Vec<String> = screen
        .visible()
        .map(|(_, element)| element)
        .filter(|element| {
            let state = &element.state;
            let is_set = state.checked.is_some() || state.value.is_some();
            element.reacts_to_touches() || is_set || element.role == Role::Heading
        })
        .map(|element| {
            let state = &element.state;
            format!(
                "{}|{}|{:?}|{:?}|{:?}",
                element.id,
                element.caption(),
                state.checked,
                state.selected,
                state.value
            )
        })
        .collect();
    all.sort();
    all
}

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
    let (before, after) = text.split_once(value.as_str())?;
    let [before, after] = [before, after].map(|text| Phrase::literal(text).source());
    Some(Phrase::parse(&format!("{before}{variable}{after}")))
}

/// Short values are in many texts by chance, so they only count as a whole.
fn is_in(text: &str, value: &str) -> bool {
    text == value || (value.chars().count() >= 3 && text.contains(value) && !text.contains("${"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use retap_model::geometry::{Rect, Size};
    use retap_model::program::{Back, Tap, Target, TouchEffect, TypeText};
    use retap_model::screen::Element;

    fn screen(text: &str) -> Option<Arc<Screen>> {
        let element = Element {
            text: text.to_owned(),
            role: Role::Heading,
            bounds: Rect::new(0.0, 0.0, 100.0, 20.0),
            ..Element::default()
        };
        Some(Arc::new(Screen {
            size: Size::new(400.0, 800.0),
            elements: vec![element],
            ..Screen::default()
        }))
    }

    /// Returns which of these acts are kept; each is a step with the screens before and after it.
    fn kept(acts: &[(StepKind, [&str; 2])]) -> Vec<usize> {
        let acts = acts.iter().map(|(kind, [before, after])| Done {
            kind: kind.clone(),
            before: screen(before),
            after: screen(after),
        });
        prune(&acts.collect::<Vec<_>>())
    }

    fn tap(label: &str) -> StepKind {
        StepKind::Tap(Tap {
            target: Target::labelled(label),
            effect: TouchEffect::Visible,
            ..Tap::default()
        })
    }

    #[test]
    fn what_led_nowhere_is_left_out_however_deep() {
        let acts = [
            (tap("General"), ["home", "general"]),
            (tap("About"), ["general", "about"]),
            (StepKind::Back(Back), ["about", "general"]),
            (tap("Back"), ["general", "home"]),
            (tap("Privacy"), ["home", "privacy"]),
        ];
        assert_eq!(kept(&acts), [4]);
    }

    #[test]
    fn what_may_have_done_something_is_kept() {
        let promising = [
            (tap("Save"), ["form", "saved"]),
            (StepKind::Back(Back), ["saved", "form"]),
        ];
        assert_eq!(kept(&promising), [0, 1]);
        let between = [
            (tap("Mug"), ["list", "mug"]),
            (tap("Add"), ["mug", "mug added"]),
            (StepKind::Back(Back), ["mug added", "list"]),
        ];
        assert_eq!(kept(&between), [0, 1, 2]);
    }

    #[test]
    fn a_way_out_that_leads_elsewhere_is_kept() {
        let acts = [
            (tap("Mug"), ["list", "mug"]),
            (StepKind::Back(Back), ["mug", "other"]),
        ];
        assert_eq!(kept(&acts), [0, 1]);
    }

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
            ..Tap::default()
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
            ..Tap::default()
        });
        assert_eq!(with_inputs(&touched, &[input("COUNT", "10")]), touched);
    }
}
