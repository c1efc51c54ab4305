//! One search for what was recorded, on a random screen that has changed since.

use retap_model::program::Target;
use retap_model::screen::Element;
use retap_model::select::{Evidence, Search, locate};

use crate::generated_screen::{App, Reading, SeededRandom, targets};

/// How one search on a changed screen ended.
pub(crate) enum Ended {
    Right,
    Stopped,
    Wrong(String),
}

/// Records one element of a random screen, changes the screen, and looks for it.
pub(crate) fn look_for_recorded(seed: u64) -> Ended {
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
    let line = |(it, uid): (&Element, &usize)| {
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
