//! `screencap`: the picture of the screen.

use std::io;

use super::Call;

/// Prints a PNG (`-p`) or writes it to a file that ends so.
pub(super) fn run(call: &mut Call<'_>) -> io::Result<i32> {
    let mut names: Vec<&str> = Vec::new();
    let mut args = call.args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-p" => {}
            "-d" => {
                args.next();
            }
            "-h" => {
                return call.fail(1, "usage: screencap [-hp] [-d display-id] [FILENAME]");
            }
            name => names.push(name),
        }
    }
    let asks_png = call.args.iter().any(|arg| arg == "-p");
    let name = names.first().copied();
    if !asks_png && !name.is_some_and(|name| name.ends_with(".png")) {
        return call.fail(1, "screencap: only PNG is simulated; use -p");
    }
    let picture = match call.phone.screenshot() {
        Ok(picture) => picture,
        Err(error) => return call.fail(1, &format!("screencap: {error}")),
    };
    let Some(name) = name.filter(|name| *name != "-") else {
        call.io.out.write(&picture)?;
        return Ok(0);
    };
    let path = call.path(name);
    let mut state = call.phone.state();
    let now = state.seconds();
    let written = state.files.write(&path, picture, now);
    drop(state);
    match written {
        Ok(()) => Ok(0),
        Err(error) => call.fail(1, &format!("Error opening file: {name} ({error})")),
    }
}
