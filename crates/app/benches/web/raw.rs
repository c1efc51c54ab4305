//! The flow as a script of protocol commands: it knows the pages, looks at nothing it need not,
//! waits only for what would otherwise go wrong, and checks the outcome once at the end. A second one
//! hears all that retap hears and reads the page as retap does after every act: what it takes longer is
//! the price of looking, whoever looks.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use retap_drivers::web::PAGE_SCRIPT;
use serde_json::{Value, json};

use crate::site::OUTCOME;

/// The debugging pipe is file 3 and 4 of the browser.
const HAND_OVER: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null"#;

/// Whether the page is read after every act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    Never,
    AfterEveryAct,
}

/// A page in a browser of its own, and the commands sent so far.
pub(crate) struct Raw {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    next_id: u64,
    /// Names of the events since the last navigation was asked for.
    events: Vec<String>,
    answers: Vec<(u64, Value)>,
    looks: Looks,
    /// The world in which the script that reads the page runs.
    world: Value,
}

impl Raw {
    /// Starts a browser with the flags retap uses, on a page of the same size.
    pub(crate) fn start(program: &Path, flags: &[String], profile: &Path, looks: Looks) -> Self {
        let mut child = Command::new("/bin/sh")
            .args(["-c", HAND_OVER])
            .arg(program)
            .args(flags)
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut raw = Self {
            child,
            to,
            from: BufReader::with_capacity(256 * 1024, from),
            session: None,
            next_id: 0,
            events: Vec::new(),
            answers: Vec::new(),
            looks,
            world: Value::Null,
        };
        let made = raw.ask("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": made["targetId"], "flatten": true});
        let attached = raw.ask("Target.attachToTarget", &attach);
        raw.session = attached["sessionId"].as_str().map(str::to_owned);
        raw.ask("Page.enable", &json!({}));
        let size = json!({"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false});
        raw.ask("Emulation.setDeviceMetricsOverride", &size);
        raw.ask(
            "Emulation.setFocusEmulationEnabled",
            &json!({"enabled": true}),
        );
        if looks == Looks::AfterEveryAct {
            raw.listen();
        }
        raw
    }

    /// Turns on what retap turns on.
    fn listen(&mut self) {
        for domain in ["Runtime.enable", "Network.enable", "Log.enable"] {
            self.ask(domain, &json!({}));
        }
        let binding = json!({"name": "retapSignal", "executionContextName": "retap"});
        self.ask("Runtime.addBinding", &binding);
        let script = json!({"source": PAGE_SCRIPT, "worldName": "retap"});
        self.ask("Page.addScriptToEvaluateOnNewDocument", &script);
    }

    /// Does the whole flow once.
    pub(crate) fn flow(&mut self, url: &str) {
        self.events.clear();
        self.send("Page.navigate", &json!({"url": url}));
        self.wait_for_document();
        self.look();
        let [email, password, log_in] = self.places(
            "[email, password, document.querySelector('button')]",
            "const [email, password] = document.querySelectorAll('input');",
        );
        self.click(email);
        self.type_text("ada@example.org");
        self.click(password);
        self.type_text("lantern-42");
        self.click_away(log_in);
        let [open] = self.places(
            "[open]",
            "const open = document.querySelector('[value=\"7\"]');",
        );
        self.click_away(open);
        let [name, street, express, send] = self.places(
            "[...document.querySelectorAll('input:not([type=hidden])'), document.querySelector('button')]",
            "",
        );
        self.click(name);
        self.type_text("Ada Lovelace");
        self.click(street);
        self.type_text("12 St James Square");
        self.click(express);
        self.click(send);
        let said = self.evaluate(
            "new Promise(done => { const status = document.querySelector('[role=status]');\
             const look = () => status.textContent && done(status.textContent);\
             new MutationObserver(look).observe(status, { childList: true }); look(); })",
        );
        assert_eq!(said, OUTCOME, "what the raw script sees at the end");
    }

    /// Returns the middles of elements, all in one question.
    fn places<const N: usize>(&mut self, elements: &str, before: &str) -> [(f64, f64); N] {
        let value = self.evaluate(&format!(
            "(() => {{ {before} return {elements}.map(element => {{ const box = element.getBoundingClientRect();\
             return [box.x + box.width / 2, box.y + box.height / 2]; }}); }})()"
        ));
        std::array::from_fn(|n| (value[n][0].as_f64().unwrap(), value[n][1].as_f64().unwrap()))
    }

    fn look(&mut self) {
        if self.looks == Looks::AfterEveryAct {
            let params = json!({"expression": "retap.read()", "uniqueContextId": self.world, "returnByValue": true, "awaitPromise": true});
            let read = self.ask("Runtime.evaluate", &params);
            assert!(read["result"]["value"].is_string(), "a reading: {read}");
        }
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        self.ask("Runtime.evaluate", &params)["result"]["value"].clone()
    }

    /// Clicks and waits until the page has handled it.
    fn click(&mut self, at: (f64, f64)) {
        let sent = self.press_and_release(at);
        self.wait_for_answers(&sent);
        self.look();
    }

    /// Clicks what leads to another page, and waits for that page only.
    fn click_away(&mut self, at: (f64, f64)) {
        self.events.clear();
        self.press_and_release(at);
        self.wait_for_document();
        self.look();
    }

    fn press_and_release(&mut self, (x, y): (f64, f64)) -> [u64; 2] {
        let event = |kind: &str, buttons: u8| json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "buttons": buttons});
        [event("mousePressed", 1), event("mouseReleased", 0)]
            .map(|params| self.send("Input.dispatchMouseEvent", &params))
    }

    /// Types as retap does: all but the last letter at once, the last one as a key.
    fn type_text(&mut self, text: &str) {
        let (bulk, last) = text.split_at(text.len() - 1);
        let upper = last.to_ascii_uppercase();
        let code = if last.as_bytes()[0].is_ascii_digit() {
            format!("Digit{last}")
        } else {
            format!("Key{upper}")
        };
        let key = |kind: &str| json!({"type": kind, "key": last, "code": code, "windowsVirtualKeyCode": upper.as_bytes()[0]});
        let mut down = key("keyDown");
        down["text"] = json!(last);
        down["unmodifiedText"] = json!(last);
        let sent = [
            self.send("Input.insertText", &json!({"text": bulk})),
            self.send("Input.dispatchKeyEvent", &down),
            self.send("Input.dispatchKeyEvent", &key("keyUp")),
        ];
        self.wait_for_answers(&sent);
        self.look();
    }

    /// Waits until the scripts of a new document have run: before that clicks are lost.
    fn wait_for_document(&mut self) {
        while !self
            .events
            .iter()
            .any(|name| name == "Page.domContentEventFired")
        {
            self.receive();
        }
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let sent = self.send(method, params);
        self.answers.clear();
        loop {
            self.receive();
            if let Some((_, answer)) = self.answers.iter().find(|(id, _)| *id == sent) {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn wait_for_answers(&mut self, sent: &[u64]) {
        while !sent
            .iter()
            .all(|id| self.answers.iter().any(|(answered, _)| answered == id))
        {
            self.receive();
        }
        self.answers.clear();
    }

    fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.next_id += 1;
        let mut message = json!({"id": self.next_id, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).unwrap();
        self.next_id
    }

    fn receive(&mut self) {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser has gone");
        let mut message: Value = serde_json::from_slice(&bytes).unwrap();
        match message["id"].as_u64() {
            Some(id) => self.answers.push((id, message)),
            None => {
                let context = &mut message["params"]["context"];
                if context["name"] == "retap" {
                    self.world = context["uniqueId"].take();
                }
                if let Value::String(name) = message["method"].take() {
                    self.events.push(name);
                }
            }
        }
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        self.session = None;
        self.send("Browser.close", &json!({}));
        let _ = self.child.wait();
    }
}
