//! The thread a device lives on: blocking work comes in as jobs, one at a time and in order.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::oneshot;

use crate::devices::Opened;
use crate::error::AppError;
use crate::mcp::active_work::DeviceGuard;
use crate::mcp::panic_guard::guarded;
use crate::mcp::{Answer, DeviceSession, Refusal};

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
        // A name with a NUL in it would end the process.
        let name = format!("device {}", name.replace('\0', " "));
        let started = thread::Builder::new().name(name).spawn(serve);
        started.map_err(|error| AppError::device("cannot start a thread").because(error))?;
        Ok(Self { jobs })
    }

    /// Does work on the device, which is opened first if need be.
    pub(crate) async fn work(
        &self,
        open: impl FnOnce() -> Result<Opened, Refusal> + Send + 'static,
        work: impl FnOnce(&mut DeviceSession) -> Answer + Send + 'static,
    ) -> Worked {
        let (done, answer) = oneshot::channel();
        let job = move |session: &mut Option<DeviceSession>| {
            let worked = guarded(|| work_on(session, open, work)).unwrap_or_else(|broke| {
                // Nobody knows how it left the device, which is closed, come what may.
                let _ = guarded(|| session.take());
                Worked {
                    answer: Err(broke),
                    is_open: false,
                }
            });
            // A client that has gone waits for no answer.
            let _ = done.send(worked);
        };
        // A thread that has ended drops the job, and with it the way to answer.
        let _ = self.jobs.send(Box::new(job));
        answer.await.unwrap_or_else(|_| Worked {
            answer: Err(AppError::device("the device's thread has ended").into()),
            is_open: false,
        })
    }
}

/// How work on a device ended.
pub(crate) struct Worked {
    pub(crate) answer: Answer,
    /// Whether there is a device to go on with.
    pub(crate) is_open: bool,
}

fn work_on(
    session: &mut Option<DeviceSession>,
    open: impl FnOnce() -> Result<Opened, Refusal>,
    work: impl FnOnce(&mut DeviceSession) -> Answer,
) -> Worked {
    let opened = open_session(session, open);
    let is_open = opened.is_ok();
    let answer = opened.and_then(|session| match work(session) {
        Ok(reply) => Ok(reply.masked(&session.engine)),
        Err(refusal) => Err(refusal.masked(&session.engine)),
    });
    Worked { answer, is_open }
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use retap_sim::SimDevice;
    use serde_json::json;

    use super::*;
    use crate::mcp::{ActiveWork, Reply};

    /// A clock that tells when the device it belongs to is closed.
    struct ClosingClock(Arc<dyn retap_model::device::Clock>, Arc<AtomicUsize>);

    impl Drop for ClosingClock {
        fn drop(&mut self) {
            self.1.fetch_add(1, Ordering::Relaxed);
        }
    }

    impl retap_model::device::Clock for ClosingClock {
        fn now(&self) -> retap_model::device::Moment {
            self.0.now()
        }

        fn sleep(&self, time: std::time::Duration) {
            self.0.sleep(time);
        }

        fn timestamp(&self) -> retap_model::time::Timestamp {
            self.0.timestamp()
        }
    }

    /// Others go on with their devices, and so does this one at its next call.
    #[test]
    fn a_call_that_panics_closes_its_device_and_the_next_one_opens_it_again() {
        let closed = Arc::new(AtomicUsize::new(0));
        let open = || {
            let closed = Arc::clone(&closed);
            move || {
                let opened = Opened::of_sim(SimDevice::open("settings").unwrap());
                let clock = Arc::new(ClosingClock(Arc::clone(&opened.clock), closed));
                Ok(Opened { clock, ..opened })
            }
        };
        let thread = DeviceThread::start("x", ActiveWork::default().device()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let work =
            |work: fn(&mut DeviceSession) -> Answer| runtime.block_on(thread.work(open(), work));
        let fine = |_: &mut DeviceSession| Ok(Reply::json(json!({})));
        assert!(work(fine).answer.is_ok());
        let broke = work(|session| panic!("at {}", session.address()));
        assert!(!broke.is_open);
        let refusal = broke.answer.unwrap_err().message;
        assert!(refusal.contains("retap itself broke"), "{refusal}");
        assert_eq!(closed.load(Ordering::Relaxed), 1);
        assert!(work(fine).is_open);
        assert_eq!(closed.load(Ordering::Relaxed), 1);
    }
}
