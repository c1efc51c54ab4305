//! What is written in either format reads back as the same draft.

use std::path::Path;
use std::time::Duration;

use proptest::prelude::*;
use retap_learn::source::{Format, read_skill, write_skill};
use retap_model::device::{Key, Modifier, NetworkMode};
use retap_model::geometry::Direction;
use retap_model::phrase::Phrase;
use retap_model::program::*;
use retap_model::screen::Role;

/// Checks that both written forms of `draft` read back as `draft`, places aside.
pub(crate) fn assert_round_trip(draft: &Draft) {
    for (format, file) in [(Format::Yaml, "test.yaml"), (Format::Markdown, "test.md")] {
        let text = write_skill(draft, format).unwrap();
        let back = read_skill(Path::new(file), text.as_bytes())
            .unwrap_or_else(|errors| panic!("{errors}\n--- written:\n{text}"));
        assert_eq!(
            outline(&back.steps),
            outline(&draft.steps),
            "--- written:\n{text}"
        );
        assert_eq!(
            without_places(back),
            without_places(draft.clone()),
            "--- written:\n{text}"
        );
        let again = write_skill(&without_places(draft.clone()), format).unwrap();
        assert_eq!(again, text);
    }
}

fn without_places(mut draft: Draft) -> Draft {
    forget_places(&mut draft.steps);
    draft
}

fn forget_places(steps: &mut [Step]) {
    for step in steps {
        step.place = Place::default();
        step.kind
            .branches_mut()
            .into_iter()
            .for_each(|branch| forget_places(branch));
    }
}

/// Text that has been trouble somewhere.
fn any_text() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "General",
        "a",
        " ",
        "  ",
        "\"",
        "'",
        ":",
        ": ",
        "#",
        " #",
        "${A:-b}",
        "${B}",
        "{name}",
        "\n",
        "\\",
        "\\n",
        "\t",
        "日本語",
        "「設定」",
        "**",
        "*",
        "[",
        "]",
        "{",
        "}",
        ",",
        "-",
        "- ",
        "? ",
        "|",
        ">",
        "&a",
        "!",
        "%",
        "@",
        "`",
        "(max 3)",
        "(number 2)",
        " in the row ",
        " is visible",
        "Tap ",
        "Otherwise:",
        "1. ",
        "\u{1}",
        "\u{2028}",
        "\u{feff}",
        "\u{202e}",
        "é",
        "“",
        "”",
        "🙂",
        "null",
        "true",
        "17.0",
        ".",
        "---",
        "> Note: ",
        "\u{85}",
        "tap: ",
        "\u{a0}",
    ]);
    prop_oneof![
        4 => prop::collection::vec(pieces, 1..6).prop_map(|pieces| pieces.concat()),
        1 => any::<String>(),
    ]
    .prop_map(|text| text.replace('\r', "\n"))
}

/// Text that says something.
fn words() -> impl Strategy<Value = String> {
    any_text().prop_filter("says nothing", |text| !retap_model::seen::is_blank(text))
}

fn phrase() -> impl Strategy<Value = Phrase> {
    words().prop_map(|text| Phrase::parse(&text))
}

/// A note as a file can have it: one line without spaces around it.
fn note() -> impl Strategy<Value = String> {
    let is_foreign = |c: char| c.is_control() || c == '\u{feff}';
    any_text().prop_map(move |text| text.replace(is_foreign, " ").trim().to_owned())
}

fn role() -> impl Strategy<Value = Role> {
    prop::sample::select(Role::ALL.to_vec())
}

fn field() -> impl Strategy<Value = Target> {
    target().prop_map(|target| Target {
        role: target.role.for_text(),
        ..target
    })
}

fn target() -> BoxedStrategy<Target> {
    let label = prop_oneof![4 => phrase().prop_map(Some), 1 => Just(None)];
    let more = (
        prop::option::of(phrase()),
        prop::option::of(1..100_u32),
        prop::option::of(phrase()),
    );
    (label, more, prop::option::of(role()))
        .prop_map(|(label, (row, index, id), role)| {
            let id = if label.is_none() {
                id.or(Some(Phrase::literal("some-id")))
            } else {
                id
            };
            Target {
                label: label.unwrap_or_default(),
                row,
                index,
                id,
                role: role.into(),
                ..Target::default()
            }
        })
        .boxed()
}

