//! `.retap/results/<time>`: complete, and what it says of the phone is what the phone said.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use insta::assert_snapshot;
use retap_model::device::{Action, Clock as _, Deadline, Device as _};
use retap_sim::SimDevice;

use super::{LOGIN_JA, result, results, scenario};
use crate::project::Project;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

#[test]
fn everything_a_run_saw_is_in_its_folder() {
    let project = Project::with(&[("login.yaml", LOGIN_JA)]);
    project.passes("test login.yaml --device sim:login");
    let folder = results(&project);
    let names: Vec<String> = files(&folder)
        .iter()
        .map(|path| path.strip_prefix(&folder).unwrap().display().to_string())
        .collect();
    assert_snapshot!("layout", names.join("\n"));
    let read = |file: &str| project.normal(&fs::read_to_string(folder.join(file)).unwrap());
    assert_snapshot!("summary", read("summary.md"));
    assert_snapshot!("report", read("login/report.md"));
    assert!(read("junit.xml").contains("起動 / アプリを起動"));
    assert!(read("report.html").contains("data:image/png;base64,"));
    let ignored = project.read(".retap/results/.gitignore");
    assert_eq!(ignored.trim(), "*");
}

#[test]
fn every_file_a_result_names_is_there_and_every_picture_can_be_drawn() {
    let project = Project::with(&[("login.yaml", LOGIN_JA)]);
    project.passes("test login.yaml --device sim:login");
    let folder = results(&project).join("login");
    let result = result(&project, "login");
    for step in result["steps"].as_array().unwrap() {
        for (what, file) in step["evidence"].as_object().unwrap() {
            let path = folder.join(file.as_str().unwrap());
            assert!(path.is_file(), "{what}: {}", path.display());
        }
    }
    let pictures = files(&folder);
    let pictures = pictures
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "png"));
    let mut count = 0;
    for picture in pictures {
        let file = std::io::BufReader::new(fs::File::open(picture).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(
            (frame.width, frame.height),
            (820, 1796),
            "{}",
            picture.display()
        );
        count += 1;
    }
    assert_eq!(count, 14);
}

#[test]
fn a_tree_is_byte_for_byte_what_the_phone_dumps() {
    let project = Project::with(&[("login.yaml", LOGIN_JA)]);
    project.passes("test login.yaml --device sim:login");
    let kept = fs::read(results(&project).join("login/step_02_uitree.xml")).unwrap();
    let mut phone = SimDevice::open("login").unwrap();
    let clock = phone.clock();
    let deadline = || Deadline::after(clock.now(), Duration::from_secs(5));
    let launch = Action::Launch("com.example.app".to_owned());
    phone.perform(&launch, deadline()).unwrap();
    // The phone's own clock: this takes no time.
    clock.sleep(Duration::from_secs(2));
    let dump = phone.dump_tree(deadline()).unwrap();
    assert_eq!(dump.bytes, kept);
}

#[test]
fn pictures_of_failures_are_pictures() {
    let source = scenario("- then: 「どこにもない」が表示されていること");
    let project = Project::with(&[("x.yaml", &source)]);
    project
        .run("test x.yaml --device sim:login --timeout 1 --screenshot-dir shots")
        .exits(1);
    let shots = files(&project.path("shots"));
    assert_eq!(shots.len(), 1, "{shots:?}");
    assert!(fs::read(&shots[0]).unwrap().starts_with(b"\x89PNG\r\n"));
    let report = fs::read_to_string(results(&project).join("x/report.md")).unwrap();
    assert!(report.contains("## What failed"), "{report}");
}

#[test]
fn a_scenario_that_was_skipped_is_in_the_summary() {
    let asked = LOGIN_JA.replace("email: test@example.com", "email:");
    let project = Project::with(&[("asked.yaml", &asked), ("login.yaml", LOGIN_JA)]);
    project
        .run("test asked.yaml login.yaml --device sim:login")
        .exits(4);
    let folder = results(&project);
    let summary = fs::read_to_string(folder.join("summary.md")).unwrap();
    assert_snapshot!(summary);
    let result = result(&project, "asked");
    assert_eq!(result["outcome"], "skipped");
    assert_eq!(
        result["reason"],
        "Skipped: variables [email] require interactive input"
    );
    let junit = fs::read_to_string(folder.join("junit.xml")).unwrap();
    assert!(
        junit.contains("<skipped message=\"Skipped: variables [email]"),
        "{junit}"
    );
}

#[test]
fn nothing_is_kept_when_nothing_is_wanted() {
    let project = Project::with(&[("login.yaml", LOGIN_JA)]);
    project.passes("test login.yaml --device sim:login --evidence none");
    assert_eq!(project.files().len(), 1);
}
