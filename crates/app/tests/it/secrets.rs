//! Twelve values with every awkward character are planted on three kinds of devices; nothing that is written, printed or
//! started has one of them, in any form, and no picture shows one.

mod of_command;
pub(crate) mod search;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::android::Phone;
use crate::project::{Project, Ran};
use crate::site::{Answer, Site};
use search::{shown, views};

/// The planted values. `Beacon` is a word of every screen; the last one looks like something encoded.
pub(crate) const VALUES: [&str; 12] = [
    "q\"uo't<e>&d;",
    "50%41+b c$HOME",
    "back\\slash\\new\\u0041",
    "k3y👍🏽👨\u{200d}👩\u{200d}👧",
    "pa\u{308}ss\u{301}wo\u{302}rt",
    "秘密の合言葉９",
    "סיסמה-שלי7",
    "x9",
    concat!(
        "long-",
        "abcdefghij0123456789abcdefghij0123456789abcdefghij0123456789",
        "abcdefghij0123456789abcdefghij0123456789-end"
    ),
    "Beacon",
    "ada:p@ss/w?rd#1",
    "aGVsbG8/+bGVhaw==",
];

/// Those that Android's own keyboard can type.
const TYPEABLE: [usize; 6] = [0, 1, 2, 7, 10, 11];

