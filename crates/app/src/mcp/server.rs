//! The protocol: what is announced, which tools are listed, and calls on their way to a device.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities,
    ServerConfig, SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use tokio::sync::mpsc::{Receiver, channel};

use crate::mcp::call::Progress;
use crate::mcp::client::Host;
use crate::mcp::compat::check_platform;
use crate::mcp::http::SESSION;
use crate::mcp::notifications::{Channel, Subscriptions, notify_changes};
use crate::mcp::panic_guard::{guarded, guarded_wait};
use crate::mcp::registry::{Profile, find_tool, tools_of};
use crate::mcp::reply::quoted_briefly;
use crate::mcp::skill_tool::{SkillTool, skill_tools};
use crate::mcp::tool_spec::{Dialect, ToolSpec, Work};
use crate::mcp::tools::skills::{RUN_SKILL, wanted_device};
use crate::mcp::{
    Answer, Args, Call, Client, DeviceSession, Refusal, ToolCall, prompts, resources,
};
use crate::permissions::Policy;
use retap_model::verify::FailureCode;

/// How long a call under way is silent at the most.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// How many steps are remembered for a client that reads slowly.
const MOST_PROGRESS: usize = 1_000;

/// By how much progress grows when nothing but time has passed.
const TICK: f64 = 0.01;

/// One client's server.
#[derive(Clone)]
pub(crate) struct Server {
    client: Arc<Client>,
    wire: Wire,
}

/// How a client is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wire {
    /// By pipes: the process is the session.
    Pipes,
    /// By requests, which belong together by the session they name.
    Requests,
}

impl Server {
    /// Returns a server for a client of its own.
    pub(crate) fn new(host: Arc<Host>, wire: Wire) -> Self {
        Self {
            client: Arc::new(Client::new(host)),
            wire,
        }
    }

    /// Returns the policy as its file stands now.
    async fn policy(&self) -> Result<Policy, ErrorData> {
        let host = Arc::clone(&self.client.host);
        aside(move || host.policy.now()).await
    }

    /// Returns the skill that a tool of this name replays.
    async fn skill_of_tool(&self, tool: String) -> Result<Option<String>, ErrorData> {
        let host = Arc::clone(&self.client.host);
        let found = move || skill_tools(&host).into_iter().find(|it| it.tool == tool);
        Ok(aside(found).await?.map(|found| found.skill))
    }

    /// Carries out a call that may be carried out.
    async fn call(&self, asked: AskedTool, args: Args, call: Call) -> Answer {
        let AskedTool { tool, called } = asked;
        let client = Arc::clone(&self.client);
        if let Work::Aside(work) = tool.work {
            let work = move || guarded(|| work(&client, &args, &call)).and_then(|answer| answer);
            let done = tokio::task::spawn_blocking(work).await;
            return done.unwrap_or_else(|error| {
                Err(Refusal::new(FailureCode::Cancelled, error.to_string()))
            });
        }
        let wanted = match tool.name {
            RUN_SKILL => wanted_device(&client, &args),
            _ => None,
        };
        let args = wanted
            .iter()
            .fold(args, |args, wanted| args.on_device(wanted));
        let (thread, address) = self.client.device_for(&args)?;
        let (opener, named) = (Arc::clone(&client), address.clone());
        let app = args.words("appId").or_else(|| args.words("packageName"));
        let app = app.map(str::to_owned);
        let open = move || opener.open(named.as_deref(), app.as_deref());
        let named = address.clone();
        let on_device = move |session: &mut DeviceSession| {
            client.note_open(named.as_deref());
            let mut on_device = ToolCall {
                tool: tool.name,
                called: &called,
                session,
                client: &client,
                args: &args,
                handle: &call,
            };
            on_device.limit_device();
            if tool.dialect == Dialect::MobileDebug {
                check_platform(&on_device, &args)?;
            }
            on_device.share_secrets();
            on_device.note_said();
            let answer = tool.work.run(&mut on_device);
            on_device.share_secrets();
            answer
        };
        let worked = thread.work(open, on_device).await;
        if !worked.is_open {
            self.client.drop_device(address.as_deref());
        }
        worked.answer
    }
}

