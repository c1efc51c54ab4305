//! Words with which a clause or another phrase begins, by language, and endings of the words of phrases.

/// Words with which another clause begins, so that what stands before them says nothing of what stands behind.
#[rustfmt::skip]
pub(super) static NEW_CLAUSE: [&str; 33] = [
    "and", "or", "but", "then", "if", "to", "until", "unless", "before", "after", "when", "while", "because", "so", "that",
    "und", "oder", "aber", "sondern", "bis", "wenn", "et", "ou", "mais", "y", "pero", "sino", "e", "ma", "mas", "и", "но", "или",
];

/// Words of a sentence that do not stand between those of a phrase: `sign` and `out` in `Sign up, and find out`. They are
/// written in plain letters.
#[rustfmt::skip]
pub(super) static NEW_PHRASE: [&str; 46] = [
    "in", "up", "on", "off", "for", "with", "without", "by", "at", "from", "as", "not",
    "is", "are", "was", "were", "has", "have", "can", "will", "keep",
    "mit", "ohne", "fur", "ist", "offnen", "avec", "sans", "pour", "est",
    "con", "sin", "para", "por", "ver", "com", "sem", "da", "per", "senza", "met", "zonder", "voor",
    "с", "без", "для",
];

/// Words behind which another phrase begins, unless they follow one of [`QUANTITIES`]: `all of your subscriptions`.
pub(super) static PARTS: [&str; 7] = ["of", "de", "des", "di", "do", "von", "van"];

/// Words that say how much of something is meant.
#[rustfmt::skip]
pub(super) static QUANTITIES: [&str; 20] = [
    "all", "both", "each", "any", "one", "some", "most", "every", "half", "rest",
    "tous", "toutes", "un", "une", "una", "uno", "todas", "todos", "alle", "eine",
];

/// What a word of a phrase may end with besides.
pub(super) static ENDINGS: [&str; 5] = ["s", "es", "n", "en", "e"];
