//! What an id proves: one that counts says where an element stood and not which it is; one that spells a name is bound to it.

use crate::screen::Screen;
use crate::seen::plain;

use super::new_name::{Meaning, words_of};

/// Returns an id with a sign for each number in it, if there is any: ids with the same are counted through.
pub(in crate::select) fn counting_stem(id: &str) -> Option<String> {
    if !id.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut stem = String::with_capacity(id.len());
    for c in id.chars() {
        match c.is_ascii_digit() {
            true if stem.ends_with('#') => {}
            true => stem.push('#'),
            false => stem.push(c),
        }
    }
    Some(stem)
}

/// Returns whether other elements of the screen have the same id with another number in it.
pub(in crate::select) fn is_counted(screen: &Screen, id: &str) -> bool {
    let Some(stem) = counting_stem(id) else {
        return false;
    };
    let mut visible = screen.visible();
    visible.any(|(_, it)| it.id != id && counting_stem(&it.id).as_ref() == Some(&stem))
}

/// Returns whether an id has all words of a name in it, or says the same in another language.
pub(in crate::select) fn spells(id: &str, name: &str) -> bool {
    let parts = parts_of(id);
    let wanted = words_of(name);
    if parts.is_empty() || wanted.is_empty() {
        return false;
    }
    let (whole, joined) = (parts.concat(), wanted.concat());
    let is_whole = joined.len() > 2 && joined.is_ascii() && has_part(&parts, &whole, &joined);
    let is_in = |word: &String| parts.iter().any(|part| is_same_stem(part, word));
    let id_says = Meaning::of_words(&parts);
    is_whole || wanted.iter().all(is_in) || id_says.has_all_of(&Meaning::of_words(&wanted))
}

/// Words of ids that say where something stands, and of what kind it is.
#[rustfmt::skip]
const PLACES: [&str; 40] = [
    "primary", "secondary", "tertiary", "first", "second", "third", "fourth", "fifth", "last", "main", "other", "more", "left", "right", "middle", "center", "top",
    "bottom", "upper", "lower", "inner", "outer", "a", "b", "c", "btn", "button", "input", "field", "control", "action", "cta", "link", "item", "box", "checkbox", "check",
    "toggle", "switch", "option",
];

/// Returns whether an id says nothing but where its element stands: what takes that place has it next.
pub(super) fn says_place(id: &str) -> bool {
    let parts = parts_of(id);
    !parts.is_empty() && parts.iter().all(|part| PLACES.contains(&part.as_str()))
}

/// Returns whether the parts of an id that follow each other make this word: `sign_in` has `signin`.
fn has_part(parts: &[String], whole: &str, word: &str) -> bool {
    let starts =
        (0..parts.len()).flat_map(|start| (start + 1..=parts.len()).map(move |end| (start, end)));
    whole.contains(word)
        && starts
            .into_iter()
            .any(|(start, end)| parts[start..end].concat() == word)
}

/// Returns whether two words are the same but for an ending: `resolve` and `resolved`.
fn is_same_stem(one: &str, other: &str) -> bool {
    let (short, long) = match one.len() <= other.len() {
        true => (one, other),
        false => (other, one),
    };
    const LEAST: usize = 4;
    one == other
        || (short.len() >= LEAST && long.starts_with(short) && long.len() - short.len() <= 2)
}

/// Returns the words of an id: what stands between signs, numbers and large letters.
fn parts_of(id: &str) -> Vec<String> {
    let name = id.rsplit_once(":id/").map_or(id, |(_, name)| name);
    let mut spaced = String::with_capacity(name.len() + 8);
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            spaced.push(' ');
        }
        spaced.push(c);
        before = c;
    }
    let plain = plain(&spaced);
    let parts = plain.split(|c: char| !c.is_alphabetic());
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_says_a_place_is_known() {
        for id in ["primary", "secondary-btn", "thirdField", "button-2"] {
            assert!(says_place(id), "{id}");
        }
        for id in ["email", "primary-email", "x7", "", "42"] {
            assert!(!says_place(id), "{id}");
        }
    }

    #[test]
    fn an_id_that_spells_a_name_is_known() {
        for (id, name) in [
            ("row_general", "General"),
            ("save-btn", "Save"),
            ("email", "Email"),
            ("signInButton", "Sign in"),
            ("login", "Log in"),
            ("row_wifi", "Wi-Fi"),
            ("com.shop:id/add_to_cart", "Add"),
            ("save-btn", "保存"),
            ("resolve", "Resolved"),
        ] {
            assert!(spells(id, name), "{id}, {name}");
        }
        for (id, name) in [
            ("primary", "Continue"),
            ("btn-3", "Follow"),
            (":r5:", "Follow"),
            ("mark-btn", "Mark resolved"),
            ("submit", "Save"),
            ("x", "X y"),
            ("", "Save"),
        ] {
            assert!(!spells(id, name), "{id}, {name}");
        }
    }

    #[test]
    fn ids_with_numbers_have_a_stem() {
        assert_eq!(counting_stem("btn-13").as_deref(), Some("btn-#"));
        assert_eq!(counting_stem(":r5:").as_deref(), Some(":r#:"));
        assert_eq!(counting_stem("save"), None);
    }
}
