//! Every tool of every profile against every device kind and hostile addresses, with no permission and with each
//! single one: nothing acts, is read or written beyond what is allowed. The tools and their arguments come from
//! the server's own list, so that a new tool is attacked without a line here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::kit::Client;
use crate::android::{Phone, text};
use crate::project::Project;
use crate::site::Site;

/// Words that stand in files nobody may read.
const SECRET: &str = "tulip-9431";

/// The abilities, and which words of the phone's own log each explains.
const ABILITIES: [(&str, &[&str]); 9] = [
    ("look", &[]),
    ("picture", &[]),
    (
        "act",
        &[
            "tap", "double", "long", "swipe", "drag", "press", "go", "shake", "set", "hover",
            "right",
        ],
    ),
    // Typing puts the focus into the field and empties it first.
    ("text", &["type", "clear", "tap", "press"]),
    ("open", &["launch", "stop", "open"]),
    ("files", &[]),
    ("build", &[]),
    ("skills", &[]),
    ("devices", &[]),
];

const PROFILES: [(&str, &str); 4] = [
    ("lean", "device"),
    ("mobile-debug", "deviceId"),
    ("mirroir", "target"),
    ("full", "device"),
];

/// A set of permissions, by its name; no text where there is no file.
struct Mode {
    name: String,
    file: Option<String>,
    allows: Vec<&'static str>,
}

/// Returns no permission file, looking alone, and each ability by itself.
fn modes() -> Vec<Mode> {
    let all: Vec<&str> = ABILITIES.iter().map(|(name, _)| *name).collect();
    let others: Vec<&&str> = all.iter().filter(|name| **name != "look").collect();
    let mut modes = vec![
        Mode {
            name: "no file".to_owned(),
            file: None,
            allows: Vec::new(),
        },
        Mode {
            name: "look only".to_owned(),
            file: Some(json!({ "allow": ["look"], "deny": others }).to_string()),
            allows: Vec::new(),
        },
    ];
    modes.extend(ABILITIES.iter().map(|(name, _)| Mode {
        name: format!("only {name}"),
        file: Some(json!({ "allow": [name] }).to_string()),
        allows: vec![name],
    }));
    modes
}

fn set(project: &Project, mode: &Mode) {
    match &mode.file {
        Some(text) => project.write_home(".retap/permissions.json", text),
        None => {
            let _ = fs::remove_file(project.path("../home/.retap/permissions.json"));
        }
    }
}

/// A project with secrets in and around it, and everything a call could name.
fn furnish(project: &Project) {
    let skill = "name: Shop\nsteps:\n  - launch: Shop\n  - tap: Sign In\n  - open_url: \"https://x.example/\"\n";
    project.write(".retap/skills/shop.yaml", skill);
    project.write("secret.env", &format!("TOKEN={SECRET}\n"));
    project.write("secret.app.yaml", &format!("app: {SECRET}\n{SECRET}\n"));
    project.write("../home/secret.md", &format!("{SECRET}: 1\n"));
    project.write("../secret.apk", SECRET);
    project.write_script("gradlew", "#!/bin/sh\ntouch built.txt\nexit 1\n");
}

