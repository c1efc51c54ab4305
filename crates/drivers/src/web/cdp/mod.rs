//! A small blocking client of the Chrome DevTools Protocol; it must not know what a screen is.
//!
//! One [`Connection`] serves a whole browser. Each device has a [`Client`]: an inbox in which the
//! answers to its commands and the events of its sessions stand in the order the browser sent
//! them. That order is what makes waiting without polling sound, so nothing is handed around it.
//!
//! Not here: any word of pages, frames or screens.

mod connection;
mod message;
mod pipe;
mod routes;
mod websocket;

pub(super) use connection::{Client, Connection, Ticket};
pub(super) use message::{CdpError, Command, Event, Refusal, Session, command, from_json, text};
pub(super) use pipe::pipe;
pub(super) use routes::Interest;
pub(super) use websocket::attach;

/// Returns whether bytes are an answer or an event.
pub fn is_message(bytes: &[u8]) -> bool {
    message::decode(bytes).is_some()
}

/// The two ends of a connection to a browser, whichever way it goes.
pub(super) struct Wire {
    pub sender: Box<dyn SendMessage>,
    pub receiver: Box<dyn ReceiveMessage>,
}

/// The end that takes messages.
pub(super) trait SendMessage: Send {
    /// Sends one message whole.
    fn send(&mut self, message: &str) -> std::io::Result<()>;

    /// Ends the connection, so that the other end notices.
    fn close(&mut self);
}

/// The end that gives messages.
pub(super) trait ReceiveMessage: Send {
    /// Returns the next message, or `None` when the browser has closed the connection.
    fn receive(&mut self) -> std::io::Result<Option<Vec<u8>>>;
}
