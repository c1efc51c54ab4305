//! Files that pages give and take, by what arrived.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use super::project_on;
use crate::project::{Project, Ran};
use crate::site::{Answer, Got, Site};

fn archive() -> Site {
    Site::serve(|got: &Got| {
        match got.line.as_str() {
        "POST /upload" => Answer::page("<h1>Thank you</h1>"),
        "GET /report" => Answer {
            status: "200 OK",
            headers: "Content-Type: text/csv\r\nContent-Disposition: attachment; filename=\"report 1.csv\"\r\n"
                .to_owned(),
            body: b"a,b\n1,2\n".to_vec(),
        },
        // Less than it says, and then the end.
        "GET /broken" => Answer::page("half")
            .with("Content-Disposition: attachment; filename=broken.csv")
            .with("Content-Length: 100"),
        _ => Answer::page(
            "<title>Archive</title><a href=/report>Get the report</a> <a href=/broken>Get the other</a>
             <form method=post action=/upload enctype=multipart/form-data>
             <label>Letters <input type=file name=letters multiple></label><button>Send</button></form>",
        ),
    }
    })
}

#[test]
fn a_download_is_kept_with_the_run_and_named_where_the_run_is_told() {
    let site = archive();
    let skill = "name: Report\nsteps:\n  - open_url: SITE\n  - tap: Get the report\n";
    let project = project_on(&site, "get.yaml", skill);
    project
        .passes("test get.yaml --device web: --html report.html --downloads out")
        .says("downloaded: .retap/runs/<TIME>-get/downloads/report 1.csv");
    let kept: Vec<String> = project
        .files()
        .into_iter()
        .filter(|(_, bytes)| bytes == b"a,b\n1,2\n")
        .map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(kept, ["report 1.csv", "report 1.csv"]);
    assert!(project.read("report.html").contains("report 1.csv"));
    project.passes("compile get.yaml --device web:");
    project
        .passes("test get.yaml --device web: --evidence none")
        .says("downloaded: report 1.csv");
}

#[test]
fn a_download_under_another_name_in_the_folder_of_the_person_is_told() {
    let site = Site::serve(|got: &Got| {
        match got.line.as_str() {
        "GET /report" => Answer::page("new")
            .with("Content-Disposition: attachment; filename*=UTF-8''Q3%20%26%20Q4%20%2850%25%29%20%E2%82%AC%2B1%3B.csv"),
        _ => Answer::page("<a href=/report>Get the report</a>"),
    }
    });
    let skill = "name: Report\nsteps:\n  - open_url: SITE\n  - tap: Get the report\n";
    let project = project_on(&site, "get.yaml", skill);
    let test = "test get.yaml --device web: --html report.html --downloads out";
    let name = "Q3 & Q4 (50%) €+1;";
    project.write(&format!("out/{name}.csv"), "old");
    let told = format!("has another name: `out/{name}_2.csv`");
    let ran = project.passes(test).says(&told);
    assert!(
        ran.stdout().contains(&format!("downloads/{name}.csv")),
        "{}",
        ran.text
    );
    assert_eq!(project.read(&format!("out/{name}.csv")), "old");
    assert_eq!(project.read(&format!("out/{name}_2.csv")), "new");
    assert!(project.read("report.html").contains("has another name"));
    let json = project.passes(&format!("{test} --json"));
    assert!(
        json.stdout().contains(&format!("out/{name}_3.csv")),
        "{}",
        json.text
    );
}

#[test]
fn that_a_browser_starts_so_many_downloads_and_no_more_is_told() {
    let page = "<button onclick=\"for (let i = 0; i < 40; i++) { const a = document.createElement('a'); \
        a.href = window.URL.createObjectURL(new Blob(['x'])); a.download = `f${i}.txt`; a.click() }\">Get</button>";
    let site = Site::page(page);
    let skill = "name: Get\nsteps:\n  - open_url: SITE\n  - tap: Get\n";
    let project = project_on(&site, "get.yaml", skill);
    let ran = project.run("test get.yaml --device web:").exits(0);
    ran.says("10 downloads began at once");
}

