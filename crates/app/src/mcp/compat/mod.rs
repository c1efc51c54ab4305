//! The tools of the two reference servers, under their own names, arguments, defaults and shapes.

mod fingerprint;
pub(super) mod mirroir;
pub(super) mod mobile_debug;
mod outputs;
mod shared;

pub(super) use fingerprint::screen_mark;
pub(super) use mirroir::MIRROR;
pub(super) use mobile_debug::DEBUG;
pub(super) use shared::SHARED;

use retap_model::device::Platform;
use retap_model::verify::{ActionType, FailureCode};

use crate::mcp::registry::{Dialect, ToolSpec, Work};
use crate::mcp::{Args, DeviceSession, Refusal};
use crate::permissions::Access;
use outputs::Output;

/// Refuses a call for another kind of phone than the one it would go to. A simulated phone and a page
/// stand for whichever is asked for.
pub(crate) fn check_platform(session: &DeviceSession, args: &Args) -> Result<(), Refusal> {
    let info = session.connection.opened.device.info();
    let is_other = match args.text("platform") {
        Some("ios") => info.platform == Platform::Android,
        Some("android") => info.platform == Platform::Ios,
        Some(_) | None => false,
    };
    if !is_other {
        return Ok(());
    }
    let platform = args.text("platform").unwrap_or_default();
    let message = format!("`{}` is no device of platform {platform}", info.address);
    Err(Refusal::new(FailureCode::Unsupported, message))
}

/// Returns an entry of mobile-debug's table that takes nothing and answers anything.
const fn debug(name: &'static str, about: &'static str, access: Access, work: Work) -> ToolSpec {
    ToolSpec {
        name,
        about,
        access,
        action_type: None,
        input: "{}",
        required: &[],
        output: "{}",
        answers: &[],
        dialect: Dialect::MobileDebug,
        work,
    }
}

/// Returns an entry of mirroir's table that takes nothing and answers with a sentence.
const fn mirror(name: &'static str, about: &'static str, access: Access, work: Work) -> ToolSpec {
    let mut tool = debug(name, about, access, work);
    tool.dialect = Dialect::Mirroir;
    tool
}

impl ToolSpec {
    /// Returns the same entry with these arguments, some of which must be given.
    const fn takes(mut self, input: &'static str, required: &'static [&'static str]) -> Self {
        self.input = input;
        self.required = required;
        self
    }

    /// Returns the same entry with the shape of its answer.
    const fn gives(mut self, output: Output) -> Self {
        self.output = output.properties;
        self.answers = output.always;
        self
    }

    /// Returns the same entry with what its acts may touch.
    const fn touching(mut self, action_type: ActionType) -> Self {
        self.action_type = Some(action_type);
        self
    }
}
