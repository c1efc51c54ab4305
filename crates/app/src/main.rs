//! The binary `retap`.

use std::process::ExitCode;

fn main() -> ExitCode {
    retap::main()
}
