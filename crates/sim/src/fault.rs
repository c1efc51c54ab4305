//! The faults of a simulated phone when a test asks for it.

use std::fmt;
use std::sync::{Arc, Mutex};

use crate::lock;

retap_model::words! {
    /// A kind of fault.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum FaultKind {
        /// The connection is dead from a call on, for good.
        Dead = "dead",
        /// A reading of the screen breaks off in the middle.
        HalfDump = "half_dump",
        /// A reading gives the screen from before the last act.
        StaleFrame = "stale_frame",
        /// A touch is swallowed.
        LostTap = "lost_tap",
        /// A reading takes ten seconds longer.
        SlowRead = "slow_read",
    }
}

/// One fault: its kind, and which of the calls it can strike it does strike.
///
/// Calls are counted from 1: all calls for [`FaultKind::Dead`], touches for
/// [`FaultKind::LostTap`], readings of the tree for the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The first call that it strikes.
    pub first: u64,
    /// How many calls it strikes; [`FaultKind::Dead`] strikes all that follow.
    pub count: u64,
}

impl Fault {
    /// Reads `lost_tap:2` (the next two), `lost_tap:2@5` (the fifth and sixth) or `dead:5`
    /// (from the fifth call on).
    pub fn parse(text: &str) -> Result<Self, FaultError> {
        let error = || FaultError {
            text: text.to_owned(),
        };
        let (word, numbers) = text.split_once(':').unwrap_or((text, "1"));
        let kind = FaultKind::from_word(word).ok_or_else(error)?;
        let (count, first) = numbers.split_once('@').unwrap_or((numbers, "1"));
        let count: u64 = count.parse().map_err(|_| error())?;
        let first: u64 = first.parse().map_err(|_| error())?;
        if count == 0 || first == 0 {
            return Err(error());
        }
        let (first, count) = match kind == FaultKind::Dead {
            true => (count, u64::MAX),
            false => (first, count),
        };
        Ok(Self { kind, first, count })
    }
}

/// A text that names no fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultError {
    /// The text.
    pub text: String,
}

impl fmt::Display for FaultError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = FaultKind::ALL.iter().map(|kind| kind.as_str()).collect();
        write!(
            out,
            "`{}` is not a fault; accepted: KIND:COUNT or KIND:COUNT@FIRST with KIND one of {}",
            self.text,
            words.join(", ")
        )
    }
}

impl std::error::Error for FaultError {}

/// The faults of one device; clones share them, so that a test can add one while the device runs.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    inner: Arc<Mutex<Plan>>,
}

#[derive(Debug, Default)]
struct Plan {
    faults: Vec<Fault>,
    /// How many calls each kind could have struck so far, in the order of [`FaultKind::ALL`].
    seen: [u64; FaultKind::ALL.len()],
}

impl Faults {
    /// Adds a fault; its calls are counted from now on.
    pub fn inject(&self, fault: Fault) {
        let mut plan = lock(&self.inner);
        let first = plan.seen[fault.kind as usize].saturating_add(fault.first);
        plan.faults.push(Fault { first, ..fault });
    }

    /// Takes all faults back.
    pub fn clear(&self) {
        lock(&self.inner).faults.clear();
    }

    /// Returns whether any fault of this kind is planned, struck or not.
    pub(crate) fn has_any(&self, kind: FaultKind) -> bool {
        lock(&self.inner)
            .faults
            .iter()
            .any(|fault| fault.kind == kind)
    }

    /// Counts one call that `kind` could strike and returns whether it does.
    pub(crate) fn strikes(&self, kind: FaultKind) -> bool {
        let mut plan = lock(&self.inner);
        let count = &mut plan.seen[kind as usize];
        *count += 1;
        let call = *count;
        plan.faults.iter().any(|fault| {
            fault.kind == kind && call >= fault.first && call - fault.first < fault.count
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn struck(text: &str, calls: usize) -> Vec<bool> {
        let faults = Faults::default();
        let fault = Fault::parse(text).unwrap();
        faults.inject(fault);
        (0..calls).map(|_| faults.strikes(fault.kind)).collect()
    }

    #[test]
    fn faults_strike_the_calls_they_name() {
        assert_eq!(struck("lost_tap:1", 3), [true, false, false]);
        assert_eq!(struck("half_dump:2@2", 4), [false, true, true, false]);
        assert_eq!(struck("dead:3", 4), [false, false, true, true]);
        assert_eq!(struck("slow_read", 2), [true, false]);
    }

    #[test]
    fn an_injected_fault_counts_from_now_on() {
        let faults = Faults::default();
        assert!(!faults.strikes(FaultKind::LostTap));
        faults.inject(Fault::parse("lost_tap:1").unwrap());
        assert!(faults.strikes(FaultKind::LostTap));
        assert!(!faults.strikes(FaultKind::LostTap));
    }

    #[test]
    fn what_is_no_fault_is_refused_with_the_kinds() {
        for text in " lost_tap: lost_tap:0 lost_tap:-1 dead:x lost_tap:1@0".split(' ') {
            assert!(Fault::parse(text).is_err(), "{text}");
        }
        assert_eq!(
            Fault::parse("cracked").unwrap_err().to_string(),
            "`cracked` is not a fault; accepted: KIND:COUNT or KIND:COUNT@FIRST \
             with KIND one of dead, half_dump, stale_frame, lost_tap, slow_read"
        );
    }
}
