//! Screens made of random parts, and later versions of them, with a number that says which part is which.

use retap_model::geometry::{Rect, Size};
use retap_model::screen::{Element, Role, Screen, State};

/// A generator of numbers, with its seed.
#[derive(Clone)]
pub(crate) struct SeededRandom(pub(crate) u64);

impl SeededRandom {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    fn is_one_of(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// Names no two of which say the same.
#[rustfmt::skip]
const NAMES: [&str; 40] = [
    "Save", "Search", "Next", "Settings", "Profile", "Help", "Sort", "Share", "Print", "Archive", "Assign", "Snooze", "Escalate", "Rename", "Bookmark",
    "Mark resolved", "Merge", "Split", "Follow", "Mute", "Export", "Duplicate", "Preview", "Compare", "Schedule", "Lock", "Pin", "Translate", "Annotate",
    "Quick view", "History", "Statistics", "Calendar", "Inbox", "Reports", "Invite", "Attach", "Move", "Label", "Zoom",
];
const FIELDS: [&str; 10] = [
    "Email",
    "Password",
    "Full name",
    "Street",
    "City",
    "Postal code",
    "Phone",
    "Company",
    "Comment",
    "Nickname",
];
const ROW_CONTROLS: [&str; 6] = ["Open", "Edit", "Approve", "Watch", "Snooze", "Details"];
const KEYS: [&str; 16] = [
    "Alex Kim",
    "Bo Chen",
    "Cleo Diaz",
    "Dana Fox",
    "Eli Gray",
    "Fay Hart",
    "Gus Ito",
    "Hana Jung",
    "Acme Corp",
    "Borealis",
    "Cobalt Ltd",
    "Dune Inc",
    "Ember & Co",
    "Fjord AS",
    "Garnet",
    "Helios",
];
const PLACES: [&str; 12] = [
    "Berlin", "Lyon", "Osaka", "Quito", "Porto", "Turin", "Leeds", "Cairo", "Perth", "Lima",
    "Oslo", "Kyoto",
];
const WORDS: [&str; 12] = [
    "Sales",
    "Legal",
    "Travel",
    "Design",
    "Hardware",
    "Hotel",
    "Training",
    "Catering",
    "Rent",
    "Software",
    "Insurance",
    "Freight",
];

/// The names of some parts in another language.
const GERMAN: [[&str; 2]; 12] = [
    ["Save", "Speichern"],
    ["Search", "Suchen"],
    ["Next", "Weiter"],
    ["Settings", "Einstellungen"],
    ["Profile", "Profil"],
    ["Help", "Hilfe"],
    ["Sort", "Sortieren"],
    ["Print", "Drucken"],
    ["Email", "E-Mail"],
    ["Password", "Passwort"],
    ["City", "Stadt"],
    ["Edit", "Bearbeiten"],
];

/// How ids are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ids {
    None,
    /// By the first name of each part.
    Named,
    /// By the place of each part.
    Counted,
    /// A made-up word for each part.
    Random,
    /// By what a part is for on its screen: the first is the primary one.
    ByPlace,
}

/// A control and who it is.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) uid: usize,
    pub(crate) name: String,
    first_name: String,
    role: Role,
    checked: bool,
}

#[derive(Debug, Clone)]
struct ListRow {
    uid: usize,
    key: String,
    details: Vec<String>,
    price: usize,
    parts: Vec<Part>,
}

#[derive(Debug, Clone)]
enum Section {
    Heading(String),
    Note(String),
    Parts { parts: Vec<Part>, is_wrapped: bool },
    List { rows: Vec<ListRow>, is_marked: bool },
}

/// A screen as its makers see it.
#[derive(Debug, Clone)]
pub(crate) struct App {
    sections: Vec<Section>,
    ids: Ids,
    salt: usize,
    next_uid: usize,
    /// Every name that was there once: a new control of an old name cannot be told from the old one.
    used: Vec<String>,
}

/// A reading of it, and which part each element belongs to.
pub(crate) struct Reading {
    pub(crate) screen: Screen,
    pub(crate) uids: Vec<usize>,
}

