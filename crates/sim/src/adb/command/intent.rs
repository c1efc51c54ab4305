//! Intents as `am` and `cmd package` take them from the command line.

/// The fields of an intent, as far as the phone looks at it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Intent {
    pub(super) action: Option<String>,
    pub(super) categories: Vec<String>,
    pub(super) data: Option<String>,
    /// `PACKAGE/ACTIVITY`.
    pub(super) component: Option<String>,
    pub(super) package: Option<String>,
    pub(super) flags: Option<u32>,
    /// Extras, by name.
    pub(super) extras: Vec<(String, String)>,
    /// Options that are not the intent's, such as `-W`.
    pub(super) options: Vec<String>,
}

/// Options that have one value we do not look at.
const SKIPPED: [&str; 4] = ["--user", "--display", "-t", "--esn"];

impl Intent {
    /// Reads the arguments of `am start` and the like.
    pub(super) fn parse(args: &[String]) -> Self {
        let mut intent = Self::default();
        let mut args = args.iter().cloned();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "-a" => intent.action = args.next(),
                "-c" => intent.categories.extend(args.next()),
                "-d" => intent.data = args.next(),
                "-n" => intent.component = args.next(),
                "-p" => intent.package = args.next(),
                "-f" => intent.flags = args.next().and_then(|flags| parse_number(&flags)),
                extra if EXTRAS.contains(&extra) => {
                    let name = args.next().unwrap_or_default();
                    intent.extras.push((name, args.next().unwrap_or_default()));
                }
                skipped if SKIPPED.contains(&skipped) => {
                    args.next();
                }
                option if option.starts_with('-') => intent.options.push(arg),
                _ => intent.take_rest(arg),
            }
        }
        intent
    }

    /// Takes the last argument, which is a component, an address or a package.
    fn take_rest(&mut self, arg: String) {
        if arg.contains("://") || (arg.contains(':') && !arg.contains('/')) {
            self.data = Some(arg);
        } else if arg.contains('/') {
            self.component = Some(arg);
        } else {
            self.package = Some(arg);
        }
    }

    /// Returns the package the intent names, if any.
    pub(super) fn named_package(&self) -> Option<&str> {
        let component = self.component.as_deref();
        let of_component = component.and_then(|component| component.split('/').next());
        of_component.or(self.package.as_deref())
    }

    /// Returns the intent as `am` prints it.
    pub(super) fn printed(&self) -> String {
        let categories = Some(self.categories.join(",")).filter(|all| !all.is_empty());
        let parts = [
            self.action.as_ref().map(|action| format!("act={action}")),
            categories.map(|categories| format!("cat=[{categories}]")),
            // The real one leaves out what an address may hold, and so do we.
            self.data
                .as_ref()
                .map(|data| format!("dat={}", shortened(data))),
            self.flags.map(|flags| format!("flg=0x{flags:x}")),
            self.package
                .as_ref()
                .map(|package| format!("pkg={package}")),
            self.component
                .as_ref()
                .map(|component| format!("cmp={component}")),
            (!self.extras.is_empty()).then(|| "(has extras)".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("Intent {{ {} }}", parts.join(" "))
    }

    /// Returns the value of an extra.
    pub(super) fn extra(&self, name: &str) -> Option<&str> {
        let found = self.extras.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns whether an option was given.
    pub(super) fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given == option)
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

/// Options that have a name and a value.
const EXTRAS: [&str; 7] = ["-e", "--es", "--ez", "--ei", "--el", "--ef", "--eu"];

fn parse_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Intent {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        Intent::parse(&words)
    }

    #[test]
    fn intents_are_read_and_printed_as_am_does() {
        let intent = parse(
            "-W -a android.intent.action.VIEW -d https://a.example/b?c=d --es k v -f 0x10000000 p.q",
        );
        assert!(intent.has("-W"));
        assert_eq!(intent.named_package(), Some("p.q"));
        assert_eq!(intent.extra("k"), Some("v"));
        assert_eq!(
            intent.printed(),
            "Intent { act=android.intent.action.VIEW dat=https://a.example/... flg=0x10000000 pkg=p.q (has extras) }"
        );
        assert_eq!(parse("-n a.b/.C").named_package(), Some("a.b"));
    }
}
