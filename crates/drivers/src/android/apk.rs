//! Which app a package file is: the `package` of the manifest inside of an APK.
//!
//! Whoever must not touch an app asks before installing, so what is doubtful is not guessed at: a file that
//! two readers could read differently has no known package.
//!
//! Not here: installing, and anything that needs a device.

mod manifest;
mod zip;

use std::fs::File;
use std::path::Path;

/// Where an APK says what it is.
const MANIFEST: &str = "AndroidManifest.xml";

/// Returns the package that an APK would be installed as; nothing where that cannot be told.
pub fn package_of(apk: &Path) -> Option<String> {
    let mut file = File::open(apk).ok()?;
    let bytes = zip::read_only(&mut file, MANIFEST)?;
    manifest::package(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, bytes: &[u8]) -> Option<String> {
        let path = std::env::temp_dir().join(format!("retap-{}-{name}.apk", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        let package = package_of(&path);
        std::fs::remove_file(path).unwrap();
        package
    }

    #[test]
    fn an_apk_says_its_package_and_what_is_none_does_not() {
        let manifest = manifest::tests::manifest("org.example.bank", manifest::tests::Text::Utf16);
        let apk = zip::tests::zip(&[("classes.dex", b"dex"), (MANIFEST, &manifest)]);
        assert_eq!(package("right", &apk).as_deref(), Some("org.example.bank"));
        let other = zip::tests::zip(&[("classes.dex", b"dex")]);
        assert_eq!(package("without", &other), None);
        assert_eq!(package("text", b"app: Notes"), None);
        assert_eq!(package_of(Path::new("/nowhere.apk")), None);
    }

    /// Which of two manifests counts is up to who reads them.
    #[test]
    fn two_manifests_are_none() {
        let one = manifest::tests::manifest("org.example.one", manifest::tests::Text::Utf8);
        let two = manifest::tests::manifest("org.example.two", manifest::tests::Text::Utf8);
        let apk = zip::tests::zip(&[(MANIFEST, &one), (MANIFEST, &two)]);
        assert_eq!(package("two", &apk), None);
    }

    #[test]
    fn no_bytes_bring_the_reader_down() {
        let manifest = manifest::tests::manifest("org.example.bank", manifest::tests::Text::Utf8);
        let apk = zip::tests::zip(&[(MANIFEST, &manifest)]);
        for place in 0..apk.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut broken = apk.clone();
                broken[place] = byte;
                let mut read = std::io::Cursor::new(&broken);
                let _ = zip::read_only(&mut read, MANIFEST).map(|bytes| manifest::package(&bytes));
            }
            let mut read = std::io::Cursor::new(&apk[..place]);
            assert_eq!(zip::read_only(&mut read, MANIFEST), None, "{place}");
        }
    }
}