fn duration() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0..86_400_u64).prop_map(Duration::from_secs),
        (0..86_400_000_u64).prop_map(Duration::from_millis),
        (0..1_000_000_000_u64).prop_map(Duration::from_nanos),
    ]
}

fn press_key() -> BoxedStrategy<PressKey> {
    let names = prop::sample::select(Key::NAMES.to_vec()).prop_map(str::to_owned);
    let characters = any::<char>().prop_map(|c| c.to_string());
    let marks = prop::sample::select(vec!["+", "*", "\"", "-", "l", "."]).prop_map(str::to_owned);
    let key = prop_oneof![names, marks, characters]
        .prop_filter_map("is no key", |word| Key::from_word(&word))
        .prop_filter("is lost by its own name", |key| {
            Key::from_word(key.as_str()).as_ref() == Some(key)
        });
    let modifiers = prop::sample::subsequence(Modifier::ALL.to_vec(), 0..4).prop_shuffle();
    (key, modifiers)
        .prop_map(|(key, modifiers)| PressKey { key, modifiers })
        .boxed()
}

fn direction() -> impl Strategy<Value = Direction> {
    prop::sample::select(Direction::ALL.to_vec())
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["name", "total", "_x1", "ETA"]).prop_map(str::to_owned)
}

/// Returns whether a word of a target may be a name in braces; denials of such are refused when they are read.
fn has_brace(target: &Target) -> bool {
    let more = [&target.row, &target.id].into_iter().flatten();
    let mut phrases = std::iter::once(&target.label).chain(more);
    phrases.any(|phrase| phrase.to_string().contains('{'))
}

fn presence() -> impl Strategy<Value = Presence> {
    prop::sample::select(vec![Presence::Visible, Presence::NotVisible])
}

fn touching() -> BoxedStrategy<StepKind> {
    let effect = prop::sample::select(vec![TouchEffect::Visible, TouchEffect::None]);
    prop_oneof![
        (target(), effect.clone(), any::<bool>()).prop_map(|(target, effect, is_irreversible)| {
            StepKind::Tap(Tap {
                target,
                effect,
                is_irreversible,
            })
        }),
        (target(), effect.clone())
            .prop_map(|(target, effect)| StepKind::Hover(Hover { target, effect })),
        (target(), effect)
            .prop_map(|(target, effect)| StepKind::RightClick(RightClick { target, effect })),
        target().prop_map(|target| StepKind::DoubleTap(DoubleTap { target })),
        (target(), prop::option::of(duration()))
            .prop_map(|(target, duration)| StepKind::LongPress(LongPress { target, duration })),
        (target(), target()).prop_map(|(from, to)| StepKind::Drag(Drag { from, to })),
        (any_text(), prop::option::of(field())).prop_map(|(text, into)| StepKind::Type(TypeText {
            text: Phrase::parse(&text),
            into
        })),
        (any_text(), target()).prop_map(|(file, target)| StepKind::Upload(Upload {
            target,
            file: Phrase::parse(&file),
        })),
        prop::option::of(field()).prop_map(|field| StepKind::Clear(ClearField { field })),
        press_key().prop_map(StepKind::PressKey),
    ]
    .boxed()
}

fn looking() -> BoxedStrategy<StepKind> {
    prop_oneof![
        direction().prop_map(|direction| StepKind::Swipe(Swipe {
            direction,
            stroke: None
        })),
        (target(), direction(), 1..20_u32).prop_map(|(target, direction, max)| StepKind::ScrollTo(
            ScrollTo {
                target,
                direction,
                max,
                stroke: None,
            }
        )),
        (target(), prop::option::of(duration()))
            .prop_map(|(target, timeout)| StepKind::WaitFor(WaitFor { target, timeout })),
        (target(), presence())
            .prop_filter("denies a name nobody remembered", |(target, presence)| {
                *presence == Presence::Visible || !has_brace(target)
            })
            .prop_map(|(target, presence)| StepKind::Assert(Assert { target, presence })),
        phrase().prop_map(|label| StepKind::Screenshot(Screenshot { label })),
    ]
    .boxed()
}

