//! Goes one screen back.

use retap_model::program::Back;

use super::Action;
use super::undirected::Undirected;

impl Undirected for Back {
    fn action(&self) -> Action {
        Action::Back
    }
}
