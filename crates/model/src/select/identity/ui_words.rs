//! Words that controls go by, in English, German, French, Spanish, Italian, Portuguese, Japanese and Chinese: which mean the
//! same, which add nothing, and which are opposites. Nothing in the tables of same meaning destroys, pays or sends.

/// Verbs of which a name may say more, namely what they are done to: `Search`, `Search products`.
#[rustfmt::skip]
pub(super) static VERBS: [&[&str]; 11] = [
    &["save", "apply", "store", "speichern", "sichern", "enregistrer", "sauvegarder", "guardar", "salvare", "salva", "salvar", "gravar", "保存", "储存", "anwenden", "übernehmen", "appliquer", "aplicar", "applica", "適用", "应用"],
    &["add", "create", "hinzufügen", "ajouter", "añadir", "agregar", "aggiungi", "aggiungere", "adicionar", "追加", "添加", "新增", "erstellen", "anlegen", "créer", "crear", "crea", "creare", "criar", "作成", "创建"],
    &["new", "neu", "neue", "neuer", "neues", "nouveau", "nouvelle", "nuevo", "nueva", "nuovo", "nuova", "novo", "nova", "新規", "新建"],
    &["edit", "modify", "change", "bearbeiten", "ändern", "modifier", "éditer", "editar", "modificar", "modifica", "modificare", "alterar", "編集", "编辑"],
    &["update", "aktualisieren", "mettre à jour", "actualizar", "aggiorna", "aggiornare", "atualizar", "更新"],
    &["search", "find", "look up", "suche", "suchen", "finden", "recherche", "rechercher", "chercher", "buscar", "búsqueda", "cerca", "cercare", "ricerca", "pesquisar", "procurar", "検索", "探す", "搜索", "查找"],
    &["filter", "filtern", "filtrer", "filtrar", "filtra", "filtrare", "絞り込み", "筛选"],
    &["view", "see", "show", "display", "zeigen", "mostrar", "mostra", "ansehen", "anzeigen", "afficher", "voir", "ver", "visualizza", "vedi", "visualizar", "表示", "見る", "查看"],
    &["select", "choose", "pick", "wählen", "auswählen", "choisir", "sélectionner", "seleccionar", "elegir", "seleziona", "scegli", "selecionar", "escolher", "選択", "选择"],
    &["print", "drucken", "imprimer", "imprimir", "stampa", "stampare", "印刷", "打印"],
    &["copy", "duplicate", "kopieren", "duplizieren", "copier", "dupliquer", "copiar", "duplicar", "copia", "duplica", "コピー", "複製", "复制"],
];

/// The row of [`VERBS`] that says that something is added or made.
pub(super) const ADD: usize = 1;
/// The row of [`VERBS`] that says that something is new.
pub(super) const NEW: usize = 2;
/// The row of [`VERBS`] that says that something is shown.
pub(super) const VIEW: usize = 7;

