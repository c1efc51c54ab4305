//! Why an act was not sent or an expectation not met, as programs read it.

use crate::screen::Screen;
use crate::select::{Missing, Search};

/// Why something was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCode {
    /// It did not come true in time.
    Timeout,
    /// Nothing on the screen is it.
    ElementNotFound,
    /// It is there and does not take input.
    ElementNotInteractable,
    /// Several could be meant.
    AmbiguousTarget,
    /// What an id stood for is not there any more.
    StaleReference,
    /// There is nothing further to scroll to.
    NavigationNoChange,
    /// It was read, and is not as expected.
    ExpectationNotMet,
    /// What was asked for names nothing.
    InvalidSelector,
    /// What was given with the call makes no sense.
    InvalidInput,
    /// The device cannot do that.
    Unsupported,
    /// The policy forbids it.
    NotPermitted,
    /// Somebody else is using the device.
    DeviceBusy,
    /// The device or the way to it is at fault.
    DeviceError,
    /// Somebody asked to stop.
    Cancelled,
    /// None of these.
    Unknown,
}

impl FailureCode {
    /// Returns the word used in replies.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Timeout => "TIMEOUT",
            Self::ElementNotFound => "ELEMENT_NOT_FOUND",
            Self::ElementNotInteractable => "ELEMENT_NOT_INTERACTABLE",
            Self::AmbiguousTarget => "AMBIGUOUS_TARGET",
            Self::StaleReference => "STALE_REFERENCE",
            Self::NavigationNoChange => "NAVIGATION_NO_CHANGE",
            Self::ExpectationNotMet => "EXPECT_STATE_MISMATCH",
            Self::InvalidSelector => "INVALID_SELECTOR",
            Self::InvalidInput => "INVALID_INPUT",
            Self::Unsupported => "PLATFORM_NOT_SUPPORTED",
            Self::NotPermitted => "NOT_PERMITTED",
            Self::DeviceBusy => "DEVICE_BUSY",
            Self::DeviceError => "DEVICE_ERROR",
            Self::Cancelled => "CANCELLED",
            Self::Unknown => "UNKNOWN",
        }
    }

    /// Returns whether asking the same again may well succeed.
    pub const fn is_retryable(self) -> bool {
        match self {
            Self::Timeout
            | Self::ElementNotFound
            | Self::ElementNotInteractable
            | Self::StaleReference
            | Self::NavigationNoChange
            | Self::DeviceBusy => true,
            Self::AmbiguousTarget
            | Self::ExpectationNotMet
            | Self::InvalidSelector
            | Self::InvalidInput
            | Self::Unsupported
            | Self::NotPermitted
            | Self::DeviceError
            | Self::Cancelled
            | Self::Unknown => false,
        }
    }
}

/// Returns why a target could not be acted on; `None` where it could have been.
pub fn failure_of(search: &Search, screen: &Screen) -> Option<FailureCode> {
    match search {
        Search::Found(found) if screen.elements[found.index].state.enabled => None,
        Search::Found(_) => Some(FailureCode::ElementNotInteractable),
        Search::Ambiguous(_) | Search::Missing(Missing::UnclearRow { .. }) => {
            Some(FailureCode::AmbiguousTarget)
        }
        Search::Missing(Missing::Covered { .. } | Missing::Dangerous { .. }) => {
            Some(FailureCode::ElementNotInteractable)
        }
        Search::Missing(
            Missing::Absent
            | Missing::OnlyLetters { .. }
            | Missing::OnlySpokenOf { .. }
            | Missing::OtherValue { .. }
            | Missing::AnotherOne { .. }
            | Missing::TooFew { .. }
            | Missing::NoSuchRow { .. }
            | Missing::NotInRow
            | Missing::OtherRow { .. },
        ) => Some(FailureCode::ElementNotFound),
    }
}