impl App {
    pub(crate) fn random(random: &mut SeededRandom) -> Self {
        let all = [
            Ids::None,
            Ids::Named,
            Ids::Counted,
            Ids::Random,
            Ids::ByPlace,
        ];
        let mut app = Self {
            sections: Vec::new(),
            ids: all[random.below(5)],
            salt: random.below(1000),
            next_uid: 1,
            used: Vec::new(),
        };
        let mut names: Vec<&str> = NAMES.to_vec();
        let mut take = |random: &mut SeededRandom| names.swap_remove(random.below(names.len()));
        app.sections.push(Section::Heading(take(random).to_owned()));
        for _ in 0..1 + random.below(2) {
            let count = 2 + random.below(4);
            let parts = (0..count).map(|_| {
                let role = [Role::Button, Role::Link, Role::Switch][random.below(3)];
                let name = take(random);
                app.part(name, role)
            });
            let parts = parts.collect();
            app.sections.push(Section::Parts {
                parts,
                is_wrapped: false,
            });
        }
        if random.is_one_of(2) {
            let mut labels: Vec<&str> = FIELDS.to_vec();
            let count = 2 + random.below(3);
            let fields = (0..count).map(|_| {
                let name = labels.swap_remove(random.below(labels.len()));
                app.part(name, Role::TextField)
            });
            let parts = fields.collect();
            app.sections.push(Section::Parts {
                parts,
                is_wrapped: false,
            });
        }
        if random.is_one_of(2) {
            app.add_list(random);
        }
        app
    }

    fn part(&mut self, name: &str, role: Role) -> Part {
        self.next_uid += 1;
        self.used.push(name.to_owned());
        Part {
            uid: self.next_uid,
            name: name.to_owned(),
            first_name: name.to_owned(),
            role,
            checked: false,
        }
    }

    fn add_list(&mut self, random: &mut SeededRandom) {
        let mut keys: Vec<&str> = KEYS.to_vec();
        let controls: Vec<&str> = (0..1 + random.below(2))
            .map(|at| ROW_CONTROLS[(at * 2 + random.below(2)) % ROW_CONTROLS.len()])
            .collect();
        let rows = (0..2 + random.below(4)).map(|_| {
            let key = match random.is_one_of(6) {
                // Two rows may have the same name.
                true => keys[0],
                false => keys.swap_remove(random.below(keys.len())),
            };
            self.row(random, key, &controls)
        });
        let rows = rows.collect();
        let is_marked = random.is_one_of(2);
        self.sections.push(Section::List { rows, is_marked });
    }

    fn row(&mut self, random: &mut SeededRandom, key: &str, controls: &[&str]) -> ListRow {
        self.next_uid += 1;
        let parts = controls
            .iter()
            .map(|name| self.part(name, Role::Button))
            .collect();
        ListRow {
            uid: self.next_uid + 1000,
            key: key.to_owned(),
            details: vec![
                format!("{} {}", random.pick(&WORDS), random.below(90) + 10),
                random.pick(&PLACES).to_owned(),
                format!("REF-{}", random.below(9000) + 1000),
            ],
            price: random.below(500),
            parts,
        }
    }

    /// Returns all controls.
    fn parts_mut(&mut self) -> Vec<&mut Part> {
        let mut all = Vec::new();
        for section in &mut self.sections {
            match section {
                Section::Heading(_) | Section::Note(_) => {}
                Section::Parts { parts, .. } => all.extend(parts.iter_mut()),
                Section::List { rows, .. } => {
                    all.extend(rows.iter_mut().flat_map(|it| it.parts.iter_mut()))
                }
            }
        }
        all
    }

