//! Faults, drift, a cable that comes out, and time.

use super::client::Client;
use super::commands::{shows, tap};
use super::phone::Served;

#[test]
fn drift_and_faults_come_while_the_phone_runs() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    client.ok("retap-drift rename; am start -n dev.retap.settings/.MainActivity");
    assert!(!shows(&mut client, "General"));
    client.ok("setprop debug.retap.drift none; am start -n dev.retap.settings/.MainActivity");
    client.ok("retap-fault lost_tap:1 half_dump:1@2");
    tap(&mut client, "General");
    let half = client.ok("uiautomator dump /dev/tty");
    assert!(!half.contains("</hierarchy>") && half.starts_with("<?xml"));
    assert!(shows(&mut client, "General"));
    assert_eq!(client.run("retap-fault cracked").status, 2);
}

#[test]
fn time_goes_by_as_in_the_world() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    client.prints("date +%T", "09:41:00\n");
    phone.pass(60);
    client.prints("date +%T", "09:42:00\n");
    client.prints("sleep 2.5; date +%T", "09:42:02\n");
    client.ok("retap-fault slow_read:1; uiautomator dump");
    assert_eq!(phone.millis(), 72_500);
    client.ok("input swipe 400 900 400 300 1500");
    client.prints("date +%T", "09:42:14\n");
}

#[test]
fn a_cable_that_is_out_comes_back_and_a_dead_phone_does_not() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    client.open("shell:retap-unplug 5").unwrap();
    while client.read().is_some() {}
    let mut refused = std::net::TcpStream::connect(phone.address).unwrap();
    assert_eq!(
        std::io::copy(&mut refused, &mut std::io::sink()).unwrap(),
        0
    );
    phone.pass(6);
    let mut client = Client::connect(&phone);
    client.ok("retap-fault dead:1");
    client.open("shell:input keyevent HOME").unwrap();
    while client.read().is_some() {}
}
