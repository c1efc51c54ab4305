//! Why an act was not sent or an expectation not met, as programs read it.

use serde::{Deserialize, Serialize};

use crate::device::DeviceError;

crate::words! {
    /// Why something was not done.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FailureCode {
        /// It did not come true in time.
        Timeout = "TIMEOUT",
        /// Nothing on the screen is it.
        ElementNotFound = "ELEMENT_NOT_FOUND",
        /// It is there and does not take input.
        ElementNotInteractable = "ELEMENT_NOT_INTERACTABLE",
        /// Several could be meant.
        AmbiguousTarget = "AMBIGUOUS_TARGET",
        /// The element that an id stood for is not there any more.
        StaleReference = "STALE_REFERENCE",
        /// There is nothing further to scroll to.
        NavigationNoChange = "NAVIGATION_NO_CHANGE",
        /// It was read, and is not as expected.
        ExpectationNotMet = "EXPECT_STATE_MISMATCH",
        /// The selector of the call names nothing.
        InvalidSelector = "INVALID_SELECTOR",
        /// The arguments of the call make no sense.
        InvalidInput = "INVALID_INPUT",
        /// The device cannot do that.
        Unsupported = "PLATFORM_NOT_SUPPORTED",
        /// The policy forbids it.
        NotPermitted = "NOT_PERMITTED",
        /// Somebody else is using the device.
        DeviceBusy = "DEVICE_BUSY",
        /// The device or the way to it is at fault.
        DeviceError = "DEVICE_ERROR",
        /// Somebody asked to stop.
        Cancelled = "CANCELLED",
        /// None of these.
        Unknown = "UNKNOWN",
    }
}

impl FailureCode {
    /// Returns the code of what a device said.
    pub const fn of_device(error: &DeviceError) -> Self {
        match error {
            DeviceError::Unsupported { .. } => Self::Unsupported,
            DeviceError::DeadlinePassed { .. } | DeviceError::Unreadable { .. } => Self::Timeout,
            DeviceError::Disconnected { .. } => Self::DeviceError,
            DeviceError::Missed { .. } => Self::StaleReference,
            DeviceError::Refused { .. } => Self::Unknown,
            DeviceError::InvalidInput { .. } => Self::InvalidInput,
            DeviceError::NotPermitted { .. } => Self::NotPermitted,
        }
    }

    /// Returns whether asking the same again may well succeed.
    pub const fn is_retryable(self) -> bool {
        matches!(
            self,
            Self::Timeout
                | Self::ElementNotFound
                | Self::ElementNotInteractable
                | Self::StaleReference
                | Self::NavigationNoChange
                | Self::DeviceBusy
        )
    }
}
