//! Which apps an act is for: asked before anything is opened.

use retap_model::device::{Action, Deadline, DeviceError};

use super::apps::{self, parse_activities};
use super::device::AndroidDevice;

/// The package of Android itself. Where it offers to open something, it hands that on to an app it does not
/// name: by a chooser, or to the profile of somebody's work.
const SYSTEM: &str = "android";

impl AndroidDevice {
    /// Returns the apps that an act opens, stops or erases, or may; `None` where it cannot be told.
    pub(super) fn find_apps_of(
        &self,
        action: &Action,
        deadline: Deadline,
    ) -> Result<Option<Vec<String>>, DeviceError> {
        // Never the command: see `act`.
        let asked = &action.to_string();
        let packages = if let Action::OpenUrl(url) = action {
            let output = self.run(&apps::query_url(url), asked, deadline)?;
            parse_openers(&output.text())
        } else if let Action::Launch(app) | Action::Stop(app) | Action::ClearData(app) = action {
            Some(vec![self.package_of(app, asked, deadline)?])
        } else {
            Some(Vec::new())
        };
        Ok(packages.map(|packages| self.with_names(packages)))
    }

    fn with_names(&self, packages: Vec<String>) -> Vec<String> {
        let called = packages.iter().filter_map(|it| self.called.get(it));
        let called: Vec<String> = called.cloned().collect();
        packages.into_iter().chain(called).collect()
    }
}

/// Returns the packages in the answer to the question who opens an address; `None` unless the answer is
/// understood in full.
fn parse_openers(text: &str) -> Option<Vec<String>> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    if first == "No activities found" {
        return Some(Vec::new());
    }
    let count: usize = first.strip_suffix(" activities found:")?.parse().ok()?;
    let packages: Vec<String> = parse_activities(text)
        .into_iter()
        .map(|activity| activity.package)
        .collect();
    let is_understood = packages.len() == count && packages.iter().all(|it| it != SYSTEM);
    is_understood.then_some(packages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_opens_an_address_is_known_only_from_an_answer_that_is_understood() {
        let one = "1 activities found:\n  Activity #0:\n    priority=0 isDefault=true\n    \
                   org.shop/.Link\n";
        assert_eq!(parse_openers(one).unwrap(), ["org.shop"]);
        let two = "2 activities found:\n  Activity #0:\n    priority=0\n    org.shop/.Link\n  \
                   Activity #1:\n    priority=0\n    org.bank/org.bank.Pay\n";
        assert_eq!(parse_openers(two).unwrap(), ["org.shop", "org.bank"]);
        assert_eq!(parse_openers("No activities found\n").unwrap(), [""; 0]);
        for unknown in [
            "",
            "Error: Unknown option: --brief",
            "cmd: Can't find service: package",
            &one.replace("1 act", "2 act"),
            &one.replace(
                "org.shop/.Link",
                "android/com.android.internal.app.ForwardIntentToManagedProfile",
            ),
        ] {
            assert_eq!(parse_openers(unknown), None, "{unknown}");
        }
    }
}
