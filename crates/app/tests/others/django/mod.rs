//! The admin site of Django: an application nobody here wrote, which says itself what is in its database.
//!
//! Each skill of `examples/django-admin` is learned on a site with some products and replayed on one with others.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

use insta::assert_snapshot;
use serde_json::Value;

use crate::missing_tool::skip_without;
use crate::project::Project;
use crate::served::Served;

const SERVER: &str = include_str!("server.py");

const LEARN: &str = "compile --timeout 20";

/// The products of the site that is learned on.
const HERE: [&str; 12] = [
    "Tea", "Coffee", "Sugar", "Flour", "Rice", "Oats", "Milk", "Butter", "Cheese", "Pears",
    "Plums", "Leeks",
];

/// The products of another site.
const THERE: [&str; 9] = [
    "Apples", "Milk", "Rice", "Eggs", "Plums", "Leeks", "Honey", "Salt", "Onions",
];

/// A skill, its inputs on the site it is learned on, and those on another.
type Lesson = (&'static str, [&'static str; 2], [&'static str; 2]);

const LESSONS: [Lesson; 7] = [
    (
        "add-product",
        ["product=Jam", "price=7.25"],
        ["product=Figs", "price=0.80"],
    ),
    (
        "change-price",
        ["product=Pears", "price=9.99"],
        ["product=Plums", "price=2.50"],
    ),
    (
        "delete-product",
        ["product=Leeks", ""],
        ["product=Salt", ""],
    ),
    (
        "add-maker",
        ["product=Rice", "maker=Blue Mill"],
        ["product=Onions", "maker=Red Barn"],
    ),
    (
        "pick-day",
        ["product=Oats", "day=17"],
        ["product=Eggs", "day=21"],
    ),
    (
        "count-drinks",
        ["count=3 products", ""],
        ["count=1 product", ""],
    ),
    ("add-user", ["new_user=grace", ""], ["new_user=edsger", ""]),
];

/// A site on a port of its own, until it is dropped.
struct Site {
    _served: Served,
    url: String,
}

impl Site {
    /// Starts the site with these products, or returns `None` where Django is not installed.
    fn start(project: &Project, name: &str, products: &[&str]) -> Option<Self> {
        let django = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/django");
        if !django.join("django").exists() {
            skip_without("Django");
            return None;
        }
        project.write("server.py", SERVER);
        let mut command = Command::new("python3");
        command
            .arg(project.path("server.py"))
            .arg(project.path(name))
            .args(products)
            .env("PYTHONPATH", django)
            .stdin(Stdio::piped());
        let served = Served::start(&mut command);
        Some(Self {
            url: served.line.clone(),
            _served: served,
        })
    }

    /// Returns what is in its database, a line each.
    fn kept(&self) -> String {
        let host = self.url.trim_start_matches("http://").trim_end_matches('/');
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET /kept HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(" 200 "), "{answer}");
        body.to_owned()
    }

    /// Runs a command with a skill on this site; returns its exit code and what it said.
    fn run(&self, project: &Project, command: &str, skill: &str, inputs: &[&str]) -> (i32, Value) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/django-admin");
        let file = format!("{skill}.yaml");
        project.write(&file, &fs::read_to_string(folder.join(&file)).unwrap());
        let mut run = project.command();
        run.args(command.split(' '))
            .args([&file, "--device", "web:"]);
        let common = [
            "user=ada",
            "password=lantern-42",
            "new_password=correct-horse-9",
        ];
        run.args(["--set", &format!("site={}", self.url)]);
        for input in common.iter().chain(inputs).filter(|it| !it.is_empty()) {
            run.args(["--set", input]);
        }
        let output = run.output().unwrap();
        let said = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
            Value::String(String::from_utf8_lossy(&output.stdout).into_owned())
        });
        (output.status.code().unwrap_or(-1), said)
    }
}

#[test]
fn skills_learned_on_one_site_do_the_same_on_another() {
    let project = Project::new();
    let Some(here) = Site::start(&project, "here", &HERE) else {
        return;
    };
    let there = Site::start(&project, "there", &THERE).unwrap();
    for (skill, inputs, others) in LESSONS {
        let (code, said) = here.run(&project, LEARN, skill, &inputs);
        assert_eq!(code, 0, "{skill}: {said}");
        let (code, said) = there.run(&project, "test --json --timeout 20", skill, &others);
        assert_eq!(code, 0, "{skill}: {said:#}");
        assert_eq!(said["skills"][0]["mode"], "compiled", "{skill}");
        assert_eq!(said["skills"][0]["tally"]["text_reads"], 0, "{skill}");
    }
    assert_snapshot!("here", here.kept());
    assert_snapshot!("there", there.kept());
}

#[test]
fn what_a_site_does_not_have_is_not_taken_for_something_like_it() {
    let project = Project::new();
    let Some(here) = Site::start(&project, "here", &HERE) else {
        return;
    };
    // No milk, but what sounds like it, at the same place.
    let like = HERE.map(|name| if name == "Milk" { "Milk Tea" } else { name });
    let there = Site::start(&project, "there", &like).unwrap();
    let before = there.kept();
    for (skill, input) in [
        ("add-maker", "maker=Blue Mill"),
        ("pick-day", "day=17"),
        ("delete-product", ""),
    ] {
        let inputs = ["product=Milk", input];
        let failing = "test --json --timeout 4";
        let (code, said) = there.run(&project, failing, skill, &inputs);
        assert_eq!(code, 1, "{skill}, live: {said:#}");
        let (code, said) = here.run(&project, LEARN, skill, &inputs);
        assert_eq!(code, 0, "{skill}: {said}");
        let (code, said) = there.run(&project, failing, skill, &inputs);
        assert_eq!(code, 1, "{skill}: {said:#}");
        assert_eq!(said["skills"][0]["mode"], "compiled", "{skill}");
        assert_eq!(there.kept(), before, "{skill}");
    }
}
