//! The demo's tables: calm, aligned, and as clear without colour as with it.

use std::time::Duration;

use retap_model::verdict::Outcome;

use super::Sample;
use super::stage::{Act, Drifted, Timed};
use crate::plural::count;
use crate::terminal::{Paint, Tone};

/// How wide the first column is.
const TITLE: usize = 36;
/// How wide a column of figures is.
const FIGURE: usize = 12;
/// How much of a reason fits on its line.
const REASON: usize = 72;

/// Returns the learning run and the replay step by step, and the totals of the other skills.
pub(super) fn side_by_side(shown: &Act, others: &[Act], paint: Paint) -> String {
    let Sample { file, app, .. } = shown.sample;
    let mut text = format!(
        "{}\n\n",
        paint.word(Tone::Title, "retap demo: learn once, replay forever")
    );
    text += &format!("1. Learn    run {file} once on sim:{app} and watch\n");
    text += "2. Replay   run what was compiled: no AI, no text read from pixels, every step checked\n\n";
    text += &paint.word(Tone::Title, &row("step", "learned", "replayed"));
    for ((title, learned), (_, replayed)) in shown.learned.steps.iter().zip(&shown.replayed.steps) {
        text += &row(title, &seconds(*learned), &seconds(*replayed));
    }
    text += &paint.word(Tone::Title, &totals(shown));
    text.extend(others.iter().map(totals));
    let all: Vec<&Act> = std::iter::once(shown).chain(others).collect();
    text += &figures(&all);
    text
}

fn totals(act: &Act) -> String {
    let (learned, replayed) = (&act.learned, &act.replayed);
    let steps = count(learned.steps.len(), "step");
    let title = format!("{}, {steps}", act.sample.file);
    row(&title, &seconds(learned.took), &seconds(replayed.took))
}

fn figures(acts: &[&Act]) -> String {
    let both = |of: fn(&Timed) -> u32| {
        let learned: u32 = acts.iter().map(|act| of(&act.learned)).sum();
        let replayed: u32 = acts.iter().map(|act| of(&act.replayed)).sum();
        (learned.to_string(), replayed.to_string())
    };
    let reads = both(|timed| timed.tally.reads);
    let text_reads = both(|timed| timed.tally.text_reads);
    let real = |of: fn(&Act) -> &Timed| {
        let all: Duration = acts.iter().map(|act| of(act).real).sum();
        format!("{:.1} ms", all.as_secs_f64() * 1000.0)
    };
    row("screen reads, all three", &reads.0, &reads.1)
        + &row("text reads (OCR), all three", &text_reads.0, &text_reads.1)
        + &row(
            "work of this machine, all three",
            &real(|act| &act.learned),
            &real(|act| &act.replayed),
        )
        + "   seconds are the simulated phone's own; milliseconds are real\n"
}

/// Returns how the same compiled file fares on each changed version of the app.
pub(super) fn drift(drifted: &[Drifted], paint: Paint) -> String {
    let mut text =
        "\n3. Drift    the same compiled file on changed versions of the app\n\n".to_owned();
    for one in drifted {
        let (word, tone) = match one.outcome {
            Outcome::Passed => ("found", Tone::Good),
            Outcome::Failed => ("stopped", Tone::Doubtful),
            Outcome::NotJudged | Outcome::Skipped => ("not judged", Tone::Bad),
        };
        let word = paint.word(tone, &format!("{word:<9}"));
        let line = format!("   {:<22}{word}{}", one.name, shortened(&one.words));
        text += &format!("{}\n", line.trim_end());
        for touch in &one.wrong_touches {
            text += &format!(
                "   {:<22}{}\n",
                "",
                paint.word(Tone::Bad, &format!("wrong touch: {touch}"))
            );
        }
    }
    let found = drifted
        .iter()
        .filter(|one| one.outcome == Outcome::Passed)
        .count();
    let wrong: usize = drifted.iter().map(|one| one.wrong_touches.len()).sum();
    let verdict = format!(
        "{found} found, {} stopped, {} by the phone's own log",
        drifted.len() - found,
        count(wrong, "wrong touch").replace("touchs", "touches"),
    );
    text + &format!("\n   {}\n", paint.word(Tone::Title, &verdict))
}

fn row(title: &str, left: &str, right: &str) -> String {
    format!("   {title:<TITLE$}{left:>FIGURE$}{right:>FIGURE$}\n")
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// Returns the reason up to where it begins to list what was visible.
fn shortened(words: &str) -> String {
    let words = words.lines().next().unwrap_or_default();
    let words = words.split("; visible:").next().unwrap_or(words);
    if words.chars().count() <= REASON {
        return words.to_owned();
    }
    let kept: String = words.chars().take(REASON - 1).collect();
    let whole = kept
        .rsplit_once(' ')
        .map_or(kept.as_str(), |(whole, _)| whole);
    format!("{whole} …")
}