/// Addresses that stand for a file, for code, for a browser of the person's, or for nothing at all.
fn hostile(project: &Project, site: &Site) -> Vec<String> {
    let root = project.path("");
    let root = root.display();
    let url = &site.url;
    let host = url.trim_start_matches("http://");
    let mut all: Vec<String> = [
        "web:about:version",
        "web:chrome://version",
        "web:CHROME-EXTENSION://x/",
        "web:devtools://devtools",
        "web:blob:null/1",
        "web:filesystem:http://x/",
        "web:content://sms",
        "web+attach:127.0.0.1:9222",
        "web+attach:[::1]:1",
        "sim:secret.env",
        "sim:secret.app.yaml",
        "sim:./secret.env",
        "sim:settings,secret.env",
        "sim:\0",
        "sim:\u{202e}settings",
        "sim:settings?open=\0",
        "sim:/etc/passwd",
        "sim:../../../../etc/passwd",
        "webdriver:http://127.0.0.1:1/",
        "ios:00008030",
        "desktop:",
        "desktop:../x",
        "secret.env",
        "../home/secret.md",
        "\u{202e}web:",
        "WEB:file:///etc/passwd",
        "android:../../x\0",
        "android:-s;reboot",
        ":",
    ]
    .map(str::to_owned)
    .to_vec();
    all.extend([
        format!("web:file://{root}/secret.env"),
        format!("web: FILE://{root}/secret.env"),
        format!("web:\tfi\nle://{root}/secret.env"),
        format!("web:view-source:file://{root}/secret.env"),
        format!("web:View-Source:{url}"),
        format!("web:data:text/html,<img src={url}>"),
        format!("web:DATA:text/html;base64,PGltZz4={url}"),
        format!("web:javascript:fetch('{url}')"),
        format!("web:java\tscript:location='{url}'"),
        format!("web:\u{1}javascript:fetch('{url}')"),
        format!("web:blob:{url}x"),
        format!("sim:{root}/secret.env"),
        format!("web:data:{}", "x".repeat(20_000)),
        // What an ability to open devices gives, and nothing else does.
        format!("web:{url}"),
        format!("web:HTTP://me:pass@{host}"),
        format!("web:{host}"),
        "web:about:blank".to_owned(),
    ]);
    all
}

/// Returns whether a device that agents may open where they may open any.
fn is_ordinary(address: &str) -> bool {
    let place = address.strip_prefix("web:").unwrap_or_default();
    let begins = ["http", "HTTP", "127.", "about:blank"];
    begins.iter().any(|begin| place.starts_with(begin)) || address.starts_with("android:")
}

/// A tool as its server lists it.
struct Attacked {
    name: String,
    properties: Map<String, Value>,
}

fn tools(client: &mut Client) -> Vec<Attacked> {
    let answer = client.request("tools/list", json!({}));
    let listed = answer["result"]["tools"].as_array().unwrap().iter();
    let attacked = |tool: &Value| Attacked {
        name: tool["name"].as_str().unwrap().to_owned(),
        properties: tool["inputSchema"]["properties"]
            .as_object()
            .cloned()
            .unwrap_or_default(),
    };
    listed.map(attacked).collect()
}

/// Returns whether a number says how long or how often something is tried at the most.
fn is_limit(name: &str) -> bool {
    let name = name.to_lowercase();
    ["time", "max", "interval", "window"]
        .iter()
        .any(|word| name.contains(word))
}

/// Returns whether a number is a part of a whole.
fn is_share(name: &str) -> bool {
    ["scrollAmount", "confidence"].contains(&name)
}

/// Returns a value of the kind a schema wants: this text where it wants one.
fn value_of(name: &str, schema: &Value, text: &str) -> Value {
    if let Some(words) = schema["enum"].as_array() {
        return words[0].clone();
    }
    match schema["type"].as_str() {
        Some("number" | "integer") if is_limit(name) => json!(1),
        Some("number" | "integer") if is_share(name) => json!(0.5),
        Some("number" | "integer") => json!(200),
        Some("boolean") => json!(true),
        Some("array") => json!([text]),
        Some("object") => {
            let fields = schema["properties"].as_object().cloned();
            let fields = fields.unwrap_or_default().into_iter();
            let value = |(name, schema): (String, Value)| {
                let value = value_of(&name, &schema, text);
                (name, value)
            };
            Value::Object(fields.map(value).collect())
        }
        Some(_) | None => json!(text),
    }
}

/// Sends many calls at once and returns their answers in the order of the calls.
fn call_all(client: &mut Client, calls: &[(String, Value)]) -> Vec<Value> {
    let mut answers = Vec::new();
    for few in calls.chunks(40) {
        let ids: Vec<u64> = few
            .iter()
            .map(|(tool, arguments)| {
                client.ask(
                    "tools/call",
                    json!({ "name": tool, "arguments": arguments }),
                )
            })
            .collect();
        let mut got: BTreeMap<u64, Value> = BTreeMap::new();
        while got.len() < ids.len() {
            let message = client.read();
            if let Some(id) = message["id"].as_u64().filter(|id| ids.contains(id)) {
                got.insert(id, message);
            }
        }
        answers.extend(got.into_values());
    }
    answers
}

