//! Finding skills: paths, folders, patterns, and names below the skills folders.
//!
//! Skills folders, first wins: `.retap/skills` then `.mirroir-mcp/skills`, in the project then in
//! the home folder. A skill's name is its path below its skills folder without the extension.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use retap_learn::source::{is_scenario, is_skill};

use crate::bounds::Bounds;
use crate::compiled_file::EXTENSIONS;
use crate::config::readable_folders;
use crate::environment::Environment;
use crate::error::{AppError, cannot};
use crate::file_pattern::{FilePattern, Fit};
use crate::files::{self, Content};

/// Whose folders may have skills, in a project or a home folder.
pub(crate) const OWNERS: [&str; 2] = [".retap", ".mirroir-mcp"];

/// How deep folders are searched; deeper is a mistake or a loop.
const DEEPEST: usize = 16;

/// How many names an error lists.
const NAMES_LISTED: usize = 12;

retap_model::words! {
    /// Whose skills folder a skill was found in.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Scope {
        Project = "project",
        Home = "home",
    }
}

/// A skill in a skills folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// The name it can be called by.
    pub(crate) name: String,
    /// Where it is, as people read it.
    pub(crate) path: PathBuf,
    pub(crate) scope: Scope,
    /// The same skill in another format, which is passed over.
    pub(crate) twins: Vec<PathBuf>,
}

/// The skills of the skills folders.
#[derive(Debug)]
pub(crate) struct Discovery {
    /// The project's first, each group sorted by name.
    pub(crate) skills: Vec<Found>,
    /// The folders that were searched.
    pub(crate) folders: Vec<PathBuf>,
    /// The skills folders that links lead to outside of the project.
    unread: Vec<PathBuf>,
    /// Folders whose files may be read through links; without a list links may lead anywhere.
    readable: Option<Vec<PathBuf>>,
}

/// The files that were asked for, and what could not be found.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// The files, each once, in the order asked for.
    pub(crate) files: Vec<PathBuf>,
    /// The skills that could not be found.
    pub(crate) errors: Vec<AppError>,
}

impl Discovery {
    /// Searches the skills folders.
    pub(crate) fn search(environment: &Environment) -> Result<Self, AppError> {
        let mut folders = Vec::new();
        let mut unread = Vec::new();
        let readable = readable_folders(environment);
        let mut named: BTreeMap<(Scope, String), Vec<PathBuf>> = BTreeMap::new();
        for (scope, root) in skill_folders(environment) {
            folders.push(environment.shown(&root));
            let bounds = bounds_of_scope(environment, scope, readable.as_deref());
            if let Err(error) = bounds.check(&root) {
                error.warn();
                unread.push(root);
            } else if root.is_dir() {
                for (name, file) in named_below(&root, &bounds)? {
                    let files = named.entry((scope, name)).or_default();
                    files.push(environment.shown(&file));
                }
            }
        }
        let mut skills: Vec<Found> = Vec::new();
        for ((scope, name), mut files) in named {
            // The project's come first, and what they are called is taken.
            if skills.iter().all(|known| known.name != name) {
                files.sort_by_key(|file| rank(file) > 0);
                let path = files.remove(0);
                let twins = files;
                skills.push(Found {
                    name,
                    path,
                    scope,
                    twins,
                });
            }
        }
        Ok(Self {
            skills,
            folders,
            unread,
            readable,
        })
    }

    /// Returns the files that `asked` names, all skills of the skills folders when it is empty; nothing at
    /// all is an error.
    pub(crate) fn select(&self, asked: &[String]) -> Result<Selection, AppError> {
        let mut selection = Selection::default();
        if asked.is_empty() {
            selection.files = self.skills.iter().map(|found| found.path.clone()).collect();
            // A suite without them would pass.
            let unread = self
                .unread
                .iter()
                .map(|folder| self.bounds_of(Path::new(".")).check(folder));
            selection.errors.extend(unread.filter_map(Result::err));
        }
        for word in asked {
            match self.resolve(word) {
                Ok(files) => selection.files.extend(files),
                Err(error) => selection.errors.push(error),
            }
        }
        let mut known = BTreeSet::new();
        let files = &mut selection.files;
        files.retain(|file| known.insert(file.clone()));
        match selection.files.is_empty() && selection.errors.is_empty() {
            true => Err(AppError::input(self.nothing_found())
                .hint("give the path of a skill, or put skills into `.retap/skills`")),
            false => Ok(selection),
        }
    }

