//! Events to console, JUnit, JSON lines and HTML.
