//! Programs that change the shell that runs them.

use super::super::shell::Leave;
use super::file::read as read_file;
use super::{Call, Ended};

/// Goes to another folder.
pub(super) fn change_folder(call: &mut Call<'_>) -> Ended {
    let name = call.args.first().map_or("/", String::as_str);
    let path = call.path(name);
    let found = call.state().files.list(&path).map(|_| ());
    match found {
        Ok(()) => {
            call.shell.folder = path;
            Ok(0)
        }
        Err(error) => call
            .shell
            .complain(2, &format!("cd: {name}: {error}"), call.io),
    }
}

/// Prints the folder.
pub(super) fn print_folder(call: &mut Call<'_>) -> Ended {
    call.line(&call.shell.folder)
}

/// Ends the script, with the status of the last command or another.
pub(super) fn exit(call: &mut Call<'_>) -> Ended {
    let given = call.args.first().map(|text| text.parse().unwrap_or(1));
    Err(Leave::Exit(given.unwrap_or(call.shell.status)))
}

/// Ends a loop.
pub(super) fn leave_loop(_: &mut Call<'_>) -> Ended {
    Err(Leave::Break)
}

/// Ends a round of a loop.
pub(super) fn next_round(_: &mut Call<'_>) -> Ended {
    Err(Leave::Continue)
}

/// Sets variables; ours are all the same, whether exported or not.
pub(super) fn export(call: &mut Call<'_>) -> Ended {
    for (name, value) in call.args.iter().filter_map(|arg| arg.split_once('=')) {
        call.shell.set_variable(name, value.to_owned());
    }
    Ok(0)
}

/// Runs its arguments as a script.
pub(super) fn eval(call: &mut Call<'_>) -> Ended {
    call.shell.run_text(&call.args.join(" "), call.io)
}

/// Runs a command; the real one ends the shell with it.
pub(super) fn exec(call: &mut Call<'_>) -> Ended {
    let status = call.shell.run_arguments(call.args, call.io)?;
    Err(Leave::Exit(status))
}

/// Runs a script that is given (`-c`), in a file, or typed in.
pub(super) fn sh(call: &mut Call<'_>) -> Ended {
    let (script, parameters) = match call.args {
        [flag, script, rest @ ..] if flag == "-c" => (
            script.clone().into_bytes(),
            rest.get(1..).unwrap_or_default(),
        ),
        [file, rest @ ..] => match read_file(call, file) {
            Ok(script) => (script, rest),
            Err(error) => {
                let complaint = format!("can't open '{file}': {error}");
                return call.shell.complain(127, &complaint, call.io);
            }
        },
        [] => (call.io.stdin.read_all()?, [].as_slice()),
    };
    call.shell.parameters = parameters.to_vec();
    let script = String::from_utf8_lossy(&script);
    match call.shell.run_text(&script, call.io) {
        Err(Leave::Exit(status)) => Ok(status),
        other => other,
    }
}

/// Reads a line into variables; the last one takes all that is left.
pub(super) fn read(call: &mut Call<'_>) -> Ended {
    let mut line = Vec::new();
    let is_whole = loop {
        match call.io.stdin.read_count(1)?.as_slice() {
            [b'\n'] => break true,
            [byte] => line.push(*byte),
            _ => break false,
        }
    };
    let text = String::from_utf8_lossy(&line).into_owned();
    let options = call.options(&[]);
    let mut words = text.trim().splitn(options.rest.len(), char::is_whitespace);
    for name in &options.rest {
        let word = words.next().unwrap_or_default().trim();
        call.shell.set_variable(name, word.to_owned());
    }
    Ok(i32::from(!is_whole))
}