    fn nothing_found(&self) -> String {
        let folders = self.folders.iter();
        let folders: Vec<String> = folders.map(|it| format!("`{}`", it.display())).collect();
        format!("no skills were found in {}", folders.join(", "))
    }

    /// Returns the file of the skill of this name; a path is no name.
    pub(crate) fn select_named(&self, name: &str) -> Result<PathBuf, AppError> {
        self.by_name(name).map(|found| found.path.clone())
    }

    /// Returns the one file that `word` names.
    pub(crate) fn select_one(&self, word: &str) -> Result<PathBuf, AppError> {
        let mut files = self.resolve(word)?;
        match (files.pop(), files.len()) {
            (Some(file), 0) => Ok(file),
            (_, more) => Err(AppError::input(format!(
                "`{word}` is {} skills, one is needed",
                more + 1
            ))),
        }
    }

    fn resolve(&self, word: &str) -> Result<Vec<PathBuf>, AppError> {
        let path = Path::new(word);
        let bounds = self.bounds_of(path);
        if path.is_dir() {
            bounds.check(path)?;
            let files = skills_below(path, &bounds)?;
            if files.is_empty() {
                return Err(AppError::input(format!("there are no skills in `{word}`")));
            }
            return Ok(files);
        }
        if path.exists() {
            bounds.check(path)?;
            return Ok(vec![path.to_path_buf()]);
        }
        if word.contains(['*', '?', '[']) {
            return matching(word, &self.bounds_of(&fixed_part(path)));
        }
        self.by_name(word).map(|found| vec![found.path.clone()])
    }

    /// Returns where links may lead from a path that was typed: about the project where it is in it, else about its folder.
    fn bounds_of(&self, path: &Path) -> Bounds {
        Bounds::of_typed(path, self.readable.as_deref())
    }

    fn by_name(&self, word: &str) -> Result<&Found, AppError> {
        if let Some(found) = self.skills.iter().find(|found| is_exactly(found, word)) {
            return Ok(found);
        }
        for scope in [Scope::Project, Scope::Home] {
            let named: Vec<&Found> = self
                .skills
                .iter()
                .filter(|found| found.scope == scope && base_of(&found.name) == word)
                .collect();
            match named.as_slice() {
                [] => {}
                [only] => return Ok(only),
                several => return Err(ambiguous(word, several)),
            }
        }
        Err(self.unknown(word))
    }

    fn unknown(&self, word: &str) -> AppError {
        let error = AppError::input(format!(
            "`{word}` is neither a file, a folder nor the name of a skill"
        ));
        if self.skills.is_empty() {
            return error.hint(self.nothing_found());
        }
        let names: Vec<&str> = self
            .skills
            .iter()
            .map(|found| found.name.as_str())
            .collect();
        let more = names.len().saturating_sub(NAMES_LISTED);
        let listed = names[..names.len() - more].join(", ");
        let rest = if more > 0 {
            format!(" and {more} more; see `retap list`")
        } else {
            String::new()
        };
        error.hint(format!("known skills: {listed}{rest}"))
    }
}

/// Returns the part of a pattern in front of the first part that stands for several names.
fn fixed_part(pattern: &Path) -> PathBuf {
    let parts = pattern.iter();
    let fixed = parts.take_while(|part| !part.to_string_lossy().contains(['*', '?', '[']));
    fixed.collect()
}

/// Returns where links may lead from a skills folder. A home folder is its person's, and so are the links in it.
fn bounds_of_scope(
    environment: &Environment,
    scope: Scope,
    readable: Option<&[PathBuf]>,
) -> Bounds {
    match scope {
        Scope::Project => Bounds::of_project(environment, readable),
        Scope::Home => Bounds::none(),
    }
}

