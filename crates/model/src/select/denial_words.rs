//! Words and endings that deny, by language. Another language is another few words.

/// Words that deny what the same clause says behind them, a few others between; so does what ends with `n't`.
#[rustfmt::skip]
pub(super) static DENIALS: [&str; 37] = [
    "not", "no", "never", "nothing", "nobody", "none", "neither", "nor", "cannot", "dont", "without",
    "nicht", "nichts", "kein", "keine", "keinen", "niemals", "ohne", "ne", "pas", "rien", "aucun", "aucune", "sans",
    "sin", "nada", "nunca", "não", "sem", "non", "senza", "niet", "geen", "zonder", "не", "ничего", "без",
];

/// Words that, directly before something, call it off.
pub(super) static CALLING_OFF: [&str; 5] = ["undo", "cancel", "abort", "disable", "stop"];

/// Words that may stand between a denial and the word that it denies: `could not be saved`.
#[rustfmt::skip]
pub(super) static HELPING: [&str; 41] = [
    "be", "been", "being", "is", "are", "was", "were", "has", "have", "had", "get", "got", "yet", "ever",
    "été", "être", "encore", "correctement",
    "werden", "worden", "wurde", "wurden", "hat", "vollständig", "erfolgreich", "mehr",
    "stato", "stata", "stati", "state", "è", "e", "ha", "sido", "fue", "se", "foi", "han", "hay", "был", "была",
];

/// What is put before a word without a space and denies it.
#[rustfmt::skip]
pub(super) static JOINED_DENIALS: [&str; 13] = [
    "不", "不要", "不能", "别", "勿", "取消", "未", "没", "没有", "沒有", "无法", "無法", "عدم ",
];

/// Parts of endings that may stand between a word and what denies it behind it: `されて`, `い` in `保存されていません`.
#[rustfmt::skip]
pub(super) static ENDING_LINKS: [&str; 29] = [
    "され", "でき", "では", "じゃ", "おり", "あり", "し", "て", "い", "を", "は", "が", "も", "に",
    "하", "되", "할 ", "될 ", "을 ", "를 ", "은 ", "는 ", "이 ", "가 ", "하는 ", "수 ", "수가 ", "수는 ", "지 ",
];

/// What, joined to a word by these, says that it is not done, or is called off.
#[rustfmt::skip]
pub(super) static DENYING_ENDINGS: [&str; 24] = [
    "ない", "なかった", "なく", "ません", "せず", "ずに", "なし", "不可", "禁止", "失敗",
    "やめ", "キャンセル", "中止", "取り消", "取消", "解除",
    "지 않", "지 못", "지 마", "지 말", "없", "안 ", " 안 ", "취소",
];

/// What begins like one of them and does not deny: an invitation, or that something must be done.
#[rustfmt::skip]
pub(super) static SEEMING_DENIALS: [&str; 7] = [
    "ませんか", "ないか", "なければ", "なくては", "なくちゃ", "なきゃ", "ないと",
];
