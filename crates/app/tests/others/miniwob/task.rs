//! A skill of `examples/miniwob`, and the seeds whose pages ask for what it does.

use std::fs;
use std::path::Path;

/// Where the skills say the pages are.
const PLACE: &str = "http://localhost:8000";

/// A skill for one page.
pub(super) struct Task {
    /// The name of the page and of the skill's file.
    pub(super) name: String,
    /// The skill.
    pub(super) skill: String,
    /// The task, as the page asks for it; `${name}` where there is something to be given.
    sentence: String,
    /// On how many pages it is learned: two where they say something else every time.
    pub(super) lessons_needed: usize,
}

/// The wish of a page on one seed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lesson {
    pub(super) seed: usize,
    pub(super) asked: String,
    /// The inputs, by name.
    pub(super) inputs: Vec<(String, String)>,
}

impl Task {
    /// Reads all skills.
    pub(super) fn all() -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/miniwob");
        let mut tasks: Vec<Self> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "yaml")
            })
            .map(|path| {
                let name = path.file_stem().unwrap().to_string_lossy();
                Self::written(&name, &fs::read_to_string(&path).unwrap())
            })
            .collect();
        tasks.sort_by(|one, other| one.name.cmp(&other.name));
        tasks
    }

    /// Reads one skill by its name.
    pub(super) fn named(name: &str) -> Self {
        let mut all = Self::all().into_iter();
        all.find(|task| task.name == name).unwrap()
    }

    /// Returns a skill of the test's own for a page.
    pub(super) fn written(name: &str, skill: &str) -> Self {
        let sentence = skill
            .lines()
            .find_map(|line| line.strip_prefix("description: '"))
            .and_then(|line| line.strip_suffix('\''))
            .unwrap_or_else(|| panic!("{name} does not say what it does"));
        Self {
            name: name.to_owned(),
            sentence: sentence.to_owned(),
            lessons_needed: lessons_needed(skill),
            skill: skill.to_owned(),
        }
    }

    /// Returns the name of the skill's file.
    pub(super) fn file(&self) -> String {
        format!("{}.yaml", self.name)
    }

    /// Returns the skill for pages at this address.
    pub(super) fn at(&self, url: &str) -> String {
        self.skill.replace(PLACE, url)
    }

    /// Returns what the page asks for on the seeds where it is what this skill does.
    pub(super) fn lessons(&self, instructions: &[String]) -> Vec<Lesson> {
        let fit = |(seed, asked): (usize, &String)| {
            let inputs = inputs(&self.sentence, asked)?;
            let asked = asked.clone();
            Some(Lesson {
                seed,
                asked,
                inputs,
            })
        };
        instructions.iter().enumerate().filter_map(fit).collect()
    }
}

/// Returns what the comment `# Learned on 2 pages: …` says; one without it.
fn lessons_needed(skill: &str) -> usize {
    let said = skill
        .lines()
        .find_map(|line| line.strip_prefix("# Learned on "));
    said.and_then(|said| said.split(' ').next()?.parse().ok())
        .unwrap_or(1)
}

/// Returns what stands where the sentence has `${name}`, if the rest is the same.
fn inputs(sentence: &str, asked: &str) -> Option<Vec<(String, String)>> {
    let mut pieces = sentence.split("${");
    let mut rest = asked.strip_prefix(pieces.next()?)?;
    let mut inputs = Vec::new();
    for piece in pieces {
        let (name, behind) = piece.split_once('}')?;
        let end = match behind {
            "" => rest.len(),
            behind => rest.find(behind)?,
        };
        let value = &rest[..end];
        let is_one = !value.is_empty() && !value.contains(['"', ',', '>']);
        inputs.push((name.to_owned(), value.to_owned()));
        rest = is_one.then(|| &rest[end + behind.len()..])?;
    }
    rest.is_empty().then_some(inputs)
}

#[test]
fn what_is_to_be_given_is_read_from_the_instruction() {
    let found = inputs("Select ${one}, ${two} and go.", "Select a, b c and go.").unwrap();
    assert_eq!(
        found,
        [
            ("one".to_owned(), "a".to_owned()),
            ("two".to_owned(), "b c".to_owned())
        ]
    );
    for other in [
        "Select a and go.",
        "Select a, b, c and go.",
        "Select a, b and go. Now",
    ] {
        assert_eq!(inputs("Select ${one}, ${two} and go.", other), None);
    }
}
