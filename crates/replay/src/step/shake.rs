//! Shakes the device.

use retap_model::program::Shake;

use super::Action;
use super::undirected::Undirected;

impl Undirected for Shake {
    fn action(&self) -> Action {
        Action::Shake
    }
}
