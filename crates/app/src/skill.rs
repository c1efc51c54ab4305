//! A file that can be run and was read: a skill, a scenario, or a compiled scenario without its source.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use retap_learn::compile::{Lesson, ScenarioSource};
use retap_learn::scenario::{ScenarioDraft, draft_scenario};
use retap_learn::source::{Scenario, Variable, is_scenario, read_scenario, read_skill};
use retap_model::codec::{CompiledForm, decode, form_of, sha256_hex};
use retap_model::device::Platform;
use retap_model::phrase::{LONGEST_FILLED, MOST_FILLED, Variables};
use retap_model::program::{
    CompiledProgram, Draft, Header, NoValue, Place, Step, StepKind, Unset, UsedVariable,
};
use retap_model::secret::{Masker, is_secret_name};
use retap_report::clean;

use crate::compiled_file::{COMPILED_SUFFIX, source_of};
use crate::config::Config;
use crate::crash;
use crate::devices::{Address, DeviceRequirements, Readable, choose};
use crate::error::{AppError, cannot};
use crate::files::{self, Content, folder_of, stays_inside};
use crate::values::{Declared, Values, names_of_environment, set_flags};
use crate::web::Browsers;

/// A file that can be run.
#[derive(Debug, Clone)]
pub(crate) struct Skill {
    /// Where it is, as people read it.
    pub(crate) path: PathBuf,
    pub(crate) draft: Draft,
    pub(crate) bytes: Vec<u8>,
    pub(crate) sha256: String,
    /// In what form it is written.
    pub(crate) form: Form,
    /// The values its variables have, once bound.
    pub(crate) values: Variables,
    /// The files its person typed as values, which it may read wherever they are.
    typed_files: Vec<PathBuf>,
    /// Remarks for the reader about its values.
    pub(crate) told: Vec<String>,
}

/// In what form a file is written.
#[derive(Debug, Clone)]
pub(crate) enum Form {
    Skill,
    Scenario(Box<Scenario>),
    /// A compiled scenario whose source is not there.
    Compiled(Box<CompiledProgram>),
}

impl Skill {
    /// Reads the file. A compiled scenario stands for its source where that is beside it.
    pub(crate) fn read(path: &Path) -> Result<Self, AppError> {
        if let Some(source) = source_of(path) {
            if source.is_file() {
                stays_inside(folder_of(path), &source)
                    .map_err(|error| cannot("read", &source, error))?;
                return Self::read(&source);
            }
            return Self::read_compiled(path);
        }
        let bytes =
            files::read(path, Content::Source).map_err(|error| cannot("read", path, error))?;
        if is_scenario(path, &bytes) {
            return Self::read_scenario(path, bytes);
        }
        Self::of_bytes(path, bytes)
    }

    /// Reads a skill from its text; nothing need be at the path.
    pub(crate) fn of_text(path: &Path, text: &str) -> Result<Self, AppError> {
        Self::of_bytes(path, text.as_bytes().to_vec())
    }

    fn of_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, AppError> {
        let draft = read_skill(path, &bytes)?;
        Ok(Self::new(path, bytes, draft, Form::Skill))
    }

    /// Returns the same skill with another text, its variables bound to the same values.
    pub(crate) fn with_source(&self, bytes: &[u8]) -> Result<Self, AppError> {
        let mut draft = read_skill(&self.path, bytes)?;
        draft.header.name = clean(&draft.header.name);
        draft.bind(&self.values);
        Ok(Self {
            draft,
            sha256: sha256_hex(bytes),
            bytes: bytes.to_vec(),
            ..self.clone()
        })
    }

    fn read_scenario(path: &Path, bytes: Vec<u8>) -> Result<Self, AppError> {
        let scenario = read_scenario(path, &bytes)?;
        let drafted = draft_on(path, &scenario, Platform::Simulated)?;
        let form = Form::Scenario(Box::new(scenario));
        Ok(Self::new(path, bytes, drafted.draft, form))
    }

