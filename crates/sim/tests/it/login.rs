//! The app that public scenarios are written for, in both of its languages.

use std::collections::BTreeSet;

use retap_model::device::{Action, Typed};
use retap_model::screen::{Role, Screen};
use retap_model::secret::Secret;

use crate::driver::Driver;

/// The names that one of the two apps has for its things.
struct Words {
    address: &'static str,
    login: &'static str,
    home: &'static str,
    profile: &'static str,
    name: &'static str,
    locations: [&'static str; 4],
    renamed: &'static str,
    items: &'static str,
    item: &'static str,
    search: &'static str,
    nothing: &'static str,
    settings: &'static str,
}

const JAPANESE: Words = Words {
    address: "login",
    login: "ログイン",
    home: "ホーム",
    profile: "プロフィール",
    name: "山田 太郎",
    locations: ["東京本社", "大阪支社", "名古屋支社", "福岡支社"],
    renamed: "東京本部",
    items: "一覧",
    item: "項目",
    search: "検索",
    nothing: "該当する項目はありません",
    settings: "設定",
};

const ENGLISH: Words = Words {
    address: "login-en",
    login: "Log in",
    home: "Home",
    profile: "Profile",
    name: "Taro Yamada",
    locations: [
        "Tokyo Head Office",
        "Osaka Branch",
        "Nagoya Branch",
        "Fukuoka Branch",
    ],
    renamed: "Tokyo Main Office",
    items: "Items",
    item: "Item",
    search: "Search",
    nothing: "Nothing was found",
    settings: "Settings",
};

const BOTH: [Words; 2] = [JAPANESE, ENGLISH];

fn id(short: &str) -> String {
    format!("com.example.app:id/{short}")
}

fn launched(address: &str) -> Driver {
    Driver::launch(address, "com.example.app")
}

fn type_credentials(phone: &mut Driver, password: &str) {
    phone.tap(&id("email_input"));
    phone.perform(Action::ClearText);
    phone.type_text("test@example.com");
    phone.tap(&id("password_input"));
    phone.perform(Action::ClearText);
    phone.perform(Action::Type(Typed::Hidden(Secret::new(password))));
}

fn logged_in(address: &str) -> Driver {
    let mut phone = launched(address);
    type_credentials(&mut phone, "password123");
    phone.tap(&id("login_btn"));
    phone.wait(700);
    phone
}

/// Returns the texts of the rows that have this id.
fn rows(screen: &Screen, row: &str) -> Vec<String> {
    let is_row = |index: &usize| screen.elements[*index].id == id(row);
    let found = (0..screen.elements.len()).filter(is_row);
    found
        .map(|row| {
            let inside = screen.inside(row).next().unwrap();
            screen.elements[inside].text.clone()
        })
        .collect()
}

#[test]
fn the_login_screen_says_its_word_once_on_a_button() {
    for words in BOTH {
        let screen = launched(words.address).read();
        let said: Vec<_> = screen
            .visible()
            .filter(|(_, element)| element.label() == words.login)
            .collect();
        let [(_, button)] = said.as_slice() else {
            panic!("{said:?}");
        };
        assert_eq!(button.id, id("login_btn"));
        assert_eq!(button.class, "android.widget.Button");
        assert!(button.is_clickable);
        // What shows that the home screen came must not hold before.
        let is_list = |class: &str| class == "androidx.recyclerview.widget.RecyclerView";
        assert!(!screen.elements.iter().any(|e| is_list(&e.class)));
    }
}

#[test]
fn empty_and_wrong_credentials_are_refused_with_words() {
    let mut phone = launched("login");
    phone.tap("ログイン");
    assert!(phone.shows("メールアドレスを入力してください"));
    assert!(phone.shows("パスワードを入力してください"));
    type_credentials(&mut phone, "password124");
    phone.tap("ログイン");
    assert!(phone.shows("パスワードが正しくありません"));
    assert!(!phone.shows("メールアドレスを入力してください"));
    phone.tap(&id("email_input"));
    phone.perform(Action::ClearText);
    phone.type_text("test");
    phone.perform(Action::Back);
    phone.tap("ログイン");
    assert!(phone.shows("メールアドレスの形式が正しくありません"));
    assert!(!phone.shows("ホーム"));
}

#[test]
fn logging_in_leads_home_and_the_icon_without_text_to_the_profile() {
    for words in BOTH {
        let mut phone = logged_in(words.address);
        assert!(phone.shows(words.home));
        let screen = phone.read();
        let class_of = |short: &str| {
            let found = screen.visible().find(|(_, e)| e.id == id(short));
            found.map(|(_, element)| element.class.as_str())
        };
        assert!(class_of("bottom_nav").is_some());
        let recycler = "androidx.recyclerview.widget.RecyclerView";
        assert_eq!(class_of("news_list"), Some(recycler));
        assert_eq!(class_of("profile_icon"), Some("android.widget.ImageButton"));
        let icon = phone.find(words.profile);
        assert_eq!((icon.text.as_str(), icon.id), ("", id("profile_icon")));
        phone.tap(words.profile);
        assert!(phone.shows(words.name));
        assert!(phone.shows("test@example.com"));
    }
}

#[test]
fn rows_with_one_id_are_told_apart_by_their_text() {
    for words in BOTH {
        let mut phone = logged_in(words.address);
        phone.tap(&id("current_location"));
        assert_eq!(rows(&phone.read(), "location_row"), words.locations);
        phone.tap(words.locations[2]);
        phone.wait(700);
        assert!(phone.shows(words.home));
        assert!(phone.shows(words.locations[2]));
        assert!(!phone.shows(words.locations[0]));
    }
}

#[test]
fn drift_removes_and_renames_rows_and_moves_the_button() {
    for words in BOTH {
        let locations = |drift: &str| {
            let address = format!("{}?drift={drift}&open=locations", words.address);
            rows(&Driver::open(&address).read(), "location_row")
        };
        let [tokyo, osaka, nagoya, fukuoka] = words.locations;
        assert_eq!(locations("remove"), [tokyo, nagoya, fukuoka]);
        assert_eq!(locations("rename"), [words.renamed, osaka, nagoya, fukuoka]);
        let place = |address: &str| launched(address).find(words.login).bounds.y;
        let moved = format!("{}?drift=move", words.address);
        assert!(place(&moved) < place(words.address));
    }
}

#[test]
fn the_long_list_shows_its_end_only_after_scrolling() {
    for words in BOTH {
        let mut phone = logged_in(words.address);
        phone.tap(words.items);
        let last = format!("{} 30", words.item);
        assert!(phone.shows(&format!("{} 1", words.item)));
        assert!(!phone.shows(&last));
        for _ in 0..4 {
            phone.swipe((200.0, 700.0), (200.0, 250.0));
        }
        phone.tap(&last);
        assert_eq!(phone.find(&id("item_name")).text, last);
    }
}

#[test]
fn the_enter_key_searches() {
    for words in BOTH {
        let mut phone = logged_in(words.address);
        phone.tap(words.search);
        phone.tap(&id("search_input"));
        phone.type_text("29");
        assert_eq!(rows(&phone.read(), "result_row").len(), 0);
        phone.press("return");
        let found = format!("{} 29", words.item);
        assert_eq!(rows(&phone.read(), "result_row"), [found]);
        phone.tap(&id("search_input"));
        phone.type_text("0");
        phone.press("return");
        assert!(phone.shows(words.nothing));
    }
}

#[test]
fn settings_have_a_switch_and_a_button_that_takes_no_touches() {
    for words in BOTH {
        let mut phone = logged_in(words.address);
        phone.tap(words.settings);
        let switch = phone.find(&id("notifications_switch"));
        assert_eq!(
            (switch.role, switch.state.checked),
            (Role::Switch, Some(true))
        );
        phone.tap(&id("notifications"));
        let switch = phone.find(&id("notifications_switch"));
        assert_eq!(switch.state.checked, Some(false));
        assert!(!phone.find(&id("backup_btn")).state.enabled);
        phone.tap(&id("backup_btn"));
        assert_eq!(phone.last_effect(), None);
        assert!(!phone.find(&id("save_btn")).state.enabled);
        phone.tap(&id("memo_input"));
        phone.type_text("x");
        phone.perform(Action::Back);
        assert!(phone.find(&id("save_btn")).state.enabled);
    }
}

#[test]
fn the_notes_hold_exactly_what_was_typed() {
    let ascii: String = (' '..='~').collect();
    let texts = [
        ascii.as_str(),
        "100%s %d %% $HOME `id` \\n",
        "日本語のメモ。「かぎ」",
        "👍🏽 👨‍👩‍👧 ☕️",
        "first\nsecond\n\nfourth",
        "  spaces  ",
    ];
    for text in texts {
        let mut phone = logged_in("login");
        phone.tap("設定");
        phone.tap(&id("memo_input"));
        phone.type_text(text);
        let field = phone.find(&id("memo_input"));
        assert_eq!(field.text, text);
        assert_eq!(field.state.value.as_deref(), Some(text));
    }
}

#[test]
fn the_return_key_starts_a_line_in_the_notes_and_none_elsewhere() {
    let mut phone = logged_in("login");
    phone.tap("設定");
    phone.tap(&id("memo_input"));
    phone.type_text("a");
    phone.press("return");
    phone.type_text("b");
    assert_eq!(phone.find(&id("memo_input")).text, "a\nb");
    phone.perform(Action::Back);
    phone.tap("検索");
    phone.tap(&id("search_input"));
    phone.type_text("a\nb");
    assert_eq!(phone.find(&id("search_input")).text, "ab");
}

#[test]
fn both_languages_have_the_same_ids_on_every_screen() {
    for screen in retap_sim::shipped("login").unwrap().screen_ids() {
        let ids = |app: &str| -> BTreeSet<String> {
            let mut phone = Driver::open(&format!("{app}?open={screen}"));
            phone.wait(700);
            let elements = phone.read().elements.into_iter();
            elements.map(|element| element.id).collect()
        };
        let ids = [ids("login"), ids("login-en")];
        assert_eq!(ids[0], ids[1], "{screen}");
    }
}