impl Server {
    /// Answers a call of a tool, whatever comes of it.
    async fn answer_call(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.to_string();
        let mut args = Args::new(request.arguments);
        let mut tool = find_tool(self.client.host.profile, &name);
        if tool.is_none()
            && let Some(skill) = self.skill_of_tool(name.clone()).await?
        {
            args = args.of_skill(&skill);
            tool = find_tool(Profile::Lean, RUN_SKILL);
        }
        let Some(tool) = tool else {
            let message = format!("Unknown tool: {}", quoted_briefly(&name));
            return Err(ErrorData::invalid_params(message, None));
        };
        let policy = self.policy().await?;
        let long = args.long_texts();
        let (progress, told) = channel(MOST_PROGRESS);
        let call = Call::new(progress);
        let stop = call.stop.clone();
        let active_work = &self.client.host.active_work;
        let _under_way = active_work.call(session_of(&context), &stop);
        let called = async {
            let asked = AskedTool {
                tool,
                called: name.clone(),
            };
            asked.check(&self.client, &args, &policy)?;
            self.call(asked, args, call).await
        };
        let answer = tokio::select! {
            answer = called => answer,
            () = forward(told, &context) => {
                Err(Refusal::new(FailureCode::Unknown, "the call ended without an answer"))
            }
            () = context.ct.cancelled() => {
                stop.stop();
                Err(Refusal::new(FailureCode::Cancelled, "cancelled"))
            }
        };
        if tool.writes() {
            notify_changes(&self.client.host).await;
        }
        let answer = answer.map_err(|refusal| refusal.quoting_briefly(&long));
        let reply = answer.unwrap_or_else(|refusal| refusal.into_reply(&name, tool.dialect));
        Ok(reply.quoting_briefly(&long).into_result().into())
    }
}

/// A tool, and the name it was called by: its own, or that of a skill's own tool.
struct AskedTool {
    tool: &'static ToolSpec,
    called: String,
}

impl AskedTool {
    /// Refuses a call that the policy does not permit, or whose arguments are wrong.
    fn check(&self, client: &Client, args: &Args, policy: &Policy) -> Result<(), Refusal> {
        if let Some(reason) = self.tool.refusal(policy, &self.called, client, args) {
            return Err(Refusal::not_permitted(reason));
        }
        args.check_length()?;
        self.tool.check_given(args)
    }
}

