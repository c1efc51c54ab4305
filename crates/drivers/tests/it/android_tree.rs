//! Dumps in the shapes found in the wild, and what they become.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proptest::prelude::*;
use retap_drivers::android::read_tree;
use retap_model::device::DeviceError;
use retap_model::geometry::Size;
use retap_model::screen::Screen;

use crate::outline::outline;

const PHONE: Size = Size::new(1080.0, 2400.0);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/uiautomator")
}

/// Returns the names and contents of the files with this ending, sorted.
fn files(folder: &Path, ending: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == ending))
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn dumps_become_the_screens_that_people_see() {
    let dumps = files(&folder(), "xml");
    assert!(dumps.len() >= 30, "{}", dumps.len());
    for (name, dump) in dumps {
        let tree = read_tree(&dump, PHONE).unwrap_or_else(|error| panic!("{name}: {error}"));
        insta::assert_snapshot!(name, outline(&tree));
    }
}

#[test]
fn what_is_no_dump_says_why_and_is_never_an_empty_screen() {
    let mut reasons = String::new();
    for (name, bytes) in files(&folder().join("rejected"), "txt") {
        match read_tree(&bytes, PHONE) {
            Err(DeviceError::Unreadable { reason }) => {
                reasons.push_str(&format!("{name}: {reason}\n"));
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    insta::assert_snapshot!("rejected", reasons);
}

/// However early a dump ends, that is noticed: what is left never passes for a smaller screen.
#[test]
fn a_dump_that_ends_anywhere_is_unreadable() {
    for (name, dump) in files(&folder(), "xml") {
        let text = String::from_utf8(dump.clone()).unwrap();
        let root_end = ["</hierarchy>", "</displays>"].map(|mark| text.rfind(mark));
        let whole = root_end.into_iter().flatten().max().unwrap();
        // Every place would take seconds and show no more than these.
        for end in (0..whole).step_by(7).chain(whole.saturating_sub(40)..whole) {
            let tree = read_tree(&dump[..end], PHONE);
            assert!(
                matches!(tree, Err(DeviceError::Unreadable { .. })),
                "{name} up to {end}: {tree:?}"
            );
        }
    }
}

/// Returns a dump with so many nodes in rows of a list.
pub(crate) fn big_dump(nodes: usize) -> String {
    let node = |index: usize, class: &str, rest: &str, end: &str| {
        let y = (index % 200) * 12;
        format!(
            "<node index=\"{index}\" text=\"Text {index} &amp; more\" resource-id=\"org.big:id/item_{}\" \
             class=\"{class}\" package=\"org.big\" content-desc=\"\" checkable=\"false\" checked=\"false\" \
             clickable=\"{}\" enabled=\"true\" focusable=\"true\" focused=\"false\" scrollable=\"false\" \
             long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[0,{y}][1080,{}]\"{rest}{end}",
            index % 50,
            index.is_multiple_of(4),
            y + 12,
        )
    };
    let mut xml = String::from(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">\
         <node index=\"0\" class=\"androidx.recyclerview.widget.RecyclerView\" package=\"org.big\" \
         scrollable=\"true\" bounds=\"[0,0][1080,2400]\">",
    );
    for row in 0..(nodes - 1) / 4 {
        xml.push_str(&node(row * 4, "android.view.ViewGroup", "", ">"));
        for (place, class) in ["TextView", "ImageView", "Button"].iter().enumerate() {
            let class = format!("android.widget.{class}");
            xml.push_str(&node(row * 4 + place + 1, &class, "", " />"));
        }
        xml.push_str("</node>");
    }
    xml.push_str("</node></hierarchy>UI hierchary dumped to: /dev/tty\n");
    xml
}

#[test]
fn five_thousand_nodes_are_five_thousand_elements() {
    let dump = big_dump(5_001);
    let tree = read_tree(dump.as_bytes(), PHONE).unwrap();
    assert_eq!(tree.elements.len(), 5_001);
    assert_eq!(tree.elements[5_000].text, "Text 4999 & more");
    assert_eq!(tree.elements[5_000].parent, Some(4_997));
    assert_eq!(tree.elements[4_997].parent, Some(0));
}

#[test]
fn a_tree_of_ten_thousand_levels_is_read_without_ado() {
    let depth = 10_000;
    let open = "<node text=\"a\" bounds=\"[0,0][9,9]\">".repeat(depth);
    let dump = format!("<hierarchy>{open}{}</hierarchy>", "</node>".repeat(depth));
    assert_eq!(
        read_tree(dump.as_bytes(), PHONE).unwrap().elements.len(),
        depth
    );
}

/// M23 of the spec, on the screens that the dumps become.
#[test]
fn a_spinner_is_loading_and_words_about_progress_are_not() {
    let screen = |name: &str| {
        let dump = fs::read(folder().join(format!("{name}.xml"))).unwrap();
        let tree = read_tree(&dump, PHONE).unwrap();
        Screen {
            size: tree.size,
            elements: tree.elements,
            ..Screen::default()
        }
    };
    let loading = screen("loading_and_progress_words");
    assert_eq!(loading.loading().unwrap().id, "com.example.app:id/spinner");
    assert_eq!(screen("download_progress").loading(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_bytes_make_the_parser_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_tree(&bytes, PHONE);
    }

    #[test]
    fn nothing_that_looks_like_a_dump_makes_it_panic(
        text in "(<(hierarchy|node|window|display|displays|/node|/hierarchy|!--|\\?)( (text|bounds|id|rotation|type|layer|class|hint|password)=(\"|')[\\[\\]0-9,\\-&#;a-z•]{0,12}(\"|'))?(>|/>|-->)?|[ &;\"'=<>]){0,40}"
    ) {
        let _ = read_tree(format!("<hierarchy>{text}").as_bytes(), PHONE);
        let _ = read_tree(format!("<displays>{text}").as_bytes(), PHONE);
    }

    #[test]
    fn a_dump_with_changed_bytes_is_read_or_refused(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        static DUMPS: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| files(&folder(), "xml"));
        let mut dump = which.get(&DUMPS).1.clone();
        for (place, byte) in changes {
            let place = place.index(dump.len());
            dump[place] = byte;
        }
        match read_tree(&dump, PHONE) {
            Ok(tree) => {
                prop_assert!(!tree.elements.is_empty());
                let is_before = |(index, parent): (usize, Option<usize>)| parent.is_none_or(|p| p < index);
                prop_assert!(tree.elements.iter().map(|one| one.parent).enumerate().all(is_before));
            }
            Err(DeviceError::Unreadable { reason }) => prop_assert!(!reason.is_empty()),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}
