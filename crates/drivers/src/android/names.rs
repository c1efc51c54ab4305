//! Finding an app by what people call it.

use super::apps::Activity;

/// The names people use for apps whose package does not say it. Several packages: whichever is there.
const CALLED: [(&str, &str); 12] = [
    (
        "browser",
        "com.android.chrome com.android.browser org.chromium.webview_shell",
    ),
    (
        "calculator",
        "com.google.android.calculator com.android.calculator2",
    ),
    (
        "calendar",
        "com.google.android.calendar com.android.calendar",
    ),
    (
        "camera",
        "com.android.camera2 com.google.android.GoogleCamera com.android.camera",
    ),
    (
        "clock",
        "com.google.android.deskclock com.android.deskclock",
    ),
    (
        "files",
        "com.google.android.documentsui com.android.documentsui",
    ),
    ("gmail", "com.google.android.gm"),
    ("maps", "com.google.android.apps.maps"),
    (
        "messages",
        "com.google.android.apps.messaging com.android.messaging",
    ),
    ("phone", "com.google.android.dialer com.android.dialer"),
    ("photos", "com.google.android.apps.photos"),
    ("play store", "com.android.vending"),
];

/// How many apps an error lists.
const MOST_LISTED: usize = 12;

/// Returns whether a word can only be a package.
pub(super) fn is_package(word: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    word.contains('.') && word.split('.').all(is_part)
}

/// Tells whether a package goes by a name, in one way or another.
type NameTest = fn(package: &str, name: &str) -> bool;

/// The ways in which a package can go by a name, the surest first.
const TESTS: [NameTest; 3] = [is_called, ends_so, has_word];

fn is_called(package: &str, name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    let called = CALLED.iter().find(|(known, _)| *known == lower);
    called.is_some_and(|(_, packages)| packages.split(' ').any(|one| one == package))
}

fn ends_so(package: &str, name: &str) -> bool {
    let last = package.rsplit('.').next();
    last.is_some_and(|last| plain(last) == plain(name))
}

fn has_word(package: &str, name: &str) -> bool {
    package.split('.').any(|part| plain(part) == plain(name))
}

fn plain(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns whether the first is a package, and people could mean it by the name.
pub fn goes_by(package: &str, name: &str) -> bool {
    is_package(package) && TESTS.iter().any(|test| test(package, name))
}

/// Returns the package of the app that goes by `name`, or why it cannot be told.
///
/// adb gives no labels, so the words of the packages must do; a name that fits several is refused.
pub(super) fn find_package(name: &str, installed: &[Activity]) -> Result<String, String> {
    let mut known: Vec<&str> = installed.iter().map(|one| one.package.as_str()).collect();
    known.dedup();
    for test in TESTS {
        let fitting = known.iter().filter(|package| test(package, name));
        let fitting: Vec<&str> = fitting.copied().collect();
        match fitting[..] {
            [] => {}
            [only] => return Ok(only.to_owned()),
            _ => {
                let all = fitting.join(" or ");
                return Err(format!("`{name}` could be {all}; use the package name"));
            }
        }
    }
    let more = if known.len() > MOST_LISTED {
        ", …"
    } else {
        ""
    };
    known.truncate(MOST_LISTED);
    let some = known.join(", ");
    Err(format!(
        "no installed app is called `{name}`; use the package name, such as one of {some}{more}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn installed(packages: &[&str]) -> Vec<Activity> {
        let line = |package: &&str| Activity::parse(&format!("{package}/.Main")).unwrap();
        packages.iter().map(line).collect()
    }

    #[test]
    fn a_name_is_a_package_an_alias_or_a_word_of_one_package() {
        let apps = installed(&[
            "com.android.settings",
            "com.google.android.gm",
            "com.google.android.youtube",
            "org.shop.client",
            "org.shop.admin",
        ]);
        let shops = "`Shop` could be org.shop.client or org.shop.admin; use the package name";
        let all = "no installed app is called `Banking`; use the package name, such as one of \
                   com.android.settings, com.google.android.gm, com.google.android.youtube, \
                   org.shop.client, org.shop.admin";
        for (name, expected) in [
            ("Settings", Ok("com.android.settings")),
            ("Gmail", Ok("com.google.android.gm")),
            ("You Tube", Ok("com.google.android.youtube")),
            ("Shop", Err(shops)),
            ("Banking", Err(all)),
        ] {
            let found = find_package(name, &apps);
            assert_eq!(found.as_deref().map_err(String::as_str), expected, "{name}");
        }
        assert!(goes_by("com.android.settings", "Settings"));
        assert!(goes_by("com.google.android.gm", "gmail"));
        assert!(!goes_by("org.shop.client", "Settings"));
        assert!(!goes_by("Settings", "Settings"));
        assert!(is_package("com.android.settings"));
        assert!(!is_package("Settings"));
        assert!(!is_package("v1.2 beta"));
    }
}
