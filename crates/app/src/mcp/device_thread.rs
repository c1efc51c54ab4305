//! The thread a device lives on: blocking work comes in as jobs, one at a time and in order.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::oneshot;

use crate::devices::Opened;
use crate::error::AppError;
use crate::mcp::active_work::DeviceGuard;
use crate::mcp::{DeviceSession, Refusal, Reply};

/// Work for a device.
type Job = Box<dyn FnOnce(&mut Option<DeviceSession>) + Send>;

/// A thread with a device on it. The device is closed when the last handle is dropped.
#[derive(Clone)]
pub(crate) struct DeviceThread {
    jobs: Sender<Job>,
}

impl DeviceThread {
    /// Starts the thread; the device itself is opened by its first job.
    pub(crate) fn start(name: &str, noted: DeviceGuard) -> Result<Self, Refusal> {
        let (jobs, work) = channel::<Job>();
        let serve = move || {
            let mut session = None;
            while let Ok(job) = work.recv() {
                job(&mut session);
            }
            drop(session);
            drop(noted);
        };
        let started = thread::Builder::new()
            .name(format!("device {name}"))
            .spawn(serve);
        started.map_err(|error| AppError::device("cannot start a thread").because(error))?;
        Ok(Self { jobs })
    }

    /// Does work on the device, which is opened first if need be.
    pub(crate) async fn work(
        &self,
        open: impl FnOnce() -> Result<Opened, Refusal> + Send + 'static,
        work: impl FnOnce(&mut DeviceSession) -> Result<Reply, Refusal> + Send + 'static,
    ) -> Result<Reply, Refusal> {
        let (done, answer) = oneshot::channel();
        let job = move |session: &mut Option<DeviceSession>| {
            let result = open_session(session, open).and_then(|session| {
                let answer = work(session);
                match answer {
                    Ok(reply) => Ok(reply.masked(&session.secrets)),
                    Err(refusal) => Err(refusal.masked(&session.secrets)),
                }
            });
            // A client that has gone waits for no answer.
            let _ = done.send(result);
        };
        let gone = || Refusal::from(AppError::device("the device's thread has ended"));
        self.jobs.send(Box::new(job)).map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

fn open_session(
    session: &mut Option<DeviceSession>,
    open: impl FnOnce() -> Result<Opened, Refusal>,
) -> Result<&mut DeviceSession, Refusal> {
    match session {
        Some(session) if session.is_lost => session.reconnect(open()?),
        Some(_) => {}
        None => *session = Some(DeviceSession::new(open()?)),
    }
    session
        .as_mut()
        .ok_or_else(|| AppError::device("the device is not open").into())
}