/// Returns every file in and around the project, but for what a server keeps for itself.
fn files(project: &Project) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    let root = project.path("..");
    collect(&fs::canonicalize(&root).unwrap(), &mut all);
    let is_own = |path: &Path| {
        let path = path.to_string_lossy();
        ["/in-use/", "/.android/", "permissions.json"]
            .iter()
            .any(|own| path.contains(own))
    };
    all.retain(|path, _| !is_own(path));
    all
}

fn collect(folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect(&path, all),
            false => {
                let bytes = fs::read(&path).unwrap_or_default();
                all.insert(path, bytes);
            }
        }
    }
}

/// Asserts that nothing was written but what the abilities of a mode are for.
fn written_only(mode: &Mode, before: &BTreeMap<PathBuf, Vec<u8>>, project: &Project) {
    let now = files(project);
    let explained = |path: &Path| {
        let name = path.to_string_lossy();
        mode.allows.iter().any(|ability| match *ability {
            "files" => name.ends_with(".png"),
            "build" => name.ends_with("built.txt") || name.contains("/build/"),
            "skills" => name.contains("/.retap/"),
            _ => false,
        })
    };
    for (path, bytes) in &now {
        let is_new = before.get(path) != Some(bytes);
        assert!(
            !is_new || explained(path),
            "{}: {} was written",
            mode.name,
            path.display()
        );
    }
    for path in before.keys() {
        assert!(
            now.contains_key(path),
            "{}: {} is gone",
            mode.name,
            path.display()
        );
    }
}

fn is_refused(answer: &Value) -> bool {
    answer["result"]["structuredContent"]["failure_code"] == "NOT_PERMITTED"
}

/// Returns whether a call was not done, in whichever words a profile says that.
fn is_error(answer: &Value) -> bool {
    answer["result"]["isError"] == true || !answer["error"].is_null()
}

#[test]
fn no_tool_reaches_what_a_hostile_address_stands_for() {
    std::thread::scope(|scope| {
        for (profile, key) in PROFILES {
            scope.spawn(move || attack_addresses(profile, key));
        }
    });
}

