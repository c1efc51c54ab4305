//! Writes prose skills: the page, and each step as a sentence that the prose reader reads back, by the
//! templates of the phrase tables.
//!
//! In a template `{name}` is a field, `{name:style}` a field written so, and of `[a|b]` the first is
//! written whose fields all say something; `docs/recipes/add-a-language.md` lists the styles.

use retap_model::device::Modifier;
use retap_model::program::{Ask, Draft, Header, PressKey, Question, Step, StepKind, Target};

use super::fields::{Entry, Fields};
use super::{write_description, write_keys, write_notes, yaml};
use crate::phrase::{spoken, template};
use crate::source::scalar::quote;
use crate::source::skill_md::is_plain_sentence;
use crate::source::text::is_unprintable;

/// The mark before a note.
const NOTE: &str = "> Note:";

/// Returns the whole file.
pub(super) fn write(draft: &Draft) -> String {
    let mut lines = vec!["---".to_owned()];
    lines.extend(write_keys(&draft.header));
    lines.extend(front_description(&draft.header));
    lines.push("---".to_owned());
    lines.extend(body_description(&draft.header));
    if !draft.header.notes.is_empty() {
        lines.push(String::new());
        lines.extend(write_notes(&draft.header.notes, 0, NOTE));
    }
    lines.extend(["", "## Steps", ""].map(str::to_owned));
    write_steps(&draft.steps, 0, &mut lines);
    lines.push(String::new());
    lines.join("\n")
}

/// Returns the description as a key, when it would not be read back from the body.
fn front_description(header: &Header) -> Option<String> {
    let description = &header.description;
    (!description.is_empty() && !is_paragraph(description)).then(|| write_description(description))
}

fn body_description(header: &Header) -> Vec<String> {
    if header.description.is_empty() || !is_paragraph(&header.description) {
        return Vec::new();
    }
    vec![String::new(), header.description.clone()]
}

/// Returns whether a text in the body is read back as one paragraph of the same text.
fn is_paragraph(text: &str) -> bool {
    let is_lost = |c: char| c.is_control() || is_unprintable(c);
    let is_line = !text.contains(is_lost) && text.trim() == text;
    is_line && text.starts_with(char::is_alphabetic)
}

fn write_steps(steps: &[Step], indent: usize, lines: &mut Vec<String>) {
    for (number, step) in (1..).zip(steps) {
        lines.extend(write_notes(&step.notes, indent, NOTE));
        let marker = format!("{number}. ");
        lines.push(format!(
            "{:indent$}{marker}{}",
            "",
            write_sentence(&step.kind)
        ));
        // As wide as the marker, so that Markdown, too, sees the nested steps below theirs.
        write_children(&step.kind, indent + marker.len(), lines);
    }
}

fn write_children(kind: &StepKind, indent: usize, lines: &mut Vec<String>) {
    if let StepKind::Condition(condition) = kind {
        write_steps(&condition.then, indent, lines);
        if !condition.otherwise.is_empty() {
            lines.push(format!("{:indent$}Otherwise:", ""));
            write_steps(&condition.otherwise, indent, lines);
        }
    }
    if let StepKind::Repeat(repeat) = kind {
        write_steps(&repeat.steps, indent, lines);
    }
}

/// Fields that no sentence has words for.
const UNSAID: [&str; 1] = ["irreversible"];

/// Returns the sentence, without the steps below it.
fn write_sentence(kind: &StepKind) -> String {
    if let StepKind::Ask(ask) = kind
        && let Some(sentence) = plain_question(ask)
    {
        return sentence;
    }
    let (verb, fields) = Fields::of_step(kind);
    // What has no sentence of its own is written as in YAML, a kind that is new among it.
    let has_words = UNSAID.iter().all(|name| fields.get(name).is_none());
    let sentence = has_words.then(|| render(verb.name, &fields)).flatten();
    sentence.unwrap_or_else(|| yaml::write_line(kind))
}

