//! A phone made of data.

pub mod render;