#[test]
fn a_download_that_is_larger_than_the_person_lets_it_be_is_broken_off_and_not_kept() {
    let site = Site::serve(|got: &Got| match got.line.as_str() {
        "GET /big" => Answer {
            body: vec![b'x'; 3 << 20],
            ..Answer::page("").with("Content-Disposition: attachment; filename=big.bin")
        },
        _ => Answer::page("<title>Archive</title><a href=/big>Get it</a>"),
    });
    let skill = "name: Big\nsteps:\n  - open_url: SITE\n  - tap: Get it\n";
    let project = project_on(&site, "get.yaml", skill);
    project.write_home(".retap/config.toml", "[web]\nlargest_download = 1\n");
    project
        .run("test get.yaml --device web:")
        .exits(1)
        .says("it is larger than 1 MB");
    assert!(
        project
            .files()
            .iter()
            .all(|(_, bytes)| bytes.len() < 1 << 20)
    );
    project.write_home(".retap/config.toml", "[web]\nlargest_download = 4\n");
    project.passes("test get.yaml --device web:");
    project.write(".retap/config.toml", "[web]\nlargest_download = 4\n");
    project.run("test get.yaml --device web:").exits(2).says(
        ".retap/config.toml:2:1: `largest_download` may only stand in the file of your home folder",
    );
}

#[test]
fn many_downloads_are_limited_together_and_that_is_told() {
    let links: String = (1..=6)
        .map(|part| format!("<a href=/part{part}.bin>Get {part}</a> "))
        .collect();
    let site = Site::serve(move |got: &Got| match got.line.starts_with("GET /part") {
        true => Answer {
            body: vec![b'x'; 900_000],
            ..Answer::page("").with("Content-Disposition: attachment")
        },
        false => Answer::page(format!("<title>Archive</title>{links}")),
    });
    let get: String = (1..=6)
        .map(|part| format!("  - tap: Get {part}\n"))
        .collect();
    let skill = format!("name: Parts\nsteps:\n  - open_url: SITE\n{get}");
    let project = project_on(&site, "get.yaml", &skill);
    project.write_home(".retap/config.toml", "[web]\nlargest_download = 1\n");
    project
        .run("test get.yaml --device web:")
        .exits(1)
        .says("with it, there would be more than 4 MB of downloads");
    let files = project.files();
    let kept = files.iter().filter(|(_, bytes)| bytes.len() == 900_000);
    assert_eq!(kept.count(), 4);
    project.write_home(".retap/config.toml", "[web]\nlargest_download = 2\n");
    project.passes("test get.yaml --device web:");
}

#[test]
fn a_scenario_has_its_download_among_its_results() {
    let site = archive();
    let scenario = "name: Report
app: { web: \"SITE\" }
steps:
  - id: Get it
    actions:
      - do: Launch the app
      - do: Tap \"Get the report\"
";
    let project = project_on(&site, "get.yaml", scenario);
    project.passes("test get.yaml --device web:");
    let kept = |end: &str| {
        let mut files = project.files().into_iter();
        let file = files.find(|(path, _)| {
            let path = path.display().to_string();
            path.contains(".retap/results/") && path.ends_with(end)
        });
        String::from_utf8(file.unwrap().1).unwrap()
    };
    assert_eq!(kept("downloads/report 1.csv"), "a,b\n1,2\n");
    assert!(kept("result.json").contains("\"downloads/report 1.csv\""));
    assert!(kept("report.md").contains("[download]("));
}

/// Returns a run of a page that gives `report.csv` or `broken.csv` some way after the touch on `Get`.
fn gets(script: &str, steps: &str) -> (Project, Ran) {
    let page = format!(
        "<!doctype html><title>Late</title><button onclick=\"go()\">Get</button><p id=p></p><script>{script}</script>"
    );
    let site = Site::serve(move |got: &Got| match got.line.as_str() {
        "GET /report" => {
            Answer::page("a,b\n1,2\n").with("Content-Disposition: attachment; filename=report.csv")
        }
        "GET /broken" => Answer::page("half")
            .with("Content-Disposition: attachment; filename=broken.csv")
            .with("Content-Length: 100"),
        "GET /missing" => Answer::status("404 Not Found"),
        "GET /failing" => Answer::status("500 Internal Server Error")
            .with("Content-Disposition: attachment; filename=report.csv"),
        _ => Answer::page(page.as_str()),
    });
    let skill = format!("name: Late\nsteps:\n  - open_url: SITE\n  - tap: Get\n{steps}");
    let project = project_on(&site, "get.yaml", &skill);
    let ran = project.run("test get.yaml --device web: --timeout 5");
    (project, ran)
}

#[test]
fn a_download_that_begins_after_the_act_was_seen_is_kept_or_fails_the_run() {
    let asks = "function go() { confirm('Sure?'); location = '/FILE' }";
    let prepares = "function go() { p.textContent = 'Preparing'; fetch('/x').then(() => fetch('/y')).then(() => location = '/FILE') }";
    let saves = "async function go() { p.textContent = 'Preparing'; const data = await (await fetch('/FILE')).blob();
        setTimeout(() => { const a = document.createElement('a'); a.href = URL.createObjectURL(data); a.download = 'report.csv'; a.click() }) }";
    let leaves = "  - open_url: SITEother\n";
    for (script, steps) in [
        (asks, "  - tap: OK\n"),
        (prepares, ""),
        (prepares, "  - assert_visible: Preparing\n"),
        (prepares, leaves),
        (saves, ""),
    ] {
        let (_, ran) = gets(&script.replace("FILE", "report"), steps);
        ran.exits(0).says("downloads/report.csv");
    }
    for (script, steps) in [(asks, "  - tap: OK\n"), (prepares, "")] {
        let (_, ran) = gets(&script.replace("FILE", "broken"), steps);
        ran.exits(1).says("`broken.csv` was not downloaded");
    }
}

