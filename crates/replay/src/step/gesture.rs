//! Sends an act to a place.

use retap_model::program::Gesture;

use super::Action;
use super::undirected::Undirected;

impl Undirected for Gesture {
    fn action(&self) -> Action {
        self.action.clone()
    }
}