    /// Makes one random change; returns what it was.
    pub(crate) fn drift(&mut self, random: &mut SeededRandom, target: usize) -> &'static str {
        match random.below(19) {
            0 => self.rename(random, target, "renamed to something else"),
            1 => self.respell(target),
            2 => self.remove(target),
            3 => self.replace_part(random, target),
            4 => self.shuffle_ids(random),
            5 => self.rename_heading(random),
            6 => self.remove_other(random, target),
            7 => self.insert_part(random),
            8 => self.reverse_parts(),
            9 => self.remove_row(random, target),
            10 => self.replace_row(random, target),
            11 => self.insert_row(random),
            12 => self.reverse_rows(),
            13 => self.change_prices(random),
            14 => self.wrap(),
            15 => self.translate(),
            16 => self.swap_names(random, target),
            17 => self.add_note(random),
            _ => self.undo_name(target),
        }
    }

    fn named_mut(&mut self, target: usize) -> Option<&mut Part> {
        self.parts_mut().into_iter().find(|part| part.uid == target)
    }

    fn free_name(&mut self, random: &mut SeededRandom) -> String {
        loop {
            let name = match random.is_one_of(3) {
                true => random.pick(&NAMES).to_owned(),
                false => format!("{} {}", random.pick(&WORDS), random.pick(&NAMES)),
            };
            if !self.used.contains(&name) {
                self.used.push(name.clone());
                return name;
            }
        }
    }

    fn rename(
        &mut self,
        random: &mut SeededRandom,
        target: usize,
        what: &'static str,
    ) -> &'static str {
        let name = self.free_name(random);
        if let Some(part) = self.named_mut(target) {
            part.name = name;
        }
        what
    }

    fn respell(&mut self, target: usize) -> &'static str {
        if let Some(part) = self.named_mut(target) {
            part.name = match part.name.as_str() {
                "Save" => "Save changes".to_owned(),
                "Next" => "Continue".to_owned(),
                "Settings" => "Preferences".to_owned(),
                name => name.to_uppercase(),
            };
        }
        "said in other words"
    }

    fn remove(&mut self, target: usize) -> &'static str {
        for section in &mut self.sections {
            match section {
                Section::Heading(_) | Section::Note(_) => {}
                Section::Parts { parts, .. } => parts.retain(|part| part.uid != target),
                Section::List { rows, .. } => {
                    rows.iter_mut()
                        .for_each(|row| row.parts.retain(|part| part.uid != target));
                }
            }
        }
        "removed"
    }

    /// The place, and the id where it goes by places, is used for something else.
    fn replace_part(&mut self, random: &mut SeededRandom, target: usize) -> &'static str {
        let name = self.free_name(random);
        self.next_uid += 1;
        let uid = self.next_uid;
        if let Some(part) = self.named_mut(target) {
            part.uid = uid;
            part.first_name.clone_from(&name);
            part.name = name;
        }
        "replaced by another control"
    }

    fn shuffle_ids(&mut self, random: &mut SeededRandom) -> &'static str {
        self.ids = match self.ids {
            Ids::Random => {
                self.salt += 1 + random.below(100);
                Ids::Random
            }
            Ids::Named => Ids::None,
            other => other,
        };
        "ids changed"
    }

    fn rename_heading(&mut self, random: &mut SeededRandom) -> &'static str {
        for section in &mut self.sections {
            if let Section::Heading(name) = section {
                *name = format!("{} {}", random.pick(&WORDS), random.pick(&PLACES));
            }
        }
        "heading renamed"
    }

    fn remove_other(&mut self, random: &mut SeededRandom, target: usize) -> &'static str {
        let mut others: Vec<usize> = self.parts_mut().iter().map(|part| part.uid).collect();
        others.retain(|uid| *uid != target);
        if !others.is_empty() {
            let gone = others[random.below(others.len())];
            self.remove(gone);
        }
        "another one removed"
    }

    fn insert_part(&mut self, random: &mut SeededRandom) -> &'static str {
        let name = self.free_name(random);
        let part = self.part(&name, Role::Button);
        let mut all = self
            .sections
            .iter_mut()
            .filter_map(|section| match section {
                Section::Parts { parts, .. } => Some(parts),
                Section::Heading(_) | Section::Note(_) | Section::List { .. } => None,
            });
        if let Some(parts) = all.next() {
            let at = random.below(parts.len() + 1);
            parts.insert(at, part);
        }
        "another one inserted"
    }

    fn reverse_parts(&mut self) -> &'static str {
        for section in &mut self.sections {
            if let Section::Parts { parts, .. } = section {
                parts.reverse();
            }
        }
        "controls reordered"
    }

    fn remove_row(&mut self, random: &mut SeededRandom, target: usize) -> &'static str {
        let is_own = random.is_one_of(2);
        for section in &mut self.sections {
            if let Section::List { rows, .. } = section {
                let has = |row: &ListRow| {
                    row.parts.iter().any(|part| part.uid == target) || row.uid == target
                };
                let at = match is_own {
                    true => rows.iter().position(has),
                    false => rows.iter().position(|row| !has(row)),
                };
                at.map(|at| rows.remove(at));
            }
        }
        "row removed"
    }

    /// A row of the same name that is another one.
    fn replace_row(&mut self, random: &mut SeededRandom, target: usize) -> &'static str {
        let mut fresh = self.clone();
        for section in &mut self.sections {
            if let Section::List { rows, .. } = section {
                let has = |row: &ListRow| {
                    row.parts.iter().any(|part| part.uid == target) || row.uid == target
                };
                if let Some(row) = rows.iter_mut().find(|row| has(row)) {
                    let controls: Vec<String> =
                        row.parts.iter().map(|part| part.name.clone()).collect();
                    let controls: Vec<&str> = controls.iter().map(String::as_str).collect();
                    let mut other = fresh.row(random, &row.key, &controls);
                    while other.details.iter().any(|text| row.details.contains(text)) {
                        other = fresh.row(random, &row.key, &controls);
                    }
                    *row = other;
                }
            }
        }
        self.next_uid = fresh.next_uid;
        "row replaced by a look-alike"
    }

    fn insert_row(&mut self, random: &mut SeededRandom) -> &'static str {
        let mut fresh = self.clone();
        for section in &mut self.sections {
            if let Section::List { rows, .. } = section {
                let controls: Vec<String> = rows
                    .first()
                    .map(|row| row.parts.iter().map(|part| part.name.clone()).collect())
                    .unwrap_or_default();
                let controls: Vec<&str> = controls.iter().map(String::as_str).collect();
                let key = match (random.is_one_of(2), rows.first()) {
                    (true, Some(row)) => row.key.clone(),
                    (_, _) => random.pick(&KEYS).to_owned(),
                };
                let row = fresh.row(random, &key, &controls);
                let at = random.below(rows.len() + 1);
                rows.insert(at, row);
            }
        }
        self.next_uid = fresh.next_uid;
        "row inserted"
    }

    fn reverse_rows(&mut self) -> &'static str {
        for section in &mut self.sections {
            if let Section::List { rows, .. } = section {
                rows.reverse();
            }
        }
        "rows reordered"
    }

    fn change_prices(&mut self, random: &mut SeededRandom) -> &'static str {
        for section in &mut self.sections {
            if let Section::List { rows, .. } = section {
                rows.iter_mut()
                    .for_each(|row| row.price = random.below(900));
            }
        }
        "prices changed"
    }

    fn wrap(&mut self) -> &'static str {
        for section in &mut self.sections {
            if let Section::Parts { is_wrapped, .. } = section {
                *is_wrapped = !*is_wrapped;
            }
        }
        "wrapped"
    }

    fn translate(&mut self) -> &'static str {
        for part in self.parts_mut() {
            if let Some([_, german]) = GERMAN.iter().find(|[english, _]| part.name == *english) {
                part.name = (*german).to_owned();
            }
        }
        "translated"
    }

    /// Two controls beside each other change places with all they do; what rows have acts on their row.
    fn swap_names(&mut self, random: &mut SeededRandom, target: usize) -> &'static str {
        for section in &mut self.sections {
            let Section::Parts { parts, .. } = section else {
                continue;
            };
            let Some(own) = parts.iter().position(|part| part.uid == target) else {
                continue;
            };
            let other = random.below(parts.len());
            if parts[other].name != parts[own].name && parts[other].role == parts[own].role {
                let name = std::mem::take(&mut parts[own].name);
                parts[own].name = std::mem::replace(&mut parts[other].name, name);
                (parts[own].uid, parts[other].uid) = (parts[other].uid, parts[own].uid);
                break;
            }
        }
        "names swapped"
    }

    fn add_note(&mut self, random: &mut SeededRandom) -> &'static str {
        let note = format!("{} in {}", random.pick(&WORDS), random.pick(&PLACES));
        let at = random.below(self.sections.len() + 1);
        self.sections.insert(at, Section::Note(note));
        "text added"
    }

    /// The control now takes back what it did.
    fn undo_name(&mut self, target: usize) -> &'static str {
        self.next_uid += 1;
        let uid = self.next_uid;
        if let Some(part) = self.named_mut(target)
            && part.role != Role::TextField
            && part.name == part.first_name
        {
            part.name = format!("Un{}", part.name.to_lowercase());
            part.uid = uid;
        }
        "turned into its opposite"
    }

    /// Returns the screen a device would read.
    pub(crate) fn render(&self) -> Reading {
        let mut page = Page::new(self);
        for section in &self.sections {
            match section {
                Section::Heading(name) => page.text(Role::Heading, name, None, 0),
                Section::Note(text) => page.text(Role::Text, text, None, 0),
                Section::Parts { parts, is_wrapped } => {
                    let holder = page.holder(Role::Container, 0);
                    let inner = match is_wrapped {
                        true => page.inner_holder(holder),
                        false => holder,
                    };
                    for part in parts {
                        page.part(part, inner);
                        page.top += 50.0;
                    }
                }
                Section::List { rows, is_marked } => page.list(rows, *is_marked),
            }
            page.top += 40.0;
        }
        Reading {
            screen: Screen {
                size: Size::new(400.0, 4000.0),
                elements: page.elements,
                ..Screen::default()
            },
            uids: page.uids,
        }
    }
}

