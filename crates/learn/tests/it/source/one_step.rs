//! One step by itself, as the command line and agents give it.

use std::mem::discriminant;

use retap_learn::source::read_step;
use retap_model::program::{Nature, StepKind, Verb};

fn title(text: &str) -> String {
    read_step(text).map_or_else(|errors| errors.render(), |step| step.title())
}

#[test]
fn a_step_is_read_as_yaml_as_json_and_as_a_sentence() {
    assert_eq!(title("tap: General"), "tap \"General\"");
    assert_eq!(
        title("type: { text: Ada, into: Name }"),
        title(r#"{"type":{"text":"Ada","into":"Name"}}"#)
    );
    assert_eq!(title("home"), "home");
    assert_eq!(title("Tap \"General\""), "tap \"General\"");
    assert_eq!(title("「一般」をタップする"), "tap \"一般\"");
}

#[test]
fn every_verb_of_the_registry_is_read_as_its_example_writes_it() {
    // The example of a block says in words what stands below it.
    let is_block = |verb: &&Verb| (verb.blank)().nature() == Nature::Block;
    for verb in StepKind::skill_verbs().filter(|verb| !is_block(verb)) {
        let step = read_step(verb.example.unwrap()).unwrap_or_else(|errors| panic!("{errors}"));
        let kind = discriminant(&(verb.blank)());
        assert_eq!(discriminant(&step.kind), kind, "{}", verb.name);
    }
}

#[test]
fn what_is_no_step_says_what_would_be() {
    assert!(title("tpa: General").contains("unknown verb `tpa`"));
    assert!(title("tpa: General").contains("tap"));
    assert!(title("Frobnicate the frob").contains("unknown verb `Frobnicate`"));
    assert!(title("tap: { lable: General }").contains("`tap` has no key `lable`"));
    assert!(title("If \"General\" is visible:").contains("no steps"));
    assert!(title("").contains("empty"));
}
