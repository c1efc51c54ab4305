//! Downloads that are whole and cannot be kept.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retap_model::device::*;
use retap_model::device_methods;
use retap_model::event::{Event, EventSink, Record};
use retap_model::program::Program;
use retap_replay::{Parts, run};
use retap_sim::SimDevice;

use crate::assert_contains;
use crate::kit::{draft, launch, options, tap};

/// A simulated phone on which every touch is a download.
struct Downloading {
    phone: SimDevice,
    touches: u64,
}

impl Device for Downloading {
    device_methods!(forward to phone: info, can, read_screen, wait_for_change, screenshot);
    device_methods!(
        absent:
        drawn, read_whole, bring_into_view, os_version, dump_tree, type_into, apps_of, reconnect, is_network_in, is_keyboard_shown, install,
        process_of, dump_storage, wait_until_quiet, read_logs, field_ends_with, identifiers_at
    );

    fn perform(&mut self, action: &Action, deadline: Deadline) -> Result<(), DeviceError> {
        self.touches += u64::from(matches!(action, Action::Tap(_)));
        self.phone.perform(action, deadline)
    }

    fn signals_after(&mut self, number: u64) -> Result<Vec<Signal>, DeviceError> {
        let signal = |number| Signal {
            number,
            began: number,
            is_habit: false,
            is_after_act: true,
            what: Happening::Downloaded(Download {
                name: "report.csv".to_owned(),
                is_made_by_page: false,
                end: DownloadEnd::Whole(PathBuf::from("report.csv")),
            }),
        };
        Ok((number + 1..=self.touches).map(signal).collect())
    }
}

/// A sink on a disk that takes no more.
#[derive(Default)]
struct FullDisk {
    named: Vec<Option<String>>,
}

impl EventSink for FullDisk {
    fn event(&mut self, record: &Record) {
        if let Event::Downloaded(download) = &record.event {
            self.named.push(download.file.clone());
        }
    }

    fn evidence(&mut self, _: &str, _: &str, _: &[u8]) {}

    fn file(&mut self, _: &str, _: &str, _: &Path) -> io::Result<Option<PathBuf>> {
        Err(io::ErrorKind::StorageFull.into())
    }
}

#[test]
fn a_download_that_cannot_be_kept_fails_its_step_and_is_not_named() {
    let phone = SimDevice::open("settings").unwrap();
    let clock = phone.clock();
    let touches = 0;
    let mut device = Downloading { phone, touches };
    let mut sink = FullDisk::default();
    let parts = Parts::new(&mut device, Arc::new(clock), &mut sink);
    let program = Program::live(draft(vec![launch("Settings"), tap("General")]));
    let verdict = run(&program, parts, &options()).verdict;
    assert!(verdict.is_failed());
    assert_contains(
        verdict.reason.to_string(),
        "`report.csv` was not downloaded: it could not be kept: no storage space",
    );
    assert_eq!(sink.named, [None]);
}
