//! Whatever changed: what is found is what was recorded, or nothing is found.

use retap_model::program::Target;
use retap_model::select::{Evidence, Search, locate};

use crate::generated_screen::{App, Reading, SeededRandom, targets};

/// How one search on a changed screen ended.
enum Ended {
    Right,
    Stopped,
    Wrong(String),
}

static SINGLE: std::sync::Mutex<std::collections::BTreeMap<String, [usize; 2]>> =
    std::sync::Mutex::new(std::collections::BTreeMap::new());

/// Records one element of a random screen, changes the screen, and looks for it.
fn one(seed: u64) -> Ended {
    let mut random = SeededRandom(seed);
    for _ in 0..4 {
        random.below(2);
    }
    let mut app = App::random(&mut random);
    let then = app.render();
    let all = targets(&then);
    let index = all[random.below(all.len())];
    let evidence = Evidence::recorded(&then.screen, index);
    let uid = then.uids[index];
    let changes: Vec<&str> = (0..1 + random.below(3))
        .map(|_| app.drift(&mut random, uid))
        .collect();
    let now = app.render();
    let target = Target::labelled(then.screen.elements[index].caption());
    if let [only] = changes.as_slice() {
        let search = locate(&now.screen, &target, Some(&evidence));
        let mut table = SINGLE.lock().unwrap();
        let cell = table.entry((*only).to_owned()).or_default();
        let is_there = now.uids.contains(&uid);
        let is_found = matches!(&search, Search::Found(_));
        if is_there {
            cell[usize::from(!is_found)] += 1;
        }
        if is_there && !is_found && std::env::var("RETAP_SHOW").is_ok_and(|it| it == *only) {
            eprintln!(
                "show {seed} {:?}\n{}\nnow\n{}\n{search:?}",
                evidence.label(),
                outline(&then),
                outline(&now)
            );
        }
    }
    match locate(&now.screen, &target, Some(&evidence)) {
        Search::Found(found) if now.uids[found.index] == uid => Ended::Right,
        Search::Found(found) => Ended::Wrong(format!(
            "seed {seed}: {changes:?}: {} was taken for {evidence:?}\nthen {}\nnow {}",
            found.title,
            outline(&then),
            outline(&now)
        )),
        Search::Ambiguous(_) | Search::Missing(_) => Ended::Stopped,
    }
}

fn outline(reading: &Reading) -> String {
    let elements = reading.screen.elements.iter().zip(&reading.uids);
    let line = |(it, uid): (&retap_model::screen::Element, &usize)| {
        format!(
            "  {uid} {} `{}` #{} in {:?}",
            it.role.as_str(),
            it.caption(),
            it.id,
            it.parent
        )
    };
    elements.map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn on_a_changed_screen_the_true_element_is_found_or_none() {
    let seeds = std::env::var("RETAP_SEEDS")
        .ok()
        .and_then(|it| it.parse().ok());
    let seeds: u64 = seeds.unwrap_or(1000);
    let (mut right, mut stopped, mut wrong) = (0, 0, Vec::new());
    for seed in 0..seeds {
        match one(seed) {
            Ended::Right => right += 1,
            Ended::Stopped => stopped += 1,
            Ended::Wrong(what) => wrong.push(what),
        }
    }
    for (what, [right, stopped]) in SINGLE.lock().unwrap().iter() {
        eprintln!("single {what}: {right} {stopped}");
    }
    for what in wrong.iter().take(30) {
        eprintln!(
            "{}",
            what.split("SketchEntry")
                .next()
                .unwrap_or("")
                .get(..400)
                .unwrap_or(what)
        );
    }
    assert!(
        wrong.is_empty(),
        "{} of {seeds} wrong, {right} right, {stopped} stopped; the first: {}",
        wrong.len(),
        wrong[0]
    );
    assert!(right > stopped, "{right} right, {stopped} stopped");
}
