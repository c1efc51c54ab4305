//! Places each kind of item.

pub(super) mod control;
pub(super) mod field;
pub(super) mod list;
pub(super) mod picture;
pub(super) mod row;
pub(super) mod text;