/// Words of what is done, or may be, by what they mean: `Archive` is done, and `View archive` shows one.
#[rustfmt::skip]
pub(super) static ACTS: [&[&str]; 88] = [
    &["sign in", "log in", "login", "log on", "anmelden", "einloggen", "connexion", "se connecter", "s'identifier", "iniciar sesión", "acceder", "ingresar", "accedi", "accedere", "entrar", "fazer login", "iniciar sessão", "ログイン", "サインイン", "登录", "登入"],
    &["sign up", "register", "registrieren", "konto erstellen", "create account", "s'inscrire", "inscription", "registrarse", "crear cuenta", "registrati", "iscriviti", "cadastrar", "inscrever-se", "新規登録", "会員登録", "注册"],
    &["next", "continue", "proceed", "go on", "weiter", "fortfahren", "suivant", "continuer", "siguiente", "continuar", "avanti", "continua", "prosegui", "próximo", "seguinte", "avançar", "次へ", "続ける", "続行", "下一步", "继续"],
    &["back", "previous", "zurück", "retour", "précédent", "atrás", "volver", "anterior", "indietro", "precedente", "voltar", "戻る", "前へ", "返回", "上一步"],
    &["cancel", "abbrechen", "annuler", "cancelar", "annulla", "キャンセル", "取消"],
    &["close", "schließen", "fermer", "cerrar", "chiudi", "fechar", "閉じる", "关闭"],
    &["help", "support", "hilfe", "aide", "assistance", "ayuda", "soporte", "aiuto", "assistenza", "ajuda", "suporte", "ヘルプ", "サポート", "帮助"],
    &["about", "about us", "über", "über uns", "à propos", "acerca de", "informazioni", "sobre", "情報", "このアプリについて", "关于"],
    &["more", "mehr", "plus", "más", "altro", "mais", "もっと見る", "その他", "更多"],
    &["shipped", "dispatched", "versendet", "expédié", "enviado", "spedito", "発送済み", "已发货"],
    &["done", "finish", "complete", "mark done", "mark as done", "mark complete", "mark as complete", "tick off", "check off", "erledigen", "abhaken", "als erledigt markieren", "fertig", "abschließen", "terminé", "terminer", "listo", "finalizar", "terminar", "fatto", "fine", "concluir", "concluído", "完了", "完成"],
    &["ok", "okay", "got it", "verstanden", "compris", "entendido", "ho capito", "了解", "知道了"],
    &["start", "begin", "get started", "starten", "beginnen", "los geht's", "commencer", "démarrer", "empezar", "comenzar", "iniziare", "inizia", "começar", "開始", "始める", "开始"],
    &["refresh", "reload", "neu laden", "actualiser", "recharger", "recargar", "ricarica", "recarregar", "再読み込み", "刷新"],
    &["sort", "sort by", "sortieren", "trier", "ordenar", "ordina", "並べ替え", "排序"],
    &["share", "teilen", "partager", "compartir", "condividi", "compartilhar", "partilhar", "共有", "分享"],
    &["download", "herunterladen", "télécharger", "descargar", "scarica", "baixar", "transferir ficheiro", "ダウンロード", "下载"],
    &["upload", "hochladen", "téléverser", "subir", "carica", "carregar", "アップロード", "上传"],
    &["name", "full name", "your name", "vollständiger name", "nom complet", "nombre completo", "nome completo", "氏名", "お名前", "名前", "姓名"],
    &["address", "addr", "adresse", "dirección", "indirizzo", "endereço", "住所", "地址"],
    &["date", "datum", "fecha", "data", "日付", "日期"],
    &["time", "uhrzeit", "heure", "hora", "ora", "時刻", "时间"],
    &["title", "subject", "titel", "betreff", "titre", "objet", "título", "asunto", "titolo", "oggetto", "assunto", "タイトル", "件名", "标题"],
    &["note", "notes", "comment", "comments", "remarks", "notiz", "notizen", "kommentar", "bemerkung", "commentaire", "remarque", "nota", "notas", "comentario", "commento", "comentário", "コメント", "メモ", "备注", "评论"],
    &["message", "msg", "write something", "say something", "type something", "type a message", "type your message", "nachricht schreiben", "écrire un message", "escribe un mensaje", "scrivi un messaggio", "escreva uma mensagem", "メッセージを入力", "输入消息", "nachricht", "mensaje", "messaggio", "mensagem", "メッセージ", "消息"],
    &["price", "preis", "prix", "precio", "prezzo", "preço", "価格", "价格"],
    &["remember me", "stay signed in", "keep me signed in", "keep me logged in", "angemeldet bleiben", "se souvenir de moi", "rester connecté", "recordarme", "mantener sesión iniciada", "ricordami", "lembrar-me", "ログイン状態を保持", "记住我"],
    &["follow", "folgen", "suivre", "seguir", "segui", "フォロー", "关注"],
    &["mute", "stummschalten", "couper le son", "silenciar", "disattiva audio", "ミュート", "静音"],
    &["reply", "answer", "respond", "antworten", "répondre", "responder", "rispondi", "返信", "回复"],
    &["list", "liste", "lista", "一覧", "列表"],
    &["reference", "purpose", "payment reference", "verwendungszweck", "motif", "référence", "concepto", "referencia", "causale", "riferimento", "referência", "用途", "附言"],
    &["open", "öffnen", "ouvrir", "apri", "aprire", "開く", "打开"],
    &["archive", "put away", "archivieren", "archiver", "archivar", "archivia", "arquivar", "アーカイブ", "归档"],
    &["resolve", "solve", "mark resolved", "mark as resolved", "mark solved", "mark as solved", "lösen", "als gelöst markieren", "résoudre", "marquer comme résolu", "resolver", "marcar como resuelto", "risolvi", "segna come risolto", "marcar como resolvido", "解決", "解决", "标记为已解决"],
    &["assign", "allocate", "zuweisen", "zuordnen", "assigner", "attribuer", "asignar", "assegna", "atribuir", "割り当て", "割り当てる", "分配", "指派"],
    &["approve", "authorise", "authorize", "sign off", "genehmigen", "freigeben", "approuver", "autoriser", "aprobar", "autorizar", "approva", "autorizza", "aprovar", "承認", "批准"],
    &["book", "reserve", "make a booking", "make a reservation", "buchen", "reservieren", "réserver", "reservar", "prenota", "予約", "予約する", "预订", "预约"],
    &["schedule", "plan", "planen", "einplanen", "planifier", "programmer", "programar", "planificar", "pianifica", "programma", "agendar", "planear", "予定する", "安排"],
    &["rename", "change name", "umbenennen", "renommer", "renombrar", "cambiar nombre", "rinomina", "renomear", "名前を変更", "重命名"],
    &["move", "relocate", "verschieben", "déplacer", "mover", "sposta", "移動", "移动"],
    &["snooze", "postpone", "put off", "remind me later", "verschieben auf später", "zurückstellen", "remettre à plus tard", "posponer", "aplazar", "posticipa", "rimanda", "adiar", "スヌーズ", "推迟"],
    &["pin", "keep on top", "pin to top", "anheften", "anpinnen", "épingler", "fijar", "fissa in alto", "fixar", "ピン留め", "置顶"],
    &["favourite", "favorite", "add to favourites", "add to favorites", "star", "bookmark", "zu favoriten hinzufügen", "ajouter aux favoris", "añadir a favoritos", "aggiungi ai preferiti", "adicionar aos favoritos", "お気に入り", "お気に入りに追加", "收藏"],
    &["join", "take part", "participate", "beitreten", "teilnehmen", "rejoindre", "participer", "unirse", "participar", "partecipa", "unisciti", "参加", "加入"],
    &["connect", "link up", "pair", "verbinden", "koppeln", "connecter", "conectar", "vincular", "connetti", "collega", "ligar", "接続", "连接"],
    &["enable", "turn on", "switch on", "activate", "aktivieren", "einschalten", "activer", "activar", "encender", "attiva", "ativar", "有効にする", "启用"],
    &["disable", "turn off", "switch off", "deaktivieren", "ausschalten", "désactiver", "desactivar", "disattiva", "desativar", "無効にする", "禁用"],
    &["retry", "try again", "erneut versuchen", "nochmal versuchen", "réessayer", "reintentar", "volver a intentar", "riprova", "tentar novamente", "再試行", "重试"],
    &["export", "save as file", "exportieren", "exporter", "exportar", "esporta", "エクスポート", "导出"],
    &["import", "load from file", "importieren", "importer", "importar", "importa", "インポート", "导入"],
    &["restart", "reboot", "neu starten", "neustart", "redémarrer", "reiniciar", "riavvia", "再起動", "重启"],
    &["expand", "unfold", "aufklappen", "développer", "expandir", "desplegar", "espandi", "展開", "展开"],
    &["undo", "revert", "rückgängig machen", "défaire", "deshacer", "desfazer", "元に戻す", "撤销"],
    &["redo", "wiederherstellen schritt", "rétablir", "rehacer", "refazer", "やり直す", "重做"],
    &["preview", "vorschau", "prévisualiser", "vista previa", "anteprima", "pré-visualizar", "プレビュー", "预览"],
    &["attach", "attach file", "attach files", "anhängen", "joindre", "joindre un fichier", "adjuntar", "allega", "anexar", "添付", "附加"],
    &["invite", "einladen", "inviter", "invitar", "invita", "convidar", "招待", "邀请"],
    &["collapse", "fold", "zuklappen", "réduire", "contraer", "comprimi", "recolher", "折りたたむ", "折叠"],
    &["lend", "loan out", "ausleihen", "verleihen", "prêter", "prestar", "presta", "emprestar", "貸し出す", "借出"],
    &["accept", "akzeptieren", "annehmen", "accepter", "aceptar", "accetta", "accettare", "aceitar", "承諾", "接受"],
    &["decline", "reject", "ablehnen", "refuser", "rechazar", "rifiuta", "recusar", "拒否", "拒绝"],
    &["pause", "pausieren", "mettre en pause", "pausar", "metti in pausa", "一時停止", "暂停"],
    &["resume", "fortsetzen", "reprendre", "reanudar", "riprendi", "retomar", "再開", "恢复"],
    &["stop", "anhalten", "stoppen", "arrêter", "detener", "ferma", "parar", "停止"],
    &["scan", "scannen", "scanner", "escanear", "scansiona", "digitalizar", "スキャン", "扫描"],
    &["sync", "synchronize", "synchronise", "synchronisieren", "synchroniser", "sincronizar", "sincronizza", "同期", "同步"],
    &["generate", "erzeugen", "generieren", "générer", "generar", "genera", "gerar", "生成"],
    &["run", "execute", "ausführen", "exécuter", "ejecutar", "esegui", "executar", "実行", "运行"],
    &["compare", "vergleichen", "comparer", "comparar", "confronta", "比較", "比较"],
    &["manage", "administer", "verwalten", "gérer", "administrar", "gestionar", "gestisci", "gerenciar", "gerir", "管理"],
    &["configure", "set up", "konfigurieren", "einrichten", "configurer", "configurar", "configura", "設定する", "配置"],
    &["mark read", "mark as read", "als gelesen markieren", "marquer comme lu", "marcar como leído", "segna come letto", "marcar como lida", "既読にする", "标记为已读"],
    &["mark unread", "mark as unread", "als ungelesen markieren", "marquer comme non lu", "marcar como no leído", "segna come da leggere", "marcar como não lida", "未読にする", "标记为未读"],
    &["mark shipped", "mark as shipped", "mark dispatched", "mark as dispatched", "als versendet markieren", "als versandt markieren", "marquer comme expédié", "segna come spedito", "発送済みにする", "标记为已发货"],
    &["zoom in", "enlarge", "vergrößern", "zoom avant", "agrandir", "acercar", "ingrandisci", "ampliar", "拡大", "放大"],
    &["zoom out", "verkleinern", "zoom arrière", "alejar", "rimpicciolisci", "縮小", "缩小"],
    &["full screen", "fullscreen", "vollbild", "plein écran", "pantalla completa", "schermo intero", "tela cheia", "全画面", "全屏"],
    &["lock", "sperren", "verrouiller", "bloquear", "ロック", "锁定"],
    &["unlock", "entsperren", "déverrouiller", "desbloquear", "sblocca", "ロック解除", "解锁"],
    &["play", "abspielen", "reproducir", "riproduci", "reproduzir", "再生", "播放"],
    &["hide", "ausblenden", "masquer", "ocultar", "nascondi", "esconder", "隠す", "隐藏"],
    &["allow", "permit", "erlauben", "permitir", "consenti", "許可", "允许"],
    &["skip", "überspringen", "passer", "omitir", "salta", "pular", "スキップ", "跳过"],
    &["load more", "show more", "see more", "view more", "mehr laden", "mehr anzeigen", "charger plus", "voir plus", "cargar más", "ver más", "carica altro", "mostra altro", "carregar mais", "ver mais", "さらに読み込む", "加载更多"],
    &["translate", "übersetzen", "traduire", "traducir", "traduci", "traduzir", "翻訳", "翻译"],
    &["group by", "gruppieren nach", "grouper par", "agrupar por", "raggruppa per", "グループ化", "分组"],
    &["take photo", "take a photo", "foto aufnehmen", "prendre une photo", "tomar foto", "scatta foto", "tirar foto", "写真を撮る", "拍照"],
];