fn device() -> BoxedStrategy<StepKind> {
    prop_oneof![
        prop::sample::select(vec![
            StepKind::Home(Home),
            StepKind::Back(Back),
            StepKind::HideKeyboard(HideKeyboard),
            StepKind::PullToRefresh(PullToRefresh),
            StepKind::Shake(Shake)
        ]),
        phrase().prop_map(|app| StepKind::Launch(Launch { app })),
        phrase().prop_map(|app| StepKind::ResetApp(ResetApp { app })),
        phrase().prop_map(|url| StepKind::OpenUrl(OpenUrl { url })),
        phrase().prop_map(|name| StepKind::Target(SwitchTarget { name })),
        prop::sample::select(NetworkMode::ALL.to_vec())
            .prop_map(|mode| StepKind::SetNetwork(SetNetwork { mode })),
    ]
    .boxed()
}

fn keeping() -> BoxedStrategy<StepKind> {
    let act = prop_oneof![
        target().prop_map(Measured::Tap),
        phrase().prop_map(Measured::Launch),
        press_key().prop_map(Measured::PressKey),
    ];
    let question = prop::sample::select(vec![
        Question::Verify,
        Question::Summarize,
        Question::Sentence,
    ]);
    prop_oneof![
        (
            act,
            target(),
            prop::option::of(duration()),
            prop::option::of(words())
        )
            .prop_map(|(act, until, max, name)| StepKind::Measure(Measure {
                act,
                until,
                max,
                name
            })),
        (
            phrase(),
            prop::option::of(name()),
            prop::option::of(target())
        )
            .prop_map(|(text, name, from)| StepKind::Remember(Remember {
                text,
                name,
                from
            })),
        (name(), prop::option::of(target())).prop_map(|(name, from)| {
            StepKind::Remember(Remember {
                text: Phrase::default(),
                name: Some(name),
                from,
            })
        }),
        (question, phrase()).prop_map(|(question, text)| StepKind::Ask(Ask::new(question, text))),
    ]
    .boxed()
}

fn step(kind: StepKind, notes: Vec<String>) -> Step {
    Step {
        id: StepId(0),
        place: Place::default(),
        notes,
        kind,
        sentence: None,
    }
}

fn any_step() -> BoxedStrategy<Step> {
    let leaf = prop_oneof![touching(), looking(), device(), keeping()];
    let notes = || prop::collection::vec(note(), 0..2);
    (leaf, notes())
        .prop_map(|(kind, notes)| step(kind, notes))
        .prop_recursive(4, 12, 3, move |inner| {
            let steps = || prop::collection::vec(inner.clone(), 1..3);
            let rounds = prop_oneof![
                target().prop_map(Rounds::WhileVisible),
                target().prop_map(Rounds::UntilVisible),
                (1..9_u32).prop_map(Rounds::Times),
            ];
            let otherwise = prop_oneof![steps(), Just(Vec::new())];
            let condition = (target(), presence(), steps(), otherwise).prop_map(
                |(target, presence, then, otherwise)| {
                    StepKind::Condition(Condition {
                        test: Test { target, presence },
                        then,
                        otherwise,
                    })
                },
            );
            let repeat = (rounds, 1..30_u32, steps())
                .prop_map(|(rounds, max, steps)| StepKind::Repeat(Repeat { rounds, max, steps }));
            (prop_oneof![condition, repeat], notes()).prop_map(|(kind, notes)| step(kind, notes))
        })
        .boxed()
}

/// Keys that retap does not know, with values as they are kept.
const EXTRA: [(&str, &str); 9] = [
    ("owner", "QA"),
    ("count", "17.0"),
    ("flag", "true"),
    ("list", "[1, \"b\", null]"),
    ("map", "{a: {b: \"c: d\"}}"),
    ("with space", "null"),
    ("a: b", "\"true\""),
    ("empty", "\"\""),
    ("none", "[]"),
];

