//! Words by which something that came up uninvited can be closed without agreeing to anything, by language: English,
//! Japanese, German, French, Spanish, Portuguese, Chinese, Korean. Another language is another few words a row.

crate::words! {
    /// What touching something does to the layer that it is on, from the most harmless on.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DismissalKind {
        /// Closes it and answers nothing.
        Close = "close",
        /// Puts it off.
        Later = "later",
        /// Says no to what it asks for.
        Reject = "reject",
        /// Agrees to what cannot be refused and to nothing else.
        NecessaryOnly = "necessary_only",
        /// Says no to the one thing that it offers.
        Cancel = "cancel",
        /// Says that it was read.
        Acknowledge = "acknowledge",
        /// What the author wants.
        AsAuthorSays = "obstacle",
    }
}

/// Ways to say the same; each must be all of a name, but for words that only say what is meant by it.
pub(super) struct DismissalWords {
    pub(super) kind: DismissalKind,
    pub(super) words: &'static [&'static str],
    /// Words that may stand beside them.
    pub(super) beside: &'static [&'static str],
}

/// Signs that are drawn on a button that closes.
pub(super) static CLOSE_SIGNS: &[&str] =
    &["✕", "✖", "×", "✗", "✘", "⨯", "╳", "🗙", "❌", "❎", "⨉", "x"];

