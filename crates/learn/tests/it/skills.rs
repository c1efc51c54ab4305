//! Skills of ours for the three shipped apps.

use crate::phone::Skill;

pub(crate) const PASSWORD: &str = "lantern-42";

/// Settings: the dominant shape, waits and taps.
pub(crate) const ABOUT: &str = r#"
name: About
steps:
  - launch: Settings
  - wait_for: General
  - tap: General
  - wait_for: About
  - tap: About
  - assert_visible: Model Name
"#;

/// Shop: a form with a secret, look-alike rows, slow screens.
pub(crate) const ORDER: &str = r#"
name: Order
steps:
  - launch: Shop
  - type: { text: ada@example.org, into: Email }
  - type: { text: "${SHOP_PASSWORD}", into: Password }
  - tap: Sign In
  - wait_for: Products
  - tap: { label: Add, row: Canvas Bag Medium }
  - tap: Cart
  - assert_visible: Canvas Bag Medium
  - tap: Checkout
  - type: { text: Ada Berg, into: Full name }
  - type: { text: Mill Road 1, into: Street and number }
  - type: { text: "12345", into: Postal code }
  - tap: Continue
  - wait_for: Place Order
  - assert_visible: Ada Berg
"#;

/// Mail: a popup that may come, a message that goes.
pub(crate) const ARCHIVE: &str = r#"
name: Archive
steps:
  - launch: Mail
  - condition:
      if_visible: Don't Allow
      then:
        - tap: Don't Allow
  - tap: Road works
  - wait_for: From
  - tap: Archive
  - wait_for: Inbox
  - assert_not_visible: Road works
"#;

/// Mail: a loop that ends when nothing is unread.
pub(crate) const READ_ALL: &str = r#"
name: Read All
steps:
  - launch: Mail
  - condition:
      if_visible: Don't Allow
      then:
        - tap: Don't Allow
  - repeat:
      while_visible: Unread
      max: 10
      steps:
        - tap: { label: Unread, index: 1 }
        - wait_for: From
        - back
        - wait_for: Inbox
  - assert_not_visible: Unread
"#;

/// Every verb the phone can do, for comparing live runs with replays.
pub(crate) const EVERY_VERB: &str = include_str!("every_verb.yaml");

/// Reads a skill with the shop's password set.
pub(crate) fn yaml(text: &str) -> Skill {
    Skill::yaml(text, &[("SHOP_PASSWORD", PASSWORD)])
}
