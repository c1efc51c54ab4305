//! Dialogs that come up after an act that writes: those about the work stop a replay, the others are closed.

use super::effects::{json, replay};
use crate::project::Ran;
use crate::site::{Answer, Got};

/// A list that stores an entry and shows it, and may put a dialog in front of it.
const PAGE: &str = r#"<!doctype html><meta charset=utf-8><title>Orders</title>
<style>.front { position: fixed; inset: 0; background: #000c; z-index: 9 } .box { margin: 120px auto; width: 320px; background: #fff; padding: 20px }</style>
<h1>Orders</h1><label>Title <input id=t></label><button onclick=save()>Save</button><ul id=l></ul><p id=p></p>
<button onclick="q.textContent = 'Here it is'">Next</button><p id=q></p><template id=d><div class=front role=dialog aria-modal=true><div class=box>DIALOG</div></div></template>
<script>
const shut = (button) => button.closest('.front').remove();
const tell = (button, method, path) => fetch(path, { method }).then(() => shut(button));
async function save() {
  const made = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ title: t.value }) };
  await fetch('/api/orders', made);
  l.insertAdjacentHTML('beforeend', `<li>${t.value}</li>`);
  p.textContent = 'Saved'; t.value = '';
  if (d.content.textContent.trim()) document.body.append(d.content.cloneNode(true));
}
</script>"#;

const SAVE: &str = "  - type: { text: Green tea, into: Title }\n  - tap: Save\n";
const NEXT: &str = "  - tap: Next\n  - assert_visible: Here it is\n";

/// Replays steps on the page, which shows this dialog after the write in the replay only.
fn replay_with(dialog: &'static str, steps: &str) -> Ran {
    let site = move |got: &Got, round: usize| match got.line.as_str() {
        "GET /" => Answer::page(PAGE.replace("DIALOG", if round == 0 { "" } else { dialog })),
        _ => json("{}"),
    };
    replay(site, steps)
}

/// Dialogs that say that what was asked for is not done yet.
const ABOUT_THE_WORK: [&str; 8] = [
    "<h2>Please verify your address to finish</h2><button>Verify</button><button onclick=shut(this)>Not now</button>",
    "<h2>Almost done</h2><p>One more step.</p><button onclick=shut(this)>✕</button>",
    "<h2>Your card was declined - try another</h2><button>Use another card</button><button onclick=shut(this)>✕</button>",
    "<h2>Choose a plan to continue</h2><button>Basic</button><button>Premium</button><button onclick=shut(this)>Not now</button>",
    "<h2>Green tea needs a photo</h2><button>Add one</button><button onclick=shut(this)>Later</button>",
    "<h2>Bestätigen Sie Ihre Adresse</h2><button>Weiter</button><button onclick=shut(this)>Später</button>",
    "<h2>住所を確認してください</h2><button>確認へ</button><button onclick=shut(this)>後で</button>",
    "<h2>Delivery slot</h2><label>Day <input></label><button>Choose</button><button onclick=shut(this)>✕</button>",
];

/// Dialogs that have nothing to do with what was done.
const ABOUT_SOMETHING_ELSE: [&str; 6] = [
    "<h2>We use cookies</h2><button>Accept all</button><button onclick=shut(this)>Reject all</button>",
    "<h2>Enjoying Orders?</h2><p>Rate us in the store.</p><button>Rate</button><button onclick=shut(this)>Not now</button>",
    "<h2>Ten percent for you</h2><p>Get our newsletter.</p><input placeholder='Your email'><button>Sign up</button><button onclick=shut(this)>No, thanks</button>",
    "<h2>What's new</h2><p>Faster pages.</p><button onclick=shut(this)>Got it</button>",
    "<h2>Holen Sie sich unsere App</h2><button>Installieren</button><button onclick=shut(this)>Später</button>",
    "<h2>通知をオンにしますか</h2><button>オンにする</button><button onclick=shut(this)>今はしない</button>",
];

#[test]
fn a_dialog_that_covers_nothing_and_says_that_something_is_left_to_do_fails() {
    for (dialog, code) in [
        ("<h2>Almost done</h2><p>One more step.</p>", 1),
        (
            "<h2>Please verify your address to finish</h2><button>Verify</button>",
            1,
        ),
        ("<h2>Saved</h2><p>Green tea is in the list.</p>", 0),
        (
            "<h2>We use cookies</h2><p>Choose what you allow to continue.</p>",
            0,
        ),
    ] {
        let beside = PAGE.replace(
            ".front { position: fixed; inset: 0; background: #000c; z-index: 9 }",
            "",
        );
        let beside = beside.replace(" aria-modal=true", "");
        let site = move |got: &Got, round: usize| match got.line.as_str() {
            "GET /" => Answer::page(beside.replace("DIALOG", if round == 0 { "" } else { dialog })),
            _ => json("{}"),
        };
        let ran = replay(site, SAVE);
        assert_eq!(ran.code(), code, "{dialog}: {}", ran.text);
    }
}

#[test]
fn a_dialog_about_what_was_done_is_not_closed() {
    for dialog in ABOUT_THE_WORK {
        let ran = replay_with(dialog, &format!("{SAVE}{NEXT}"));
        assert!(!ran.text.contains("interruption: closed"), "{}", ran.text);
        ran.exits(1)
            .says("it may be the answer to what was just done");
    }
}

#[test]
fn a_run_does_not_end_well_behind_a_dialog_about_what_was_done() {
    for dialog in [ABOUT_THE_WORK[0], ABOUT_THE_WORK[2]] {
        replay_with(dialog, SAVE).exits(1);
    }
    replay_with(ABOUT_SOMETHING_ELSE[1], SAVE).exits(0);
}

#[test]
fn what_comes_up_beside_the_work_is_closed_after_a_write_too() {
    for dialog in ABOUT_SOMETHING_ELSE {
        let ran = replay_with(dialog, &format!("{SAVE}{NEXT}"));
        ran.exits(0).says("interruption: closed");
    }
}

/// A rating prompt whose button tells the server something.
fn telling(method: &str, path: &str) -> String {
    ABOUT_SOMETHING_ELSE[1].replace("shut(this)", &format!("tell(this,'{method}','{path}')"))
}

#[test]
fn what_closing_a_layer_sends_is_told_and_a_delete_fails() {
    for (method, path, code, said) in [
        ("POST", "/api/prompts/later", 0, "sent POST"),
        ("DELETE", "/api/drafts/7", 1, "sent DELETE"),
    ] {
        let dialog: &'static str = telling(method, path).leak();
        let ran = replay_with(dialog, &format!("{SAVE}{NEXT}"));
        ran.exits(code).says(said);
    }
}
