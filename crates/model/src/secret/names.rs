//! Which names stand for secrets, by the words people of several languages use.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Words that mean a secret wherever they stand in a word, as in `DBPASSWORD` and `暗証番号欄`, and where several words
/// make one, as in `api_key`. No accents, lower case.
const INSIDE: &str = "
    password passwd passphrase passcode passkey secret token credential apikey privatekey accesskey pwd sessid
    passwort kennwort zugangsdaten geheimzahl geheimnis
    motdepasse contrasena wachtwoord losenord adgangskode salasana haslo heslo jelszo
    senha lozinka katasandi
    пароль пароля секрет κωδικος סיסמה كلمةالسر كلمةالمرور รหัสผ่าน
    パスワード パスコード パスフレーズ 暗証 秘密 認証コード 認証番号 確認コード ワンタイム セキュリティコード トークン
    合言葉 資格情報 apiキー アクセスキー
    密码 密碼 口令 验证码 驗證碼 密钥 密鑰 令牌 비밀번호 암호 인증번호 인증코드
";

/// Words that mean a secret only where they are whole: `PAT` does, `PATH` does not. Words of one line that belong
/// together are joined by `+` and found with or without something between them.
const WHOLE: &str = "
    pass pw psk pat pin pins pincode cred creds puk otp totp hotp mfa 2+fa tan cvv cvc csc jwt bearer mdp mnemonic
    ssh+key gpg+key pgp+key signing+key encryption+key master+key
    account+key auth+key deploy+key license+key recovery+key session+key storage+key subscription+key client+key
    service+key host+key security+key app+key
    one+time+code one+time+pass verification+code auth+code authentication+code security+code access+code
    recovery+code backup+code sms+code recovery+phrase seed+phrase wallet+seed master+seed
    two+factor+code security+answer user+session login+session
    session+id session+cookie auth+cookie basic+auth authorization connection+string
    code+secret jeton cle+privee cle+api clave clave+privada codigo+de+verificacion secreto
    palavra+passe segredo chave+privada parola parola+chiave codice+segreto sifre geslo passord
    mat+khau sandi kata+laluan
";

/// Words that mean a secret only where a name ends with them, numbers aside: `HTTP_AUTH` does, `AUTH_URL` does not.
const AT_THE_END: &str = "auth cookie two+factor";

/// Words that mean a secret only where they are the whole name, numbers aside: they mean too much else beside other words,
/// as in `RANDOM_SEED` and `SESSION_TITLE`.
const ALONE: &str = "seed session cookies";

/// Words that end with `pass` and have nothing to do with passwords; `DBPASS` and the like have.
const NO_PASSWORDS: &str = "compass encompass bypass overpass underpass surpass trespass";

/// The words of all tables.
static MARKS: LazyLock<Marks> = LazyLock::new(|| Marks {
    inside: entries(INSIDE),
    whole: entries(WHOLE),
    at_the_end: entries(AT_THE_END),
    alone: entries(ALONE),
    no_passwords: entries(NO_PASSWORDS),
});

struct Marks {
    inside: Vec<String>,
    whole: Vec<String>,
    at_the_end: Vec<String>,
    alone: Vec<String>,
    no_passwords: Vec<String>,
}

/// Returns whether a variable of this name holds a secret, by the words of the name: it is taken apart where case
/// changes, at digits, and at everything that is neither.
pub fn is_secret_name(name: &str) -> bool {
    let mut words = name_words(name);
    if has_secret_word(&words) {
        return true;
    }
    while words
        .last()
        .is_some_and(|word| word.chars().all(char::is_numeric))
    {
        words.pop();
    }
    let ends = |at: usize, mark: &String| length_of(&words[at..], mark) == Some(words.len() - at);
    let is_end = |at: usize| MARKS.at_the_end.iter().any(|mark| ends(at, mark));
    (0..words.len()).any(is_end) || MARKS.alone.iter().any(|mark| ends(0, mark))
}

/// Returns whether a field that is labelled so takes a secret. Words that mean a secret only as a whole name do not count:
/// `Key` and `Session` stand beside many a field.
pub fn is_secret_label(label: &str) -> bool {
    has_secret_word(&name_words(label))
}

