//! A panic is a fault of retap's: it ends the call it happened in, and nothing else of the server.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use retap_model::verify::FailureCode;

use crate::mcp::Refusal;

/// How a call is answered that broke. What the panic said may quote anything, and is told on standard error only.
const BROKE: &str = "retap itself broke in this call, which is a fault of retap's; the device it was on was closed, \
                     and the next call opens it again";

/// Does work, and refuses where it panics.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Refusal> {
    // Whoever asks gives up what the work was on; what calls share is changed at once, or not at all.
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Refusal::new(FailureCode::Unknown, BROKE))
}

/// Does the same with work that waits in between.
pub(super) async fn guarded_wait<T>(work: impl Future<Output = T>) -> Result<T, Refusal> {
    let mut work = pin!(work);
    std::future::poll_fn(|context| match guarded(|| work.as_mut().poll(context)) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(done)) => Poll::Ready(Ok(done)),
        Err(refusal) => Poll::Ready(Err(refusal)),
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_panics_after_a_wait_is_refused_and_what_it_said_stays_here() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        let broke = runtime.block_on(guarded_wait(async {
            tokio::task::yield_now().await;
            panic!("tulip-9431");
        }));
        let Err(refusal): Result<(), Refusal> = broke else {
            panic!("it went on");
        };
        assert!(refusal.message.contains("retap itself broke"));
        assert!(!refusal.message.contains("tulip"));
        let fine = runtime.block_on(guarded_wait(async { 7 }));
        assert_eq!(fine.ok(), Some(7));
    }
}
