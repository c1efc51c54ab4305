//! MiniWoB++: pages nobody here wrote, that judge by themselves what was done on them.
//!
//! Each skill of `examples/miniwob` is learned on the page of one seed, or two where texts that no input speaks
//! of change, and replayed on those of others. What the page gave and what we say of it must agree.

mod browser;
mod pages;
mod stage;
mod task;

use std::sync::Mutex;
use std::thread;

use insta::assert_snapshot;

use self::stage::{Stage, Tried};
use self::task::{Lesson, Task};
use crate::project::Project;

/// On how many other seeds a skill is replayed.
const REPLAYS: usize = 3;

/// How many skills are tried at once.
const AT_ONCE: usize = 4;

/// The outcome of a skill: a line for people, and what is wrong.
type Told = (String, Vec<String>);

/// Learns a skill on its first seeds and replays it on the next.
fn learn_and_replay(stage: &Stage, task: &Task) -> Told {
    let lessons = stage.lessons(task);
    let project = Project::with(&[(&task.file(), &task.skill)]);
    let (learned, others) = lessons.split_at(task.lessons_needed.min(lessons.len()));
    let mut wrong = learn(stage, &project, task, learned);
    let mut replayed = Vec::new();
    let replays = if wrong.is_empty() { REPLAYS } else { 0 };
    for lesson in others.iter().take(replays) {
        let tried = stage.replay(&project, task, lesson);
        match what_is_wrong(&tried) {
            Some(what) => wrong.push(tried.in_words(&format!("{}, {what}", task.name), lesson)),
            None => replayed.push(lesson.seed),
        }
    }
    let seeds: Vec<usize> = learned.iter().map(|lesson| lesson.seed).collect();
    let line = format!(
        "{:24} learned on {seeds:?}, replayed on {replayed:?}",
        task.name
    );
    (line, wrong)
}

/// Learns a skill on pages of these seeds; returns what is wrong.
fn learn(stage: &Stage, project: &Project, task: &Task, lessons: &[Lesson]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, lesson) in lessons.iter().enumerate() {
        let command = ["compile", "compile --again"][number.min(1)];
        let tried = stage.try_with(project, (command, task), lesson, lesson);
        if tried.code != 0 || !tried.is_rewarded() {
            wrong.push(tried.in_words(&format!("{}, {command}", task.name), lesson));
        }
    }
    wrong
}

/// Returns what is wrong with a replay, if anything is.
fn what_is_wrong(tried: &Tried) -> Option<&'static str> {
    match (tried.code == 0, tried.is_rewarded()) {
        (true, true) if tried.is_compiled_and_reads_no_pixels() => None,
        (true, true) => Some("not a replay"),
        (true, false) => Some("silently wrong"),
        (false, true) => Some("a false alarm"),
        (false, false) => Some("not done"),
    }
}

#[test]
fn skills_learned_on_one_page_do_what_others_of_its_kind_ask_for() {
    let tasks = Task::all();
    let Some(stage) = Stage::set(&tasks) else {
        return;
    };
    let queue = Mutex::new(tasks.iter().enumerate());
    let told: Mutex<Vec<(usize, Told)>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((number, task)) = next(&queue) {
                    let line = learn_and_replay(&stage, task);
                    told.lock().unwrap().push((number, line));
                }
            });
        }
    });
    let mut told = told.into_inner().unwrap();
    told.sort();
    let (lines, wrong): (Vec<String>, Vec<Vec<String>>) =
        told.into_iter().map(|(_, told)| told).unzip();
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_snapshot!(lines.join("\n"));
}

fn next<T>(queue: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    queue.lock().unwrap().next()
}

/// Skills whose inputs can be given on any page: only the page's own word tells that they are wrong.
const CHECKED: [&str; 6] = [
    "choose-list",
    "click-option",
    "enter-date",
    "enter-text",
    "login-user",
    "multi-orderings",
];

#[test]
fn inputs_of_another_page_do_not_pass() {
    let tasks: Vec<Task> = CHECKED.iter().map(|name| Task::named(name)).collect();
    let Some(stage) = Stage::set(&tasks) else {
        return;
    };
    for task in &tasks {
        let lessons = stage.lessons(task);
        let project = Project::with(&[(&task.file(), &task.skill)]);
        let (learned, others) = lessons.split_at(2);
        let none: [String; 0] = [];
        assert_eq!(learn(&stage, &project, task, learned), none);
        let mut others = others.iter();
        let page = others.next().unwrap();
        let inputs = others.find(|other| other.inputs != page.inputs).unwrap();
        let tried = stage.try_with(&project, ("test --json", task), page, inputs);
        let words = tried.in_words(&task.name, page);
        assert!(tried.code == 1 && !tried.is_rewarded(), "{words}");
    }
}

/// A skill that has learned one page by heart. What shows after START is not asked for, so that it comes to the
/// choice on every page.
const BY_HEART: &str = "name: By heart
description: 'Select ${option} and click Submit.'
steps:
  - open_url: http://localhost:8000/miniwob/click-option.html
  - tap: { label: START, effect: none }
  - tap: OPTION
  - tap: Submit
  - assert_visible: START
";

#[test]
fn without_inputs_nothing_that_looks_alike_is_chosen() {
    let task = Task::written("click-option", BY_HEART);
    let Some(stage) = Stage::set(std::slice::from_ref(&task)) else {
        return;
    };
    let lessons = stage.lessons(&task);
    let (first, others) = lessons.split_first().unwrap();
    let (_, option) = &first.inputs[0];
    let task = Task::written("click-option", &BY_HEART.replace("OPTION", option));
    let project = Project::with(&[(&task.file(), &task.skill)]);
    let none: [String; 0] = [];
    assert_eq!(learn(&stage, &project, &task, &lessons[..1]), none);
    for page in others.iter().take(2) {
        let tried = stage.replay(&project, &task, page);
        let words = tried.in_words("click-option by heart", page);
        assert!(tried.code == 1 && tried.reward.is_none(), "{words}");
        assert!(words.contains("step 3: "), "{words}");
    }
}

const IN_A_TREE: &str = "name: In a tree
description: 'Navigate through the file tree. Find and click on the folder or file named \"${name}\".'
steps:
  - open_url: http://localhost:8000/miniwob/navigate-tree.html
  - tap: START
  - tap: \"${name}\"
  - assert_visible: START
";

#[test]
fn what_is_folded_away_is_not_taken_for_what_speaks_of_it() {
    let task = Task::written("navigate-tree", IN_A_TREE);
    let Some(stage) = Stage::set(std::slice::from_ref(&task)) else {
        return;
    };
    let project = Project::with(&[(&task.file(), &task.skill)]);
    let mut ends = Vec::new();
    for page in stage.lessons(&task).iter().take(6) {
        let tried = stage.try_with(&project, ("test --json", &task), page, page);
        assert_eq!(
            tried.code == 0,
            tried.is_rewarded(),
            "{}",
            tried.in_words("", page)
        );
        // What stops does so before anything wrong is touched, and so before the page judges.
        assert_eq!(tried.code == 0, tried.reward.is_some());
        ends.push(format!(
            "{}: {}",
            page.seed,
            if tried.code == 0 { "done" } else { "stopped" }
        ));
    }
    assert_snapshot!(ends.join(", "), @"0: done, 1: done, 2: done, 3: done, 4: stopped, 5: done");
}