#[test]
fn a_download_that_the_server_refuses_fails_the_step_with_its_status() {
    let link = "p.innerHTML = '<a href=/FILE>Report</a>'; function go() { p.firstChild.click() }";
    let prepares =
        "function go() { p.textContent = 'Preparing'; fetch('/x').then(() => location = '/FILE') }";
    let opens = "function go() { p.textContent = 'Preparing'; open('/FILE') }";
    let framed = "function go() { p.innerHTML = 'Preparing<iframe src=/FILE></iframe>' }";
    let saves = "async function go() { p.textContent = 'Preparing'; const data = await (await fetch('/FILE')).blob();
        const a = document.createElement('a'); a.href = URL.createObjectURL(data); a.download = 'report.csv'; a.click() }";
    let seen = "  - assert_visible: Preparing\n";
    let leaves = "  - open_url: SITEother\n";
    for (script, steps) in [
        (link, ""),
        (prepares, ""),
        (prepares, seen),
        (prepares, leaves),
        (opens, ""),
        (framed, ""),
        (saves, ""),
    ] {
        for (file, status) in [("missing", "/missing 404"), ("failing", "/failing 500")] {
            let (_, ran) = gets(&script.replace("FILE", file), steps);
            ran.exits(1).says(status);
        }
    }
    let marked = "p.innerHTML = '<a href=/missing download=x.csv>Report</a>'; function go() { p.firstChild.click() }";
    let (_, ran) = gets(marked, "");
    ran.exits(1)
        .says("`x.csv` was not downloaded: it was broken off or refused by the server");
}

#[test]
fn a_page_that_is_not_there_may_be_what_the_author_looks_at() {
    let page = |line: &str| match line {
        "GET /gone" => Answer {
            status: "404 Not Found",
            ..Answer::page("<h1>Nothing here</h1><a href=/>Home</a>")
        },
        _ => Answer::page("<title>Site</title><a href=/gone>Go</a>"),
    };
    let site = Site::serve(move |got: &Got| page(&got.line));
    for (steps, code) in [
        ("  - tap: Go\n  - assert_visible: Nothing here\n", 0),
        ("  - tap: Go\n  - tap: Home\n", 0),
        ("  - tap: Go\n", 1),
    ] {
        let skill = format!("name: Skill\nsteps:\n  - open_url: SITE\n{steps}");
        let project = project_on(&site, "skill.yaml", &skill);
        project.run("test skill.yaml --device web:").exits(code);
    }
}

#[test]
fn a_window_that_only_brings_a_download_closes_and_the_page_before_is_in_front() {
    for script in [
        "function go() { open('/report') }",
        "function go() { const a = document.createElement('a'); a.href = '/report'; a.target = '_blank'; a.click() }",
        "function go() { const w = open(); w.location = '/report' }",
    ] {
        let (project, ran) = gets(script, "  - assert_visible: Get\n");
        ran.exits(0).says("downloads/report.csv");
        project.passes("compile get.yaml --device web:");
        project.replays("get.yaml --device web:");
    }
}

#[test]
fn a_download_that_breaks_off_fails_the_step_that_asked_for_it() {
    let site = archive();
    let skill = "name: Report\nsteps:\n  - open_url: SITE\n  - tap: Get the other\n  - wait_for: \"Not downloaded: broken.csv\"\n";
    let ran = project_on(&site, "get.yaml", skill).run("test get.yaml --device web:");
    let words = "`broken.csv` was not downloaded: it was broken off";
    ran.exits(1).says(words);
}

#[test]
fn a_download_that_never_ends_fails_the_step_that_asked_for_it() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let file = format!("http://{}/endless.csv", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let mut held = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(
                b"HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 9000\r\n\r\na,b\n",
            );
            held.push(stream);
        }
    });
    let site = Site::page(&format!("<a href=\"{file}\">Get it</a>"));
    let skill = "name: Report\nsteps:\n  - open_url: SITE\n  - tap: Get it\n";
    let project = project_on(&site, "get.yaml", skill);
    let ran = project.run("test get.yaml --device web: --timeout 2");
    ran.exits(1)
        .says("`endless.csv` was not downloaded: it was not whole in time");
}

