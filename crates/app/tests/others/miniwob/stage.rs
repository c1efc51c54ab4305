//! The pages, a browser for them, and tries at their tasks.

use serde_json::Value;

use super::browser::Browser;
use super::pages::Pages;
use super::task::{Lesson, Task};
use crate::project::Project;

const READ_INSTRUCTIONS: &str = "name: Read the instructions
steps:
  - open_url: URL
  - wait_for: All read
";

/// The pages and a browser for them.
pub(super) struct Stage {
    pages: Pages,
    browser: Browser,
}

impl Stage {
    /// Serves the pages and has those of the tasks tell what they ask for; returns `None` where there are
    /// no pages or no browser.
    pub(super) fn set(tasks: &[Task]) -> Option<Self> {
        let stage = Self {
            pages: Pages::serve()?,
            browser: Browser::start()?,
        };
        let names: Vec<&str> = tasks.iter().map(|task| task.name.as_str()).collect();
        let skill = READ_INSTRUCTIONS.replace("URL", &stage.pages.instructions_page(&names));
        let project = Project::with(&[("read.yaml", &skill)]);
        let device = &stage.browser.device;
        project.passes(&format!("test read.yaml --device {device} --timeout 120"));
        Some(stage)
    }

    /// Returns what the page of a task asks for, on the seeds where it is what its skill does.
    pub(super) fn lessons(&self, task: &Task) -> Vec<Lesson> {
        task.lessons(&self.pages.instructions(&task.name))
    }

    /// Replays a skill on a page, with what the page asks for.
    pub(super) fn replay(&self, project: &Project, task: &Task, page: &Lesson) -> Tried {
        self.try_with(project, ("test --json", task), page, page)
    }

    /// Runs a command with a skill on a page, with the inputs of a page.
    pub(super) fn try_with(
        &self,
        project: &Project,
        (command, task): (&str, &Task),
        page: &Lesson,
        inputs: &Lesson,
    ) -> Tried {
        self.pages.sow(&task.name, page.seed);
        project.write(&task.file(), &task.at(self.pages.url()));
        let mut run = project.command();
        run.args(command.split(' ')).arg(task.file());
        run.args(["--device", &self.browser.device, "--timeout", "5"]);
        for (name, value) in &inputs.inputs {
            run.arg("--set").arg(format!("{name}={value}"));
        }
        let output = run.output().unwrap();
        let episodes = self.pages.episodes(&task.name);
        for episode in &episodes {
            assert_eq!((episode.seed, &episode.asked), (page.seed, &page.asked));
        }
        assert!(episodes.len() <= 1, "{}: {episodes:?}", task.name);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Tried {
            code: output.status.code().unwrap_or(-1),
            said: text(&output.stdout) + &text(&output.stderr),
            result: serde_json::from_slice(&output.stdout).unwrap_or_default(),
            reward: episodes.first().map(|episode| episode.reward),
        }
    }
}

/// A run of the binary on a page.
pub(super) struct Tried {
    pub(super) code: i32,
    said: String,
    result: Value,
    /// The reward of the page; `None` if it was not brought to judge.
    pub(super) reward: Option<f64>,
}

impl Tried {
    /// Returns whether the page says that its task was done, and all of it.
    pub(super) fn is_rewarded(&self) -> bool {
        self.reward.is_some_and(|reward| reward >= 1.0)
    }

    /// Returns whether the compiled file was used, and nothing was read from pixels.
    pub(super) fn is_compiled_and_reads_no_pixels(&self) -> bool {
        let skill = &self.result["skills"][0];
        skill["mode"] == "compiled" && skill["tally"]["text_reads"] == 0
    }

    pub(super) fn in_words(&self, what: &str, lesson: &Lesson) -> String {
        let Self {
            code, reward, said, ..
        } = self;
        format!("{what}: {lesson:?}: exit {code}, reward {reward:?}\n{said}")
    }
}
