//! The binary `retap`.
fn main() {}