#[test]
fn files_are_uploaded_from_the_folder_of_the_skill_by_what_the_server_got() {
    let site = archive();
    let skill = "name: Send
steps:
  - open_url: SITE
  - tap: Letters
  - type: { text: one.txt; more/two.txt, into: File name }
  - tap: Open
  - tap: Send
  - assert_visible: Thank you
";
    let scenario = "name: Send
app: { web: \"SITE\" }
steps:
  - id: Send a letter
    actions:
      - do: Launch the app
      - do: Tap \"Letters\"
      - do: Type \"one.txt\" into the File name field
      - do: Tap the \"Open\" button
      - do: Tap the \"Send\" button
      - then: '\"Thank you\" is shown'
";
    let project = Project::with(&[
        ("skills/send.yaml", &skill.replace("SITE", &site.url)),
        ("skills/letter.yaml", &scenario.replace("SITE", &site.url)),
        ("skills/one.txt", "the first letter"),
        ("skills/more/two.txt", "the second letter"),
    ]);
    for skill in ["skills/send.yaml", "skills/letter.yaml"] {
        project.passes(&format!("compile {skill} --device web:"));
        project.replays(&format!("{skill} --device web:"));
    }
    let sent: Vec<Got> = site
        .got()
        .into_iter()
        .filter(|got| got.line == "POST /upload")
        .collect();
    assert_eq!(sent.len(), 4);
    assert!(sent.iter().all(|got| got.body.contains("the first letter")));
    assert_eq!(
        sent.iter()
            .filter(|got| got.body.contains("the second letter"))
            .count(),
        2
    );
    std::fs::remove_file(project.path("skills/one.txt")).unwrap();
    project
        .run("test skills/send.yaml --device web: --no-compiled")
        .exits(1)
        .says("there is no file");
}

/// Returns how often the server got both letters in one upload.
fn both_letters(site: &Site) -> usize {
    let all = site.got();
    let has_both = |got: &&Got| got.body.contains("dear one") && got.body.contains("dear two");
    all.iter().filter(has_both).count()
}

#[test]
fn files_are_put_into_a_field_by_one_step_of_skills_and_scenarios() {
    let site = archive();
    let skill = "name: Letters\nsteps:\n  - open_url: SITE\n  - upload: { label: Letters, file: files/one.txt; two.txt }\n  - tap: Send\n  - assert_visible: Thank you\n";
    let prose = "---\nname: Letters\n---\n\n1. Open URL: SITE\n2. 「Letters」に「files/one.txt; two.txt」をアップロード\n3. Tap \"Send\"\n4. Verify \"Thank you\" is visible\n";
    let scenario = "name: Letters\napp: { web: \"SITE\" }\nsteps:\n  - id: Send them\n    actions:\n      - do: Launch the app\n      - do: Upload 'files/one.txt; two.txt' to the 'Letters' field\n      - do: Tap 'Send'\n      - then: \"'Thank you' is shown\"\n";
    for (file, text) in [
        ("letters.yaml", skill),
        ("SKILL.md", prose),
        ("send.yaml", scenario),
    ] {
        let project = Project::with(&[
            (file, &text.replace("SITE", &site.url)),
            ("files/one.txt", "dear one"),
            ("two.txt", "dear two"),
        ]);
        project.passes(&format!("compile {file} --device web:"));
        project.passes(&format!("test {file} --device web:"));
    }
    assert_eq!(both_letters(&site), 6);
}

#[test]
fn an_upload_that_the_field_does_not_hold_fails() {
    let site = Site::page(
        "<label>Photo <input type=file onchange=\"this.value = ''\"></label><button>Plain</button>",
    );
    let skill = |label: &str, file: &str| {
        format!(
            "name: Photo\nsteps:\n  - open_url: {}\n  - upload: {{ label: {label}, file: {file} }}\n",
            site.url
        )
    };
    let project = Project::with(&[
        ("cat.png", "meow"),
        ("photo.yaml", &skill("Photo", "cat.png")),
    ]);
    let test = "test photo.yaml --device web: --timeout 2";
    project
        .run(test)
        .exits(1)
        .says("expected that the field holds \"cat.png\"");
    project.write("photo.yaml", &skill("Photo", "dog.png"));
    assert_ne!(project.run(test).says("there is no file").code(), 0);
    project.write("photo.yaml", &skill("Plain", "cat.png"));
    assert_ne!(
        project
            .run(test)
            .says("the touch opened no choice of a file")
            .code(),
        0
    );
}