pub(crate) const APP: &str = "app: Vault
package: org.example.vault
root: main
state: {said: nothing}
screens:
  main:
    title: Vault
    items:
      - heading: Lighthouse
      - text: Beacon
      - field: Word
        id: word
      - field: Password
        id: hidden
        password: true
      - button: Show
        do: [set: {said: \"{word}\"}]
      - text: Said {said}
      - text: \"{said} and {hidden}\"
";

/// A page that shows what was typed in every way a page can.
pub(crate) const PAGE: &str = r#"<!doctype html><meta charset=utf-8><title>Vault</title>
<style>#drawn::before { content: attr(data-word); font: 24px sans-serif } canvas, svg { width: 400px; height: 40px }</style>
<h1>Lighthouse</h1><p>Beacon</p>
<label>Word <input id=word></label><label>Password <input id=hidden type=password></label>
<button onclick=show()>Show</button><p role=status></p><div id=out></div>
<script>
let count = 0;
function add(tag, fill) { const el = document.createElement(tag); fill(el); out.append(el); return el; }
function show() {
  const v = word.value, bytes = unescape(encodeURIComponent('user:' + v));
  out.replaceChildren();
  add('div', el => { el.id = 'drawn'; el.dataset.word = v; });
  add('canvas', el => { el.width = 400; el.height = 40; const pen = el.getContext('2d'); pen.font = '24px sans-serif'; pen.fillText(v, 5, 28); });
  out.insertAdjacentHTML('beforeend', '<svg><text y=28 font-size=24></text></svg>');
  out.querySelector('text').textContent = v;
  add('img', el => { el.width = 400; el.height = 40; el.src = 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="40"><text y="28" font-size="24">' + v.replace(/&/g, '&amp;').replace(/</g, '&lt;') + '</text></svg>'); });
  add('p', el => { el.style.font = '24px sans-serif'; el.textContent = 'Said ' + v; });
  add('p', el => { el.textContent = v.toUpperCase(); });
  add('p', el => { el.textContent = v.normalize('NFC') + ' ' + v.normalize('NFD'); });
  add('p', el => { for (const c of v) el.append(Object.assign(document.createElement('b'), { textContent: c })); });
  add('p', el => { el.style.width = '1px'; el.style.whiteSpace = 'nowrap'; el.textContent = v; });
  add('a', el => { el.href = '?word=' + encodeURIComponent(v); el.title = v; el.dataset.json = JSON.stringify({ v }); el.textContent = 'link'; });
  add('code', el => { el.textContent = btoa(bytes); });
  add('div', el => { el.attachShadow({ mode: 'closed' }).innerHTML = '<i></i>'; });
  add('select', el => { el.size = 2; el.append(new Option(v)); });
  add('iframe', el => { el.height = 30; el.srcdoc = v.replace(/&/g, '&amp;').replace(/</g, '&lt;'); });
  out.append(document.createComment(v));
  console.error(v); document.title = v; history.replaceState(null, '', '?word=' + encodeURIComponent(v));
  fetch('/log?word=' + encodeURIComponent(v), { method: 'POST' });
  document.querySelector('[role=status]').textContent = 'Shown ' + (++count);
}
</script>"#;

/// A scenario that types these values, which come from the environment and are secret by that, and shows each.
fn scenario(app: &str, numbers: &[usize]) -> String {
    let mut variables = String::new();
    let mut actions = String::new();
    for number in numbers {
        variables.push_str(&format!("  v{number}: {{ env: V{number} }}\n"));
        actions.push_str(&format!(
            "      - do: Type \"(v{number})\" into the Word field\n      - do: Tap the \"Show\" button\n"
        ));
    }
    actions.push_str("      - do: Type \"(v0)\" into the Password field\n");
    format!(
        "name: Plant\napp: {app}\nvariables:\n{variables}steps:\n  - id: Plant\n    actions:\n      - do: Launch the app\n{actions}      - then: '\"Lighthouse\" is shown'\n"
    )
}

/// A skill that does the same by names of its header, and fails at its end.
fn failing(numbers: &[usize]) -> String {
    let names: Vec<String> = numbers.iter().map(|number| format!("V{number}")).collect();
    let mut steps = String::new();
    for name in &names {
        steps.push_str(&format!(
            "  - type: {{ text: \"${{{name}}}\", into: Word }}\n  - tap: Show\n  - screenshot: \"${{{name}}}\"\n"
        ));
    }
    format!(
        "name: Fail\nsecrets: [{0}]\nexpose: [{0}]\nsteps:\n  - launch: APP\n{steps}  - tap: \"${{{1}}} nowhere\"\n",
        names.join(", "),
        names[0]
    )
}

/// The values as variables of the environment, and a folder for temporary files that is searched, too.
pub(crate) fn variables(project: &Project) -> Vec<(String, String)> {
    let temporary = project.path("../tmp");
    fs::create_dir_all(&temporary).unwrap();
    let values = VALUES.iter().enumerate();
    let values = values.map(|(number, value)| (format!("V{number}"), (*value).to_owned()));
    let temporary = ("TMPDIR".to_owned(), temporary.display().to_string());
    values.chain([temporary]).collect()
}

/// Learns, replays and fails with every report there is, and searches everything; `app` and `open` say how scenarios and
/// skills get to the screen.
fn plant_in(project: &Project, device: &str, planted: &[usize], [app, open]: [&str; 2]) {
    let skill = failing(planted).replace("- launch: APP", open);
    project.write("plant.yaml", &scenario(app, planted));
    project.write("fail.yaml", &skill);
    let variables = variables(project);
    let variables: Vec<(&str, &str)> = variables
        .iter()
        .map(|(name, value)| (&**name, &**value))
        .collect();
    let watch = Watch::start();
    let all = "--verbose --evidence all --junit j.xml --html r.html --screenshot-dir shots";
    let run = |line: String| project.run_in(&variables, &format!("{line} --device {device}"));
    let said = [
        run("compile plant.yaml --verbose".to_owned()).exits(0),
        run(format!("test plant.yaml {all}")).exits(0),
        run(format!("test fail.yaml {all} --timeout 1 --json")).exits(1),
        project.run_in(&variables, "show plant.yaml --json"),
        project.run_in(&variables, "show fail.yaml"),
        project.run_in(&variables, "report .retap/runs --html again.html"),
    ];
    let started = watch.end();
    assert!(started.is_empty(), "{started:?}");
    said.iter().for_each(|ran| assert_says_none(ran, planted));
    assert_holds_none(project, planted);
}

fn assert_says_none(ran: &Ran, planted: &[usize]) {
    let views = views(ran.text.as_bytes());
    for value in planted.iter().map(|number| VALUES[*number]) {
        assert_eq!(shown(&views, value), None, "{value}: {}", ran.text);
    }
}

/// Searches every byte that was written.
#[track_caller]
pub(crate) fn assert_holds_none(project: &Project, planted: &[usize]) {
    let mut files = Vec::new();
    collect(&project.path(".."), &mut files);
    let (mut leaks, mut known) = (Vec::new(), BTreeSet::new());
    for path in files {
        let name = path.display().to_string();
        let is_source = name.ends_with("project/plant.yaml") || name.ends_with(".app.yaml");
        let bytes = fs::read(&path).unwrap();
        let named = views(name.as_bytes());
        // Evidence is kept in several places.
        let content = match known.insert(bytes.clone()) {
            true => views(&bytes),
            false => Vec::new(),
        };
        let planted = planted.iter().map(|number| VALUES[*number]);
        for value in planted.filter(|value| !(is_source && *value == "Beacon")) {
            let found = shown(&content, value).or(shown(&named, value));
            leaks.extend(found.map(|how| format!("{value:?} {how} in {name}")));
        }
    }
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.is_file() {
            files.push(path);
        }
    }
}

/// Looks at the arguments of every process of the machine until it is told to end.
struct Watch {
    end: std::sync::mpsc::Sender<()>,
    seen: thread::JoinHandle<BTreeSet<String>>,
}

impl Watch {
    fn start() -> Self {
        let (end, ended) = channel();
        let seen = thread::spawn(move || {
            let mut seen = BTreeSet::new();
            while ended.recv_timeout(Duration::from_millis(20)) == Err(RecvTimeoutError::Timeout) {
                for process in fs::read_dir("/proc").unwrap().flatten() {
                    let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
                    let line = String::from_utf8_lossy(&line).replace('\0', " ");
                    // A short value and a word of the page stand in the arguments of anything.
                    let mut values = VALUES.iter().filter(|value| value.len() > 6);
                    if values.any(|value| line.contains(value)) {
                        seen.insert(line);
                    }
                }
            }
            seen
        });
        Self { end, seen }
    }

    fn end(self) -> BTreeSet<String> {
        drop(self.end);
        self.seen.join().unwrap()
    }
}

/// The pictures of sentences that showed values which tesseract could read.
const READABLE: [&str; 5] = ["03", "07", "19", "21", "25"];

/// Returns what tesseract reads in these pictures.
fn read_pictures(project: &Project) -> String {
    let mut files = Vec::new();
    collect(&project.path(""), &mut files);
    files.sort();
    let name = |number: &&str| format!("step_{number}_after.png");
    let names: Vec<String> = READABLE.iter().map(name).collect();
    files.retain(|path| names.iter().any(|name| path.ends_with(name)));
    let mut said = String::new();
    let mut known = BTreeSet::new();
    for path in files {
        let picture = fs::read(&path).unwrap();
        if known.insert(picture.clone()) {
            said.push_str(&read_picture(&picture));
        }
    }
    said
}

/// Returns what tesseract reads in a picture.
pub(crate) fn read_picture(picture: &[u8]) -> String {
    let mut tesseract = Command::new("tesseract")
        .args(["stdin", "stdout", "--psm", "11"])
        .env("OMP_THREAD_LIMIT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    tesseract.stdin.take().unwrap().write_all(picture).unwrap();
    let read = tesseract.wait_with_output().unwrap();
    String::from_utf8_lossy(&read.stdout).into_owned()
}

/// Reads pictures of the planted values: none shows one, and the rest of the screen can be read.
fn assert_pictures_show_none(project: &Project, planted: &[usize]) {
    let read = read_pictures(project);
    assert!(read.contains("Lighthouse"), "nothing was read: {read}");
    let views = views(read.as_bytes());
    let planted = planted.iter().map(|number| VALUES[*number]);
    for value in planted.filter(|value| value.is_ascii() && value.len() > 4) {
        // What is read is rarely right to the letter, so every third of a value counts.
        let third = value.len() / 3;
        for part in [&value[..third.max(5)], &value[value.len() - third.max(5)..]] {
            assert_eq!(shown(&views, part), None, "{part} in {read}");
        }
    }
}

pub(crate) const ALL: [usize; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

const VAULT: [&str; 2] = ["org.example.vault", "- launch: Vault"];

#[test]
fn nothing_is_told_of_a_simulated_phone() {
    let project = Project::with(&[("vault.app.yaml", APP)]);
    plant_in(&project, "sim:vault.app.yaml", &ALL, VAULT);
    assert_pictures_show_none(&project, &ALL);
}

#[test]
fn nothing_is_told_of_a_phone_over_adb() {
    let phone = Phone::start("vault.app.yaml", &[("vault.app.yaml", APP)]);
    let device = format!("android:{}", phone.serial);
    plant_in(&phone.project, &device, &TYPEABLE, VAULT);
    assert_pictures_show_none(&phone.project, &TYPEABLE);
    // What the keyboard cannot type is refused, and the refusal quotes nothing.
    for number in [3, 4, 5, 6] {
        let skill = failing(&[number]).replace("APP", "Vault");
        phone.project.write("refused.yaml", &skill);
        let value = [(&*format!("V{number}"), VALUES[number])];
        let line = format!("test refused.yaml --device {device} --json -v");
        let ran = phone.project.run_in(&value, &line);
        assert_ne!(ran.code(), 0);
        assert_says_none(&ran, &[number]);
        assert_holds_none(&phone.project, &[number]);
    }
}

#[test]
fn nothing_is_told_of_a_page() {
    let site = Site::page(PAGE);
    let project = Project::new();
    let app = format!("{{ web: \"{}\" }}", site.url);
    let open = format!("- open_url: {}", site.url);
    plant_in(&project, "web:", &ALL, [&app, &open]);
    assert_pictures_show_none(&project, &ALL);
}

/// A page that says again what was typed, as it is, coded and in two halves, each beside its label.
const ECHO: &str = r#"<!doctype html><meta charset=utf-8><title>Echo</title><h1>Shop</h1>
<label>Query <input id=q oninput=echo()></label> <label>Again <input></label>
<table><tr><td>Coded<td id=coded>-</tr><tr><td>Front<td id=front>-</tr><tr><td>Rest<td id=rest>-</tr><tr><td>Total<td>40</tr></table>
<script>function echo() {
  const v = q.value; coded.textContent = btoa('u:' + v); front.textContent = v.slice(0, 5); rest.textContent = v.slice(5);
}</script>"#;

#[test]
fn a_secret_that_is_read_back_from_the_screen_goes_into_fields_only() {
    let site = Site::page(ECHO);
    let project = Project::new();
    let run = |header: &str, steps: &str| {
        let skill = format!(
            "name: Back\nsecrets: [WORD]\n{header}steps:\n  - open_url: SITE\n  - type: {{ text: \"${{WORD}}\", into: Query }}\n  - remember: {{ name: n, from: Total }}\n{steps}"
        );
        project.write("back.yaml", &skill.replace("SITE", &site.url));
        let value = [("WORD", "canary-word-99")];
        let ran = project.run_in(&value, "test back.yaml --device web: --timeout 3");
        assert!(!ran.text.contains("canary"), "{}", ran.text);
        ran
    };
    for steps in [
        "  - remember: { name: q, from: Query }\n  - open_url: \"SITE?got={q}\"\n",
        "  - remember: { name: q, from: Query }\n  - tap: \"{q}\"\n",
        "  - remember: { name: q, from: Coded }\n  - open_url: \"SITE?got={q}\"\n",
        "  - remember: { name: p, from: Front }\n  - remember: { name: q, from: Rest }\n  - open_url: \"SITE?got={p}.{q}\"\n",
    ] {
        run("", steps)
            .exits(1)
            .says("{q} holds a secret, and secrets are only typed into fields");
    }
    assert!(site.lines("GET /?got=").is_empty());
    run("", "  - remember: { name: q, from: Query }\n  - type: { text: \"{q}\", into: Again }\n  - open_url: \"SITE?total={n}\"\n").exits(0);
    assert_eq!(site.lines("GET /?total=40").len(), 1);
    let exposed = "  - remember: { name: q, from: Query }\n  - open_url: \"SITE?got={q}\"\n";
    run("expose: [WORD]\n", exposed).exits(0);
    assert_eq!(site.lines("GET /?got=canary-word-99").len(), 1);
}

/// A page that draws what was typed by ways in which no text of the document says it, below 200 pixels.
const ODD: &str = r##"<!doctype html><meta charset=utf-8><title>Odd</title><h1>Lighthouse</h1><p>Beacon at sea</p>
<label>Word <input id=word></label><button onclick=show()>Show</button><a href=/next>Next</a>
<div id=out style="position:absolute;top:200px;left:0;width:100%"></div>
<script>
function show() {
  const v = word.value, digits = v.replace(/\D/g, ''), each = (fill) => [...v].map(fill).join('');
  word.value = '';
  const svg = `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="280" height="30">${each((c, i) => `<text x="${i * 14}" y="22">${c}</text>`)}</svg>`)}`;
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = '18px sans-serif'; pen.fillText(v, 0, 20);
  const dots = [], seen = pen.getImageData(0, 0, 200, 30).data;
  for (let at = 0; at < 6000; at++) if (seen[at * 4 + 3] > 128) dots.push(`${at % 200}px ${Math.floor(at / 200)}px`);
  const style = document.createElement('style');
  style.textContent = `#out > * { height: 30px; margin: 0; padding: 0; font: 18px sans-serif } #out li { margin-left: 300px }
    @counter-style own { system: cyclic; symbols: "${v}" } @counter-style led { system: extends decimal; prefix: "${v}" }
    #a { list-style: own } #b { list-style: led } #c { quotes: "${v}" "x" } #d { counter-set: k 1 } #d::before { content: counter(k, own) }
    #e { hyphenate-character: "${v}"; width: 120px } #f { background: #000; mask: url(${svg}) } #g { background: url(${svg}) }
    #h { border: 1px solid; border-image: url(${svg}) 0 fill } #i { overflow: auto; scroll-marker-group: before }
    #i::scroll-button(down) { content: "${v}" } #i > i::scroll-marker { content: "${v}" } #j { counter-reset: n ${digits} } #j::after { content: counter(n) }
    #k { width: 1px; height: 1px !important; margin-bottom: 29px !important; box-shadow: ${dots.join()} }
    #l { height: 30px; overflow-x: scroll } #l::-webkit-scrollbar { height: 30px; background: url(${svg}) }`;
  document.head.append(style);
  const backwards = [...v].reverse().join('');
  out.innerHTML = `<li id=a></li><li id=b></li><p><q id=c></q></p><p id=d></p><p id=e lang=en>${v}&shy;${v}</p><p id=f></p><p id=g></p><p id=h></p>
    <div id=i><i></i></div><p id=j></p><p id=k></p><p id=l></p><ol start=${digits}><li></li></ol><p><img src="${svg}"></p>
    <p><svg width=280 height=30><filter id=ff x=0 y=0 width=1 height=1><feImage href="${svg}"/></filter><rect width=280 height=30 filter="url(#ff)"/></svg></p>
    <p><svg width=280 height=30><marker id=mk markerWidth=400 markerHeight=60 markerUnits=userSpaceOnUse overflow=visible><text y=8>${v}</text></marker><path d="M0 12 L1 12" marker-start="url(#mk)"/></svg></p>
    <p><bdo dir=rtl>${backwards}</bdo></p><p style="direction:rtl;unicode-bidi:bidi-override;text-align:left">${backwards}</p>
    <p style="display:flex;flex-direction:row-reverse;justify-content:flex-end">${[...v].reverse().map((c) => `<b>${c}</b>`).join('')}</p>
    <p style="position:relative">${[...v].map((c, i) => [i, c]).sort((a, b) => a[0] * 7 % 13 - b[0] * 7 % 13).map(([i, c]) => `<b style="position:absolute;left:${i * 14}px">${c}</b>`).join('')}</p>
    <div style="position:absolute;left:600px;top:0">${[...v].map((c, i) => `<b style="position:absolute;top:${i * 24}px">${c}</b>`).reverse().join('')}</div>`;
}
</script>"##;

/// Returns how many pixels from this row on are of other colours than what is painted over.
fn seen_from(row: u32, picture: &[u8]) -> usize {
    let decoder = png::Decoder::new(std::io::Cursor::new(picture));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let samples = info.color_type.samples();
    let above = (row * info.width) as usize * samples;
    let below = pixels[above..info.buffer_size()].chunks_exact(samples);
    let painted = [[0x70; 3], [0xd8; 3]];
    below
        .filter(|pixel| !painted.contains(&[pixel[0], pixel[1], pixel[2]]))
        .count()
}

#[test]
fn a_picture_of_a_page_that_got_a_secret_shows_its_texts_and_nothing_else() {
    let next = "<h1>Next page</h1><canvas style='position:absolute;top:200px;left:0'></canvas>";
    let site = Site::serve(move |got| {
        let is_next = got.line.contains("/next");
        Answer::page(if is_next { next } else { ODD })
    });
    let project = Project::with(&[(
        "odd.yaml",
        "name: Odd\nsecrets: [WORD]\nsteps:\n  - open_url: SITE\n  - screenshot: first\n  - type: { text: \"${WORD}\", into: Word }\n  - tap: Show\n  - screenshot: second\n  - tap: Next\n  - wait_for: Next page\n  - screenshot: third\n",
    )]);
    let skill = project.read("odd.yaml").replace("SITE", &site.url);
    project.write("odd.yaml", &skill);
    let value = [("WORD", "Hk48Wm29Qx57Z")];
    let line = "test odd.yaml --device web: --screenshot-dir shots";
    project.run_in(&value, line).exits(0);
    let picture = |name: &str| fs::read(project.path(&format!("shots/Odd_{name}.png"))).unwrap();
    assert_eq!(seen_from(200, &picture("second")), 0);
    let read = read_picture(&picture("second"));
    for text in ["Lighthouse", "Beacon at sea", "Show", "Next"] {
        assert!(read.contains(text), "{text}: {read}");
    }
    // Before it was typed, and in the next document, all is as it was drawn.
    let seen = ["first", "third"].map(|name| seen_from(200, &picture(name)));
    assert!(seen[0] > 0 && seen[0] == seen[1], "{seen:?}");
}

/// A page that shows what is typed into it in pieces, with what nobody sees between them.
const PIECES: &str = r##"<!doctype html><meta charset=utf-8><style>body { font: 22px monospace } input, textarea { font: 22px monospace; border: 0; padding: 0 }</style>
<label>Word <input id=w></label> <button onclick="show(w.value)">Show</button> <b id=done></b><h2>Lighthouse</h2><p>Beacon at sea</p>
<div id=o style="position:absolute;top:200px;left:10px"></div>
<script>
function show(v) {
  w.value = '';
  const each = (one) => '<p>' + [...v].map(one).join('') + '</p>';
  o.innerHTML = each((c) => `<i>${c}</i><i style="color:#fff">k</i>`) + each((c) => `<i>${c}</i><i style="opacity:.02">w</i>`)
    + each((c) => `<input style="width:13px" value="${c}k">`) + each((c) => `<input style="width:13px;text-indent:-13px" value="k${c}">`)
    + each((c) => `<select style="appearance:none;border:0;width:13px;padding:0;font:22px monospace"><option>${c}kk</select>`)
    + each((c) => `<textarea rows=1 style="width:13px;height:26px;resize:none;overflow:hidden">${c}\nk</textarea>`)
    + `<p>ID ${v.slice(0, 4)}</p><hr><p>ID ${v.slice(4, 8)}</p><hr><p>ID ${v.slice(8)}</p>`;
  done.textContent = 'Shown';
}
</script>"##;

#[test]
fn pieces_of_a_secret_with_something_unseen_between_them_are_painted_over() {
    let site = Site::serve(|_| Answer::page(PIECES));
    let skill = "name: Pieces\nsecrets: [WORD]\nsteps:\n  - open_url: SITE\n  - type: { text: \"${WORD}\", into: Word }\n  - tap: Show\n  - wait_for: Shown\n  - screenshot: all\n";
    let project = Project::with(&[("pieces.yaml", &skill.replace("SITE", &site.url))]);
    let value = [("WORD", "Hk48Wm29Qx57Z")];
    let line = "test pieces.yaml --device web: --screenshot-dir shots";
    project.run_in(&value, line).exits(0);
    let picture = fs::read(project.path("shots/Pieces_all.png")).unwrap();
    let read = read_picture(&picture);
    for text in ["Lighthouse", "Beacon at sea", "Show"] {
        assert!(read.contains(text), "{text}: {read}");
    }
    assert_eq!(seen_from(200, &picture), 0, "{read}");
}
