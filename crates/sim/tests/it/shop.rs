//! The shop: forms, look-alike rows, a cart that adds up.

use retap_model::device::{Action, Typed};
use retap_model::secret::Secret;

use crate::driver::Driver;

fn signed_in(address: &str) -> Driver {
    let mut phone = Driver::launch(address, "Shop");
    phone.tap("email");
    phone.type_text("ada@example.org");
    phone.press("tab");
    phone.perform(Action::Type(Typed::Hidden(Secret::new("lantern-42"))));
    phone.press("return");
    phone.wait(1300);
    phone
}

#[test]
fn a_form_says_what_is_wrong_and_stays() {
    let mut phone = Driver::launch("shop", "Shop");
    phone.tap("Sign In");
    assert!(phone.shows("Enter your email"));
    assert!(phone.shows("Enter your password"));
    phone.tap("email");
    phone.type_text("ada");
    phone.tap("password");
    phone.type_text("lantern-43");
    phone.tap("sign_in_button");
    assert!(phone.shows("This is not an email address"));
    assert!(phone.shows("Email or password is wrong"));
    assert_eq!(phone.title(), "Welcome");
    assert_eq!(
        phone.last_effect().as_deref(),
        Some("refused the form: This is not an email address")
    );
}

#[test]
fn a_password_is_nowhere_but_in_the_field() {
    let mut phone = Driver::launch("shop", "Shop");
    phone.tap("password");
    phone.type_text("lantern-42");
    phone.press("x");
    let field = phone.find("password");
    assert!(
        field.is_password
            && field.hidden_length == Some("lantern-42x".len())
            && field.state.value.is_none()
    );
    let deadline = phone.deadline();
    let logs = retap_model::device::Device::read_logs(&mut phone.device, deadline).unwrap();
    let seen = format!(
        "{:?} {:?} {logs:?}",
        phone.read(),
        phone.device.touch_log().entries()
    );
    assert!(!seen.contains("lantern"), "{seen}");
    assert!(!seen.contains("press x"), "{seen}");
    assert!(seen.contains("password holds ••••"));
}

#[test]
fn text_without_a_focus_goes_nowhere() {
    let mut phone = Driver::launch("shop", "Shop");
    phone.type_text("lost");
    let touched = phone.device.touch_log().entries().pop().unwrap();
    assert_eq!((touched.element, touched.effect), (None, None));
    assert!(phone.find("email").text.is_empty());
}

#[test]
fn the_keyboard_covers_what_is_below_it() {
    let mut phone = Driver::launch("shop", "Shop");
    phone.tap("password");
    let screen = phone.read();
    assert!(screen.elements.iter().any(|e| e.id == "keyboard"));
    let forgot = screen
        .elements
        .iter()
        .find(|e| e.id == "forgot_button")
        .unwrap();
    assert!(!screen.is_in_view(forgot) || forgot.bounds.bottom() <= 598.0);
    phone.perform(Action::Back);
    assert!(!phone.read().elements.iter().any(|e| e.id == "keyboard"));
    assert_eq!(phone.title(), "Welcome");
}

#[test]
fn look_alike_rows_have_their_own_buttons() {
    let mut phone = signed_in("shop");
    let screen = phone.read();
    let buttons: Vec<usize> = screen
        .elements
        .iter()
        .enumerate()
        .filter(|(_, element)| element.id == "add_button")
        .map(|(index, _)| index)
        .collect();
    assert_eq!(buttons.len(), 12);
    phone.tap_at(screen.elements[buttons[1]].bounds.center());
    assert!(phone.shows("Canvas Bag Medium added"));
    phone.tap_at(screen.elements[buttons[4]].bounds.center());
    phone.tap("Cart");
    assert!(phone.shows("$25.00"));
    assert!(phone.shows("Enamel Mug Blue"));
    phone.tap("Remove");
    assert!(phone.shows("$9.00"));
}

#[test]
fn an_order_goes_through_form_popup_and_toast() {
    let mut phone = signed_in("shop");
    phone.tap("Add");
    phone.tap("Cart");
    phone.tap("Checkout");
    phone.tap("Continue");
    assert!(phone.shows("A postal code has 5 digits"));
    for (field, text) in [
        ("full_name", "Ada"),
        ("street", "Mill Road 3"),
        ("postal_code", "12345"),
    ] {
        phone.tap(field);
        phone.type_text(text);
    }
    phone.press("return");
    phone.tap("Continue");
    phone.wait(800);
    assert_eq!(phone.title(), "Review");
    phone.tap("Place Order");
    assert!(phone.shows("You will pay $12.50."));
    phone.tap("Confirm");
    assert!(phone.shows("Order placed"));
    assert_eq!(phone.title(), "Thank You");
    phone.wait(3000);
    phone.tap("Cart");
    assert!(phone.shows("Your cart is empty."));
}

#[test]
fn fields_can_be_cleared_and_corrected() {
    let mut phone = Driver::launch("shop?latency=instant", "Shop");
    phone.tap("email");
    phone.type_text("adaa");
    phone.press("delete");
    assert_eq!(phone.find("email").text, "ada");
    phone.perform(Action::ClearText);
    assert_eq!(phone.find("email").text, "");
    phone.type_text(&"x".repeat(100_000));
    assert_eq!(phone.find("email").text.len(), 4096);
}
