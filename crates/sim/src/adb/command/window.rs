//! `wm`: size and density of the screen.

use std::io;

use super::super::state::PixelSize;
use super::Call;

/// The density of a screen with this many pixels to a unit.
pub(super) const DENSITY: u32 = 320;

/// `wm size|density [VALUE|reset]`.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    let args = display_removed(call.args);
    match args.first().map(String::as_str) {
        Some("size") => size(call, args.get(1).map(String::as_str)),
        Some("density") => density(call, args.get(1).map(String::as_str)),
        Some("dismiss-keyguard") => Ok(0),
        Some("user-rotation") if args.len() == 1 => {
            call.line("lock 0")?;
            Ok(0)
        }
        Some(other) => call.fail(255, &format!("Unknown command: {other}")),
        None => call.fail(255, "Window manager (window) commands: size, density"),
    }
}

/// Leaves `-d 0` out.
fn display_removed(args: &[String]) -> Vec<String> {
    match args.iter().position(|arg| arg == "-d") {
        Some(at) => [&args[..at], args.get(at + 2..).unwrap_or_default()].concat(),
        None => args.to_vec(),
    }
}

fn size(call: &Call<'_>, value: Option<&str>) -> io::Result<i32> {
    let mut state = call.phone.state();
    match value {
        None => {
            let PixelSize { width, height } = state.physical_size();
            let changed = state.size;
            drop(state);
            call.line(&format!("Physical size: {width}x{height}"))?;
            if let Some(PixelSize { width, height }) = changed {
                call.line(&format!("Override size: {width}x{height}"))?;
            }
            Ok(0)
        }
        Some("reset") => {
            state.size = None;
            Ok(0)
        }
        Some(text) => {
            let parts = text.split_once('x');
            let parsed = parts.and_then(|(width, height)| {
                Some(PixelSize {
                    width: width.parse().ok()?,
                    height: height.parse().ok()?,
                })
            });
            let Some(size) = parsed.filter(|size| {
                (200..=20_000).contains(&size.width) && (200..=20_000).contains(&size.height)
            }) else {
                drop(state);
                return call.fail(255, &format!("Error: bad size {text}"));
            };
            state.size = (size != state.physical_size()).then_some(size);
            Ok(0)
        }
    }
}

fn density(call: &Call<'_>, value: Option<&str>) -> io::Result<i32> {
    let mut state = call.phone.state();
    match value {
        None => {
            let changed = state.density;
            drop(state);
            call.line(&format!("Physical density: {DENSITY}"))?;
            if let Some(density) = changed {
                call.line(&format!("Override density: {density}"))?;
            }
            Ok(0)
        }
        Some("reset") => {
            state.density = None;
            Ok(0)
        }
        Some(text) => match text.parse().ok().filter(|density: &u32| *density >= 72) {
            Some(density) => {
                state.density = (density != DENSITY).then_some(density);
                Ok(0)
            }
            None => {
                drop(state);
                call.fail(255, &format!("Error: bad density {text}"))
            }
        },
    }
}