/// In the order in which they are tried.
#[rustfmt::skip]
pub(super) static DISMISSAL_WORDS: [DismissalWords; 6] = [
    DismissalWords {
        kind: DismissalKind::Close,
        words: &[
            "close", "dismiss", "hide this", "閉じる", "とじる", "schließen", "schliessen", "ausblenden", "fermer", "cerrar", "fechar",
            "关闭", "關閉", "닫기",
        ],
        beside: &[
            "this", "the", "dialog", "dialogue", "modal", "popup", "pop", "up", "banner", "window", "message", "notice", "notification",
            "overlay", "panel", "button", "cookie", "cookies", "ad", "advertisement", "sheet", "x", "icon",
            "ボタン", "ダイアログを", "バナーを", "ウィンドウを", "fenster", "hinweis", "meldung", "diesen", "dieses", "la", "le", "fenêtre",
            "bannière", "cette", "boîte", "de", "dialogue", "el", "diálogo", "ventana", "aviso", "esta", "este", "o", "a", "janela",
            "弹窗", "窗口", "팝업", "창",
        ],
    },
    DismissalWords {
        kind: DismissalKind::Later,
        words: &[
            "later", "not now", "maybe later", "remind me later", "ask me later", "ask later", "do it later", "skip", "skip for now",
            "not yet", "not right now", "skip tour", "skip intro", "skip tutorial", "another time", "some other time",
            "後で", "あとで", "今はしない", "今はスキップ", "スキップ", "また今度", "後で通知", "後で確認",
            "später", "nicht jetzt", "vielleicht später", "später erinnern", "jetzt nicht", "überspringen", "ein anderes mal",
            "plus tard", "pas maintenant", "peut-être plus tard", "me le rappeler plus tard", "ignorer", "passer",
            "más tarde", "ahora no", "quizás más tarde", "tal vez más tarde", "recordármelo más tarde", "omitir", "saltar", "en otro momento",
            "mais tarde", "agora não", "talvez mais tarde", "lembrar mais tarde", "lembrar-me mais tarde", "pular", "ignorar",
            "以后再说", "以後再說", "稍后", "稍後", "稍后再说", "稍後再說", "暂不", "暫不", "跳过", "跳過", "下次再说", "暂时不用", "稍后提醒我",
            "나중에", "나중에 하기", "다음에", "지금은 안 함", "건너뛰기", "나중에 알림",
        ],
        beside: &[],
    },
    DismissalWords {
        kind: DismissalKind::Reject,
        words: &[
            "reject", "decline", "refuse", "deny", "no thanks", "no thank you", "don't allow", "do not allow", "ask app not to track",
            "continue without accepting", "continue without agreeing", "do not accept", "don't accept", "opt out", "not interested",
            "拒否", "拒否する", "許可しない", "同意しない", "結構です", "いいえ結構です", "アプリにトラッキングしないように要求", "興味がない",
            "ablehnen", "nein danke", "nicht erlauben", "nicht zulassen", "nicht zustimmen", "ohne zustimmung fortfahren", "weiter ohne zustimmung",
            "verweigern", "kein interesse",
            "refuser", "tout refuser", "non merci", "ne pas autoriser", "continuer sans accepter", "rejeter", "tout rejeter",
            "rechazar", "rechazar todo", "rechazarlas", "no gracias", "no permitir", "denegar", "continuar sin aceptar", "no acepto", "no aceptar",
            "rejeitar", "recusar", "rejeitar tudo", "recusar tudo", "não obrigado", "não obrigada", "não permitir", "continuar sem aceitar",
            "拒绝", "拒絕", "不允许", "不允許", "不同意", "不用了", "不用了谢谢", "不，谢谢", "全部拒绝", "拒绝全部", "不感兴趣",
            "거부", "거부하기", "거절", "허용 안 함", "허용하지 않음", "동의하지 않음", "아니요 괜찮습니다", "괜찮습니다", "관심 없음", "모두 거부",
        ],
        beside: &[
            "all", "cookies", "cookie", "optional", "additional", "tracking", "non", "essential", "すべて", "すべてを", "全て", "クッキーを",
            "alle", "alles", "optionale", "tous", "les", "todas", "las", "todos", "os", "全部", "所有", "모두", "쿠키",
        ],
    },
    DismissalWords {
        kind: DismissalKind::NecessaryOnly,
        words: &[
            "necessary only", "only necessary", "essential only", "only essential", "required only", "only required", "strictly necessary only",
            "accept only necessary", "accept necessary only", "accept only essential", "accept essential only", "accept necessary",
            "allow only necessary", "allow necessary only", "use necessary only", "use only necessary", "allow essential only", "accept essential",
            "必要なもののみ", "必要なクッキーのみ", "必須のみ", "必須クッキーのみ", "必要最低限のみ", "必要なcookieのみ許可", "必須のみ許可",
            "nur notwendige", "nur erforderliche", "nur essenzielle", "nur notwendige akzeptieren", "nur erforderliche akzeptieren",
            "nur essenzielle akzeptieren", "nur technisch notwendige", "notwendige akzeptieren", "nur notwendige zulassen",
            "nécessaires uniquement", "uniquement nécessaires", "uniquement les nécessaires", "accepter uniquement les nécessaires",
            "essentiels uniquement", "uniquement les essentiels", "accepter les essentiels uniquement",
            "solo necesarias", "solo las necesarias", "aceptar solo las necesarias", "solo esenciales", "aceptar solo necesarias", "solo necesarios",
            "apenas necessários", "somente necessários", "aceitar apenas os necessários", "só os necessários", "apenas essenciais", "somente essenciais",
            "仅必要", "仅限必要", "仅接受必要", "只接受必要", "僅限必要", "仅使用必要",
            "필수만", "필수만 허용", "필수만 동의", "필수 항목만", "필수 쿠키만", "필수 쿠키만 허용",
        ],
        beside: &["cookies", "cookie", "the", "strictly", "クッキー", "témoins", "galletas", "的", "쿠키"],
    },
    DismissalWords {
        kind: DismissalKind::Cancel,
        words: &[
            "cancel", "キャンセル", "abbrechen", "annuler", "cancelar", "取消", "취소",
        ],
        beside: &[],
    },
    DismissalWords {
        kind: DismissalKind::Acknowledge,
        words: &[
            "ok", "okay", "got it", "ok got it", "okay got it", "understood", "i understand", "done", "了解", "了解しました", "わかりました",
            "分かりました", "わかった", "完了", "verstanden", "alles klar", "ok verstanden", "fertig", "compris", "j'ai compris", "d'accord", "terminé",
            "entendido", "de acuerdo", "vale", "listo", "hecho", "entendi", "concluído", "知道了", "我知道了", "明白了", "好", "好的", "完成",
            "확인", "알겠습니다", "알겠어요", "완료",
        ],
        beside: &[],
    },
];

/// Words of a button that offers something which nobody asked for, so that `Cancel` beside it only turns the offer down.
#[rustfmt::skip]
pub(super) static OFFERS: &[&str] = &[
    "sign in", "log in", "login", "sign up", "register", "install", "install now", "update", "update now", "upgrade", "turn on", "enable",
    "subscribe", "rate", "rate now", "try", "join", "follow", "share",
    "サインイン", "ログイン", "インストール", "アップデート", "更新", "オンにする", "評価",
    "anmelden", "registrieren", "installieren", "aktualisieren", "aktivieren", "abonnieren", "bewerten",
    "se connecter", "installer", "activer", "iniciar sesión", "instalar", "actualizar", "activar", "entrar", "atualizar", "ativar",
    "登录", "安装", "로그인", "설치",
];