fn has_secret_word(words: &[String]) -> bool {
    let Marks { inside, whole, .. } = &*MARKS;
    (0..words.len()).any(|at| {
        let is_whole = |mark: &String| length_of(&words[at..], mark).is_some();
        let is_inside = |mark: &String| words[at].contains(mark);
        let is_pass = words[at].ends_with("pass") && !MARKS.no_passwords.contains(&words[at]);
        is_pass || inside.iter().any(is_inside) || inside.iter().chain(whole).any(is_whole)
    })
}

/// Returns the words of a table, accents and voicing marks aside as they are in names.
fn entries(table: &str) -> Vec<String> {
    let words = table.split_whitespace();
    words.map(|word| plain(&word.replace('+', ""))).collect()
}

/// Returns how many of the first words are together this mark, if some are.
fn length_of(words: &[String], mark: &str) -> Option<usize> {
    let mut rest = mark;
    for (at, word) in words.iter().enumerate() {
        match rest.strip_prefix(word.as_str())? {
            "" => return Some(at + 1),
            left => rest = left,
        }
    }
    None
}

fn plain(text: &str) -> String {
    let letters = text.nfkd().filter(|c| !is_combining_mark(*c));
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the words of a name, in lower case and without accents.
pub(crate) fn name_words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    let mut words = vec![String::new()];
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| letters[before]);
        if before.is_some_and(|before| is_edge(before, *letter, letters.get(at + 1))) {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns whether a word ends between two letters: `fooBar`, `PINCode` before its `C`, `a1`, `a_b`.
fn is_edge(before: char, letter: char, after: Option<&char>) -> bool {
    let ends_acronym = || after.is_some_and(|after| after.is_lowercase());
    !before.is_alphanumeric()
        || before.is_numeric() != letter.is_numeric()
        || letter.is_uppercase() && (before.is_lowercase() || ends_acronym())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_told_by_their_words() {
        let secret = "TEST_PASSWORD card_pin GITHUB_PAT githubPat PRIVATE_KEY AWS_ACCESS_KEY_ID api-key apiKey APIKEY \
            SSH_KEY mfa_code 2FA MFA OTP totpSecret user.pin PINCode userPIN cvv2 PASSPHRASE CREDENTIALS \
            DBPASSWORD oauth2Token DB_PASS 暗証番号 パスワード欄 認証コード ログインパスワード Kennwort contraseña \
            contrasen\u{303}a motDePasse mot_de_passe PASSWORT API_KEY_2 PASSWORD1 Пароль 비밀번호 密码 client.secret \
            PINS DBPASS DB_PASS userpass DBPWD CREDS dbCreds CREDENTIALS AUTH HTTP_AUTH proxyAuth AUTH_2 \
            SEED WALLET_SEED SESSION PHPSESSID SESSION_ID COOKIE LOGIN_COOKIE COOKIES TWO_FACTOR twoFactorCode \
            SECURITY_ANSWER security_answer_1";
        for name in secret
            .split_whitespace()
            .chain(["mot de passe", "PIN code", "One-time code"])
        {
            assert!(is_secret_name(name), "{name} {:?}", name_words(name));
        }
        let plain = "SHIPPING_CITY RECIPIENT PATTERN PATH KEYBOARD MONKEY SPIN SPINNER COMPASS COMPASS_WORDS \
            PATIENT PINK TANGO HOTPLUG KEY KEYS key2 SHOP_KEY SORT_KEY KEY_NAME KEYS_COUNT KEYNOTE AUTHOR AUTH_URL AUTHORS CO_AUTHOR \
            SESSIONS SESSIONS_COUNT SESSION_TITLE RANDOM_SEED SEEDS SEEDLING COOKIE_BANNER ACCEPT_COOKIES BYPASS \
            TWO_FACTOR_ENABLED SECURITY_QUESTION ANSWER SACRED PINEAPPLE TURKEY DONKEY PASSENGER PASSED EMAIL USER 住所 キーボード PATHS primaryKey";
        for name in plain.split_whitespace() {
            assert!(!is_secret_name(name), "{name} {:?}", name_words(name));
        }
        for label in ["Key", "Session", "Seed", "Cookie", "Auth"] {
            assert!(!is_secret_label(label), "{label}");
        }
        assert!(is_secret_label("Password") && is_secret_label("Security answer"));
    }
}
