//! Links of a project that lead out of it, as an agent meets them.

use std::os::unix::fs::symlink;

use serde_json::json;

use super::kit::Client;
use crate::project::Project;

const SECRET: &str = "CANARY";

#[test]
fn an_agent_reads_nothing_through_a_folder_of_runs_that_leads_out() {
    let project = Project::with(&[(".retap/README", "")]);
    project.write_home("work/events.jsonl", SECRET);
    project.write_home("Pictures/private.png", SECRET);
    symlink("../../home", project.path(".retap/runs")).unwrap();
    let mut client = Client::start(&project, "--device sim:settings");
    let listed = client.request("resources/list", json!({}));
    assert_eq!(listed["result"]["resources"], json!([]));
    for run in ["work", "work/report", "Pictures/private.png"] {
        let uri = format!("retap://runs/{run}");
        let read = client.request("resources/read", json!({ "uri": uri }));
        assert!(read["error"].is_object(), "{read}");
    }
}