/// Words of a question about what was just done or is under way: its answer belongs to that.
#[rustfmt::skip]
pub(super) static ACT_QUESTIONS: &[&str] = &[
    "are you sure", "unsaved", "not saved", "will be lost", "lose your", "lose changes", "leave this page", "leave without", "leave site",
    "can't be undone", "cannot be undone", "do you want to continue", "do you really", "really want", "keep editing", "save changes",
    "logged out", "signed out", "log you out", "sign you out", "session",
    "よろしいですか", "本当に", "保存されていません", "保存されていない", "失われます", "元に戻せません", "取り消せません", "セッション", "変更を保存",
    "sind sie sicher", "bist du sicher", "wirklich", "nicht gespeichert", "ungespeichert", "gehen verloren", "rückgängig gemacht", "sitzung",
    "êtes-vous sûr", "voulez-vous vraiment", "non enregistr", "seront perdu", "session expir", "irréversible",
    "está seguro", "estás seguro", "seguro que", "sin guardar", "se perderán", "no se puede deshacer", "sesión",
    "tem certeza", "não salv", "serão perdid", "não pode ser desfeita", "sessão",
    "确定要", "确认要", "未保存", "无法撤销", "会话", "정말",
];

/// Words of consent, law, payment, accounts and permissions: what speaks of one of these is more than a piece of news.
#[rustfmt::skip]
pub(super) static BINDING_WORDS: &[&str] = &[
    "cookie", "cookies", "consent", "privacy", "terms", "conditions", "policy", "policies", "agree", "agreement", "accept", "license", "licence",
    "tracking", "personal data", "gdpr", "legal", "subscription", "trial", "payment", "price", "charged", "billing", "purchase", "allow", "permission",
    "access to", "sign in", "log in", "account", "password", "age", "charge", "charges", "your card", "credit card", "the card", "bill", "billed", "invoice",
    "invoiced", "fee", "fees", "your order", "ordered", "pay", "paid", "costs", "monthly", "yearly", "per month", "per year", "each month", "every month", "membership",
    "donation", "shared with", "eur", "usd", "gbp", "chf", "delete", "deleted", "deletes", "removed", "removes", "erase", "erased", "wiped", "discarded", "the bin", "the trash",
    "クッキー", "同意", "プライバシー", "規約", "個人情報", "支払", "料金", "購入", "許可", "ログイン", "アカウント", "年齢", "承諾",
    "請求", "課金", "カードに", "月額", "年額", "会費", "ゴミ箱", "削除", "ご注文",
    "belastet", "gebühr", "karte", "rechnung", "kosten", "kostenpflichtig", "monatlich", "jährlich", "mitgliedschaft", "gelöscht", "papierkorb", "bestellung",
    "facturé", "carte bancaire", "votre carte", "frais", "mensuel", "annuel", "corbeille", "supprim", "commande", "cobro", "cobrar", "tarjeta", "factura", "cuota", "mensual",
    "papelera", "elimina", "pedido", "addebit", "carta di credito", "fattura", "canone", "mensile", "cestino", "ordine", "cobrad", "cartão", "fatura", "mensal", "lixeira",
    "收费", "扣款", "银行卡", "账单", "每月", "会员", "回收站", "删除", "订单", "청구", "카드", "요금", "삭제", "휴지통",
    "datenschutz", "zustimm", "einwillig", "agb", "nutzungsbeding", "zahlung", "konto", "erlaub", "abonnement",
    "confidentialité", "consentement", "condition", "paiement", "compte", "autoris", "abonner",
    "privacidad", "consentimiento", "términos", "condiciones", "pago", "cuenta", "permis", "suscripción",
    "privacidade", "consentimento", "termos", "pagamento", "conta",
    "隐私", "隱私", "条款", "条件", "付款", "账户", "允许", "개인정보", "약관", "결제", "계정",
];

/// Words of an author's rule that only say what kind of layer is meant: `Software Update dialog`.
#[rustfmt::skip]
pub(super) static LAYER_WORDS: &[&str] = &[
    "dialog", "dialogue", "prompt", "popup", "alert", "banner", "sheet", "modal", "overlay", "message", "window", "screen",
];
