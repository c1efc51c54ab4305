//! `retap-touches`: what the phone says it was touched at.

use std::io;

use crate::touch_log::Touched;

use super::Call;

/// `retap-touches`, one line an input, or `retap-touches clear`.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    let log = call.phone.state().device.touch_log();
    match call.arg(0) {
        "" => {
            let lines: String = log.entries().iter().map(line).collect();
            call.out(&lines)?;
            Ok(0)
        }
        "clear" => {
            log.clear();
            Ok(0)
        }
        _ => call.fail(2, "usage: retap-touches [clear]"),
    }
}

/// Returns the screen, what took the input there, the input, and what it did, with tabs between.
fn line(touched: &Touched) -> String {
    let (screen, label) = match &touched.element {
        Some(element) => (element.screen.as_str(), element.label.as_str()),
        None => ("", ""),
    };
    let effect = touched.effect.as_deref().unwrap_or_default();
    format!("{screen}\t{label}\t{}\t{effect}\n", touched.action)
}
