//! Presses a key with its modifiers held.

use retap_model::program::PressKey;

use super::Action;
use super::undirected::Undirected;

impl Undirected for PressKey {
    fn action(&self) -> Action {
        Action::PressKey(self.key.clone(), self.modifiers.clone())
    }
}