/// Words of things, by what they mean. What is called by them alone leads to them.
#[rustfmt::skip]
pub(super) static THINGS: [&[&str]; 160] = [
    &["settings", "preferences", "options", "einstellungen", "paramètres", "réglages", "préférences", "ajustes", "configuración", "preferencias", "impostazioni", "preferenze", "configurações", "definições", "preferências", "設定", "環境設定", "设置"],
    &["home", "start page", "startseite", "accueil", "inicio", "página de inicio", "pagina iniziale", "início", "página inicial", "ホーム", "首页", "主页"],
    &["profile", "my profile", "profil", "mon profil", "perfil", "mi perfil", "profilo", "meu perfil", "プロフィール", "个人资料"],
    &["account", "my account", "konto", "mein konto", "compte", "mon compte", "cuenta", "mi cuenta", "account personale", "conta", "minha conta", "アカウント", "账户", "帐户"],
    &["menu", "menü", "menú", "メニュー", "菜单"],
    &["details", "detail", "einzelheiten", "détails", "detalles", "dettagli", "detalhes", "詳細", "详情"],
    &["overview", "summary", "übersicht", "zusammenfassung", "aperçu", "résumé", "resumen", "panoramica", "riepilogo", "visão geral", "resumo", "概要", "概览"],
    &["dashboard", "tableau de bord", "panel de control", "cruscotto", "painel", "ダッシュボード", "仪表板"],
    &["first name", "fname", "given name", "vorname", "prénom", "nombre", "nome proprio", "primeiro nome", "名", "名字"],
    &["last name", "lname", "surname", "family name", "nachname", "familienname", "nom de famille", "apellido", "apellidos", "cognome", "sobrenome", "apelido", "姓", "姓氏"],
    &["email", "e-mail", "mail", "email address", "e-mail address", "e-mail-adresse", "mailadresse", "adresse e-mail", "courriel", "adresse email", "correo", "correo electrónico", "indirizzo email", "posta elettronica", "endereço de e-mail", "メール", "メールアドレス", "邮箱", "电子邮件"],
    &["password", "pwd", "passwort", "kennwort", "mot de passe", "contraseña", "password di accesso", "senha", "palavra-passe", "パスワード", "密码"],
    &["user name", "username", "user id", "login name", "benutzername", "nom d'utilisateur", "identifiant", "nombre de usuario", "usuario", "nome utente", "nome de usuário", "ユーザー名", "ユーザーid", "用户名"],
    &["phone", "tel", "telephone", "phone number", "telephone number", "mobile", "mobile number", "contact number", "telefon", "telefonnummer", "handynummer", "téléphone", "numéro de téléphone", "teléfono", "número de teléfono", "telefono", "numero di telefono", "telefone", "電話", "電話番号", "电话", "手机号"],
    &["street", "street address", "address line", "straße", "rue", "calle", "via", "rua", "番地", "街道"],
    &["city", "town", "stadt", "ort", "ville", "ciudad", "città", "cidade", "市区町村", "城市"],
    &["postal code", "postcode", "zip", "zip code", "plz", "postleitzahl", "code postal", "código postal", "cap", "codice postale", "cep", "郵便番号", "邮政编码"],
    &["country", "land", "pays", "país", "paese", "国", "国家"],
    &["company", "organization", "organisation", "firma", "unternehmen", "entreprise", "société", "empresa", "azienda", "会社", "公司"],
    &["description", "desc", "beschreibung", "descripción", "descrizione", "descrição", "説明", "描述"],
    &["quantity", "qty", "amount of items", "menge", "anzahl", "quantité", "cantidad", "quantità", "quantidade", "数量"],
    &["category", "type", "kind", "typ", "tipo", "種類", "类型", "kategorie", "catégorie", "categoría", "categoria", "カテゴリ", "カテゴリー", "类别"],
    &["language", "sprache", "langue", "idioma", "lingua", "言語", "语言"],
    &["notifications", "notification", "benachrichtigungen", "notificaciones", "notifiche", "notificações", "通知"],
    &["privacy", "datenschutz", "confidentialité", "privacidad", "riservatezza", "privacidade", "プライバシー", "隐私"],
    &["security", "sicherheit", "sécurité", "seguridad", "sicurezza", "segurança", "セキュリティ", "安全"],
    &["general", "allgemein", "général", "generale", "geral", "一般"],
    &["products", "items", "articles", "produkte", "artikel", "produits", "productos", "artículos", "prodotti", "articoli", "produtos", "商品", "产品"],
    &["cart", "basket", "shopping cart", "bag", "warenkorb", "einkaufswagen", "panier", "carrito", "cesta", "carrello", "carrinho", "カート", "购物车"],
    &["users", "members", "people", "benutzer", "mitglieder", "utilisateurs", "membres", "usuarios", "miembros", "utenti", "membri", "usuários", "membros", "ユーザー", "メンバー", "用户", "成员"],
    &["tasks", "to-do", "to-dos", "todos", "aufgaben", "tâches", "tareas", "attività", "tarefas", "タスク", "任务"],
    &["appearance", "theme", "darstellung", "design", "apparence", "thème", "apariencia", "tema", "aspetto", "aparência", "外観", "テーマ", "外观"],
    &["reports", "berichte", "rapports", "informes", "rapporti", "relatórios", "レポート", "报告"],
    &["inbox", "posteingang", "boîte de réception", "bandeja de entrada", "posta in arrivo", "caixa de entrada", "受信トレイ", "收件箱"],
    &["discount code", "coupon", "coupon code", "voucher code", "promo code", "promotion code", "rabattcode", "gutscheincode", "code promo", "bon de réduction", "código de descuento", "cupón", "codice sconto", "buono sconto", "cupom", "código promocional", "クーポン", "割引コード", "优惠码"],
    &["account number", "iban", "kontonummer", "numéro de compte", "número de cuenta", "numero di conto", "número da conta", "口座番号", "账号"],
    &["card number", "kartennummer", "numéro de carte", "número de tarjeta", "numero della carta", "número do cartão", "カード番号", "卡号"],
    &["date of birth", "birthday", "birth date", "geburtsdatum", "date de naissance", "fecha de nacimiento", "data di nascita", "data de nascimento", "生年月日", "出生日期"],
    &["website", "homepage", "web page", "webseite", "site web", "sitio web", "sito web", "ウェブサイト", "网站"],
    &["tax number", "vat number", "tax id", "vat id", "steuernummer", "umsatzsteuer-id", "numéro de tva", "número de iva", "partita iva", "número de contribuinte", "税番号", "税号"],
    &["department", "abteilung", "service", "departamento", "reparto", "部署", "部门"],
    &["job title", "position", "occupation", "beruf", "profession", "cargo", "puesto", "professione", "役職", "职位"],
    &["verification code", "confirmation code", "security code", "bestätigungscode", "code de confirmation", "código de verificación", "codice di verifica", "código de verificação", "確認コード", "验证码"],
    &["order number", "bestellnummer", "numéro de commande", "número de pedido", "numero d'ordine", "número do pedido", "注文番号", "订单号"],
    &["invoice number", "rechnungsnummer", "numéro de facture", "número de factura", "numero fattura", "número da fatura", "請求書番号", "发票号"],
    &["history", "verlauf", "historique", "historial", "cronologia", "histórico", "履歴", "历史记录"],
    &["status", "state", "zustand", "statut", "état", "estado", "stato", "situação", "状態", "ステータス", "状态"],
    &["priority", "urgency", "importance", "priorität", "dringlichkeit", "priorité", "urgence", "prioridad", "urgencia", "priorità", "urgenza", "prioridade", "優先度", "优先级"],
    &["due date", "due by", "due on", "deadline", "fällig am", "fälligkeitsdatum", "frist", "échéance", "date d'échéance", "fecha de vencimiento", "fecha límite", "scadenza", "data di scadenza", "prazo", "data de vencimento", "期限", "締め切り", "截止日期"],
    &["assignee", "assigned to", "person responsible", "responsible person", "zuständig", "zugewiesen an", "verantwortlich", "assigné à", "asignado a", "assegnato a", "atribuído a", "担当者", "负责人"],
    &["location", "place", "venue", "standort", "veranstaltungsort", "lieu", "emplacement", "lugar", "ubicación", "luogo", "posizione", "localização", "場所", "地点", "位置"],
    &["participants", "attendees", "guests", "party size", "number of guests", "number of people", "gäste", "teilnehmer", "personenzahl", "participants et invités", "invités", "nombre de personnes", "invitados", "asistentes", "número de personas", "ospiti", "partecipanti", "numero di persone", "convidados", "participantes", "número de pessoas", "参加者", "人数", "ゲスト", "宾客", "参与者"],
    &["amount", "sum", "total amount", "betrag", "summe", "montant", "somme", "importe", "monto", "importo", "somma", "quantia", "金額", "金额"],
    &["reason", "cause", "why", "grund", "begründung", "raison", "razón", "motivo", "ragione", "razão", "理由", "原因"],
    &["file", "document", "datei", "dokument", "fichier", "archivo", "documento", "ficheiro", "arquivo", "ファイル", "文件", "文档"],
    &["folder", "directory", "ordner", "verzeichnis", "dossier", "répertoire", "carpeta", "directorio", "cartella", "pasta", "フォルダ", "フォルダー", "文件夹"],
    &["tags", "labels", "keywords", "schlagwörter", "stichwörter", "étiquettes", "mots-clés", "etiquetas", "palabras clave", "etichette", "parole chiave", "palavras-chave", "タグ", "标签"],
    &["calendar", "kalender", "calendrier", "calendario", "calendário", "カレンダー", "日历"],
    &["contacts", "address book", "kontakte", "adressbuch", "carnet d'adresses", "contactos", "agenda de direcciones", "contatti", "rubrica", "contatos", "連絡先", "通讯录"],
    &["customers", "clients", "kunden", "clients et clientes", "clientes", "clienti", "顧客", "客户"],
    &["customer", "client", "kunde", "cliente", "お客様", "顾客"],
    &["employees", "staff", "personnel", "mitarbeiter", "personal", "employés", "empleados", "dipendenti", "personale", "funcionários", "従業員", "スタッフ", "员工"],
    &["invoices", "bills", "rechnungen", "factures", "facturas", "fatture", "faturas", "請求書一覧", "账单"],
    &["appointments", "meetings", "termine", "rendez-vous", "citas", "reuniones", "appuntamenti", "riunioni", "compromissos", "予約一覧", "会议"],
    &["appointment", "meeting", "termin", "besprechung", "réunion", "cita", "reunión", "appuntamento", "riunione", "compromisso", "reunião", "会議", "约会"],
    &["devices", "equipment", "geräte", "appareils", "équipement", "dispositivos", "equipos", "dispositivi", "equipamentos", "デバイス", "機器", "设备"],
    &["rooms", "spaces", "räume", "zimmer", "salles", "chambres", "salas", "habitaciones", "stanze", "camere", "quartos", "部屋", "房间"],
    &["seat", "desk", "sitzplatz", "arbeitsplatz", "siège", "asiento", "posto", "assento", "座席", "座位"],
    &["role", "function", "rolle", "rôle", "fonction", "rol", "función", "ruolo", "funzione", "função", "役割", "角色"],
    &["rights", "permissions", "access", "rechte", "berechtigungen", "zugriff", "droits", "autorisations", "accès", "permisos", "derechos", "acceso", "permessi", "diritti", "accesso", "permissões", "acesso", "権限", "アクセス", "权限"],
    &["start date", "from date", "startdatum", "beginn", "date de début", "fecha de inicio", "data di inizio", "data de início", "開始日", "开始日期"],
    &["end date", "until date", "enddatum", "ende", "date de fin", "fecha de fin", "data di fine", "data de fim", "終了日", "结束日期"],
    &["attachments", "attached files", "anhänge", "pièces jointes", "adjuntos", "allegati", "anexos", "添付ファイル", "附件"],
    &["results", "search results", "ergebnisse", "suchergebnisse", "résultats", "resultados", "risultati", "結果", "检索结果", "结果"],
    &["statistics", "stats", "figures", "statistik", "statistiques", "estadísticas", "statistiche", "estatísticas", "統計", "统计"],
    &["devices and sensors", "sensors", "sensoren", "capteurs", "sensores", "sensori", "センサー", "传感器"],
    &["owner", "eigentümer", "propriétaire", "propietario", "proprietario", "proprietário", "所有者"],
    &["author", "autor", "verfasser", "auteur", "autore", "著者", "作者"],
    &["group", "gruppe", "groupe", "grupo", "gruppo", "グループ", "组"],
    &["groups", "gruppen", "groupes", "grupos", "gruppi"],
    &["project", "projekt", "projet", "proyecto", "progetto", "projeto", "プロジェクト", "项目"],
    &["projects", "projekte", "projets", "proyectos", "progetti", "projetos"],
    &["event", "veranstaltung", "ereignis", "événement", "evento", "イベント", "活动"],
    &["events", "veranstaltungen", "ereignisse", "événements", "eventos", "eventi"],
    &["activity", "aktivität", "activité", "actividad", "atividade", "アクティビティ", "动态"],
    &["favourites", "favorites", "bookmarks", "favoriten", "lesezeichen", "favoris", "favoritos", "preferiti", "お気に入り一覧", "收藏夹"],
    &["drafts", "entwürfe", "brouillons", "borradores", "bozze", "rascunhos", "下書き", "草稿"],
    &["sent mail", "sent items", "gesendete objekte", "éléments envoyés", "elementos enviados", "posta inviata"],
    &["picture", "photo", "image", "bild", "foto", "imagen", "immagine", "imagem", "写真", "画像", "图片"],
    &["pictures", "photos", "images", "bilder", "fotos", "imágenes", "immagini", "imagens"],
    &["video", "ビデオ", "動画", "视频"],
    &["link", "url", "web address", "webadresse", "lien", "enlace", "collegamento", "リンク", "链接"],
    &["size", "größe", "taille", "tamaño", "dimensione", "tamanho", "サイズ", "尺寸"],
    &["colour", "color", "farbe", "couleur", "colore", "cor", "色", "颜色"],
    &["weight", "gewicht", "poids", "peso", "重量"],
    &["height", "höhe", "hauteur", "altura", "altezza", "高さ", "高度"],
    &["width", "breite", "largeur", "anchura", "larghezza", "largura", "幅", "宽度"],
    &["gender", "sex", "geschlecht", "sexe", "genre", "género", "sesso", "gênero", "性別", "性别"],
    &["time zone", "timezone", "zeitzone", "fuseau horaire", "zona horaria", "fuso orario", "fuso horário", "タイムゾーン", "时区"],
    &["currency", "währung", "devise", "moneda", "valuta", "moeda", "通貨", "货币"],
    &["subtotal", "zwischensumme", "sous-total", "subtotale", "小計", "小计"],
    &["tax", "vat", "sales tax", "steuer", "mehrwertsteuer", "taxe", "tva", "impuesto", "iva", "imposta", "imposto", "税金", "税"],
    &["discount", "rabatt", "remise", "réduction", "descuento", "sconto", "desconto", "割引", "折扣"],
    &["shipping", "delivery", "versand", "lieferung", "livraison", "envío", "spedizione", "consegna", "entrega", "配送", "送货"],
    &["shipping address", "delivery address", "lieferadresse", "adresse de livraison", "dirección de envío", "indirizzo di spedizione", "endereço de entrega", "配送先住所", "收货地址"],
    &["billing address", "invoice address", "rechnungsadresse", "adresse de facturation", "dirección de facturación", "indirizzo di fatturazione", "endereço de cobrança", "請求先住所", "账单地址"],
    &["tracking number", "tracking code", "tracking id", "tracking no", "sendungsnummer", "numéro de suivi", "número de seguimiento", "numero di tracciamento", "código de rastreio", "追跡番号", "运单号"],
    &["content", "body", "text", "inhalt", "contenu", "contenido", "contenuto", "conteúdo", "本文", "内容"],
    &["slug", "permalink", "url slug"],
    &["template", "vorlage", "modèle", "plantilla", "modello", "テンプレート", "模板"],
    &["column", "spalte", "colonne", "columna", "colonna", "coluna", "列"],
    &["table", "tabelle", "tableau", "tabla", "tabella", "tabela", "表格"],
    &["database", "db", "datenbank", "base de données", "base de datos", "banca dati", "banco de dados", "データベース", "数据库"],
    &["server", "serveur", "servidor", "サーバー", "服务器"],
    &["host", "hostname", "host name", "rechnername", "nom d'hôte", "nombre de host", "nome host", "ホスト名", "主机名"],
    &["value", "wert", "valeur", "valor", "valore", "値", "值"],
    &["field", "feld", "champ", "campo", "フィールド", "字段"],
    &["chart", "graph", "diagramm", "graphique", "gráfico", "grafico", "グラフ", "图表"],
    &["map", "karte", "carte", "mapa", "mappa", "地図", "地图"],
    &["news", "neuigkeiten", "actualités", "noticias", "notizie", "notícias", "ニュース", "新闻"],
    &["faq", "frequently asked questions", "häufige fragen", "questions fréquentes", "preguntas frecuentes", "domande frequenti", "perguntas frequentes", "よくある質問", "常见问题"],
    &["contact us", "kontakt", "contactez-nous", "contacto", "contattaci", "contato", "お問い合わせ", "联系我们"],
    &["terms", "terms of service", "terms of use", "terms and conditions", "nutzungsbedingungen", "agb", "conditions d'utilisation", "términos de uso", "termini di servizio", "termos de uso", "利用規約", "服务条款"],
    &["stock", "inventory", "lagerbestand", "bestand", "inventaire", "existencias", "inventario", "scorte", "estoque", "在庫", "库存"],
    &["supplier", "vendor", "lieferant", "fournisseur", "proveedor", "fornitore", "fornecedor", "仕入先", "供应商"],
    &["warehouse", "lager", "entrepôt", "almacén", "magazzino", "armazém", "倉庫", "仓库"],
    &["brand", "marke", "marque", "marca", "ブランド", "品牌"],
    &["serial number", "serial no", "seriennummer", "numéro de série", "número de serie", "numero di serie", "número de série", "シリアル番号", "序列号"],
    &["reviews", "bewertungen", "avis", "reseñas", "recensioni", "avaliações", "レビュー", "评价"],
    &["doctor", "physician", "arzt", "médecin", "médico", "medico", "医師", "医生"],
    &["floor", "storey", "stockwerk", "étage", "planta", "piano", "andar", "階", "楼层"],
    &["arrival", "anreise", "ankunft", "arrivée", "llegada", "arrivo", "chegada", "到着", "抵达"],
    &["departure", "abreise", "abfahrt", "départ", "salida", "partenza", "partida", "出発", "出发"],
    &["duration", "dauer", "durée", "duración", "durata", "duração", "期間", "时长"],
    &["frequency", "häufigkeit", "fréquence", "frecuencia", "frequenza", "frequência", "頻度", "频率"],
    &["week", "woche", "semaine", "semana", "settimana", "週", "周"],
    &["month", "monat", "mois", "mes", "mese", "mês", "月"],
    &["year", "jahr", "année", "año", "anno", "ano", "年"],
    &["daily", "every day", "täglich", "quotidien", "diario", "giornaliero", "diário", "毎日", "每天"],
    &["weekly", "every week", "wöchentlich", "hebdomadaire", "semanal", "settimanale", "毎週", "每周"],
    &["monthly", "every month", "monatlich", "mensuel", "mensual", "mensile", "mensal", "毎月", "每月"],
    &["sound", "sounds", "audio", "ton", "töne", "son", "sons", "sonido", "sonidos", "suono", "suoni", "som", "サウンド", "声音"],
    &["volume", "lautstärke", "volumen", "音量"],
    &["brightness", "helligkeit", "luminosité", "brillo", "luminosità", "brilho", "明るさ", "亮度"],
    &["battery", "akku", "batterie", "batería", "batteria", "bateria", "バッテリー", "电池"],
    &["storage", "speicher", "stockage", "almacenamiento", "archiviazione", "armazenamento", "ストレージ", "存储"],
    &["network", "netzwerk", "réseau", "red", "rete", "rede", "ネットワーク", "网络"],
    &["wi-fi", "wifi", "wlan", "無線lan", "无线网络"],
    &["keyboard", "tastatur", "clavier", "teclado", "tastiera", "キーボード", "键盘"],
    &["apps", "applications", "anwendungen", "aplicaciones", "applicazioni", "aplicativos", "アプリ"],
    &["dark mode", "dark theme", "night mode", "dunkelmodus", "dunkles design", "mode sombre", "thème sombre", "modo oscuro", "tema oscuro", "modalità scura", "tema scuro", "modo escuro", "tema escuro", "ダークモード", "深色模式"],
    &["newsletter", "newsletters", "ニュースレター", "新闻邮件"],
    &["birth place", "place of birth", "geburtsort", "lieu de naissance", "lugar de nacimiento", "luogo di nascita", "local de nascimento", "出生地"],
    &["school", "schule", "école", "escuela", "scuola", "escola", "学校"],
    &["course", "kurs", "cours", "curso", "corso", "コース", "课程"],
    &["ticket", "tickets"],
    &["label for", "beschriftung", "libellé", "rótulo", "etichetta di testo"],
    &["visibility", "sichtbarkeit", "visibilité", "visibilidad", "visibilità", "visibilidade", "公開範囲", "可见性"],
    &["environment", "umgebung", "environnement", "entorno", "ambiente", "環境", "环境"],
    &["branch", "zweig", "branche", "rama", "ramo", "ブランチ", "分支"],
];

