//! Words for stories about scenarios: a scenario as text, a phone by address, what came of it.

use std::path::Path;

use retap_learn::scenario::{
    LearnedScenario, Lesson, ScenarioDraft, draft_scenario, learn_scenario,
};
use retap_learn::source::{Scenario, VariableSource, expand, read_scenario};
use retap_model::codec::{decode_scenario, encode_scenario};
use retap_model::device::{Advisor, Platform};
use retap_model::event::RunMode;
use retap_model::phrase::Variables;
use retap_model::program::Program;
use retap_model::program::scenario_ir::CompiledScenario;
use retap_replay::RunOptions;

use crate::phone::{Memory, Story, open, parts, run_on};

/// A scenario as its author wrote it.
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) scenario: Scenario,
    pub(crate) values: Variables,
}

impl Written {
    /// Reads a scenario; its variables take the values the file gives them.
    pub(crate) fn yaml(text: &str) -> Self {
        let scenario = read_scenario(Path::new("scenario.yaml"), text.as_bytes())
            .unwrap_or_else(|errors| panic!("{errors}"));
        let mut values = Variables::new();
        for variable in &scenario.variables {
            if let VariableSource::Fixed(value) = &variable.source {
                values.set(variable.name.clone(), value.reveal());
            }
        }
        Self {
            text: text.to_owned(),
            scenario,
            values,
        }
    }

    /// A scenario of one section for the login app, already logged in by how the phone is opened.
    pub(crate) fn steps(lines: &[&str]) -> Self {
        let mut text =
            String::from("name: T\napp: com.example.app\nsteps:\n  - id: S\n    actions:\n");
        for line in lines {
            text.push_str(&format!("      - {line}\n"));
        }
        Self::yaml(&text)
    }

    pub(crate) fn set(mut self, name: &str, value: &str) -> Self {
        self.values.set(name, value);
        self
    }

    /// Returns the draft with its variables' values.
    pub(crate) fn draft(&self) -> ScenarioDraft {
        let sections = expand(&self.scenario).unwrap();
        let (_, app) = self.scenario.app.on_device(Platform::Simulated).unwrap();
        let mut drafted = draft_scenario(&self.scenario, &sections, app);
        let unset = drafted.draft.bind(&self.values);
        assert!(unset.is_empty(), "{unset:?}");
        drafted
    }

    /// Runs it live.
    pub(crate) fn live(&self, address: &str) -> Story {
        run_on(address, &Program::live(self.draft().draft), RunMode::Live)
    }

    /// Learns it.
    pub(crate) fn learn(
        &self,
        address: &str,
        advisor: Option<&mut dyn Advisor>,
    ) -> LearnedScenario {
        self.learn_as(address, advisor, false)
    }

    /// Learns it; what shows is taken for what nobody judged, if asked for.
    pub(crate) fn learn_as(
        &self,
        address: &str,
        advisor: Option<&mut dyn Advisor>,
        accept_screens: bool,
    ) -> LearnedScenario {
        let mut device = open(address);
        let mut sink = Memory::default();
        let mut parts = parts(&mut device, &mut sink);
        parts.advisor = advisor.map(|advisor| advisor as &mut dyn Advisor);
        let lesson = Lesson {
            scenario: &self.scenario,
            source: self.text.as_bytes(),
            path: "scenario.yaml",
            platform: "android",
            accept_screens,
        };
        let options = RunOptions::new("learn", "scenario.yaml", RunMode::Learning);
        learn_scenario(self.draft(), &lesson, parts, &options)
    }

    /// Learns it, which must work, and returns the compiled file as it was written and read again.
    pub(crate) fn compile(&self, address: &str) -> CompiledScenario {
        let learned = self.learn(address, None);
        let reason = learned.report.verdict.reason.clone();
        let compiled = learned
            .compiled
            .unwrap_or_else(|error| panic!("{error}: {reason}"));
        let bytes = encode_scenario(&compiled);
        let read = decode_scenario(&bytes).unwrap();
        let again = String::from_utf8(encode_scenario(&read)).unwrap();
        assert_eq!(again, String::from_utf8(bytes).unwrap());
        read
    }

    /// Replays what was compiled, with this scenario's values.
    pub(crate) fn replay(&self, compiled: &CompiledScenario, address: &str) -> Story {
        replay(compiled, &self.values, address)
    }
}

/// Replays a compiled scenario.
pub(crate) fn replay(compiled: &CompiledScenario, values: &Variables, address: &str) -> Story {
    let mut program = compiled.program("scenario");
    let unset = program.draft.bind(values);
    assert!(unset.is_empty(), "{unset:?}");
    run_on(address, &program, RunMode::Compiled)
}
