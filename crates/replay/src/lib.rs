//! The engine: look, locate, act, verify.
