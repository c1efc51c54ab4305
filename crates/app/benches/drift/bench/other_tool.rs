//! Other tools, each behind an adapter of `benches/drift/tools` that does the chore once for every line it is sent.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use retap_drivers::web::{Window, find_browsers};
use serde_json::{Value, json};

use super::application::Application;
use super::catalogue::Change;
use super::judge::{Finding, Said, judge};
use super::lesson::TIMEOUT;
use super::serving::Service;
use super::site::Site;

/// A tool: how it is called in tables, its adapter with its arguments, and the folder of `.tools` it is installed in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    adapter: &'static str,
    way: &'static str,
    installed: &'static str,
    service: Service,
}

/// All of them.
pub(crate) const TOOLS: [Tool; 4] = [
    Tool {
        name: "playwright-roles",
        adapter: "playwright.js",
        way: "roles",
        installed: "playwright/node_modules/playwright-core",
        service: Service::Quiet,
    },
    Tool {
        name: "playwright-codegen",
        adapter: "playwright.js",
        way: "codegen",
        installed: "playwright/node_modules/playwright-core",
        service: Service::Quiet,
    },
    Tool {
        name: "puppeteer-replay",
        adapter: "puppeteer.js",
        way: "",
        installed: "puppeteer-replay/node_modules/@puppeteer/replay",
        service: Service::Quiet,
    },
    Tool {
        name: "selenium-ide",
        adapter: "selenium.js",
        way: "",
        installed: "selenium-side-runner/node_modules/selenium-side-runner",
        service: Service::Beacons,
    },
];

/// Where the benchmark and the tools are.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// `benches/drift`.
    pub(crate) root: PathBuf,
    /// `.tools`.
    pub(crate) tools: PathBuf,
}

/// A tool that runs, and the application it works on.
pub(crate) struct OtherTool {
    tool: Tool,
    adapter: Adapter,
    site: Site,
    application: Arc<Application>,
    recorded: Value,
}

impl OtherTool {
    /// Starts a tool and lets it see the chore once on the unchanged application; or says why it cannot.
    pub(crate) fn start(
        tool: Tool,
        places: &Places,
        application: Arc<Application>,
    ) -> Result<Self, String> {
        if application.manifest.phone.is_some() {
            return Err("it drives browsers only".to_owned());
        }
        let site = Site::serve(&places.root, Arc::clone(&application));
        let recorded = record(places, &application, &site)?;
        let adapter = Adapter::start(tool, places)?;
        Ok(Self {
            tool,
            adapter,
            site,
            application,
            recorded,
        })
    }

    /// Replays the chore under a change.
    pub(crate) fn replay(&mut self, change: &Change) -> (Said, Finding) {
        self.site.load(change, self.tool.service);
        let job = job(&self.application, &self.site, &self.recorded, false);
        let answer = self.adapter.ask(&job);
        let said = Said {
            passed: answer["passed"] == json!(true),
            drifted: false,
            reason: answer["reason"].as_str().unwrap_or_default().to_owned(),
            took: Duration::from_secs_f64(answer["ms"].as_f64().unwrap_or_default() / 1000.0),
        };
        let accepted = self.site.accepted();
        let touches = self.site.touches();
        let finding = judge(
            &self.application,
            change,
            &said,
            &accepted,
            touches.as_ref(),
        );
        (said, finding)
    }
}

/// Does the chore once by role locators, and returns what recorders make of it.
fn record(places: &Places, application: &Application, site: &Site) -> Result<Value, String> {
    let mut adapter = Adapter::start(TOOLS[0], places)?;
    site.load(&Change::none(), Service::Records);
    let answer = adapter.ask(&job(application, site, &Value::Null, true));
    if answer["passed"] != json!(true) {
        return Err(format!("the chore was not done: {}", answer["reason"]));
    }
    Ok(json!({ "acts": answer["acts"], "actions": site.recorded() }))
}

fn job(application: &Application, site: &Site, recorded: &Value, records: bool) -> Value {
    json!({
        "url": site.url, "end": site.end(), "records": records, "recorded": recorded,
        "script": application.text_of(&application.manifest.chore.script),
        "timeout": TIMEOUT.as_millis() as u64,
    })
}

/// A process that does one job a line.
struct Adapter {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Adapter {
    fn start(tool: Tool, places: &Places) -> Result<Self, String> {
        if !places.tools.join(tool.installed).exists() {
            return Err(format!("{} is not installed", tool.installed));
        }
        let browser = find_browsers(Window::Headless, &[]).into_iter().next();
        let browser = browser.ok_or("no Chromium is installed")?;
        let mut child = Command::new("node")
            .arg(places.root.join("tools").join(tool.adapter))
            .arg(absolute(&places.tools))
            .arg(browser)
            .arg(tool.way)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node: {error}"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut started = Self {
            child,
            input,
            output,
        };
        match started.answer() {
            Value::String(word) if word == "ready" => Ok(started),
            _ => Err(format!("{} does not start", tool.adapter)),
        }
    }

    fn ask(&mut self, job: &Value) -> Value {
        let input = self.input.as_mut().expect("it is open");
        if writeln!(input, "{job}").is_err() {
            return json!({ "passed": false, "reason": "the tool is gone" });
        }
        self.answer()
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        let _ = self.output.read_line(&mut line);
        serde_json::from_str(&line).unwrap_or(Value::Null)
    }
}

impl Drop for Adapter {
    fn drop(&mut self) {
        // It closes its browser when there is nothing more to read.
        self.input = None;
        let _ = self.child.wait();
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
