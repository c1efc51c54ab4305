//! The thread a device lives on: blocking work comes in as jobs, one at a time and in order.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::oneshot;

use super::at_work::OpenDevice;
use super::desk::Desk;
use super::reply::{Refusal, Reply};
use crate::devices::Opened;
use crate::error::AppError;

/// Work for a device.
type Job = Box<dyn FnOnce(&mut Option<Desk>) + Send>;

/// A thread with a device on it. The device is closed when the last handle is dropped.
#[derive(Clone)]
pub(crate) struct DeviceThread {
    jobs: Sender<Job>,
}

impl DeviceThread {
    /// Starts the thread; the device itself is opened by its first job.
    pub(crate) fn start(name: &str, noted: OpenDevice) -> Result<Self, Refusal> {
        let (jobs, work) = channel::<Job>();
        let serve = move || {
            let mut desk = None;
            while let Ok(job) = work.recv() {
                job(&mut desk);
            }
            drop(desk);
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
        work: impl FnOnce(&mut Desk) -> Result<Reply, Refusal> + Send + 'static,
    ) -> Result<Reply, Refusal> {
        let (done, answer) = oneshot::channel();
        let job = move |desk: &mut Option<Desk>| {
            let result = open_desk(desk, open).and_then(|desk| {
                let answer = work(desk);
                match answer {
                    Ok(reply) => Ok(reply.masked(&desk.secrets)),
                    Err(refusal) => Err(refusal.masked(&desk.secrets)),
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

fn open_desk(
    desk: &mut Option<Desk>,
    open: impl FnOnce() -> Result<Opened, Refusal>,
) -> Result<&mut Desk, Refusal> {
    match desk {
        Some(desk) if desk.is_lost => desk.put_back(open()?),
        Some(_) => {}
        None => *desk = Some(Desk::new(open()?)),
    }
    desk.as_mut()
        .ok_or_else(|| AppError::device("the device is not open").into())
}