/// Rules about what comes up uninvited: what shows, and what is touched.
const OBSTACLES: [(&str, &str); 3] = [
    ("Software Update: now", "Later"),
    ("a → tap \"b\"", "\"x\", y"),
    ("クッキー", "すべて拒否"),
];

fn obstacles() -> impl Strategy<Value = (Vec<Obstacle>, InterruptionPolicy)> {
    let rules = prop::sample::subsequence(OBSTACLES.to_vec(), 0..3);
    let rule = |(when, tap): (&str, &str)| Obstacle {
        when: when.to_owned(),
        tap: tap.to_owned(),
    };
    let rules = rules.prop_map(move |rules| rules.into_iter().map(rule).collect());
    (
        rules,
        prop::sample::select(InterruptionPolicy::ALL.to_vec()),
    )
}

fn header() -> BoxedStrategy<Header> {
    let list = || prop::collection::vec(words(), 0..3);
    let trimmed = || words().prop_map(|text| text.trim().to_owned());
    let names = (trimmed(), prop_oneof![trimmed(), Just(String::new())]);
    let texts = prop::array::uniform3(prop::option::of(words()));
    let lists = (list(), list(), list(), [(); 4].map(|()| list()));
    let extra = prop::sample::subsequence(EXTRA.to_vec(), 0..3).prop_shuffle();
    let rest = (
        prop::option::of(any::<u32>()),
        extra,
        prop::collection::vec(note(), 0..3),
        obstacles(),
    );
    (names, texts, lists, rest)
        .prop_map(|(names, texts, (apps, tags, targets, lists), rest)| {
            let ((name, description), [ios_min, locale, device]) = (names, texts);
            let (version, extra, notes, (obstacles, interruptions)) = rest;
            let [variables, secrets, mut not_secret, expose] = lists;
            // No variable can be both.
            not_secret.retain(|name| !secrets.contains(name));
            let extra = extra
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
            Header {
                version,
                name,
                description,
                ios_min,
                locale,
                device,
                apps,
                tags,
                targets,
                variables,
                secrets,
                not_secret,
                expose,
                obstacles,
                interruptions,
                extra,
                notes,
                frame: None,
            }
        })
        .boxed()
}

#[test]
fn a_character_nobody_sees_is_not_lost_from_a_description() {
    let header = Header {
        name: "test".to_owned(),
        description: "See\u{feff}!".to_owned(),
        ..Header::default()
    };
    assert_round_trip(&Draft::new(
        header,
        vec![step(StepKind::Back(Back), Vec::new())],
    ));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn drafts_survive_both_formats(header in header(), steps in prop::collection::vec(any_step(), 1..5)) {
        assert_round_trip(&Draft::new(header, steps));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), text in any_text()) {
        for file in ["test.yaml", "test.md"] {
            let _ = read_skill(Path::new(file), &bytes);
            let _ = read_skill(Path::new(file), format!("steps:\n  - tap: {text}").as_bytes());
            let _ = read_skill(Path::new(file), format!("## Steps\n1. {text}\n   2. {text}").as_bytes());
        }
    }
}

#[test]
fn a_state_is_said_in_yaml_and_as_a_line_of_yaml_in_prose() {
    let text = "name: X\n\nsteps:\n  - assert_state: { label: \"Wi-Fi\", row: \"Radios\", checked: true }\n  \
                - assert_state: { id: \"save\", enabled: false }\n";
    let draft = read_skill(Path::new("x.yaml"), text.as_bytes()).unwrap();
    assert_eq!(write_skill(&draft, Format::Yaml).unwrap(), text);
    let prose = write_skill(&draft, Format::Markdown).unwrap();
    assert!(
        prose.contains("2. assert_state: { id: \"save\", enabled: false }"),
        "{prose}"
    );
    let read_back = read_skill(Path::new("x.md"), prose.as_bytes()).unwrap();
    assert_eq!(outline(&read_back.steps), outline(&draft.steps));
}
