//! Words that promise more than a change of the screen, or turn a label into its opposite, by language: what is
//! dangerous must never be touched unless the author or the recording said it.

/// A consequence that touching something of that name may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Risk {
    /// Destroys, pays or sends where nobody else would notice; not touched unasked.
    Dangerous,
    /// Reaches a server, another app or stored data, and can be undone.
    SideEffect,
    /// Both.
    DangerousEffect,
}

impl Risk {
    pub(super) const fn is_dangerous(self) -> bool {
        match self {
            Self::Dangerous | Self::DangerousEffect => true,
            Self::SideEffect => false,
        }
    }

    pub(super) const fn has_side_effect(self) -> bool {
        match self {
            Self::SideEffect | Self::DangerousEffect => true,
            Self::Dangerous => false,
        }
    }
}

/// What words promise, so that one of them stands for the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    Destroy,
    Pay,
    Send,
    /// The end of an account or a session.
    Leave,
    /// That what another word promises is meant; by itself nothing.
    Confirm,
    /// How much is meant; a danger only where the same is asked for without it.
    Scope,
    /// Each word its own.
    Own,
}

/// Words of one language, one risk and one promise, in small letters.
pub(super) struct RiskWords {
    pub(super) risk: Risk,
    pub(super) promise: Promise,
    pub(super) words: &'static [&'static str],
}

const fn words(risk: Risk, promise: Promise, words: &'static [&'static str]) -> RiskWords {
    RiskWords {
        risk,
        promise,
        words,
    }
}

/// Every such word there is. Another language is another few lines; of words that are bent, the part that stays.
#[rustfmt::skip]
pub(super) static RISK_WORDS: [RiskWords; 48] = [
    // English.
    words(Risk::DangerousEffect, Promise::Destroy, &["delete", "deletion"]),
    words(Risk::DangerousEffect, Promise::Leave, &["sign out"]),
    words(Risk::DangerousEffect, Promise::Pay, &["pay", "buy", "purchase", "checkout"]),
    words(Risk::DangerousEffect, Promise::Send, &["send", "submit"]),
    words(Risk::DangerousEffect, Promise::Confirm, &["confirm"]),
    words(Risk::DangerousEffect, Promise::Own, &["transfer"]),
    words(Risk::Dangerous, Promise::Destroy, &[
        "remove", "erase", "wipe", "discard", "uninstall", "destroy", "purge", "trash",
    ]),
    words(Risk::Dangerous, Promise::Pay, &["order now", "place order", "donate"]),
    words(Risk::Dangerous, Promise::Leave, &[
        "log out", "logout", "deactivate", "close account", "cancel subscription", "unsubscribe", "terminate", "revoke",
    ]),
    words(Risk::Dangerous, Promise::Own, &["reset", "format", "block", "report", "withdraw"]),
    words(Risk::Dangerous, Promise::Scope, &["all", "everything"]),
    words(Risk::SideEffect, Promise::Own, &[
        "save", "sync", "search", "refresh", "login", "log in", "sign in", "sign up", "register", "order", "book",
        "post", "publish", "upload", "download", "apply", "subscribe",
    ]),
    // Japanese.
    words(Risk::DangerousEffect, Promise::Destroy, &["削除"]),
    words(Risk::DangerousEffect, Promise::Pay, &["購入", "支払"]),
    words(Risk::DangerousEffect, Promise::Send, &["送信"]),
    words(Risk::Dangerous, Promise::Destroy, &["消去", "破棄", "初期化"]),
    words(Risk::Dangerous, Promise::Pay, &["決済", "送金", "振込"]),
    words(Risk::Dangerous, Promise::Leave, &[
        "退会", "解約", "サブスクリプションをキャンセル", "購読をキャンセル", "アカウントを閉鎖", "アカウントを閉じる",
    ]),
    words(Risk::Dangerous, Promise::Scope, &["すべて", "全部"]),
    words(Risk::SideEffect, Promise::Own, &[
        "保存", "検索", "更新", "ログイン", "ログアウト", "注文", "登録", "確定", "申し込", "同期",
    ]),
    // French, German, Spanish and Portuguese, Italian, Dutch.
    words(Risk::Dangerous, Promise::Destroy, &["supprimer", "effacer", "désinstaller"]),
    words(Risk::Dangerous, Promise::Pay, &["acheter", "payer"]),
    words(Risk::Dangerous, Promise::Send, &["envoyer"]),
    words(Risk::Dangerous, Promise::Leave, &["fermer compte", "annuler abonnement", "résilier", "déconnecter"]),
    words(Risk::Dangerous, Promise::Destroy, &["löschen", "entfernen", "verwerfen"]),
    words(Risk::Dangerous, Promise::Pay, &["kaufen", "bezahlen", "überweisen"]),
    words(Risk::Dangerous, Promise::Send, &["senden", "absenden"]),
    words(Risk::Dangerous, Promise::Leave, &[
        "kündigen", "abmelden", "konto schließen", "konten schließen", "kundenkonto schließen", "kundenkonten schließen",
        "benutzerkonto schließen", "benutzerkonten schließen", "abo beenden", "abos beenden", "abonnement beenden",
    ]),
    words(Risk::Dangerous, Promise::Destroy, &["eliminar", "borrar", "excluir", "apagar", "remover"]),
    words(Risk::Dangerous, Promise::Pay, &["comprar", "pagar"]),
    words(Risk::Dangerous, Promise::Send, &["enviar"]),
    words(Risk::Dangerous, Promise::Leave, &[
        "cerrar cuenta", "cerrar sesión", "cancelar suscripción", "encerrar conta", "fechar conta", "terminar sessão",
        "encerrar sessão", "cancelar assinatura",
    ]),
    words(Risk::Dangerous, Promise::Destroy, &["elimina", "cancella", "rimuovi"]),
    words(Risk::Dangerous, Promise::Leave, &[
        "chiudi account", "annulla abbonamento", "annulla abbonamenti", "disdici", "opzeggen", "account sluiten",
    ]),
    words(Risk::Dangerous, Promise::Pay, &["acquista", "paga", "kopen", "betalen"]),
    words(Risk::Dangerous, Promise::Destroy, &["verwijderen", "wissen", "radera", "slett", "slet", "poista"]),
    // Polish, Czech, Turkish, Vietnamese, Indonesian.
    words(Risk::Dangerous, Promise::Destroy, &["usuń", "smazat", "odstranit", "sil", "xóa", "hapus"]),
    words(Risk::Dangerous, Promise::Pay, &["zapłać", "kup", "satın al"]),
    // Russian and Ukrainian, Greek.
    words(Risk::Dangerous, Promise::Destroy, &["удал", "стереть", "видал", "διαγραφ"]),
    words(Risk::Dangerous, Promise::Pay, &["оплат", "купить"]),
    words(Risk::Dangerous, Promise::Send, &["отправ"]),
    words(Risk::Dangerous, Promise::Leave, &["отменить подписк", "закрыть аккаунт", "выйти из аккаунт"]),
    // Korean, Chinese, Thai, Hindi.
    words(Risk::Dangerous, Promise::Destroy, &["삭제", "删除", "刪除", "清空", "移除", "卸载", "ลบ", "हटाएं", "मिटाएं"]),
    words(Risk::Dangerous, Promise::Pay, &["결제", "구매", "支付", "购买", "購買"]),
    words(Risk::Dangerous, Promise::Send, &["보내기", "전송", "发送", "發送"]),
    words(Risk::Dangerous, Promise::Leave, &[
        "탈퇴", "구독 취소", "계정 해지", "注销", "取消订阅", "取消訂閱", "关闭账户", "关闭帐户", "關閉帳戶", "退出登录", "登出",
    ]),
    // Arabic, Hebrew.
    words(Risk::Dangerous, Promise::Destroy, &["حذف", "مسح", "מחק"]),
    words(Risk::Dangerous, Promise::Pay, &["شراء", "دفع"]),
];

