//! Agents and what they send, models and what they answer.

use retap::foreign;
use retap_learn::ai::parse_answer;
use retap_model::device::{Advice, Proposal};
use serde_json::Value;

use super::files::home;
use super::text;

/// Every line that is answered is one message of the protocol.
pub(super) fn mcp(bytes: &[u8]) {
    let answers = home().serve(bytes);
    for line in answers
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let message: Value = serde_json::from_slice(line).unwrap_or_default();
        assert_eq!(message["jsonrpc"], "2.0", "{}", text(line));
    }
}

pub(super) fn http_request(bytes: &[u8]) {
    foreign::is_request(bytes);
}

pub(super) fn device_address(bytes: &[u8]) {
    if let Err(message) = foreign::check_address(&text(bytes)) {
        assert!(!message.is_empty());
    }
}

/// Nothing but a plain yes is one.
pub(super) fn model_answer(bytes: &[u8]) {
    let answer = text(bytes);
    let (advice, proposal) = parse_answer(&answer, "Tap \"OK\" and type \"hello\"");
    if matches!(advice, Advice::Yes { .. }) {
        assert!(
            answer.to_ascii_lowercase().contains("yes") || answer.contains("\\u"),
            "{answer}"
        );
    }
    if let Proposal::None { reason } = proposal {
        assert!(!reason.is_empty());
    }
}