/// Returns the tools that a policy lets be seen.
pub(super) fn tools_for(host: &Host, policy: &Policy) -> Vec<Tool> {
    let may = |tool: &ToolSpec, called: &str| tool.permission(policy, called).is_ok();
    let mut tools: Vec<_> = tools_of(host.profile)
        .filter(|tool| may(tool, tool.name))
        .map(ToolSpec::listed)
        .collect();
    if let Some(run) = find_tool(Profile::Lean, RUN_SKILL) {
        let skills = skill_tools(host);
        let permitted = skills.iter().filter(|skill| may(run, &skill.tool));
        tools.extend(permitted.map(SkillTool::listed));
    }
    tools
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_list_changed()
            .enable_resources_subscribe()
            .enable_prompts()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("retap", env!("CARGO_PKG_VERSION")))
            .with_instructions(self.client.host.profile.instructions())
    }

    /// A device is a session, and revisions without an introduction have none over HTTP.
    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(match self.wire {
            Wire::Pipes => ProtocolVersion::KNOWN_VERSIONS,
            Wire::Requests => {
                ProtocolVersion::known_up_to(&ProtocolVersion::LATEST_WITH_INITIALIZE)
            }
        })
    }

    /// From here on the client is told what changes.
    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        if let Some(info) = context.peer.peer_info() {
            self.client.note_name(&info.client_info.name);
        }
        let notifier = &self.client.host.notifier;
        notifier.join(
            Channel::Peer(context.peer),
            self.client.subscriptions.clone(),
        );
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        on_one_page(request.as_ref())?;
        let host = Arc::clone(&self.client.host);
        // Whoever lists finds out what others changed; the others are told.
        notify_changes(&host).await;
        let tools = aside(move || tools_for(&host, &host.policy.now())).await?;
        Ok(ListToolsResult::with_all_items(tools))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let host = Arc::clone(&self.client.host);
        notify_changes(&host).await;
        let cursor = request.and_then(|request| request.cursor);
        let listed = aside(move || resources::list(&host, &host.policy.now(), cursor.as_deref()));
        listed.await?.ok_or_else(no_such_page)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        on_one_page(request.as_ref())?;
        Ok(ListResourceTemplatesResult::with_all_items(
            resources::templates(),
        ))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let host = Arc::clone(&self.client.host);
        let uri = request.uri.clone();
        let read = aside(move || resources::read(&host, &host.policy.now(), &uri)).await?;
        let contents = read.map_err(|refusal| {
            let data = serde_json::json!({ "failure_code": refusal.code.as_str() });
            ErrorData::invalid_request(refusal.message, Some(data))
        })?;
        let contents = contents.ok_or_else(|| unknown_resource(&request.uri))?;
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let client = Arc::clone(&self.client);
        let uri = request.uri.clone();
        let is_known = aside(move || client.subscribe(&client.subscriptions, &uri)).await?;
        is_known
            .then_some(())
            .ok_or_else(|| unknown_resource(&request.uri))
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.client.subscriptions.remove(&request.uri);
        Ok(())
    }

    /// Everything a client may listen for is told.
    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let client = Arc::clone(&self.client);
        let uris = context.accepted().resource_subscriptions.clone();
        let subscriptions = Subscriptions::default();
        let noted = subscriptions.clone();
        aside(move || {
            for uri in uris.unwrap_or_default() {
                client.subscribe(&noted, &uri);
            }
        })
        .await?;
        let notifier = &self.client.host.notifier;
        notifier.join(Channel::Stream(context.sink().clone()), subscriptions);
        context.cancelled().await;
        notifier.leave_stream(context.sink());
        Ok(())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        on_one_page(request.as_ref())?;
        Ok(ListPromptsResult::with_all_items(prompts::list()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = prompts::get(&request.name, request.arguments.as_ref());
        let unknown = || {
            let message = format!("there is no prompt `{}`", quoted_briefly(&request.name));
            ErrorData::invalid_params(message, None)
        };
        Ok(prompt.ok_or_else(unknown)?.into())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let answered = guarded_wait(self.answer_call(request, context)).await;
        answered.unwrap_or_else(|broke| Err(ErrorData::internal_error(broke.message, None)))
    }
}

/// Returns the session a request names, where it came over HTTP.
fn session_of(context: &RequestContext<RoleServer>) -> Option<&str> {
    let request = context.extensions.get::<hyper::http::request::Parts>()?;
    request.headers.get(SESSION)?.to_str().ok()
}

/// Refuses a page of a list that has only one.
fn on_one_page(request: Option<&PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor.as_ref()) {
        Some(_) => Err(no_such_page()),
        None => Ok(()),
    }
}

fn no_such_page() -> ErrorData {
    let message = "there is no such page, or no longer; list from the beginning";
    ErrorData::invalid_params(message, None)
}

fn unknown_resource(uri: &str) -> ErrorData {
    let uri = quoted_briefly(uri);
    let data = serde_json::json!({ "uri": uri });
    ErrorData::resource_not_found(format!("there is no `{uri}`"), Some(data))
}

/// Does work that reads files where it holds nobody up.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ErrorData> {
    let failed = |message: String| ErrorData::internal_error(message, None);
    let done = tokio::task::spawn_blocking(|| guarded(work)).await;
    let done = done.map_err(|error| failed(error.to_string()))?;
    done.map_err(|refusal| failed(refusal.message))
}

/// Tells the client how far its call is, if it wants to know; never ends by itself.
async fn forward(mut told: Receiver<Progress>, context: &RequestContext<RoleServer>) {
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
        note.message = Some(quoted_briefly(&last.words));
        let _ = context.peer.notify_progress(note).await;
    }
}
