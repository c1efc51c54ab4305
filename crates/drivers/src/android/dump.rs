//! Getting a dump out of a device, whatever its system lets through.

use super::apps::RESUMED;

/// How a dump is had from a device. Each system lets at least one of them through; which one is
/// found out by the first readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum DumpWay {
    /// All windows, straight into the connection. Older systems ignore the wish and give the window
    /// in front; some newer ones give nothing, because their list of windows is late.
    #[default]
    AllWindows,
    /// The window in front, straight into the connection.
    FrontWindow,
    /// Through a file, where nothing may be written to `/dev/tty`.
    File,
}

impl DumpWay {
    /// Returns the way to try after `output`, or nothing when this way is not to blame.
    pub(super) fn after(self, output: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(output);
        let has = |mark: &str| text.contains(mark);
        let is_blocked = !has("<hierarchy") && !has("<displays") && has("dumped to");
        match self {
            Self::AllWindows => is_blocked.then_some(Self::FrontWindow),
            Self::FrontWindow => is_blocked.then_some(Self::File),
            Self::File => None,
        }
    }

    /// Returns the command: the dump, and the activity in front behind it.
    pub(super) fn command(self) -> String {
        match self {
            Self::AllWindows => format!("uiautomator dump --windows /dev/tty; echo; {RESUMED}"),
            Self::FrontWindow => format!("uiautomator dump /dev/tty; echo; {RESUMED}"),
            Self::File => {
                // Two tools at the same device must not share a file, and the file of another reading must
                // never be taken for the one of this.
                let file = format!("/data/local/tmp/retap-{}.xml", std::process::id());
                format!(
                    "rm -f {file}; uiautomator dump {file} && cat {file}; rm -f {file}; echo; {RESUMED}"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_way_is_tried_only_when_nothing_came_through() {
        let nothing = "UI hierchary dumped to: /dev/tty\n";
        let whole = "<hierarchy/>UI hierchary dumped to: /dev/tty";
        for (way, output, next) in [
            (DumpWay::AllWindows, nothing, Some(DumpWay::FrontWindow)),
            (DumpWay::FrontWindow, nothing, Some(DumpWay::File)),
            (DumpWay::File, nothing, None),
            (DumpWay::AllWindows, "ERROR: null root node", None),
            (DumpWay::AllWindows, whole, None),
            (DumpWay::AllWindows, "", None),
        ] {
            assert_eq!(way.after(output.as_bytes()), next, "{way:?} {output}");
        }
    }
}
