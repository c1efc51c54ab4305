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
    /// Returns the way to try after this one let nothing through.
    const fn next(self) -> Option<Self> {
        match self {
            Self::AllWindows => Some(Self::FrontWindow),
            Self::FrontWindow => Some(Self::File),
            Self::File => None,
        }
    }

    /// Returns the way to try after `output`, or nothing when this way is not to blame.
    pub(super) fn after(self, output: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(output);
        let has = |mark: &str| text.contains(mark);
        let is_blocked = !has("<hierarchy") && !has("<displays") && has("dumped to");
        self.next().filter(|_| is_blocked)
    }

    /// Returns the command: the dump, and the activity in front behind it.
    pub(super) fn command(self) -> String {
        match self {
            Self::AllWindows => format!("uiautomator dump --windows /dev/tty; echo; {RESUMED}"),
            Self::FrontWindow => format!("uiautomator dump /dev/tty; echo; {RESUMED}"),
            Self::File => {
                let file = file();
                // The file of another reading must never be taken for the one of this.
                format!(
                    "rm -f {file}; uiautomator dump {file} && cat {file}; rm -f {file}; echo; {RESUMED}"
                )
            }
        }
    }
}

/// Two tools at the same device must not share a file.
fn file() -> String {
    format!("/data/local/tmp/retap-{}.xml", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_way_is_tried_only_when_nothing_came_through() {
        let after = |output: &str| DumpWay::AllWindows.after(output.as_bytes());
        let nothing = "UI hierchary dumped to: /dev/tty\n";
        assert_eq!(after(nothing), Some(DumpWay::FrontWindow));
        assert_eq!(
            DumpWay::FrontWindow.after(nothing.as_bytes()),
            Some(DumpWay::File)
        );
        assert_eq!(DumpWay::File.after(nothing.as_bytes()), None);
        assert_eq!(after("ERROR: null root node"), None);
        assert_eq!(after("<hierarchy/>UI hierchary dumped to: /dev/tty"), None);
        assert_eq!(after(""), None);
    }
}
