//! Files that pages are given: what was opened and judged, and nothing else, whatever becomes of its name.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use retap_drivers::web::{Uploads, WebOptions};
use retap_model::device::{Action, DeviceError};

use super::kit::{Page, open_with, opened};
use super::server::{Got, Server};

const FORM: &str = "<form method=post enctype=multipart/form-data>
    <label>Letter <input type=file name=f multiple onchange=\"p.textContent = [...this.files].map(f =>
        `${f.name} ${f.size} ${f.type} ${f.lastModified}`).join(', ')\"></label>
    <button>Send</button></form><p id=p>-</p>";

fn server() -> Server {
    Server::start(|got: &Got| match got.method.as_str() {
        "POST" => "<p>Thank you</p>".into(),
        _ => FORM.into(),
    })
}

fn sent_to(server: &Server) -> String {
    let mut got = server.got().into_iter();
    got.find(|got| got.method == "POST").unwrap().body
}

/// Returns a new folder with a file that may be given, and beside it one that may not.
fn folder(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uploads-{name}"));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("own/deep")).unwrap();
    fs::create_dir_all(root.join("scratch")).unwrap();
    fs::write(root.join("secret"), "the person's own").unwrap();
    fs::write(root.join("own/one.txt"), "a letter").unwrap();
    let changed = SystemTime::UNIX_EPOCH + Duration::from_millis(1_600_000_000_123);
    let one = File::options().write(true).open(root.join("own/one.txt"));
    one.unwrap().set_modified(changed).unwrap();
    root
}

fn uploads(root: &Path) -> Uploads {
    Uploads {
        start: Some(root.join("own")),
        allowed: Some(vec![root.join("own")]),
        scratch: root.join("scratch"),
        ..Uploads::default()
    }
}

fn form(server: &Server, uploads: Uploads) -> Option<Page> {
    open_with(WebOptions {
        uploads: uploads.into(),
        ..WebOptions::new(server.url("/"))
    })
}

impl Page {
    fn choose(&mut self, names: &str) -> Result<(), DeviceError> {
        self.tap("Letter");
        self.wait_for("File name", |field| field.state.focused);
        self.type_text(names);
        let key = retap_model::device::Key::from_word("return").unwrap();
        self.try_act(Action::PressKey(key, vec![]))
    }
}

#[test]
fn a_file_that_is_swapped_for_a_link_after_it_was_chosen_is_sent_as_it_was() {
    let (server, root) = (server(), folder("swapped"));
    let mut page = opened!(form(&server, uploads(&root)));
    page.choose("one.txt").unwrap();
    page.see("one.txt 8 text/plain 1600000000123");
    fs::remove_file(root.join("own/one.txt")).unwrap();
    symlink("../secret", root.join("own/one.txt")).unwrap();
    page.tap("Send");
    page.see("Thank you");
    let sent = sent_to(&server);
    assert!(sent.contains("a letter") && !sent.contains("own"), "{sent}");
}

#[test]
fn files_of_the_same_name_and_paths_that_lead_up_and_down_are_sent() {
    let (server, root) = (server(), folder("paths"));
    fs::write(root.join("own/deep/one.txt"), "another").unwrap();
    let mut page = opened!(form(&server, uploads(&root)));
    page.choose("deep/../one.txt; deep/one.txt").unwrap();
    page.see_in_part("one.txt 8 text/plain 1600000000123, one.txt 7 text/plain");
    page.tap("Send");
    page.see("Thank you");
    let sent = sent_to(&server);
    assert!(
        sent.contains("a letter") && sent.contains("another"),
        "{sent}"
    );
}

#[test]
fn copies_are_private_are_gone_with_the_page_and_make_room_for_newer_ones() {
    let (server, root) = (server(), folder("copies"));
    let scratch = root.join("scratch");
    let limited = Uploads {
        most: Some(10_000),
        ..uploads(&root)
    };
    let mut page = opened!(form(&server, limited));
    for _ in 0..4 {
        page.choose("one.txt").unwrap();
        page.wait_for("Letter", |field| field.text == "one.txt");
    }
    let folders: Vec<_> = fs::read_dir(&scratch).unwrap().flatten().collect();
    assert_eq!(folders.len(), 1);
    let mode = folders[0].metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    assert_eq!(fs::read_dir(folders[0].path()).unwrap().count(), 2);
    drop(page);
    assert_eq!(fs::read_dir(&scratch).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_copied_is_said_and_nothing_is_given() {
    let (server, root) = (server(), folder("full"));
    fs::write(root.join("no-folder"), "").unwrap();
    fs::write(root.join("own/large"), vec![0; 3 << 20]).unwrap();
    for (name, uploads, expected) in [
        (
            "one.txt",
            Uploads {
                scratch: root.join("no-folder"),
                ..uploads(&root)
            },
            "`one.txt` cannot be copied into",
        ),
        (
            "one.txt; large",
            Uploads {
                most: Some(2 << 20),
                ..uploads(&root)
            },
            "the files have 4 MB, and a page is given 2 MB at the most",
        ),
        ("deep", uploads(&root), "it is a folder, not a file"),
    ] {
        let mut page = opened!(form(&server, uploads));
        let refused = page.choose(name).unwrap_err().to_string();
        assert!(refused.contains(expected), "{refused}");
        assert_eq!(page.wait_for("File name", |_| true).text, name);
    }
}