/// Returns the skills folders, the project's first.
fn skill_folders(environment: &Environment) -> impl Iterator<Item = (Scope, PathBuf)> {
    let places = environment.places().into_iter();
    places
        .zip(Scope::ALL)
        .flat_map(|(place, scope)| OWNERS.map(|owner| (scope, place.join(owner).join("skills"))))
}

/// Returns the skills of one skills folder with their names; several files may go by one name.
fn named_below(root: &Path, bounds: &Bounds) -> Result<Vec<(String, PathBuf)>, AppError> {
    let files = skills_below(root, bounds)?;
    let below = |file: &PathBuf| {
        let file = file.strip_prefix(root).unwrap_or(file);
        file.with_extension("")
    };
    let prose = files.iter().filter(|file| rank(file) == 0);
    let prose: BTreeSet<PathBuf> = prose.map(below).collect();
    let named = files.into_iter().map(|file| {
        let stem = below(&file);
        let is_prose = rank(&file) == 0;
        let newer = legacy_of(&stem, &prose).filter(|_| !is_prose);
        (name_of(&newer.unwrap_or(stem)), file)
    });
    Ok(named.collect())
}

/// Returns the prose skill that a file below a `legacy` folder is the older twin of: the one whose
/// path has another folder in the place of `legacy` and is the same otherwise.
fn legacy_of(file: &Path, prose: &BTreeSet<PathBuf>) -> Option<PathBuf> {
    let parts: Vec<_> = file.iter().collect();
    let place = parts.iter().position(|part| *part == "legacy")?;
    let is_newer = |candidate: &&PathBuf| {
        let others: Vec<_> = candidate.iter().collect();
        let mut pairs = others.iter().zip(&parts).enumerate();
        others.len() == parts.len()
            && pairs.all(|(index, (other, part))| (other == part) != (index == place))
    };
    prose.iter().find(is_newer).cloned()
}

fn is_exactly(found: &Found, word: &str) -> bool {
    let word = word.replace('\\', "/");
    let extension = found.path.extension().unwrap_or_default().to_string_lossy();
    found.name == word || format!("{}.{extension}", found.name) == word
}

fn ambiguous(word: &str, several: &[&Found]) -> AppError {
    let names: Vec<String> = several
        .iter()
        .map(|found| format!("`{}` ({})", found.name, found.path.display()))
        .collect();
    AppError::input(format!("`{word}` could be {}", names.join(" or "))).hint(format!(
        "give the whole name, such as `{}`",
        several[0].name
    ))
}

fn base_of(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn name_of(stem: &Path) -> String {
    let parts: Vec<String> = stem
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    parts.join("/")
}

/// Returns which of two files with one stem comes first: prose before YAML.
fn rank(path: &Path) -> usize {
    let extension = path.extension().unwrap_or_default();
    EXTENSIONS
        .iter()
        .position(|known| extension.eq_ignore_ascii_case(known))
        .unwrap_or(EXTENSIONS.len())
}

/// Returns every file of the skills folders, compiled ones included.
pub(crate) fn skill_folder_files(environment: &Environment) -> Vec<PathBuf> {
    let readable = readable_folders(environment);
    let files_in = |(scope, root): (Scope, PathBuf)| {
        let bounds = bounds_of_scope(environment, scope, readable.as_deref());
        let walked = bounds.admits(&root).then(|| Walk::through(&root, &bounds));
        walked.and_then(Result::ok).map(|walk| walk.files)
    };
    let folders = skill_folders(environment);
    folders.filter_map(files_in).flatten().collect()
}

/// Returns the skills below a folder, sorted; files that are something else are passed over.
fn skills_below(folder: &Path, bounds: &Bounds) -> Result<Vec<PathBuf>, AppError> {
    Ok(skills_of(Walk::through(folder, bounds)?))
}

fn skills_of(walk: Walk<'_>) -> Vec<PathBuf> {
    let Walk {
        mut files,
        left_out,
        ..
    } = walk;
    left_out.iter().for_each(AppError::warn);
    files.retain(|file| is_source_file(file));
    for file in &mut files {
        if let Ok(shorter) = file.strip_prefix(".") {
            *file = shorter.to_path_buf();
        }
    }
    files.sort();
    files
}

/// A walk through a folder and those below it.
struct Walk<'a> {
    bounds: &'a Bounds,
    /// Folders in which nothing can fit are not entered.
    pattern: Option<&'a FilePattern>,
    /// The folders that were entered, as they really are, and how far the pattern had come.
    seen: BTreeSet<(PathBuf, BTreeSet<usize>)>,
    /// Links to folders, and how deep they are, which are entered last: what is reached by its own name is called so.
    links: VecDeque<(PathBuf, usize)>,
    files: Vec<PathBuf>,
    /// Why folders were not entered.
    left_out: Vec<AppError>,
}

