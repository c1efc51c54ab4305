//! The app packs of the public corpus with the popups they come with: every place in them is reached live, learned and
//! replayed. Skipped where there are no samples.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use retap_learn::source::read_skill;
use retap_model::event::Event;

use crate::corpus_folder::in_corpus;
use crate::phone::{Skill, Story};

/// A pack as far as its notation tells where things are.
#[derive(Default)]
struct Pack {
    app: String,
    root: String,
    /// The rows of each screen with where they lead, and its texts.
    screens: BTreeMap<String, Place>,
}

#[derive(Default)]
struct Place {
    rows: Vec<(String, String)>,
    texts: Vec<String>,
}

impl Pack {
    fn read(path: &Path) -> Self {
        let mut pack = Self::default();
        let mut at = String::new();
        for line in fs::read_to_string(path).unwrap().lines() {
            let quoted = || line.split('"').nth(1).unwrap_or_default().to_owned();
            if let Some(app) = line.strip_prefix("app: ") {
                app.clone_into(&mut pack.app);
            } else if let Some(root) = line.strip_prefix("- root: ") {
                root.clone_into(&mut pack.root);
            } else if let Some(heading) = line.strip_prefix("## ") {
                at = heading
                    .strip_prefix("Simulator Screen ")
                    .unwrap_or_default()
                    .to_owned();
            } else if at.is_empty() {
            } else if line.starts_with("- element row") && line.contains('→') {
                let to = line.rsplit("→ ").next().unwrap_or_default().to_owned();
                pack.screens
                    .entry(at.clone())
                    .or_default()
                    .rows
                    .push((quoted(), to));
            } else if line.starts_with("- element text:") {
                pack.screens
                    .entry(at.clone())
                    .or_default()
                    .texts
                    .push(quoted());
            }
        }
        pack
    }

    /// Returns how every screen is reached from the first one.
    fn ways(&self) -> Vec<(Vec<String>, &Place)> {
        let mut known = BTreeSet::from([self.root.clone()]);
        let mut open = vec![(self.root.clone(), Vec::new())];
        let mut ways = Vec::new();
        while let Some((at, way)) = open.pop() {
            let Some(place) = self.screens.get(&at) else {
                continue;
            };
            for (row, to) in &place.rows {
                if known.insert(to.clone()) {
                    let further = way.iter().cloned().chain([row.clone()]).collect();
                    open.push((to.clone(), further));
                }
            }
            ways.push((way, place));
        }
        ways
    }
}

fn skill(app: &str, way: &[String], place: &Place) -> Option<Skill> {
    let mut text = format!("name: Way\nsteps:\n  - launch: {app:?}\n");
    for row in way {
        text.push_str(&format!("  - tap: {row:?}\n"));
    }
    let shown = place
        .texts
        .first()
        .or_else(|| place.rows.first().map(|(row, _)| row))?;
    text.push_str(&format!("  - assert_visible: {shown:?}\n"));
    Some(Skill::yaml(&text, &[]))
}

fn closed(story: &Story) -> usize {
    let is_closed = |event: &&Event| matches!(event, Event::InterruptionClosed(_));
    story.events.iter().filter(is_closed).count()
}

#[test]
fn every_place_of_a_pack_is_reached_past_its_popups() {
    let Some(corpus) = in_corpus("mirroir-skills/apps") else {
        return;
    };
    let (mut ways, mut popups) = (0, 0);
    for name in ["settings", "weather", "test_fixtures/permission_alert"] {
        let path = corpus.join(name).join("APP.md");
        let (pack, address) = (Pack::read(&path), path.display().to_string());
        for (way, place) in pack.ways() {
            let Some(skill) = skill(&pack.app, &way, place) else {
                continue;
            };
            let live = skill.live(&address);
            live.must_pass(&format!("{name} {way:?} live"));
            let compiled = skill.compile(&address);
            let replay = skill.replay(&compiled, &address);
            replay.must_pass(&format!("{name} {way:?} replayed"));
            assert!(closed(&live) > 0 && closed(&replay) > 0, "{name} {way:?}");
            (ways, popups) = (ways + 1, popups + closed(&live));
        }
    }
    assert!(ways > 25 && popups > ways, "{ways} ways, {popups} popups");
}

/// What a skill of the corpus names is in the pack of its app or not; only that decides how it ends: one whose texts are
/// all there passes live, learned and replayed, any other stops at the first that is missing, and none at a popup.
#[test]
fn skills_of_the_corpus_stop_at_no_popup() {
    let Some(corpus) = in_corpus("mirroir-skills") else {
        return;
    };
    for (skill, pack) in [
        ("skills/apps/settings/check-about.md", "apps/settings"),
        ("legacy/apps/settings/check-about.yaml", "apps/settings"),
        ("skills/apps/weather/add-city.md", "apps/weather"),
        ("legacy/apps/weather/add-city.yaml", "apps/weather"),
    ] {
        let path = corpus.join(pack).join("APP.md");
        let source = fs::read(corpus.join(skill)).unwrap();
        let mut draft = read_skill(Path::new(skill), &source).unwrap();
        draft.bind(&retap_model::phrase::Variables::new());
        let (pack, address) = (
            fs::read_to_string(&path).unwrap(),
            path.display().to_string(),
        );
        let read = Skill { draft, source };
        let story = read.live(&address);
        let text = story.report.verdict.reason.to_string();
        if story.report.verdict.is_failed() {
            let missing = text.split('`').nth(1).unwrap_or_default();
            let is_there = pack.contains(&format!("\"{missing}\""));
            assert!(!missing.is_empty() && !is_there, "{skill}: {text}");
        } else {
            let compiled = read.compile(&address);
            read.replay(&compiled, &address).must_pass(skill);
        }
        assert!(closed(&story) > 0, "{skill}");
        assert!(!text.contains("was left alone"), "{skill}: {text}");
    }
}
