//! Pages on which something changes all the time: what changes by itself proves nothing, and costs nothing.

use super::{fails_on, learn_and_replay};
use crate::site::Site;

/// A shop with a line that says something else every few milliseconds, a button that works and one that does not.
fn shop(every: u32) -> Site {
    Site::page(&format!(
        "<!doctype html><title>Shop</title><p id=news>News: none</p><h1>Shop</h1>
         <button onclick=\"setTimeout(() => cart.textContent = 'Milk is in the cart', 50)\">Add milk</button> <button>Add bread</button>
         <div style='height:300px'></div><p id=cart>The cart is empty</p>
         <script>const words = ['storm', 'sun', 'rain', 'snow', 'fog']; let n = 0;
         setInterval(() => news.textContent = 'News: ' + words[n++ % 5], {every})</script>"
    ))
}

#[test]
fn a_dead_button_beside_something_that_changes_all_the_time_fails() {
    for every in [40, 400] {
        let words = "after tap on button `Add bread`";
        fails_on(&shop(every), "  - tap: Add bread\n", words);
    }
}

#[test]
fn a_button_that_works_beside_it_is_learned_by_what_it_brings() {
    for every in [40, 400] {
        let skill = "name: Skill\nsteps:\n  - open_url: SITE\n  - tap: Add milk\n";
        let project = learn_and_replay(&shop(every), "skill.yaml", skill);
        let learned = project.read("skill.compiled.json");
        assert!(learned.contains("Milk is in the cart"), "{learned}");
        assert!(!learned.contains("News"), "{learned}");
    }
}