/// A screen that is being put together.
struct Page<'a> {
    app: &'a App,
    elements: Vec<Element>,
    uids: Vec<usize>,
    top: f64,
    count: usize,
}

impl<'a> Page<'a> {
    fn new(app: &'a App) -> Self {
        Self {
            app,
            elements: Vec::new(),
            uids: Vec::new(),
            top: 10.0,
            count: 0,
        }
    }

    fn push(&mut self, element: Element, uid: usize) -> usize {
        self.elements.push(element);
        self.uids.push(uid);
        self.elements.len() - 1
    }

    fn element(&self, role: Role, text: &str, x: f64, parent: Option<usize>) -> Element {
        Element {
            role,
            text: text.to_owned(),
            bounds: Rect::new(x, self.top, 80.0, 30.0),
            parent,
            state: State {
                enabled: true,
                ..State::default()
            },
            ..Element::default()
        }
    }

    fn text(&mut self, role: Role, text: &str, parent: Option<usize>, uid: usize) {
        let element = self.element(role, text, 10.0, parent);
        self.push(element, uid);
    }

    fn holder(&mut self, role: Role, uid: usize) -> usize {
        let mut element = self.element(role, "", 0.0, None);
        element.bounds.width = 400.0;
        self.push(element, uid)
    }

    fn inner_holder(&mut self, parent: usize) -> usize {
        let element = self.element(Role::Container, "", 0.0, Some(parent));
        self.push(element, 0)
    }