/// Words that add nothing to what a name promises.
#[rustfmt::skip]
pub(super) static NEUTRAL: [&str; 69] = [
    "write", "enter", "eingeben", "saisir", "saisissez", "ingrese", "introduzca", "inserisci", "digite", "the", "a", "an", "my", "your", "this", "now", "here", "please", "to", "of", "for", "in", "changes", "change", "button", "page", "form", "it",
    "der", "die", "das", "den", "dein", "ihre", "jetzt", "hier", "bitte", "änderungen", "le", "la", "les", "mon", "votre", "maintenant", "ici", "modifications",
    "el", "los", "las", "mi", "tu", "su", "ahora", "aquí", "cambios", "il", "lo", "i", "tuo", "ora", "qui", "modifiche",
    "o", "os", "seu", "agora", "aqui", "alterações", "変更",
];

/// Marks of Japanese that stand between the words of a name.
pub(super) static PARTICLES: [&str; 7] = ["を", "の", "に", "へ", "する", "して", "更改"];

/// Words that undo each other, or of which one says that the other has been done already.
#[rustfmt::skip]
pub(super) static UNDOING: [[&str; 2]; 107] = [
    ["from", "to"], ["start", "end"], ["minimum", "maximum"], ["min", "max"], ["net", "gross"], ["sender", "recipient"], ["deposit", "withdrawal"],
    ["billing", "delivery"], ["billing", "shipping"], ["arrival", "departure"], ["buy", "sell"], ["debit", "credit"], ["home", "work"], ["von", "bis"],
    ["début", "fin"], ["desde", "hasta"],
    ["show", "hide"], ["enable", "disable"], ["start", "stop"], ["open", "close"], ["expand", "collapse"], ["add", "remove"],
    ["accept", "decline"], ["accept", "reject"], ["approve", "reject"], ["approve", "decline"], ["join", "leave"], ["play", "pause"], ["resume", "pause"],
    ["on", "off"], ["in", "out"], ["up", "down"], ["left", "right"], ["next", "previous"], ["next", "back"], ["forward", "back"],
    ["import", "export"], ["upload", "download"], ["read", "unread"], ["increase", "decrease"], ["more", "less"], ["first", "last"], ["lock", "unlock"],
    ["public", "private"], ["ascending", "descending"], ["yes", "no"], ["allow", "deny"], ["ok", "cancel"], ["save", "cancel"], ["save", "discard"],
    ["reopen", "resolve"], ["reopen", "close"], ["open", "resolved"], ["activate", "deactivate"], ["assign", "unassign"], ["check", "uncheck"], ["restore", "archive"],
    ["anzeigen", "ausblenden"], ["einblenden", "ausblenden"], ["aktivieren", "deaktivieren"], ["öffnen", "schließen"], ["ein", "aus"], ["hinzufügen", "entfernen"],
    ["annehmen", "ablehnen"], ["folgen", "entfolgen"], ["folgen", "gefolgt"], ["speichern", "gespeichert"], ["hinzufügen", "hinzugefügt"], ["sperren", "entsperren"],
    ["afficher", "masquer"], ["activer", "désactiver"], ["ouvrir", "fermer"], ["ajouter", "retirer"], ["accepter", "refuser"], ["suivre", "suivi"], ["ajouter", "ajouté"],
    ["mostrar", "ocultar"], ["activar", "desactivar"], ["abrir", "cerrar"], ["añadir", "quitar"], ["aceptar", "rechazar"], ["seguir", "siguiendo"], ["añadir", "añadido"],
    ["mostra", "nascondi"], ["attiva", "disattiva"], ["apri", "chiudi"], ["aggiungi", "rimuovi"], ["accetta", "rifiuta"], ["segui", "segui già"], ["blocca", "sblocca"],
    ["ativar", "desativar"], ["abrir", "fechar"], ["adicionar", "remover"], ["aceitar", "recusar"], ["mostrar", "esconder"], ["seguir", "seguindo"],
    ["表示", "非表示"], ["有効", "無効"], ["開く", "閉じる"], ["追加", "解除"], ["フォロー", "フォロー中"], ["オン", "オフ"],
    ["显示", "隐藏"], ["启用", "禁用"], ["打开", "关闭"], ["关注", "已关注"], ["接受", "拒绝"],
];

