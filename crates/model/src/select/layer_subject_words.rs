//! Words by which a layer that came after an act says that the work is not done, or that it is about something else, by
//! language: English, Japanese, German, French, Spanish, Portuguese, Chinese, Korean. Data, no logic.

/// Words that say that something is left to do, or that what was asked for was not done.
#[rustfmt::skip]
pub(super) static UNFINISHED: &[&str] = &[
    "verify", "verification", "to finish", "finish your", "finish the", "almost done", "almost there", "nearly done", "one more step",
    "one last step", "last step", "next step", "not done", "not complete", "incomplete", "complete your", "complete the", "to complete",
    "to continue", "continue your", "to proceed", "before you can", "before we can", "declined", "try again", "try another", "retry", "pending",
    "action required", "required to", "needs your", "we need your", "limit reached", "reached your", "quota", "exceed", "insufficient", "out of stock",
    "no longer available", "already exists", "duplicate", "unpaid", "on hold", "choose a plan", "select a plan", "enter the code", "confirmation code",
    "確認してください", "ご確認", "認証", "完了していません", "あと少し", "もう少し", "続けるには", "続行するには", "完了するには", "必要です", "もう一度", "やり直", "上限",
    "残高不足", "在庫切れ", "コードを入力", "未完了", "保留",
    "bestätig", "verifizier", "fast geschafft", "fast fertig", "letzter schritt", "nächster schritt", "ein schritt noch", "um fortzufahren", "abzuschließen",
    "abschließen", "vervollständig", "nicht abgeschlossen", "unvollständig", "abgelehnt", "erneut versuchen", "noch einmal", "erforderlich", "limit erreicht",
    "nicht mehr verfügbar", "ausstehend", "code eingeben",
    "vérifi", "confirmez", "presque terminé", "presque fini", "dernière étape", "étape suivante", "pour continuer", "pour terminer", "pour finaliser",
    "finalis", "complétez", "incomplet", "refusée", "réessay", "requis", "limite atteinte", "en attente", "plus disponible", "saisissez le code",
    "verifica", "confirma tu", "confirme su", "casi listo", "casi terminado", "último paso", "siguiente paso", "para continuar", "para terminar", "para finalizar",
    "completa", "rechazad", "inténtalo", "inténtelo", "de nuevo", "se requiere", "límite alcanzado", "pendiente", "ya no está disponible",
    "confirme seu", "confirme sua", "quase pronto", "quase lá", "última etapa", "próxima etapa", "para concluir", "conclua", "recusad", "tente novamente",
    "tente de novo", "limite atingido", "pendente", "não está mais disponível",
    "验证", "驗證", "请确认", "即将完成", "最后一步", "下一步", "以继续", "才能继续", "未完成", "被拒", "重试", "再试", "需要您", "已达上限", "余额不足", "待处理",
    "인증", "확인해 주세요", "거의 완료", "마지막 단계", "다음 단계", "계속하려면", "완료하려면", "미완료", "거절되었", "다시 시도", "필요합니다", "한도", "보류",
];

/// Words of what pages put in front of themselves whatever was done: consent, offers, ratings, letters, news, tours, alerts.
#[rustfmt::skip]
pub(super) static UNRELATED: &[&str] = &[
    "cookie", "consent", "privacy", "tracking", "partners", "newsletter", "subscribe to", "mailing list", "rate us", "rate the app", "rate this app", "rate our", "rate now",
    "rating", "do you like", "leave a review", "review us",
    "enjoying", "how do you like", "would you recommend", "feedback", "survey", "what's new", "whats new", "what is new", "new in this", "new feature", "new version",
    "new look", "update available", "introducing", "get our app", "get the app", "our app", "in the app", "install", "home screen", "notifications", "notify you",
    "notify me", "discount", "percent", "special offer", "free shipping", "free trial", "go premium", "try premium", "invite", "refer a friend", "follow us",
    "did you know", "tip", "tips", "tour", "take a look around", "chat with us", "help us improve", "advert", "sponsored", "your location",
    "クッキー", "cookie", "プライバシー", "メルマガ", "ニュースレター", "評価", "レビュー", "フィードバック", "アンケート", "新機能", "お知らせ", "アップデート", "アプリを",
    "インストール", "通知", "割引", "クーポン", "キャンペーン", "招待", "ヒント", "ツアー", "位置情報",
    "datenschutz", "bewert", "gefällt ihnen", "gefällt dir", "umfrage", "was ist neu", "neuigkeiten", "neue funktion", "neue version", "unsere app", "app holen",
    "installieren", "benachrichtigung", "rabatt", "prozent", "angebot", "gratisversand", "einladen", "tipp", "rundgang", "werbung", "standort",
    "confidentialité", "infolettre", "notez", "évaluez", "votre avis", "enquête", "sondage", "nouveautés", "quoi de neuf", "nouvelle fonction", "nouvelle version",
    "notre application", "installer", "réduction", "remise", "offre", "inviter", "astuce", "visite guidée", "publicité", "votre position",
    "privacidad", "boletín", "valora", "califica", "puntúa", "opinión", "encuesta", "novedades", "nueva función", "nueva versión", "nuestra app",
    "nuestra aplicación", "instala", "notificaciones", "descuento", "oferta", "invita", "consejo", "recorrido", "publicidad", "ubicación",
    "privacidade", "avalie", "opinião", "pesquisa de", "novidades", "novo recurso", "nova versão", "nosso app", "nosso aplicativo", "notificações", "desconto",
    "convide", "dica", "publicidade", "localização",
    "隐私", "隱私", "评分", "评价我们", "反馈", "问卷", "新功能", "新版本", "更新内容", "我们的应用", "安装", "通知", "优惠", "折扣", "邀请", "提示", "导览", "订阅", "位置",
    "쿠키", "개인정보", "뉴스레터", "평가", "별점", "의견", "설문", "새로운 기능", "새 버전", "새 소식", "앱을", "설치", "알림", "할인", "쿠폰", "초대", "팁", "둘러보기", "위치",
];

/// Words of what lets somebody in or only asks for something: what comes up then is seldom an answer to it.
#[rustfmt::skip]
pub(super) static LEADING_IN: &[&str] = &[
    "log in", "login", "sign in", "signin", "log on", "search", "refresh", "download",
    "ログイン", "サインイン", "検索", "anmelden", "einloggen", "suchen", "se connecter", "connexion", "rechercher", "iniciar sesión", "acceder", "buscar",
    "entrar", "iniciar sessão", "pesquisar", "登录", "登錄", "搜索", "로그인", "검색",
];