    fn part(&mut self, part: &Part, parent: usize) {
        self.part_at(part, parent, 20.0);
    }

    fn part_at(&mut self, part: &Part, parent: usize, x: f64) {
        let mut element = self.element(part.role, "", x, Some(parent));
        self.count += 1;
        element.id = self.id_of(part);
        element.is_clickable = true;
        if part.role == Role::TextField {
            element.is_editable = true;
            element.description.clone_from(&part.name);
            element.is_password = part.first_name == "Password";
        } else {
            element.text.clone_from(&part.name);
        }
        if part.role == Role::Switch {
            element.state.checked = Some(part.checked);
        }
        self.push(element, part.uid);
    }

    fn id_of(&self, part: &Part) -> String {
        match self.app.ids {
            Ids::None => String::new(),
            Ids::Named => format!("{}-btn", part.first_name.to_lowercase().replace(' ', "-")),
            Ids::Counted => format!("btn-{}", self.count),
            Ids::Random => {
                let mut random = SeededRandom((part.uid * 7919 + self.app.salt) as u64);
                random.below(99);
                (0..6)
                    .map(|_| char::from(b'a' + random.below(26) as u8))
                    .collect()
            }
            Ids::ByPlace => {
                let places = [
                    "primary",
                    "secondary",
                    "tertiary",
                    "first",
                    "second",
                    "third",
                    "more",
                ];
                places
                    .get(self.count - 1)
                    .map_or_else(String::new, |it| (*it).to_owned())
            }
        }
    }

    fn list(&mut self, rows: &[ListRow], is_marked: bool) {
        let list = self.holder(
            if is_marked {
                Role::List
            } else {
                Role::Container
            },
            0,
        );
        for row in rows {
            let role = if is_marked {
                Role::Row
            } else {
                Role::Container
            };
            let mut holder = self.element(role, "", 0.0, Some(list));
            holder.bounds.width = 400.0;
            let holder = self.push(holder, row.uid);
            self.text(Role::Text, &row.key, Some(holder), row.uid);
            for detail in &row.details {
                self.text(Role::Text, detail, Some(holder), row.uid);
            }
            self.text(
                Role::Text,
                &format!("€ {}.00", row.price),
                Some(holder),
                row.uid,
            );
            for (at, part) in row.parts.iter().enumerate() {
                self.part_at(part, holder, 150.0 + 90.0 * at as f64);
            }
            self.top += 60.0;
        }
    }
}

/// Returns the parts of a reading that can be acted on, with the words an author would use.
pub(crate) fn targets(reading: &Reading) -> Vec<usize> {
    let elements = reading.screen.elements.iter().enumerate();
    let controls = elements.filter(|(_, it)| it.is_clickable);
    controls.map(|(index, _)| index).collect()
}
