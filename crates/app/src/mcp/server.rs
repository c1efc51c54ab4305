//! The protocol: what is announced, which tools are listed, and calls on their way to a device.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::args::Args;
use super::call::{Call, Progress};
use super::client::{Client, Host};
use super::reply::{Refusal, Reply};
use super::skill_tool::{SkillTool, skill_tools};
use super::table::{ToolSpec, Work, find_tool, tools_of};
use super::tools::run_named;
use super::{prompts, resources};
use crate::permissions::{Access, Permission};
use retap_model::verify::FailureCode;

/// What a model should know before its first call.
const INSTRUCTIONS: &str = "Look with screen, act with tap, type_text, press_key, swipe, open; prove with expect. \
Acts return what changed, so screen is rarely needed again. When the task is done, keep_skill turns it into a \
skill that replays without AI; start such a task with open and fresh:true.";

/// How long a call under way is silent at the most.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// By how much progress grows when nothing but time has passed.
const TICK: f64 = 0.01;

/// One client's server.
#[derive(Clone)]
pub(crate) struct Server {
    client: Arc<Client>,
}

impl Server {
    /// Returns a server for a client of its own.
    pub(crate) fn new(host: Arc<Host>) -> Self {
        Self {
            client: Arc::new(Client::new(host)),
        }
    }

    fn permission(&self, name: &str, access: Access) -> Permission {
        self.client.host.policy.permission(name, access)
    }

    fn listed(&self) -> Vec<rmcp::model::Tool> {
        let host = &self.client.host;
        let may = |name: &str, access| self.permission(name, access).is_allowed();
        let mut tools: Vec<_> = tools_of(host.profile)
            .filter(|tool| may(tool.name, tool.access))
            .map(ToolSpec::listed)
            .collect();
        if may("run_skill", Access::Destroys) {
            tools.extend(skill_tools(host).iter().map(SkillTool::listed));
        }
        tools
    }

    /// Carries out a call; what is not permitted does nothing and says why.
    async fn call(&self, asked: Asked, args: Args, call: Call) -> Result<Reply, Refusal> {
        let (name, access) = match &asked {
            Asked::Tool(tool) => (tool.name, tool.access),
            Asked::Skill(_) => ("run_skill", Access::Destroys),
        };
        if let Permission::Denied(reason) = self.permission(name, access) {
            let message = format!("`{name}` is not permitted: {reason}");
            return Err(Refusal::new(FailureCode::NotPermitted, message));
        }
        let client = Arc::clone(&self.client);
        if let Asked::Tool(ToolSpec {
            work: Work::Aside(work),
            ..
        }) = asked
        {
            let work = *work;
            let done = tokio::task::spawn_blocking(move || work(&client, &args)).await;
            return done.unwrap_or_else(|error| {
                Err(Refusal::new(
                    FailureCode::Unknown,
                    format!("the tool broke: {error}"),
                ))
            });
        }
        let (thread, address) = self.client.device_for(&args)?;
        let (host, named) = (Arc::clone(&client.host), address.clone());
        let open = move || host.open(named.as_deref());
        let is_open = Arc::new(AtomicBool::new(false));
        let (opened, named) = (Arc::clone(&is_open), address.clone());
        let work = move |desk: &mut super::desk::Desk| {
            opened.store(true, Ordering::Relaxed);
            client.note_open(named.as_deref());
            match asked {
                Asked::Skill(skill) => run_named(desk, &client, &skill, &args, &call),
                Asked::Tool(tool) => match tool.work {
                    Work::OnDevice(work) => work(desk, &args, &call),
                    Work::WithClient(work) => work(desk, &client, &args, &call),
                    Work::Aside(work) => work(&client, &args),
                },
            }
        };
        let answer = thread.work(open, work).await;
        if !is_open.load(Ordering::Relaxed) {
            self.client.drop_device(address.as_deref());
        }
        answer
    }
}

/// What is called.
enum Asked {
    Tool(&'static ToolSpec),
    /// A skill, by its name.
    Skill(String),
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("retap", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    /// A device is a session, and later revisions of the protocol have none over HTTP.
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25))
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let server = self.clone();
        let tools = aside(move || server.listed()).await?;
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let host = Arc::clone(&self.client.host);
        let listed = aside(move || resources::list(&host)).await?;
        Ok(ListResourcesResult::with_all_items(listed))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let host = Arc::clone(&self.client.host);
        let uri = request.uri.clone();
        let read = aside(move || resources::read(&host, &uri)).await?;
        let contents = read.ok_or_else(|| {
            ErrorData::resource_not_found(format!("there is no `{}`", request.uri), None)
        })?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = prompts::get(&request.name, request.arguments.as_ref());
        let unknown = || {
            let message = format!("there is no prompt `{}`", request.name);
            ErrorData::invalid_params(message, None)
        };
        Ok(prompt.ok_or_else(unknown)?.into())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.to_string();
        let asked = match find_tool(self.client.host.profile, &name) {
            Some(tool) => Asked::Tool(tool),
            None => match skill_named(Arc::clone(&self.client.host), name.clone()).await {
                Some(skill) => Asked::Skill(skill),
                None => {
                    return Err(ErrorData::invalid_params(
                        format!("Unknown tool: {name}"),
                        None,
                    ));
                }
            },
        };
        let (progress, told) = unbounded_channel();
        let call = Call::new(progress);
        let stop = call.stop.clone();
        let args = Args::new(request.arguments);
        let answer = tokio::select! {
            answer = self.call(asked, args, call) => answer,
            () = forward(told, &context) => {
                Err(Refusal::new(FailureCode::Unknown, "the call ended without an answer"))
            }
            () = context.ct.cancelled() => {
                stop.stop();
                Err(Refusal::new(FailureCode::Cancelled, "cancelled"))
            }
        };
        let is_kept = name == "keep_skill" && answer.as_ref().is_ok_and(|reply| !reply.is_error);
        if is_kept {
            // A client that has gone needs no list.
            let _ = context.peer.notify_tool_list_changed().await;
        }
        let reply = answer.unwrap_or_else(|refusal| refusal.into_reply(&name));
        Ok(reply.into_result().into())
    }
}

/// Does work that reads files where it holds nobody up.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ErrorData> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

async fn skill_named(host: Arc<Host>, tool: String) -> Option<String> {
    let found = move || {
        skill_tools(&host)
            .into_iter()
            .find(|known| known.tool == tool)
    };
    let found = tokio::task::spawn_blocking(found).await.ok()?;
    found.map(|found| found.skill)
}

/// Tells the client how far its call is, if it wants to know; never ends by itself.
async fn forward(mut told: UnboundedReceiver<Progress>, context: &RequestContext<RoleServer>) {
    let Some(token) = context.meta.get_progress_token() else {
        return std::future::pending().await;
    };
    let mut last = Progress {
        done: 0.0,
        total: None,
        words: String::new(),
    };
    loop {
        last = match tokio::time::timeout(HEARTBEAT, told.recv()).await {
            Ok(Some(progress)) => Progress {
                done: progress.done.max(last.done + TICK),
                ..progress
            },
            Ok(None) => return std::future::pending().await,
            // Nothing new, but the call is alive, and progress must grow.
            Err(_) => Progress {
                done: last.done + TICK,
                ..last
            },
        };
        let mut note = ProgressNotificationParam::new(token.clone(), last.done);
        note.total = last.total;
        note.message = Some(last.words.clone());
        let _ = context.peer.notify_progress(note).await;
    }
}