    fn read_compiled(path: &Path) -> Result<Self, AppError> {
        let bytes =
            files::read(path, Content::Compiled).map_err(|error| cannot("read", path, error))?;
        let shown = path.display();
        if !matches!(form_of(&bytes), Ok(CompiledForm::Scenario)) {
            return Err(AppError::input(format!(
                "`{shown}` is no compiled scenario, and its source is not beside it"
            ))
            .hint("give the source; its compiled file is found by itself"));
        }
        let compiled = decode(&bytes)
            .map_err(|error| AppError::input(format!("`{shown}` is broken: {error}")))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.trim_end_matches(COMPILED_SUFFIX);
        let program = compiled.standalone_program(stem);
        let draft = program.expect("a scenario's file has its steps").draft;
        Ok(Self::new(
            path,
            bytes,
            draft,
            Form::Compiled(Box::new(compiled)),
        ))
    }

    fn new(path: &Path, bytes: Vec<u8>, mut draft: Draft, form: Form) -> Self {
        // The name is printed everywhere, so what would move a terminal's cursor is taken out here.
        draft.header.name = clean(&draft.header.name);
        Self {
            path: path.to_path_buf(),
            draft,
            sha256: sha256_hex(&bytes),
            bytes,
            form,
            values: Variables::new(),
            typed_files: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Returns what masks the secrets that stand in the file itself: values and defaults.
    pub(crate) fn own_secrets(&self) -> Masker {
        let mut draft = self.draft.clone();
        draft.bind(&Variables::new());
        let mut secrets = draft.secrets();
        if let Form::Scenario(scenario) = &self.form {
            secrets.extend(scenario.variables.iter().filter_map(Variable::secret));
        }
        secrets
    }

    /// Gives every variable its value, or says which have none, before anything is touched; see
    /// [`Values::of_declared`].
    pub(crate) fn bind(&mut self, values: &Values<'_>) -> Result<(), AppError> {
        let passed_over = self.passed_over(values);
        self.values = match self.declared() {
            None => {
                self.check_declared(values)?;
                values.of_skill(&self.path, &self.draft.header)
            }
            Some(declared) => values.of_declared(declared)?,
        };
        let unset = self.draft.bind(&self.values);
        crash::hide(self.draft.secrets());
        if !unset.is_empty() {
            return Err(self.without_values(&unset));
        }
        self.check_secrets()?;
        let folder = self.path.parent().unwrap_or(Path::new(""));
        self.typed_files = values.typed_files(folder);
        let sent = self.draft.variables_in_addresses().into_iter();
        let named = |it: UsedVariable| Some((it.line, values.in_environment(&it.name)?));
        self.told = sent
            .filter_map(named)
            .map(|(line, name)| {
                format!("line {line}: the value of `{name}` in the environment becomes part of what is opened")
            })
            .collect();
        self.told.extend(passed_over);
        Ok(())
    }

    /// Returns what of the environment was not used although a variable goes by its name.
    fn passed_over(&self, values: &Values<'_>) -> Vec<String> {
        if !matches!(self.form, Form::Skill) {
            return Vec::new();
        }
        let header = &self.draft.header;
        let used = self.draft.used_variables().into_iter();
        let names = used.map(|it| it.name).collect::<BTreeSet<_>>().into_iter();
        names
            .filter(|name| !header.declares(name) && values.is_passed_over(&self.path, name))
            .map(|name| {
                format!("`{name}` of the environment was not used; `--set {name}` takes it")
            })
            .collect()
    }

    /// Returns the error of a value that is used so often, or is so long, that texts become too long by it.
    fn too_long(&self, unset: &Unset) -> AppError {
        let Unset { name, place, .. } = unset;
        let (file, column) = (self.place_of(place.line), place.column);
        let (text, all) = (LONGEST_FILLED >> 20, MOST_FILLED >> 20);
        AppError::input(format!(
            "{file}:{column}: the value of `{name}` makes a text longer than {text} MB, or all texts of the file longer than {all} MB"
        ))
        .hint("give it a shorter value, or use it less often")
    }

    fn without_values(&self, unset: &[Unset]) -> AppError {
        if let Some(first) = unset.iter().find(|one| one.why == NoValue::TooLong) {
            return self.too_long(first);
        }
        let line = |one: &Unset| {
            let (place, name) = (self.place_of(one.place.line), &one.name);
            format!("{place}: the variable `{name}` has no value")
        };
        let lines: Vec<String> = unset.iter().map(line).collect();
        let names = || unset.iter().map(|one| one.name.as_str());
        let header = &self.draft.header;
        let is_seen =
            !matches!(self.form, Form::Skill) || names().all(|name| header.declares(name));
        let declare = match is_seen {
            true => String::new(),
            false => format!("put `{}` into its header and ", self.declaration(names())),
        };
        let flags = set_flags(names());
        // What is typed is in the list of processes for everybody to see.
        let hint = match names().any(is_secret_name) {
            true => format!("{declare}set it in the environment"),
            false => format!("add `{flags}`, or {declare}set it in the environment"),
        };
        AppError::input(lines.join("\n")).hint(hint)
    }

    /// Refuses what the environment has for variables that the skill does not declare. Another value in its
    /// place would be worse than none: who set it meant it.
    fn check_declared(&self, values: &Values<'_>) -> Result<(), AppError> {
        let header = &self.draft.header;
        let mut used = self.draft.used_variables();
        used.retain(|it| !header.declares(&it.name) && values.is_in_environment(&it.name));
        if used.is_empty() {
            return Ok(());
        }
        let line = |UsedVariable { name, line, .. }: &UsedVariable| {
            let path = self.path.display();
            format!(
                "{path}:{line}: `{name}` is set in the environment, and the skill does not declare it"
            )
        };
        let lines: Vec<String> = used.iter().map(line).collect();
        let names = || used.iter().map(|it| it.name.as_str());
        let declaration = self.declaration(names());
        let hint = match header.is_kept() {
            true => format!(
                "an agent chose the name; to give it that value, add `{}`, or put `{declaration}` into its header",
                names_of_environment(names())
            ),
            false => format!(
                "put `{declaration}` into its header, as `retap check --fix` does, or add `{}`",
                set_flags(names())
            ),
        };
        Err(AppError::input(lines.join("\n")).hint(hint))
    }

    /// Returns the file and the line of a step; a compiled file has no lines.
    fn place_of(&self, line: usize) -> String {
        let path = self.path.display();
        match line {
            0 => path.to_string(),
            line => format!("{path}:{line}"),
        }
    }

    /// Returns the line of the header that declares these variables too.
    fn declaration<'a>(&'a self, names: impl Iterator<Item = &'a str>) -> String {
        let known = self.draft.header.variables.iter().map(String::as_str);
        let all: Vec<&str> = known.chain(names).collect();
        format!("variables: [{}]", all.join(", "))
    }

    /// Refuses secrets that would be seen by more than a field.
    fn check_secrets(&self) -> Result<(), AppError> {
        let misplaced = self.draft.misplaced_secrets();
        if misplaced.is_empty() {
            return Ok(());
        }
        let line = |UsedVariable { name, line, verb }: &UsedVariable| {
            let place = self.place_of(*line);
            format!(
                "{place}: the secret `{name}` stands in `{verb}`, and secrets are only typed into fields"
            )
        };
        let lines: Vec<String> = misplaced.iter().map(line).collect();
        let names: Vec<&str> = misplaced.iter().map(|it| it.name.as_str()).collect();
        let allowed = match self.form {
            Form::Skill => {
                let names = names.join(", ");
                format!(
                    "put `expose: [{names}]` into the header, or `not_secret: [{names}]` if it is none"
                )
            }
            Form::Scenario(_) => {
                let names = names.join(", ");
                format!(
                    "add `expose: true` to {names} in `variables`, or `secret: false` if it is none"
                )
            }
            Form::Compiled(_) => "compile it again from a source that exposes it".to_owned(),
        };
        Err(AppError::input(lines.join("\n"))
            .hint(format!("to let it be seen there all the same, {allowed}")))
    }

    /// Gives variables the values they have; those without stay as they are written. One that makes texts too long is an
    /// error.
    pub(crate) fn bind_known(&mut self, values: &Values<'_>) -> Result<(), AppError> {
        self.values = match self.declared() {
            None => values.of_skill(&self.path, &self.draft.header),
            Some(declared) => values.of_known(declared).0,
        };
        let unset = self.draft.bind(&self.values);
        let too_long = unset.iter().find(|one| one.why == NoValue::TooLong);
        too_long.map_or(Ok(()), |one| Err(self.too_long(one)))
    }

    /// Returns the variables it declares; none where a variable needs no declaration.
    fn declared(&self) -> Option<Vec<Declared>> {
        match &self.form {
            Form::Skill => None,
            Form::Scenario(scenario) => Some(Declared::in_scenario(&self.path, scenario)),
            Form::Compiled(compiled) => {
                let whole = compiled.standalone.as_ref();
                whole.map(|whole| Declared::in_program(&self.path, whole))
            }
        }
    }

    /// Returns the file as it is run on a device of this platform: apps go by other names there.
    pub(crate) fn on(&self, platform: Platform) -> Result<Cow<'_, Self>, AppError> {
        let Some(drafted) = self.drafted_on(platform)? else {
            return Ok(Cow::Borrowed(self));
        };
        Ok(Cow::Owned(Self {
            draft: drafted.draft,
            ..self.clone()
        }))
    }

