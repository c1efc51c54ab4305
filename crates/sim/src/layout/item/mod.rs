//! Places each kind of item.
//!
//! Not here: what an item does when it is touched.

pub(super) mod control;
pub(super) mod field;
pub(super) mod list;
pub(super) mod picture;
pub(super) mod row;
pub(super) mod text;
