//! From Android's classes to roles.

use retap_model::screen::Role;

use super::element::Node;

/// The role of a class by its name alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A thing whose name says what it is.
    Known(Role),
    Field,
    /// Shows text, and may be more than that.
    Text,
    /// Holds others, and may be a row or a button all the same.
    Box,
    /// Holds others below each other, and moves them.
    Scroller,
    /// A page inside of the app; what is in it are links and headings with no class of their own.
    WebPage,
    /// `android.view.View`: all that a page or a Compose screen says of most of its nodes.
    Plain,
}

/// The order counts: the first word that is in the name decides.
const WORDS: [(&str, Kind); 18] = [
    ("toast", Kind::Known(Role::Toast)),
    ("seekbar slider ratingbar", Kind::Known(Role::Slider)),
    ("progress", Kind::Known(Role::Progress)),
    ("switch togglebutton", Kind::Known(Role::Switch)),
    ("checkbox checkedtextview", Kind::Known(Role::Checkbox)),
    ("radiogroup", Kind::Box),
    ("radio", Kind::Known(Role::Radio)),
    ("edittext autocomplete textfield", Kind::Field),
    ("searchview", Kind::Box),
    ("webview", Kind::WebPage),
    ("actionbar$tab tabview", Kind::Known(Role::Tab)),
    ("button fab spinner chip", Kind::Known(Role::Button)),
    ("recyclerview listview gridview", Kind::Known(Role::List)),
    ("imageview icon", Kind::Known(Role::Image)),
    ("horizontalscroll", Kind::Box),
    ("scrollview", Kind::Scroller),
    (
        "scroll pager tabwidget layout viewgroup frame toolbar",
        Kind::Box,
    ),
    ("textview", Kind::Text),
];

/// Returns what a class is by the last part of its name.
pub(super) fn kind_of(class: &str) -> Kind {
    let name = class.rsplit('.').next().unwrap_or_default();
    match name {
        "View" => return Kind::Plain,
        // What a web page calls its pictures.
        "Image" => return Kind::Known(Role::Image),
        _ => {}
    }
    let name = name.to_ascii_lowercase();
    let is_in = |words: &str| words.split(' ').any(|word| name.contains(word));
    let known = WORDS.iter().find(|(words, _)| is_in(words));
    known.map_or(Kind::Plain, |(_, kind)| *kind)
}

/// The surroundings of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around {
    /// Whether its parent is a list.
    pub is_in_list: bool,
    /// Whether it is in something that scrolls, pure layout between them aside. That may be a list
    /// and may be not, so that only what reacts to touches is an entry of it.
    pub is_in_scroller: bool,
    /// Whether a web page is among the ancestors.
    pub is_in_page: bool,
    /// Whether a dialog is among the ancestors; what is in it is a part of it.
    pub is_in_dialog: bool,
}

pub(super) fn role_of(node: &Node<'_>, kind: Kind, around: Around) -> Role {
    let has_label = !node.element.text.is_empty() || !node.element.description.is_empty();
    match kind {
        Kind::Known(role) => role,
        Kind::Field => Role::TextField,
        Kind::Box | Kind::Plain if is_dialog_id(&node.element.id) && !around.is_in_dialog => {
            Role::Dialog
        }
        Kind::Text if node.is_heading || is_title_id(&node.element.id) => Role::Heading,
        Kind::Text if node.is_checkable => Role::Checkbox,
        Kind::Text => Role::Text,
        Kind::WebPage | Kind::Scroller => Role::Container,
        Kind::Box | Kind::Plain if is_row(node, around) => Role::Row,
        Kind::Plain if node.is_checkable => Role::Checkbox,
        Kind::Plain if around.is_in_page && node.element.is_clickable && has_label => Role::Link,
        Kind::Plain if node.is_heading => Role::Heading,
        Kind::Box | Kind::Plain if node.element.is_clickable && has_label => Role::Button,
        Kind::Plain if has_label => Role::Text,
        Kind::Plain if node.class.is_empty() => Role::Unknown,
        Kind::Plain if node.element.is_scrollable && !around.is_in_page => Role::List,
        Kind::Box | Kind::Plain => Role::Container,
    }
}

fn is_row(node: &Node<'_>, around: Around) -> bool {
    !around.is_in_page && (around.is_in_list || around.is_in_scroller && node.element.is_clickable)
}

/// The ids that the platform's own dialogs and sheets go by, whatever the app is called.
fn is_dialog_id(id: &str) -> bool {
    matches!(
        name_of(id),
        "parentPanel" | "design_bottom_sheet" | "grant_dialog" | "alert_dialog"
    )
}

/// The ids of titles in the platform's own bars and dialogs.
fn is_title_id(id: &str) -> bool {
    matches!(name_of(id), "alertTitle" | "action_bar_title")
}

/// Returns the part of `package:id/name` that the author of the app wrote.
fn name_of(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of spec 2.6, with the rows that a richer set of roles makes more exact.
    #[test]
    fn classes_have_the_roles_that_people_see() {
        let role = |class| {
            let node = Node {
                class,
                ..Node::default()
            };
            role_of(&node, kind_of(class), Around::default())
        };
        for (class, expected) in [
            ("android.widget.SeekBar", Role::Slider),
            ("com.google.android.material.slider.Slider", Role::Slider),
            ("android.widget.ProgressBar", Role::Progress),
            ("androidx.appcompat.widget.SwitchCompat", Role::Switch),
            ("android.widget.ToggleButton", Role::Switch),
            ("android.widget.CheckBox", Role::Checkbox),
            ("android.widget.RadioButton", Role::Radio),
            ("android.widget.RadioGroup", Role::Container),
            ("android.widget.EditText", Role::TextField),
            ("android.widget.AutoCompleteTextView", Role::TextField),
            ("android.widget.ImageButton", Role::Button),
            ("com.example.FabMenu", Role::Button),
            ("android.widget.ImageView", Role::Image),
            ("android.widget.Image", Role::Image),
            ("androidx.recyclerview.widget.RecyclerView", Role::List),
            ("android.widget.ScrollView", Role::Container),
            ("android.widget.FrameLayout", Role::Container),
            ("android.view.ViewGroup", Role::Container),
            ("androidx.appcompat.app.ActionBar$Tab", Role::Tab),
            ("android.widget.Toast", Role::Toast),
            ("android.widget.TextView", Role::Text),
            ("android.webkit.WebView", Role::Container),
            ("android.view.View", Role::Container),
            ("", Role::Unknown),
        ] {
            assert_eq!(role(class), expected, "{class}");
        }
    }
}