    /// Returns what is learned of it on a device of this platform; `path` is what the compiled file calls
    /// the source.
    pub(crate) fn lesson<'a>(
        &'a self,
        path: &'a str,
        platform: Platform,
    ) -> Result<Lesson<'a>, AppError> {
        let (Some(drafted), Form::Scenario(scenario)) = (self.drafted_on(platform)?, &self.form)
        else {
            return Ok(Lesson::of_skill(self.draft.clone(), &self.bytes));
        };
        let app = scenario.app.on_device(platform);
        let source = ScenarioSource {
            scenario,
            path,
            platform: app.map_or(platform.as_str(), |(word, _)| word),
        };
        Ok(Lesson::of_scenario(drafted, &self.bytes, source))
    }

    /// Returns the draft of a scenario for a platform, its variables bound; none for other forms.
    fn drafted_on(&self, platform: Platform) -> Result<Option<ScenarioDraft>, AppError> {
        let Form::Scenario(scenario) = &self.form else {
            return Ok(None);
        };
        let mut drafted = draft_on(&self.path, scenario, platform)?;
        drafted
            .draft
            .header
            .name
            .clone_from(&self.draft.header.name);
        drafted.draft.bind(&self.values);
        Ok(Some(drafted))
    }

    /// Returns whether it is a scenario, compiled or not.
    pub(crate) const fn is_scenario(&self) -> bool {
        match self.form {
            Form::Skill => false,
            Form::Scenario(_) | Form::Compiled(_) => true,
        }
    }

    /// Returns whether what its author wrote is there, and not only what was compiled from it.
    pub(crate) const fn has_source(&self) -> bool {
        match self.form {
            Form::Skill | Form::Scenario(_) => true,
            Form::Compiled(_) => false,
        }
    }

    /// Returns the form of its compiled file.
    pub(crate) const fn compiled_form(&self) -> CompiledForm {
        match self.is_scenario() {
            true => CompiledForm::Scenario,
            false => CompiledForm::Skill,
        }
    }

    /// Returns a skill of one step, that nobody wrote down.
    pub(crate) fn of_step(kind: StepKind) -> Self {
        let step = Step::new(kind, Place::default());
        let header = Header {
            name: "one step".to_owned(),
            ..Header::default()
        };
        let draft = Draft::new(header, vec![step]);
        Self::new(Path::new("-"), Vec::new(), draft, Form::Skill)
    }

    /// Returns the skill with all its variables declared and exposed, for one that the person typed.
    pub(crate) fn declaring_all(mut self) -> Self {
        let used = self.draft.used_variables().into_iter();
        self.draft.header.expose = used.map(|it| it.name).collect();
        self
    }

    /// Returns the device that this needs; what to type for a page where none is named.
    pub(crate) fn choose_device(
        &self,
        typed: Option<&str>,
        config: &Config,
    ) -> Result<Address, AppError> {
        let header = self.draft.header.device.as_deref();
        let chosen = choose(typed, header, config);
        let first = self.draft.steps.first().map(|step| &step.kind);
        let (is_of_page, what) = match &self.form {
            Form::Skill | Form::Compiled(_) => (
                matches!(first, Some(StepKind::OpenUrl(_))),
                "it opens a page",
            ),
            Form::Scenario(scenario) => (
                scenario.app.own(Platform::Web).is_some(),
                "its `app` is a page",
            ),
        };
        let is_named = typed.or(header).or(config.device.as_deref()).is_some();
        match is_of_page && !is_named {
            true => {
                chosen.map_err(|error| error.hint_first(format!("{what}: add `--device web:`")))
            }
            false => chosen,
        }
    }

    /// Refuses a skill that would give a page files which it may not read, before anything is done.
    pub(crate) fn check_uploads(&self, browsers: &Browsers) -> Result<(), AppError> {
        let uploads = browsers.uploads(&self.requirements().readable);
        let steps = self.draft.flat().into_iter();
        let refused = steps.filter_map(|(_, step)| {
            let StepKind::Upload(upload) = &step.kind else {
                return None;
            };
            let is_known = upload.file.recall_names().next().is_none();
            let reason = is_known.then(|| uploads.refusal_of(&upload.file.reveal()))??;
            let place = self.place_of(step.place.line);
            Some(AppError::input(format!("{place}: {reason}")))
        });
        AppError::joined(refused.collect())
    }

    /// Returns what it wants of the device it runs on.
    pub(crate) fn requirements(&self) -> DeviceRequirements {
        let readable = Readable::OfSkill {
            folder: self.path.parent().unwrap_or(Path::new("")).to_owned(),
            typed: self.typed_files.clone(),
        };
        match &self.form {
            Form::Skill => DeviceRequirements {
                readable,
                locale: self.draft.header.locale.clone(),
                ..DeviceRequirements::default()
            },
            Form::Scenario(scenario) => DeviceRequirements {
                readable,
                app: scenario.app.own(Platform::Android).map(str::to_owned),
                viewport: scenario.config.viewport,
                locale: scenario.config.locale.clone(),
                timezone: scenario.config.timezone.clone(),
                ..DeviceRequirements::default()
            },
            Form::Compiled(compiled) => DeviceRequirements {
                readable,
                app: compiled.app_id().map(str::to_owned),
                ..DeviceRequirements::default()
            },
        }
    }

    /// Returns the word for its form in listings and machine-readable output.
    pub(crate) const fn kind(&self) -> &'static str {
        match self.form {
            Form::Skill => "skill",
            Form::Scenario(_) => "scenario",
            Form::Compiled(_) => "compiled scenario",
        }
    }

    /// Returns the file's name without its extension.
    pub(crate) fn stem(&self) -> String {
        self.path
            .file_stem()
            .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
    }
}

fn draft_on(
    path: &Path,
    scenario: &Scenario,
    platform: Platform,
) -> Result<ScenarioDraft, AppError> {
    let Some((_, app)) = scenario.app.on_device(platform) else {
        let path = path.display();
        let platform = platform.as_str();
        return Err(AppError::input(format!(
            "`{path}` does not say what its app is called on {platform}"
        ))
        .hint(format!("add `{platform}:` to its `app`")));
    };
    Ok(draft_scenario(scenario, app))
}
