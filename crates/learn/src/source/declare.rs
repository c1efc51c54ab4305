//! Declares the variables of a skill in its header, by one line of its text.

use std::path::Path;

use retap_model::program::{Draft, outline};

use super::{Format, read_skill};

/// The key that lists the variables.
const KEY: &str = "variables:";

/// A skill whose header declares its variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The line that declares them.
    pub line: String,
}

/// Returns the skill with every variable of its steps declared; nothing where that is so already, or where one line
/// does not do it. Everything else in the file stays as it is. Nor is it done for a skill that an agent kept: a person says which of
/// the names there may be taken from the environment.
pub fn declare_variables(path: &Path, bytes: &[u8], draft: &Draft) -> Option<Declared> {
    let used = draft.used_variables().into_iter().map(|it| it.name);
    let missing: Vec<String> = used.filter(|name| !draft.header.declares(name)).collect();
    if missing.is_empty() || draft.header.is_kept() {
        return None;
    }
    let names = [draft.header.variables.clone(), missing].concat();
    let line = format!("{KEY} [{}]", names.join(", "));
    let text = std::str::from_utf8(bytes).ok()?;
    let text = with_line(text, Format::of(path)?, &line)?;
    let read = read_skill(path, text.as_bytes()).ok()?;
    let is_same =
        outline(&read.steps) == outline(&draft.steps) && read.header.name == draft.header.name;
    let is_declared = names.iter().all(|name| read.header.declares(name));
    (is_same && is_declared).then(|| Declared {
        bytes: text.into_bytes(),
        line,
    })
}

/// Returns the text with the line in its header, in the place of the one that is there.
fn with_line(text: &str, format: Format, line: &str) -> Option<String> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let new = format!("{line}{end}");
    let header = match format {
        Format::Yaml => lines.iter().position(|line| line.starts_with("steps:"))?,
        Format::Markdown => {
            let is_mark = |line: &&&str| line.trim_end() == "---";
            let begins = lines.first().filter(is_mark).is_some();
            match begins {
                true => 1 + lines[1..].iter().position(|line| is_mark(&line))?,
                false => return Some(format!("---{end}{new}---{end}{end}{text}")),
            }
        }
    };
    match lines[..header]
        .iter()
        .position(|line| line.starts_with(KEY))
    {
        Some(place) => lines[place] = &new,
        None => lines.insert(header, &new),
    }
    Some(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(path: &str, text: &str) -> Option<String> {
        let draft = read_skill(Path::new(path), text.as_bytes()).unwrap();
        let declared = declare_variables(Path::new(path), text.as_bytes(), &draft)?;
        Some(String::from_utf8(declared.bytes).unwrap())
    }

    #[test]
    fn one_line_declares_what_the_steps_name_and_nothing_else_changes() {
        let yaml = "name: X\n# about\nsteps:\n  - tap: ${A} # here\n  - type: ${B:-b}\n";
        let expected = yaml.replace("steps:", "variables: [A, B]\nsteps:");
        assert_eq!(declared("x.yaml", yaml).as_deref(), Some(&*expected));
        assert_eq!(declared("x.yaml", &expected), None);
        let more = expected.replace("  - tap", "  - tap: ${C}\n  - tap");
        let all = more.replace("[A, B]", "[A, B, C]");
        assert_eq!(declared("x.yaml", &more).as_deref(), Some(&*all));
        let prose = "---\r\nname: X\r\n---\r\n\r\n## Steps\r\n\r\n1. Tap \"${A}\"\r\n";
        let expected = prose.replace("name: X\r\n", "name: X\r\nvariables: [A]\r\n");
        assert_eq!(declared("x.md", prose).as_deref(), Some(&*expected));
        let secret = "secrets: [A]\nsteps:\n  - type: ${A}\n";
        assert_eq!(declared("x.yaml", secret), None);
        assert_eq!(
            declared("x.yaml", "variables:\n  - A\nsteps:\n  - tap: ${B}\n"),
            None
        );
    }
}