/// Words behind a name by which more is done than it says, or for others.
#[rustfmt::skip]
pub(super) static WIDENING: [&str; 44] = [
    "and", "or", "then", "all", "everyone", "everybody", "everything", "public", "publicly", "anyone", "others", "myself", "me", "both", "every",
    "und", "oder", "alle", "alles", "jeden", "öffentlich", "mich", "et", "ou", "tous", "tout", "public", "publiquement", "y", "o", "todos", "todo", "público",
    "e", "tutti", "tutto", "pubblico", "tudo", "publicamente", "全員", "すべて", "公開", "所有人", "公开",
];

/// Words by which a switch turns something off that is on without it.
#[rustfmt::skip]
pub(super) static SILENCING: [&str; 68] = [
    "mute", "hide", "block", "pause", "stop", "skip", "exclude", "ignore", "disable", "silence", "suppress", "prevent", "forbid", "reject", "deny", "off", "opt", "private",
    "stumm", "stummschalten", "ausblenden", "verbergen", "blockieren", "pausieren", "ausschließen", "ignorieren", "deaktivieren", "aus", "verhindern", "privat",
    "masquer", "bloquer", "couper", "exclure", "ignorer", "désactiver", "empêcher", "privé", "ocultar", "silenciar", "bloquear", "pausar", "excluir", "ignorar", "desactivar", "privado",
    "nascondi", "nascondere", "blocca", "silenzia", "escludi", "ignora", "disattiva", "privato", "esconder", "desativar",
    "非表示", "無効", "ミュート", "ブロック", "除外", "非公開", "隐藏", "静音", "屏蔽", "禁用", "排除", "私密",
];

