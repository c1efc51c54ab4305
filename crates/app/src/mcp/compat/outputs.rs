//! The shapes of answers, as JSON schemas: written once here, listed with every tool.

/// The shape of an answer.
pub(super) struct Output {
    /// Its properties, as JSON.
    pub(super) properties: &'static str,
    /// What is always there.
    pub(super) always: &'static [&'static str],
}

const fn output(properties: &'static str, always: &'static [&'static str]) -> Output {
    Output { properties, always }
}

macro_rules! text {
    () => {
        r#"{"type":["string","null"]}"#
    };
}

macro_rules! flag {
    () => {
        r#"{"type":"boolean"}"#
    };
}

macro_rules! number {
    () => {
        r#"{"type":["number","null"]}"#
    };
}

macro_rules! device {
    () => {
        concat!(
            r#"{"type":"object","properties":{"platform":{"type":"string"},"id":{"type":"string"},"osVersion":{"type":"string"},"model":{"type":"string"},"simulator":"#,
            flag!(),
            r#"},"required":["platform","id","osVersion","model","simulator"]}"#
        )
    };
}

macro_rules! bounds {
    () => {
        r#"{"type":["array","null"],"items":{"type":"integer"}}"#
    };
}

/// What identifies an element; found in nearly every answer.
macro_rules! identity {
    () => {
        concat!(
            r#""stable_id":"#,
            text!(),
            r#","test_tag":"#,
            text!(),
            r#","role":"#,
            text!(),
            r#","selector":{"type":"object","properties":{"value":"#,
            text!(),
            r#","confidence":{"type":"object","properties":{"score":{"type":"number"},"reason":{"enum":["resource_id","content_description","text_match","class_match"]}},"required":["score","reason"]}},"required":["value","confidence"]},"semantic":{"type":"object","properties":{"is_clickable":{"type":"boolean"},"is_container":{"type":"boolean"}},"required":["is_clickable","is_container"]}"#
        )
    };
}

macro_rules! element {
    () => {
        concat!(
            r#"{"type":["object","null"],"properties":{"elementId":{"type":"string"},"text":"#,
            text!(),
            r#","resource_id":"#,
            text!(),
            r#","accessibility_id":"#,
            text!(),
            r#","class":"#,
            text!(),
            r#","bounds":"#,
            bounds!(),
            r#","index":{"type":"integer"},"state":{"type":"object"},"#,
            identity!(),
            r#"},"required":["elementId","text","resource_id","accessibility_id","class","bounds","index","state","stable_id","role","test_tag","selector","semantic"]}"#
        )
    };
}

/// An element that is told in full elsewhere: by `wait_for_ui`, whose shape it has. To say all of it with
/// every act would be a third of the list of tools.
macro_rules! same_element {
    () => {
        r#"{"type":["object","null"],"properties":{"elementId":{"type":"string"},"index":{"type":"integer"}},"required":["elementId","index"]}"#
    };
}

macro_rules! loading {
    () => {
        r#"{"type":["object","null"],"properties":{"active":{"type":"boolean"},"signal":{"enum":["progress_indicator","spinner","busy_indicator","skeleton","loading_indicator"]},"source":{"enum":["ui_tree","snapshot"]}},"required":["active","signal","source"]}"#
    };
}

macro_rules! tree {
    () => {
        concat!(
            r#""device":"#,
            device!(),
            r#","screen":{"type":"string"},"resolution":{"type":"object","properties":{"width":{"type":"number"},"height":{"type":"number"}},"required":["width","height"]},"elements":{"type":"array","items":{"type":"object","properties":{"text":"#,
            text!(),
            r#","contentDescription":"#,
            text!(),
            r#","type":"#,
            text!(),
            r#","resourceId":"#,
            text!(),
            r#","clickable":{"type":"boolean"},"enabled":{"type":"boolean"},"visible":{"type":"boolean"},"bounds":"#,
            bounds!(),
            r#","center":{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"]},"depth":{"type":"integer"},"parentId":{"type":"integer"},"children":{"type":"array","items":{"type":"integer"}},"state":{"type":"object"},"#,
            identity!(),
            r#"},"required":["text","contentDescription","type","resourceId","clickable","enabled","visible","bounds","center","depth","state","stable_id","role","test_tag","selector","semantic"]}},"snapshot_revision":{"type":"integer"},"captured_at_ms":{"type":"integer"},"loading_state":"#,
            loading!()
        )
    };
}

macro_rules! observed {
    () => {
        concat!(
            r#"{"type":"object","properties":{"status":{"type":"string"},"matched_count":{"type":"integer"},"condition_satisfied":{"type":"boolean"},"selected_index":{"type":["integer","null"]},"last_matched_element":"#,
            same_element!(),
            r#"},"required":["matched_count","condition_satisfied","selected_index","last_matched_element"]}"#
        )
    };
}

macro_rules! failure {
    () => {
        r#""failure_code":{"type":"string"},"retryable":{"type":"boolean"}"#
    };
}

/// What every act answers.
pub(super) const ENVELOPE: Output = output(
    concat!(
        r#"{"action_id":{"type":"string"},"timestamp":{"type":"string"},"action_type":{"type":"string"},"device":"#,
        device!(),
        r#","target":{"type":"object","properties":{"selector":{"type":"object"},"resolved":"#,
        same_element!(),
        r#"},"required":["selector","resolved"]},"success":{"type":"boolean"},"message":{"type":"string"},"ui_fingerprint_before":"#,
        text!(),
        r#","ui_fingerprint_after":"#,
        text!(),
        r#","details":{"type":"object"},"#,
        failure!(),
        "}"
    ),
    &[
        "action_id",
        "timestamp",
        "action_type",
        "target",
        "success",
        "ui_fingerprint_before",
        "ui_fingerprint_after",
    ],
);

pub(super) const TERMINATED: Output = output(
    concat!(
        r#"{"device":"#,
        device!(),
        r#","appTerminated":"#,
        flag!(),
        "}"
    ),
    &["device", "appTerminated"],
);

pub(super) const CLEARED: Output = output(
    concat!(
        r#"{"device":"#,
        device!(),
        r#","dataCleared":"#,
        flag!(),
        "}"
    ),
    &["device", "dataCleared"],
);

pub(super) const INSTALLED: Output = output(
    concat!(
        r#"{"device":"#,
        device!(),
        r#","installed":{"type":"boolean"},"output":{"type":"string"},"#,
        failure!(),
        "}"
    ),
    &["device", "installed"],
);

pub(super) const BUILT: Output = output(
    concat!(r#"{"artifactPath":{"type":"string"},"#, failure!(), "}"),
    &["artifactPath"],
);

pub(super) const BUILT_AND_INSTALLED: Output = output(
    concat!(
        r#"{"success":{"type":"boolean"},"artifactPath":{"type":"string"},"device":"#,
        device!(),
        r#","output":{"type":"string"},"events":{"type":"array","items":{"type":"object","properties":{"type":{"enum":["build","install"]},"status":{"enum":["started","finished","failed"]}},"required":["type","status"]}},"#,
        failure!(),
        "}"
    ),
    &["success", "events"],
);

pub(super) const DEVICES: Output = output(
    concat!(r#"{"devices":{"type":"array","items":"#, device!(), "}}"),
    &["devices"],
);

pub(super) const SYSTEM: Output = output(
    r#"{"success":{"type":"boolean"},"status":{"enum":["ready","degraded","blocked"]},"adbAvailable":{"type":"boolean"},"adbVersion":{"type":["string","null"]},"devices":{"type":"integer"},"deviceStates":{"type":"string"},"logsAvailable":{"type":"boolean"},"envValid":{"type":"boolean"},"issues":{"type":"array","items":{"type":"string"}},"appInstalled":{"type":["boolean","null"]},"iosAvailable":{"type":"boolean"},"iosDevices":{"type":"integer"},"gradleFound":{"type":"boolean"},"summary":{"type":"object","properties":{"overall":{"type":"object"},"android":{"type":"object"},"ios":{"type":"object"},"gradle":{"type":"object"}},"required":["overall","android","ios","gradle"]}}"#,
    &[
        "success",
        "status",
        "adbAvailable",
        "devices",
        "logsAvailable",
        "envValid",
        "issues",
        "summary",
    ],
);

macro_rules! line {
    () => {
        r#"{"type":"object","properties":{"timestamp":{"type":["string","null"]},"level":{"type":"string"},"tag":{"type":"string"},"pid":{"type":["integer","null"]},"message":{"type":"string"},"crash":{"type":"boolean"}},"required":["timestamp","level","tag","pid","message","crash"]}"#
    };
}

pub(super) const LOGS: Output = output(
    concat!(
        r#"{"device":"#,
        device!(),
        r#","result":{"type":"object","properties":{"count":{"type":"integer"},"filtered":{"type":"boolean"},"crashLines":{"type":"array","items":"#,
        line!(),
        r#"},"source":{"enum":["pid","package","broad"]},"meta":{"type":"object"}},"required":["count","filtered","crashLines","source","meta"]},"logs":{"type":"array","items":"#,
        line!(),
        "}}"
    ),
    &["device", "result", "logs"],
);

pub(super) const STREAM_STARTED: Output = output(
    r#"{"success":{"type":"boolean"},"stream_started":{"type":"boolean"}}"#,
    &["success"],
);

pub(super) const STREAM: Output = output(
    concat!(
        r#"{"entries":{"type":"array","items":"#,
        line!(),
        r#"},"crash_summary":{"type":"object","properties":{"crash_detected":{"type":"boolean"},"exception":"#,
        text!(),
        r#","sample":"#,
        text!(),
        r#"},"required":["crash_detected"]}}"#
    ),
    &["entries", "crash_summary"],
);

pub(super) const STREAM_STOPPED: Output = output(r#"{"success":{"type":"boolean"}}"#, &["success"]);

pub(super) const PICTURE: Output = output(
    concat!(
        r#"{"device":"#,
        device!(),
        r#","result":{"type":"object","properties":{"resolution":{"type":"object"},"mimeType":{"type":"string"}},"required":["resolution","mimeType"]}}"#
    ),
    &["device", "result"],
);

pub(super) const SNAPSHOT: Output = output(
    concat!(
        r#"{"raw":{"type":"object","properties":{"timestamp":{"type":"integer"},"snapshot_revision":{"type":["integer","null"]},"captured_at_ms":{"type":["integer","null"]},"reason":{"type":"string"},"activity":"#,
        text!(),
        r#","fingerprint":"#,
        text!(),
        r#","screenshot":"#,
        text!(),
        r#","ui_tree":{"type":["object","null"]},"logs":{"type":"array","items":{"type":"object","properties":{"timestamp":{"type":["integer","null"]},"level":{"type":"string"},"message":{"type":"string"}},"required":["timestamp","level","message"]}},"loading_state":"#,
        loading!(),
        r#"},"required":["timestamp","snapshot_revision","captured_at_ms","reason","activity","fingerprint","screenshot","ui_tree","logs","loading_state"]},"semantic":{"type":"object","properties":{"screen":"#,
        text!(),
        r#","signals":{"type":"object"},"actions_available":{"type":["array","null"],"items":{"type":"string"}},"confidence":{"type":"number"},"warnings":{"type":"array","items":{"type":"string"}}},"required":["screen","signals","actions_available","confidence","warnings"]}}"#
    ),
    &["raw"],
);

pub(super) const TREE: Output = output(
    concat!("{", tree!(), "}"),
    &[
        "device",
        "screen",
        "resolution",
        "elements",
        "snapshot_revision",
        "captured_at_ms",
        "loading_state",
    ],
);

pub(super) const CURRENT: Output = output(
    concat!(
        r#"{"device":"#,
        device!(),
        r#","package":"#,
        text!(),
        r#","activity":{"type":"string"},"shortActivity":{"type":"string"}}"#
    ),
    &["device", "package", "activity", "shortActivity"],
);

pub(super) const FINGERPRINT: Output = output(
    concat!(
        r#"{"fingerprint":"#,
        text!(),
        r#","activity":"#,
        text!(),
        r#","error":"#,
        text!(),
        "}"
    ),
    &["fingerprint", "activity"],
);

macro_rules! observed_screen {
    ($name:literal) => {
        concat!(
            r#""observed_screen":{"type":"object","properties":{"fingerprint":"#,
            text!(),
            r#",""#,
            $name,
            r#"":"#,
            text!(),
            r#"},"required":["fingerprint",""#,
            $name,
            r#""]}"#
        )
    };
}

pub(super) const SCREEN_CHANGE: Output = output(
    concat!(
        r#"{"success":{"type":"boolean"},"reason":{"type":"string"},"previousFingerprint":{"type":"string"},"newFingerprint":{"type":"string"},"lastFingerprint":"#,
        text!(),
        r#","elapsedMs":{"type":"integer"},"#,
        observed_screen!("activity"),
        "}"
    ),
    &[
        "success",
        "previousFingerprint",
        "elapsedMs",
        "observed_screen",
    ],
);

pub(super) const UI_CHANGE: Output = output(
    concat!(
        r#"{"success":{"type":"boolean"},"observed_change":{"enum":["hierarchy_diff","text_change","state_change",null]},"snapshot_revision":{"type":"integer"},"timeout":{"type":"boolean"},"elapsed_ms":{"type":"integer"},"expected_change":{"type":"string"},"loading_state":"#,
        loading!(),
        r#","reason":{"type":"string"}}"#
    ),
    &[
        "success",
        "observed_change",
        "timeout",
        "elapsed_ms",
        "loading_state",
        "reason",
    ],
);

pub(super) const UI_WAIT: Output = output(
    concat!(
        r#"{"status":{"enum":["success","timeout"]},"matched":{"type":"integer"},"element":"#,
        element!(),
        r#","error":{"type":"object","properties":{"code":{"type":"string"},"message":{"type":"string"}},"required":["message"]},"metrics":{"type":"object","properties":{"latency_ms":{"type":"integer"},"poll_count":{"type":"integer"},"attempts":{"type":"integer"}},"required":["latency_ms","poll_count","attempts"]},"requested":{"type":"object","properties":{"selector":{"type":"object"},"condition":{"type":"string"},"match":{"type":["object","null"]}},"required":["selector","condition","match"]},"observed":"#,
        observed!(),
        "}"
    ),
    &["status", "metrics", "requested", "observed"],
);

pub(super) const FOUND: Output = output(
    concat!(
        r#"{"found":{"type":"boolean"},"element":{"type":"object","properties":{"elementId":{"type":"string"},"text":"#,
        text!(),
        r#","resourceId":"#,
        text!(),
        r#","contentDesc":"#,
        text!(),
        r#","class":"#,
        text!(),
        r#","bounds":{"type":"object","properties":{"left":{"type":"integer"},"top":{"type":"integer"},"right":{"type":"integer"},"bottom":{"type":"integer"}},"required":["left","top","right","bottom"]},"clickable":{"type":"boolean"},"enabled":{"type":"boolean"},"#,
        identity!(),
        r#","tapCoordinates":{"type":"object","properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"]},"telemetry":{"type":"object","properties":{"matchedIndex":{"type":"integer"},"matchedInteractable":{"type":"boolean"},"sliderLike":{"type":"boolean"}},"required":["matchedIndex","matchedInteractable","sliderLike"]},"interactionHint":{"type":"object","properties":{"kind":{"enum":["slider"]},"axis":{"enum":["horizontal","vertical"]},"trackBounds":{"type":"object"}},"required":["kind","axis","trackBounds"]}},"required":["elementId","text","resourceId","contentDesc","class","bounds","clickable","enabled","stable_id","role","test_tag","selector","semantic","tapCoordinates","telemetry"]},"score":{"type":"number"},"confidence":{"type":"number"},"error":{"type":["string","object"]}}"#
    ),
    &["found"],
);

pub(super) const EXPECTED_SCREEN: Output = output(
    concat!(
        r#"{"success":{"type":"boolean"},"#,
        observed_screen!("screen"),
        r#","expected_screen":{"type":"object","properties":{"fingerprint":"#,
        text!(),
        r#","screen":"#,
        text!(),
        r#"},"required":["fingerprint","screen"]},"confidence":{"enum":[0,1]},"comparison":{"type":"object","properties":{"basis":{"enum":["fingerprint","screen","none"]},"matched":{"type":"boolean"},"reason":{"type":"string"}},"required":["basis","matched","reason"]}}"#
    ),
    &[
        "success",
        "observed_screen",
        "expected_screen",
        "confidence",
        "comparison",
    ],
);

pub(super) const EXPECTED_VISIBLE: Output = output(
    concat!(
        r#"{"success":{"type":"boolean"},"selector":{"type":"object"},"element_id":"#,
        text!(),
        r#","expected_condition":{"enum":["visible"]},"element":"#,
        element!(),
        r#","observed":"#,
        observed!(),
        r#","reason":{"type":"string"},"#,
        failure!(),
        "}"
    ),
    &[
        "success",
        "selector",
        "element_id",
        "expected_condition",
        "observed",
        "reason",
    ],
);

pub(super) const EXPECTED_STATE: Output = output(
    concat!(
        r#"{"success":{"type":"boolean"},"selector":{"type":["object","null"]},"element_id":"#,
        text!(),
        r#","expected_state":{"type":"object","properties":{"property":{"type":"string"}},"required":["property","expected"]},"element":"#,
        element!(),
        r#","observed_state":{"type":"object","properties":{"property":{"type":"string"}},"required":["property","value"]},"reason":{"type":"string"},"#,
        failure!(),
        "}"
    ),
    &["success", "element_id", "expected_state", "reason"],
);

pub(super) const CLASSIFIED: Output = output(
    r#"{"outcome":{"enum":["success","no_op","backend_failure","ui_failure","unknown"]},"reasoning":{"type":"string"}}"#,
    &["outcome", "reasoning"],
);

pub(super) const NETWORK: Output = output(
    concat!(
        r#"{"requests":{"type":"array","items":{"type":"object","properties":{"endpoint":{"type":"string"},"method":{"type":"string"},"statusCode":"#,
        number!(),
        r#","networkError":"#,
        text!(),
        r#","status":{"enum":["success","failure","retryable"]},"durationMs":{"type":"number"}},"required":["endpoint","method","statusCode","networkError","status"]}},"count":{"type":"integer"}}"#
    ),
    &["requests", "count"],
);

/// What an act of mirroir's answers beside its sentence.
pub(super) const SENTENCE: Output = output(
    r#"{"success":{"type":"boolean"},"verdict":{"type":"string"},"action_type":{"type":"string"},"revision":{"type":["integer","null"]},"failure_code":{"type":"string"},"retryable":{"type":"boolean"},"reason":{"type":"string"}}"#,
    &["success", "verdict"],
);

pub(super) const DESCRIBED: Output = output(
    r#"{"elements":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},"x":{"type":"number"},"y":{"type":"number"},"confidence":{"type":"number"}},"required":["text","x","y","confidence"]}},"revision":{"type":"integer"}}"#,
    &["elements", "revision"],
);

pub(super) const SHOT: Output = output(
    r#"{"width":{"type":"integer"},"height":{"type":"integer"},"mimeType":{"type":"string"}}"#,
    &["width", "height", "mimeType"],
);

pub(super) const ORIENTATION: Output = output(
    r#"{"orientation":{"enum":["portrait","landscape"]},"width":{"type":"number"},"height":{"type":"number"}}"#,
    &["orientation", "width", "height"],
);

pub(super) const STATUS: Output = output(
    r#"{"connected":{"type":"boolean"},"device":{"type":"string"},"app":{"type":["string","null"]}}"#,
    &["connected", "device"],
);

pub(super) const HEALTH: Output = output(
    r#"{"healthy":{"type":"boolean"},"checks":{"type":"array","items":{"type":"string"}}}"#,
    &["healthy", "checks"],
);

pub(super) const TARGETS: Output = output(
    r#"{"targets":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"address":{"type":"string"},"active":{"type":"boolean"}},"required":["name","address","active"]}},"active":{"type":["string","null"]}}"#,
    &["targets", "active"],
);

pub(super) const SKILLS: Output = output(
    r#"{"skills":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"about":{"type":"string"},"status":{"type":"string"}},"required":["name","about","status"]}}}"#,
    &["skills"],
);

pub(super) const SKILL: Output = output(
    r#"{"text":{"type":"string"},"status":{"type":"string"}}"#,
    &["text", "status"],
);

pub(super) const COMPONENT: Output = output(
    r#"{"component":{"type":"string"},"rows":{"type":"integer"},"matches":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},"x":{"type":"number"},"y":{"type":"number"}},"required":["text","x","y"]}}}"#,
    &["component", "rows", "matches"],
);

pub(super) const RECORDED: Output = output(
    r#"{"success":{"type":"boolean"},"path":{"type":"string"},"frames":{"type":"integer"}}"#,
    &["success"],
);

pub(super) const STEP_RECORDED: Output = output(
    r#"{"success":{"type":"boolean"},"step_index":{"type":"integer"},"action":{"type":"string"}}"#,
    &["success", "step_index"],
);

pub(super) const COMPILED: Output = output(
    r#"{"success":{"type":"boolean"},"path":{"type":"string"},"pinned":{"type":"integer"},"steps":{"type":"integer"}}"#,
    &["success", "path", "pinned", "steps"],
);

pub(super) const GENERATED: Output = output(
    r#"{"success":{"type":"boolean"},"action":{"type":"string"},"screens":{"type":"integer"},"skill":{"type":"string"},"skills":{"type":"array","items":{"type":"string"}},"left_alone":{"type":"array","items":{"type":"string"}}}"#,
    &["success", "action", "screens"],
);
