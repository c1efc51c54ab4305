//! Addresses: what they open and what they say when they cannot.

use retap_sim::SimDevice;

use crate::driver::Driver;

fn refusal(address: &str) -> String {
    SimDevice::open(address).unwrap_err().to_string()
}

#[test]
fn an_address_names_the_apps_on_the_phone() {
    for address in ["", "phone"] {
        assert_eq!(Driver::open(address).texts(), ["Settings", "Shop", "Mail"]);
    }
    assert_eq!(Driver::open("mail").texts(), ["Mail"]);
    assert_eq!(Driver::open("mail,shop").texts(), ["Mail", "Shop"]);
    assert_eq!(Driver::open("settings?open=about").title(), "About");
}

#[test]
fn unknown_names_are_refused_with_what_there_is() {
    assert_eq!(
        refusal("clock"),
        "there is no simulated app `clock`; shipped: settings, shop, mail, login, login-en; \
         or give the path of an APP.md or .app.yaml file"
    );
    assert_eq!(
        refusal("shop?drift=melt"),
        "there is no drift `melt`; there are: rename, re_id, move, reorder, insert, wrap, remove, \
         swap_labels, remove_and_lookalike, rename_to_danger"
    );
    assert_eq!(
        refusal("shop?colour=red"),
        "a simulated phone has no option `colour=red`; accepted: drift=NAME, fault=KIND:COUNT, \
         latency=phone|instant|slow, signals=on|off, tree=on|off, open=SCREEN"
    );
    assert!(refusal("shop?tree=maybe").contains("`tree=maybe`"));
    assert!(refusal("shop?latency=fast").contains("`latency=fast`"));
    assert!(refusal("shop?fault=flood:1").starts_with("`flood:1` is not a fault"));
    assert!(refusal("shop?open=attic").starts_with("Shop has no screen `attic`; it has login"));
    assert!(refusal("no/such/APP.md").starts_with("cannot read `no/such/APP.md`"));
}