impl<'a> Walk<'a> {
    fn through(folder: &Path, bounds: &'a Bounds) -> Result<Self, AppError> {
        Self::new(bounds, None).walked(folder)
    }

    fn by_pattern(pattern: &'a FilePattern, bounds: &'a Bounds) -> Result<Self, AppError> {
        Self::new(bounds, Some(pattern)).walked(pattern.start())
    }

    fn new(bounds: &'a Bounds, pattern: Option<&'a FilePattern>) -> Self {
        Self {
            bounds,
            pattern,
            seen: BTreeSet::new(),
            links: VecDeque::new(),
            files: Vec::new(),
            left_out: Vec::new(),
        }
    }

    fn walked(mut self, folder: &Path) -> Result<Self, AppError> {
        self.folder(folder, 0)?;
        while let Some((link, depth)) = self.links.pop_front() {
            self.folder(&link, depth)?;
        }
        Ok(self)
    }

    /// Collects the files of a folder. A folder outside is not entered, and said so; a skill outside is one that cannot be
    /// read, which whoever reads it is told: a suite without it would pass.
    fn folder(&mut self, folder: &Path, depth: usize) -> Result<(), AppError> {
        let unread = |error| cannot("read the folder", folder, error);
        let real = fs::canonicalize(folder).map_err(unread)?;
        let reached = self.pattern.map(|it| it.reached(folder));
        if depth > DEEPEST || !self.seen.insert((real, reached.unwrap_or_default())) {
            return Ok(());
        }
        let entries = fs::read_dir(folder).map_err(unread)?;
        let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(unread)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if self.pattern.is_some_and(|it| it.fit(&path) == Fit::None) {
                continue;
            }
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            let inside = match is_link {
                true => self.bounds.check(&path),
                false => Ok(()),
            };
            match (path.is_dir(), inside) {
                (true, Ok(())) if path.ends_with(".git") => {}
                (true, Ok(())) if is_link => self.links.push_back((path, depth + 1)),
                (true, Ok(())) => self.folder(&path, depth + 1)?,
                (true, Err(error)) => self.left_out.push(error),
                (false, Err(_)) if rank(&path) == EXTENSIONS.len() => {}
                (false, _) => self.files.push(path),
            }
        }
        Ok(())
    }
}

/// Returns whether a file is meant to be a skill or a scenario; one that cannot be read is, so that it
/// is reported.
fn is_source_file(path: &Path) -> bool {
    if rank(path) == EXTENSIONS.len() {
        return false;
    }
    match files::read(path, Content::Source) {
        Ok(bytes) => is_skill(path, &bytes) || is_scenario(path, &bytes),
        Err(_) => true,
    }
}

/// Returns whether a file can be read and is meant to be a scenario.
pub(crate) fn is_scenario_file(path: &Path) -> bool {
    rank(path) < EXTENSIONS.len()
        && files::read(path, Content::Source).is_ok_and(|bytes| is_scenario(path, &bytes))
}