/// Returns a question that is read as one without its verb.
fn plain_question(ask: &Ask) -> Option<String> {
    let text = ask.text.source();
    let is_plain = ask.question == Question::Sentence && is_free_text(&text);
    (is_plain && is_plain_sentence(&text)).then_some(text)
}

/// Returns the template of this name with the fields in it; nothing where one of them is missing.
fn render(name: &str, fields: &Fields) -> Option<String> {
    render_template(template(name)?, fields)
}

fn render_template(template: &str, fields: &Fields) -> Option<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['{', '[', '\\']) {
        text.push_str(&rest[..at]);
        let (mark, after) = rest[at..].split_at(1);
        rest = match mark {
            "{" => {
                let (slot, after) = after.split_once('}')?;
                let (name, style) = slot.split_once(':').unwrap_or((slot, ""));
                text.push_str(&write_entry(fields.get(name)?, style));
                after
            }
            "[" => {
                let (choices, after) = after.split_once(']')?;
                let mut choices = choices.split('|');
                let chosen = choices.find_map(|choice| render_template(choice, fields));
                text.push_str(&chosen.unwrap_or_default());
                after
            }
            _ => {
                let length = after.chars().next().map_or(0, char::len_utf8);
                text.push_str(&after[..length]);
                &after[length..]
            }
        };
    }
    text.push_str(rest);
    Some(text)
}

fn write_entry(entry: &Entry, style: &str) -> String {
    match entry {
        Entry::Text(text) => match style {
            "bold" if is_bold_text(text) => format!("**{text}**"),
            "free" if is_free_text(text) => text.clone(),
            "word" if is_word(text) => text.clone(),
            "name" => text.clone(),
            _ => quote(text),
        },
        Entry::Word(word) if style == "kind" => with_article(&word.replace('_', " ")),
        Entry::Word(word) => spoken(style, word).unwrap_or(word).to_owned(),
        Entry::Plain(value) => value.clone(),
        Entry::Combination(press) | Entry::Key(press) => write_key(press),
        Entry::Target(target) | Entry::Own(target) => write_target(target),
        Entry::Steps(_) => String::new(),
    }
}

fn write_target(target: &Target) -> String {
    let fields = Fields::of(|fields| target.clone().fields(fields));
    let named = render("element", &fields);
    let text = named.or_else(|| render("element-without-label", &fields));
    text.unwrap_or_default()
}

fn with_article(words: &str) -> String {
    match words.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => format!("an {words}"),
        false => format!("a {words}"),
    }
}

/// Returns whether a name survives between asterisks.
fn is_bold_text(name: &str) -> bool {
    !name.contains('*') && !name.chars().any(char::is_control) && name.trim() == name
}

/// Returns whether a text survives to the end of a line as it is.
fn is_free_text(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('"')
        && text.trim() == text
        && !text
            .chars()
            .any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}'))
}

fn is_word(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    !text.is_empty() && text.chars().all(is_part)
}

/// Writes `**Cmd+L**`; keys that are also buttons of a phone, or marks of prose, are spelled out.
fn write_key(press: &PressKey) -> String {
    let key = press.key.as_str();
    let is_plain =
        key.chars().all(|c| c.is_alphanumeric() || c == '_') && !matches!(key, "home" | "back");
    if !is_plain {
        return format!("the key {}", quote(&press.combination()));
    }
    let modifiers = press.modifiers.iter().map(|modifier| match modifier {
        Modifier::Command => "Cmd".to_owned(),
        Modifier::Shift => "Shift".to_owned(),
        Modifier::Option => "Option".to_owned(),
        Modifier::Control => "Ctrl".to_owned(),
    });
    // An ASCII word has a capital; other letters stay, since some have no way back.
    let mut letters = key.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    let key = first.into_iter().chain(letters).collect();
    let words: Vec<String> = modifiers.chain([key]).collect();
    format!("**{}**", words.join("+"))
}
