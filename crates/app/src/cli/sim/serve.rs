//! `retap sim serve`: the phone as a page on this machine, to click and type on.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use clap::Args;
use retap_model::device::{Action, Deadline, DeviceError, Key, Typed};
use retap_model::geometry::Point;
use retap_model::program::Swipe;

use super::http::{Request, Response, answer};
use super::listen;
use super::screenshot::open;
use crate::cli::mcp::new_token;
use crate::devices::Opened;
use crate::environment::Environment;
use crate::error::{AppError, Exit};
use crate::shared::Shared;
use crate::terminal::{outln, talkln};

const PAGE: &str = include_str!("page.html");

/// How many random bytes the page's address has.
const TOKEN_BYTES: usize = 16;

/// How long one act of the phone may take, on its own clock.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// A shipped app such as `settings`, or the path of an app file
    app: String,

    /// Serve a later version of the app
    #[arg(long, value_name = "NAME")]
    drift: Option<String>,

    /// The port; a free one when not given
    #[arg(long, default_value_t = 0)]
    port: u16,
}

/// Runs the command until Ctrl-C ends the process.
pub(super) fn run(args: &ServeArgs, environment: &Environment) -> Result<Exit, AppError> {
    let opened = open(&args.app, args.drift.as_deref(), None, environment)?;
    let listener = listen(args.port)?;
    let place = listener.local_addr();
    let place = place.map_err(|error| AppError::device("cannot listen").because(error))?;
    let token = new_token::<TOKEN_BYTES>()?;
    outln!("http://{place}/{token}/");
    talkln!("open the page in a browser; Ctrl-C ends it");
    // Each connection has a thread of its own, so that one that says nothing holds up no other; the
    // phone is asked by one at a time.
    let served = Shared::new(Served {
        opened,
        token,
        last: Instant::now(),
    });
    std::thread::scope(|scope| {
        for stream in listener.incoming() {
            scope.spawn(|| serve_one(stream, &place.to_string(), &served));
        }
    });
    Ok(Exit::Passed)
}

fn serve_one(stream: io::Result<TcpStream>, place: &str, served: &Shared<Served>) {
    let ended =
        stream.and_then(|stream| answer(stream, place, |request| served.lock().handle(request)));
    if let Err(error) = ended {
        talkln!("a request was dropped: {error}");
    }
}

/// The phone behind the page.
struct Served {
    opened: Opened,
    token: String,
    /// When the phone was last asked; its clock stands still in between.
    last: Instant,
}

impl Served {
    fn handle(&mut self, request: &Request) -> Response {
        self.catch_up();
        let prefix = format!("/{}/", self.token);
        let Some(what) = request.path.strip_prefix(&prefix) else {
            return Response::text("404 Not Found", "there is nothing here\n");
        };
        match (request.method.as_str(), what) {
            ("GET", "") => Response {
                status: "200 OK",
                content_type: "text/html; charset=utf-8",
                body: PAGE.into(),
            },
            ("GET", "screen.png") => self.screen(),
            ("POST", "tap") => self.act(self.tap(&request.body)),
            ("POST", "type") => self.act(Some(Action::Type(Typed::Plain(request.body.clone())))),
            ("POST", "key") => self.act(self.key(&request.body)),
            _ => Response::text("404 Not Found", "there is nothing here\n"),
        }
    }

    /// Lets as much time go by on the phone as did in the world.
    fn catch_up(&mut self) {
        let now = Instant::now();
        self.opened.clock.sleep(now - self.last);
        self.last = now;
    }

    fn deadline(&self) -> Deadline {
        Deadline::after(self.opened.clock.now(), PATIENCE)
    }

    fn screen(&mut self) -> Response {
        let deadline = self.deadline();
        match self.opened.device.screenshot(deadline) {
            Ok(picture) => Response {
                status: "200 OK",
                content_type: "image/png",
                body: picture.0,
            },
            Err(error) => refused(&error),
        }
    }

    /// Reads a tap as two parts of the screen's width and height.
    fn tap(&self, body: &str) -> Option<Action> {
        let parts = body.split_whitespace().filter_map(|it| it.parse().ok());
        let parts: Vec<f64> = parts.collect();
        let size = self.opened.device.info().size;
        match parts.as_slice() {
            [x, y] if (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y) => {
                Some(Action::Tap(Point::new(x * size.width, y * size.height)))
            }
            _ => None,
        }
    }

    fn key(&self, name: &str) -> Option<Action> {
        let size = self.opened.device.info().size;
        let swipe = |way: f64| {
            let at = |part: f64| Point::new(size.width / 2.0, size.height * part);
            Action::Swipe(at(0.5 + way * 0.2), at(0.5 - way * 0.2), Swipe::DURATION)
        };
        match name {
            "back" => Some(Action::Back),
            "home" => Some(Action::Home),
            "up" => Some(swipe(1.0)),
            "down" => Some(swipe(-1.0)),
            other => Some(Action::PressKey(Key::from_word(other)?, Vec::new())),
        }
    }

    fn act(&mut self, action: Option<Action>) -> Response {
        let Some(action) = action else {
            return Response::text("400 Bad Request", "cannot read this\n");
        };
        let deadline = self.deadline();
        match self.opened.device.perform(&action, deadline) {
            Ok(()) => Response::text("200 OK", self.last_effect()),
            Err(error) => refused(&error),
        }
    }

    /// Returns what the phone says happened.
    fn last_effect(&self) -> String {
        let log = self.opened.touch_log.as_ref().map(|log| log.entries());
        let last = log.and_then(|mut log| log.pop()).map(|touched| {
            let effect = touched.effect.as_deref().unwrap_or("had no effect");
            format!("{}: {effect}", touched.action)
        });
        last.unwrap_or_default()
    }
}

fn refused(error: &DeviceError) -> Response {
    Response::text("409 Conflict", format!("{error}\n"))
}
