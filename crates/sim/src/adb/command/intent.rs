//! Intents as `am` and `cmd package` take them from the command line.

/// The fields of an intent, as far as the phone looks at it.
#[derive(Debug, Clone, Default)]
pub(super) struct Intent<'a> {
    pub(super) action: Option<&'a str>,
    pub(super) categories: Vec<&'a str>,
    pub(super) data: Option<&'a str>,
    /// `PACKAGE/ACTIVITY`.
    pub(super) component: Option<&'a str>,
    pub(super) package: Option<&'a str>,
    pub(super) flags: Option<u32>,
    /// Extras, by name.
    extras: Vec<(&'a str, &'a str)>,
    /// Options that are not the intent's, such as `-W`.
    options: Vec<&'a str>,
}

/// Options that have one value we do not look at.
const SKIPPED: [&str; 4] = ["--user", "--display", "-t", "--esn"];
/// Options that have a name and a value.
const EXTRAS: [&str; 7] = ["-e", "--es", "--ez", "--ei", "--el", "--ef", "--eu"];

impl<'a> Intent<'a> {
    /// Reads the arguments of `am start` and the like.
    pub(super) fn parse(args: &'a [String]) -> Self {
        let mut intent = Self::default();
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            match arg {
                "-a" => intent.action = args.next(),
                "-c" => intent.categories.extend(args.next()),
                "-d" => intent.data = args.next(),
                "-n" => intent.component = args.next(),
                "-p" => intent.package = args.next(),
                "-f" => intent.flags = args.next().and_then(parse_number),
                extra if EXTRAS.contains(&extra) => {
                    let name = args.next().unwrap_or_default();
                    intent.extras.push((name, args.next().unwrap_or_default()));
                }
                skipped if SKIPPED.contains(&skipped) => {
                    args.next();
                }
                option if option.starts_with('-') => intent.options.push(option),
                _ => intent.take_rest(arg),
            }
        }
        intent
    }

    /// Takes the last argument, which is a component, an address or a package.
    fn take_rest(&mut self, arg: &'a str) {
        if arg.contains("://") || (arg.contains(':') && !arg.contains('/')) {
            self.data = Some(arg);
        } else if arg.contains('/') {
            self.component = Some(arg);
        } else {
            self.package = Some(arg);
        }
    }

    /// Returns the package the intent names, if any.
    pub(super) fn named_package(&self) -> Option<&'a str> {
        let component = self.component.and_then(|name| name.split('/').next());
        component.or(self.package)
    }

    /// Returns the intent as `am` prints it.
    pub(super) fn printed(&self) -> String {
        let part = |name: &str, value: String| Some(format!("{name}={value}"));
        let named = |name: &str, value: Option<&str>| part(name, value?.to_owned());
        let categories = self.categories.join(",");
        let parts = [
            named("act", self.action),
            (!categories.is_empty()).then(|| format!("cat=[{categories}]")),
            // The real one leaves out what an address may hold, and so do we.
            self.data.and_then(|data| part("dat", shortened(data))),
            self.flags
                .and_then(|flags| part("flg", format!("0x{flags:x}"))),
            named("pkg", self.package),
            named("cmp", self.component),
            (!self.extras.is_empty()).then(|| "(has extras)".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("Intent {{ {} }}", parts.join(" "))
    }

    /// Returns the value of an extra.
    pub(super) fn extra(&self, name: &str) -> Option<&'a str> {
        let found = self.extras.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }

    /// Returns whether an option was given.
    pub(super) fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }
}

fn shortened(data: &str) -> String {
    match data.split_once("://") {
        Some((scheme, rest)) => {
            let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
            let dots = if path.is_empty() { "" } else { "/..." };
            format!("{scheme}://{host}{dots}")
        }
        None => data.to_owned(),
    }
}

fn parse_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn intents_are_read_and_printed_as_am_does() {
        let args = words(
            "-W -a android.intent.action.VIEW -d https://a.example/b?c=d --es k v -f 0x10000000 p.q",
        );
        let intent = Intent::parse(&args);
        assert!(intent.has("-W"));
        assert_eq!(intent.named_package(), Some("p.q"));
        assert_eq!(intent.extra("k"), Some("v"));
        assert_eq!(
            intent.printed(),
            "Intent { act=android.intent.action.VIEW dat=https://a.example/... flg=0x10000000 pkg=p.q (has extras) }"
        );
        let args = words("-n a.b/.C");
        assert_eq!(Intent::parse(&args).named_package(), Some("a.b"));
    }
}
