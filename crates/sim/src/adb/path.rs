//! Paths of the phone's files.

/// Other names of the shared storage.
const SHARED: [&str; 5] = [
    "/sdcard",
    "/mnt/sdcard",
    "/storage/self/primary",
    "/storage/sdcard0",
    "/storage/emulated/legacy",
];

/// Returns the full path of `path` seen from `folder`, without `.`, `..` and other names.
pub(super) fn full_path(folder: &str, path: &str) -> String {
    let whole = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    let plain = format!("/{}", parts.join("/"));
    for name in SHARED {
        match plain.strip_prefix(name) {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                return format!("/storage/emulated/0{rest}");
            }
            Some(_) | None => {}
        }
    }
    plain
}

/// Returns the folder a full path is in.
pub(super) fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((folder, _)) => folder,
    }
}

/// Returns the last part of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_plain() {
        assert_eq!(
            full_path("/", "/sdcard/../sdcard/./a//b"),
            "/storage/emulated/0/a/b"
        );
        assert_eq!(full_path("/data/local", "tmp/x"), "/data/local/tmp/x");
        assert_eq!(full_path("/", "../.."), "/");
        assert_eq!(full_path("/", "/sdcardx"), "/sdcardx");
    }
}