/// Returns the skills that fit a pattern, and those of the folders that do.
fn matching(pattern: &str, bounds: &Bounds) -> Result<Vec<PathBuf>, AppError> {
    let not_one = |error| AppError::input(format!("`{pattern}` is not a pattern")).because(error);
    let wanted = FilePattern::parse(pattern).map_err(not_one)?;
    let mut files = match wanted.start().is_dir() {
        true => skills_of(Walk::by_pattern(&wanted, bounds)?),
        false => Vec::new(),
    };
    files.retain(|file| wanted.fit(file) == Fit::Whole);
    // A file that is reached in several ways is one skill.
    let mut known = BTreeSet::new();
    files.retain(|file| fs::canonicalize(file).map_or(true, |real| known.insert(real)));
    if files.is_empty() {
        return Err(AppError::input(format!("no skill matches `{pattern}`")));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SKILL: &str = "name: X\nsteps:\n  - home\n";
    const PROSE: &str = "---\nname: X\n---\n\n## Steps\n\n1. Press Home\n";

    /// Makes a project and a home folder with these files and returns the environment.
    fn world(name: &str, files: &[&str]) -> Environment {
        let root =
            std::env::temp_dir().join(format!("retap-discovery-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for file in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            let text = match path.extension().unwrap().to_str() {
                _ if path.ends_with("README.md") => "# About\n",
                Some("md") => PROSE,
                _ => SKILL,
            };
            fs::write(path, text).unwrap();
        }
        Environment {
            project: root.join("project"),
            home: Some(root.join("home")),
            ..Environment::of_process()
        }
    }

    fn resolved(environment: &Environment, word: &str) -> String {
        let discovery = Discovery::search(environment).unwrap();
        match discovery.by_name(word) {
            Ok(found) => format!("{} {}", found.scope.as_str(), found.path.display()),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_project_beats_home_whatever_the_format() {
        let world = world(
            "scope",
            &["project/.retap/skills/x.yaml", "home/.retap/skills/x.md"],
        );
        assert_eq!(resolved(&world, "x"), "project .retap/skills/x.yaml");
    }

    #[test]
    fn prose_beats_yaml_in_one_folder_and_the_twin_is_kept_in_mind() {
        let world = world(
            "twin",
            &[
                "project/.retap/skills/a/x.yaml",
                "project/.retap/skills/a/x.md",
            ],
        );
        let discovery = Discovery::search(&world).unwrap();
        let [only] = discovery.skills.as_slice() else {
            panic!("{discovery:?}")
        };
        assert_eq!(only.path, Path::new(".retap/skills/a/x.md"));
        assert_eq!(only.twins, [Path::new(".retap/skills/a/x.yaml")]);
    }

    #[test]
    fn a_whole_path_beats_a_base_name_and_two_base_names_are_an_error() {
        let world = world(
            "names",
            &[
                "project/.retap/skills/x.md",
                "project/.retap/skills/a/x.md",
                "project/.retap/skills/a/y.md",
                "project/.retap/skills/b/y.md",
            ],
        );
        assert_eq!(resolved(&world, "x"), "project .retap/skills/x.md");
        assert_eq!(resolved(&world, "a/x"), "project .retap/skills/a/x.md");
        assert_eq!(
            resolved(&world, "y"),
            "`y` could be `a/y` (.retap/skills/a/y.md) or `b/y` (.retap/skills/b/y.md)"
        );
    }

    #[test]
    fn a_cloned_collection_lists_each_skill_once_and_nothing_else() {
        let root = "project/.mirroir-mcp/skills/collection";
        let files = [
            "README.md",
            "skills/apps/mail/triage.md",
            "legacy/apps/mail/triage.yaml",
            "skills/flows/eta.md",
            "legacy/flows/eta.yaml",
            "legacy/flows/old.yaml",
        ];
        let files = files.map(|file| format!("{root}/{file}"));
        let world = world("clone", &files.each_ref().map(String::as_str));
        let discovery = Discovery::search(&world).unwrap();
        let names = discovery.skills.iter().map(|found| found.name.as_str());
        let names: Vec<&str> = names.collect();
        assert_eq!(
            names,
            [
                "collection/legacy/flows/old",
                "collection/skills/apps/mail/triage",
                "collection/skills/flows/eta"
            ]
        );
        assert_eq!(discovery.by_name("triage").unwrap().twins.len(), 1);
        for name in names {
            assert!(discovery.by_name(name).is_ok(), "{name}");
        }
    }
}