fn attack_addresses(profile: &str, key: &str) {
    let site = Site::page("<h1>Bait</h1>");
    let project = Project::new();
    furnish(&project);
    project.write_home(".retap/permissions.json", r#"{"allow": ["*"]}"#);
    let mut client = Client::start(&project, &format!("--device sim:shop --profile {profile}"));
    let mut tools = tools(&mut client);
    if profile == "full" {
        // The others are attacked in the profiles that they come from.
        tools.retain(|tool| ["tap", "swipe"].contains(&tool.name.as_str()));
    }
    assert!(tools.len() >= 2);
    let addresses = hostile(&project, &site);
    for mode in modes() {
        let before = files(&project);
        set(&project, &mode);
        let calls = aimed_at(&addresses, key, &tools, &mode, &judged(&project, profile));
        for ((tool, arguments), answer) in calls.iter().zip(call_all(&mut client, &calls)) {
            let said = answer.to_string();
            assert!(
                !said.contains(SECRET),
                "{}: {tool} {arguments}: {said}",
                mode.name
            );
            assert!(
                said.len() < 20_000,
                "{}: {tool}: {} bytes",
                mode.name,
                said.len()
            );
            let is_it = |it: &&Attacked| it.name == *tool;
            let takes_device = |it: &Attacked| it.properties.contains_key(key);
            let is_aimed = tools.iter().find(is_it).is_some_and(takes_device);
            assert!(
                !is_aimed || is_error(&answer),
                "{}: {tool} {arguments}: {said}",
                mode.name
            );
        }
        assert!(site.got().is_empty(), "{}: {:?}", mode.name, site.got());
        written_only(&mode, &before, &project);
    }
}

/// Returns calls with a hostile text wherever a text may be given. What is refused whatever the address is tried with
/// one only, and so is what looks, which is tried with all of them where there is no file.
fn aimed_at(
    addresses: &[String],
    key: &str,
    tools: &[Attacked],
    mode: &Mode,
    judged: &BTreeMap<String, Judged>,
) -> Vec<(String, Value)> {
    let may_open = mode.allows.contains(&"devices");
    let is_whole = may_open || mode.file.is_none();
    let aimed = addresses.iter().filter(|it| !(may_open && is_ordinary(it)));
    let mut calls = Vec::new();
    for (number, address) in aimed.enumerate() {
        let is_tried = |tool: &&Attacked| {
            let Judged {
                is_allowed,
                is_free,
                ..
            } = judged[&tool.name];
            is_whole || number == 0 || (is_allowed && !is_free)
        };
        for tool in tools.iter().filter(is_tried) {
            let given =
                |(name, schema): (&String, &Value)| (name.clone(), value_of(name, schema, address));
            let mut arguments: Map<String, Value> = tool.properties.iter().map(given).collect();
            arguments.insert(key.to_owned(), json!(address));
            calls.push((tool.name.clone(), Value::Object(arguments)));
        }
    }
    calls
}

/// Arguments by which a call acts where it may, by their names.
fn aimed(name: &str, schema: &Value, url: &str) -> Value {
    match name {
        "text" | "label" | "until" | "query" => json!("Sign In"),
        "into" => json!("Email"),
        "app" | "appId" | "app_name" | "packageName" | "name" | "skill_name" => json!("shop"),
        "url" => json!(url),
        "key" => json!("a"),
        "output_path" => json!("attack.png"),
        "component_path" => json!("../home/secret.md"),
        "appPath" => json!("../secret.apk"),
        "projectPath" => json!("."),
        "action" if schema["enum"].is_null() => json!("tap:Sign In"),
        "steps" => json!(["tap: Sign In"]),
        "inputs" => json!({}),
        "mode" => json!("wifi_on"),
        // What was typed as a secret names nothing any more.
        "secret" => json!(false),
        "selector" => json!({ "text": "Sign In" }),
        _ => value_of(name, schema, "Sign In"),
    }
}

/// Steps that act, each in its own way.
const STEPS: [&str; 12] = [
    "tap: Sign In",
    "type: { text: Ada, into: Email }",
    "press_key: a",
    "press_key: tab",
    "swipe: up",
    "launch: Shop",
    "reset_app: Shop",
    "open_url: https://x.example/",
    "screenshot: a",
    "shake",
    "set_network: wifi_on",
    "upload: { file: secret.env, label: Photo }",
];

/// Returns a call of every tool that would act, and of every step.
fn acting_calls(tools: &[Attacked], url: &str) -> Vec<(String, Value)> {
    let mut calls = Vec::new();
    for tool in tools {
        let mut arguments = Map::new();
        let chosen = |name: &str| {
            ![
                "device", "deviceId", "target", "element", "id", "row", "index",
            ]
            .contains(&name)
        };
        for (name, schema) in tool.properties.iter().filter(|(name, _)| chosen(name)) {
            arguments.insert(name.clone(), aimed(name, schema, url));
        }
        for step in STEPS.iter().filter(|_| arguments.contains_key("steps")) {
            calls.push((tool.name.clone(), json!({ "steps": [step] })));
        }
        calls.push((tool.name.clone(), Value::Object(arguments)));
    }
    calls
}

/// A tool as the command line judges it now.
struct Judged {
    is_allowed: bool,
    /// Whether it is allowed because it only looks.
    is_free: bool,
    /// Whether some calls of it do more than others.
    differs: bool,
}

fn judged(project: &Project, profile: &str) -> BTreeMap<String, Judged> {
    let line = format!("permissions --json --profile {profile}");
    let shown = project.passes(&line).json();
    let tools = shown["tools"].as_array().unwrap().iter();
    let judged = tools.map(|tool| {
        let name = tool["name"].as_str().unwrap().to_owned();
        let judged = Judged {
            is_allowed: tool["allowed"] == true,
            is_free: tool["why"] == "it only looks",
            differs: tool["sometimes"] != json!([]),
        };
        (name, judged)
    });
    judged.collect()
}

#[test]
fn a_phone_is_not_touched_beyond_what_is_allowed() {
    std::thread::scope(|scope| {
        for (profile, effects) in [
            ("lean", ["run_skill", "do"]),
            ("mobile-debug", ["start_app", "tap"]),
            ("mirroir", ["launch_app", "tap"]),
        ] {
            scope.spawn(move || attack_phone(profile, &effects));
        }
    });
}

fn attack_phone(profile: &str, effects: &[&str]) {
    let phone = Phone::start("shop?latency=instant&open=login", &[]);
    let project = &phone.project;
    furnish(project);
    project.write(".retap/config.toml", "timeout = 0.2\n");
    project.write_home(".retap/permissions.json", r#"{"allow": ["*"]}"#);
    let line = format!("--device android:{} --profile {profile}", phone.serial);
    let mut client = Client::start(project, &line);
    let tools = tools(&mut client);
    let calls = acting_calls(&tools, "https://x.example/");
    let touched = || {
        let log = text(&phone.adb_here(&["shell", "retap-touches"]));
        phone.adb_here(&["shell", "retap-touches", "clear"]);
        let act = |line: &str| line.split('\t').nth(2).map(str::to_owned);
        log.lines().filter_map(act).collect::<Vec<String>>()
    };
    for mode in modes() {
        let before = files(project);
        set(project, &mode);
        let allowed = judged(project, profile);
        let tried = tried(&calls, &mode, &allowed);
        let answers = call_all(&mut client, &tried);
        for ((tool, arguments), answer) in tried.iter().zip(answers) {
            let said = answer.to_string();
            assert!(
                !said.contains(SECRET),
                "{}: {tool} {arguments}: {said}",
                mode.name
            );
            let is_expected = allowed[tool].is_allowed || is_refused(&answer);
            assert!(is_expected, "{}: {tool} {arguments}: {said}", mode.name);
        }
        for act in touched() {
            let explained = |(name, words): &(&str, &[&str])| {
                mode.allows.contains(name) && words.iter().any(|word| act.starts_with(word))
            };
            let is_explained = ABILITIES.iter().any(explained) && !act.starts_with("clear data");
            assert!(is_explained, "{profile}, {}: {act}", mode.name);
        }
        written_only(&mode, &before, project);
    }
    control(&mut client, project, &calls, effects);
    let acts = touched().join("\n");
    for word in ["tap", "launch"] {
        assert!(acts.contains(word), "{profile}: no {word} in {acts}");
    }
}

#[test]
fn a_page_is_not_touched_nor_left_beyond_what_is_allowed() {
    std::thread::scope(|scope| {
        let by_step = |step: &str| ("do", json!({ "steps": [step] }));
        let lean = [
            by_step("tap: Sign In"),
            by_step("type: { text: Ada, into: Email }"),
        ];
        let mirroir = [
            ("tap", json!({ "x": 200, "y": 200 })),
            ("type_text", json!({ "text": "Ada" })),
        ];
        scope.spawn(move || attack_page("lean", ["open", "look"], &lean));
        scope.spawn(move || attack_page("mirroir", ["open_url", "describe_screen"], &mirroir));
    });
}

/// A page that tells its server of every touch and every letter, and for which mode it was opened: such news may be late.
/// The button is where tools touch that are given a place, and the field has the focus.
const PAGE: &str = "<title>Shop</title><style>button { position: fixed; inset: 0 auto auto 0; width: 400px; height: 300px }
label { position: fixed; top: 310px }</style>
<button onclick=\"fetch('/touched' + location.search)\">Sign In</button>
<label>Email <input autofocus onblur=\"setTimeout(() => this.focus())\" oninput=\"fetch('/typed' + location.search)\"></label>";

/// What the page tells of, and the ability that explains it.
const NEWS: [(&str, &str); 2] = [("GET /touched", "act"), ("GET /typed", "text")];

/// How often the screen is looked at until news are there.
const LOOKS: usize = 300;

fn attack_page(profile: &str, [opens, looks]: [&str; 2], acts: &[(&str, Value); 2]) {
    let (shop, bait) = (Site::page(PAGE), Site::page("<h1>Bait</h1>"));
    let project = Project::new();
    furnish(&project);
    project.write(".retap/config.toml", "timeout = 0.2\n");
    project.write_home(".retap/permissions.json", r#"{"allow": ["*"]}"#);
    let line = format!("--device web:{}?0. --profile {profile}", shop.url);
    let mut client = Client::start(&project, &line);
    let tools = tools(&mut client);
    let calls = acting_calls(&tools, &bait.url);
    for (number, mode) in modes().into_iter().enumerate() {
        let before = files(&project);
        set(&project, &mode);
        let allowed = judged(&project, profile);
        let tried = tried(&calls, &mode, &allowed);
        let answers = call_all(&mut client, &tried);
        for ((tool, arguments), answer) in tried.iter().zip(answers) {
            let is_expected = allowed[tool].is_allowed || is_refused(&answer);
            assert!(is_expected, "{}: {tool} {arguments}: {answer}", mode.name);
        }
        let may = |ability: &str| mode.allows.contains(&ability);
        assert!(
            may("open") || bait.got().is_empty(),
            "{profile}, {}",
            mode.name
        );
        written_only(&mode, &before, &project);
        bait.forget();
        project.write_home(".retap/permissions.json", r#"{"allow": ["open"]}"#);
        let next = format!("{}?{}.", shop.url, number + 1);
        let back = [(opens.to_owned(), json!({ "url": next }))];
        call_all(&mut client, &back);
    }
    project.write_home(".retap/permissions.json", r#"{"allow": ["*"]}"#);
    let last = modes().len();
    for ((path, _), (tool, arguments)) in NEWS.iter().zip(acts) {
        let said = call_all(&mut client, &[((*tool).to_owned(), arguments.clone())]);
        let is_told = |client: &mut Client| {
            call_all(client, &[(looks.to_owned(), json!({}))]);
            !shop.lines(&format!("{path}?{last}.")).is_empty()
        };
        let is_told = (0..LOOKS).any(|_| is_told(&mut client));
        assert!(is_told, "{profile}: {tool} has no effect: {said:?}");
    }
    // News of earlier modes are there by now, however late.
    for (number, mode) in modes().iter().enumerate() {
        for (path, ability) in NEWS {
            let told = shop.lines(&format!("{path}?{number}."));
            let is_explained = mode.allows.contains(&ability) || told.is_empty();
            assert!(is_explained, "{profile}, {}: {path}", mode.name);
        }
    }
    control(&mut client, &project, &calls, &[opens]);
    assert!(!bait.got().is_empty(), "{profile}: nothing was opened");
}

/// Returns the calls that are tried in a mode: all that are refused, all of a tool whose calls differ, and once what
/// only looks. That a tool does what it is allowed to do is tried elsewhere.
fn tried(
    calls: &[(String, Value)],
    mode: &Mode,
    judged: &BTreeMap<String, Judged>,
) -> Vec<(String, Value)> {
    let is_tried = |tool: &String| {
        let Judged {
            is_allowed,
            differs,
            ..
        } = judged[tool];
        mode.file.is_none() || differs || !is_allowed
    };
    let tried = calls.iter().filter(|(tool, _)| is_tried(tool));
    tried.cloned().collect()
}

/// Makes these of the calls one after the other, with everything allowed: they have an effect then.
fn control(client: &mut Client, project: &Project, calls: &[(String, Value)], tools: &[&str]) {
    project.write_home(".retap/permissions.json", r#"{"allow": ["*"]}"#);
    for tool in tools {
        let call = calls.iter().rfind(|(name, _)| name == tool).unwrap();
        call_all(client, std::slice::from_ref(call));
    }
}