/// Answers to a question, and their opposites.
#[rustfmt::skip]
pub(super) static YES: [&str; 36] = [
    "yes", "allow", "accept", "approve", "agree", "permit", "grant", "はい", "許可", "承認", "同意", "承諾",
    "oui", "autoriser", "accepter", "ja", "erlauben", "zulassen", "akzeptieren", "annehmen", "sí", "permitir", "aceptar", "sim", "aceitar",
    "consenti", "accetta", "разреш", "принять", "허용", "동의", "수락", "允许", "允許", "接受", "السماح",
];
#[rustfmt::skip]
pub(super) static NO: [&str; 30] = [
    "no", "deny", "decline", "reject", "refuse", "disagree", "disallow", "いいえ", "拒否", "却下",
    "non", "refuser", "nein", "ablehnen", "verweigern", "rechazar", "denegar", "não", "recusar", "negar",
    "rifiuta", "отклон", "запрет", "нет", "거부", "거절", "아니요", "拒绝", "拒絕", "رفض",
];

/// Words of which a name has one and another the other, the rest of them being the same.
pub(super) static OPPOSITES: [[&str; 2]; 4] = [
    ["stay", "leave"],
    ["enable", "disable"],
    ["on", "off"],
    ["ok", "cancel"],
];

/// Where a person gets a new password; nothing else is set back.
pub(super) static HARMLESS: [&str; 3] =
    ["reset password", "reset your password", "reset my password"];

/// Words that promise that nothing happens, by language.
#[rustfmt::skip]
pub(super) static BACKING_OUT: [&str; 33] = [
    "cancel", "keep", "back", "close", "no", "undo", "dismiss", "stay", "later", "skip", "abort", "never mind", "don't",
    "キャンセル", "戻る", "閉じる", "いいえ", "中止", "やめる", "元に戻す",
    "annuler", "retour", "fermer", "non", "abbrechen", "zurück", "schließen", "nein", "behalten",
    "cancelar", "volver", "cerrar", "conservar",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_stands_once_and_in_small_letters() {
        let mut all: Vec<&str> = Vec::new();
        for row in &RISK_WORDS {
            all.extend(row.words);
        }
        let count = all.len();
        assert!(all.iter().all(|word| word.to_lowercase() == *word));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
