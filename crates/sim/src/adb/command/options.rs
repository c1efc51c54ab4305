//! Tells the options of a program from its other arguments.

/// The arguments of a program, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Options<'a> {
    /// Names without their dashes, each with its value; empty where it has none.
    given: Vec<(&'a str, &'a str)>,
    /// The arguments that are no options.
    pub(super) rest: Vec<&'a str>,
}

impl<'a> Options<'a> {
    /// Takes arguments apart; the options in `valued` have a value, joined (`-n3`, `--pid=7`) or next.
    ///
    /// Letters behind one dash are options each, unless they are a name in `valued` or a number.
    pub(super) fn parse(args: &'a [String], valued: &[&str]) -> Self {
        let mut options = Self::default();
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            let long = arg.strip_prefix("--");
            match (long, arg.strip_prefix('-')) {
                (Some(""), _) => options.rest.extend(args.by_ref()),
                (_, None | Some("")) => options.rest.push(arg),
                (Some(name), _) | (None, Some(name)) if valued.contains(&name) => {
                    let value = args.next().unwrap_or_default();
                    options.given.push((name, value));
                }
                (Some(name), _) => {
                    let pair = name.split_once('=').unwrap_or((name, ""));
                    options.given.push(pair);
                }
                (None, Some(letters)) => options.take_letters(letters, valued, &mut args),
            }
        }
        options
    }

    fn take_letters(
        &mut self,
        letters: &'a str,
        valued: &[&str],
        args: &mut impl Iterator<Item = &'a str>,
    ) {
        if letters.bytes().all(|byte| byte.is_ascii_digit()) {
            self.given.push((letters, ""));
            return;
        }
        for (start, letter) in letters.char_indices() {
            let end = start + letter.len_utf8();
            let name = &letters[start..end];
            if !valued.contains(&name) {
                self.given.push((name, ""));
                continue;
            }
            let joined = Some(&letters[end..]).filter(|joined| !joined.is_empty());
            let value = joined.or_else(|| args.next());
            self.given.push((name, value.unwrap_or_default()));
            return;
        }
    }

    /// Returns whether any of these options was given.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.given.iter().any(|(given, _)| names.contains(given))
    }

    /// Returns the values of an option, in order.
    pub(super) fn values(&self, name: &str) -> Vec<&'a str> {
        let found = self.given.iter().filter(|(given, _)| *given == name);
        found.map(|(_, value)| *value).collect()
    }

    /// Returns the last value of an option.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        self.values(name).pop()
    }

    /// Returns the number that was given as an option: 20 for `-20`.
    pub(super) fn number(&self) -> Option<&'a str> {
        let mut names = self.given.iter().map(|(name, _)| *name);
        names.find(|name| name.parse::<usize>().is_ok())
    }

    /// Returns the first argument that is no option, or an empty text.
    pub(super) fn first(&self) -> &'a str {
        self.rest.first().copied().unwrap_or_default()
    }

    /// Returns the last argument that is no option, or an empty text.
    pub(super) fn last(&self) -> &'a str {
        self.rest.last().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_letters_names_and_numbers() {
        let args = "-rf -n3 a --pid=7 -iEe x -20 - --user 0 -- -b".split(' ');
        let args: Vec<String> = args.map(str::to_owned).collect();
        let options = Options::parse(&args, &["n", "e", "user"]);
        assert!(options.has(&["f"]) && options.has(&["E", "q"]) && !options.has(&["b"]));
        assert_eq!(options.values("e"), ["x"]);
        assert_eq!(options.value("n"), Some("3"));
        assert_eq!(options.value("pid"), Some("7"));
        assert_eq!(options.value("user"), Some("0"));
        assert_eq!(options.number(), Some("20"));
        assert_eq!(options.rest, ["a", "-", "-b"]);
    }
}