/// What is put before a word to undo it.
pub(super) static UNDOING_PREFIXES: [&str; 6] = ["un", "dis", "de", "des", "ent", "dé"];

/// What is put behind a word to say that it has been done, or is under way.
pub(super) static DONE_ENDINGS: [&str; 3] = ["ed", "d", "ing"];

/// Words by which something is done that nobody takes back, besides those that destroy, pay and send.
#[rustfmt::skip]
pub(super) static IRREVERSIBLE: [&str; 29] = [
    "publish", "post", "order", "book", "transfer", "release", "deploy", "vote",
    "veröffentlichen", "bestellen", "buchen", "publier", "commander", "réserver", "transférer", "publicar", "pedir", "reservar", "transferir",
    "pubblica", "ordina ora", "prenota", "invia", "trasferisci", "公開", "投稿", "注文", "发布", "转账",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_means_one_thing() {
        let mut all: Vec<&str> = VERBS
            .iter()
            .chain(&ACTS)
            .chain(&THINGS)
            .flat_map(|it| it.iter().copied())
            .collect();
        assert!(all.iter().all(|word| word.to_lowercase() == *word));
        let count = all.len();
        all.sort_unstable();
        let twice: Vec<&[&str]> = all.windows(2).filter(|it| it[0] == it[1]).collect();
        assert!(twice.is_empty(), "{twice:?} of {count}");
    }

    #[test]
    fn the_rows_that_are_named_are_where_they_are_said_to_be() {
        assert_eq!(
            [ADD, NEW, VIEW].map(|at| VERBS[at][0]),
            ["add", "new", "view"]
        );
    }

    #[test]
    fn no_word_of_same_meaning_is_dangerous() {
        let tables = VERBS.iter().chain(&ACTS).chain(&THINGS);
        for word in tables.flat_map(|it| it.iter()) {
            assert_eq!(crate::select::danger_in(word), None, "{word}");
        }
    }
}
