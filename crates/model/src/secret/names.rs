//! Which names stand for secrets, by the words people of several languages use.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Words that mean a secret wherever they stand in a word, as in `DBPASSWORD` and `暗証番号欄`, and where several words
/// make one, as in `api_key`. No accents, lower case.
const INSIDE: &str = "
    password passwd passphrase passcode passkey secret token credential apikey privatekey accesskey
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
    pass pw pwd psk pat pin pincode puk otp totp hotp mfa 2+fa tan cvv cvc csc jwt bearer mdp mnemonic
    ssh+key gpg+key pgp+key signing+key encryption+key master+key
    account+key auth+key deploy+key license+key recovery+key session+key storage+key subscription+key client+key
    service+key host+key security+key app+key
    one+time+code one+time+pass verification+code auth+code authentication+code security+code access+code
    recovery+code backup+code sms+code recovery+phrase seed+phrase
    session+id session+cookie auth+cookie basic+auth authorization connection+string
    code+secret jeton cle+privee cle+api clave clave+privada codigo+de+verificacion secreto
    palavra+passe segredo chave+privada parola parola+chiave codice+segreto sifre geslo passord
    mat+khau sandi kata+laluan
";

/// Returns whether a variable or a field of this name holds a secret, by the words of the name: it is taken apart
/// where case changes, at digits, and at everything that is neither.
pub fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    static MARKS: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| [INSIDE, WHOLE].map(entries));
    let [inside, whole] = &*MARKS;
    (0..words.len()).any(|at| {
        let is_whole = |mark: &String| begins_with(&words[at..], mark);
        let is_inside = |mark: &String| words[at].contains(mark);
        inside.iter().any(is_inside) || inside.iter().chain(whole).any(is_whole)
    })
}

/// Returns the words of a table, accents and voicing marks aside as they are in names.
fn entries(table: &str) -> Vec<String> {
    let words = table.split_whitespace();
    words.map(|word| plain(&word.replace('+', ""))).collect()
}

/// Returns whether some of the first words are together this mark.
fn begins_with(words: &[String], mark: &str) -> bool {
    let mut rest = mark;
    for word in words {
        match rest.strip_prefix(word.as_str()) {
            Some("") => return true,
            Some(left) => rest = left,
            None => return false,
        }
    }
    false
}

fn plain(text: &str) -> String {
    let letters = text.nfkd().filter(|c| !is_combining_mark(*c));
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns the words of a name, in lower case and without accents.
fn words(name: &str) -> Vec<String> {
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
            contrasen\u{303}a motDePasse mot_de_passe PASSWORT API_KEY_2 PASSWORD1 Пароль 비밀번호 密码 client.secret";
        for name in secret
            .split_whitespace()
            .chain(["mot de passe", "PIN code", "One-time code"])
        {
            assert!(is_secret_name(name), "{name} {:?}", words(name));
        }
        let plain = "SHIPPING_CITY RECIPIENT PATTERN PATH KEYBOARD MONKEY SPIN SPINNER COMPASS COMPASS_WORDS \
            PATIENT PINK TANGO HOTPLUG KEY KEYS SHOP_KEY PASSENGER PASSED EMAIL USER 住所 キーボード PATHS primaryKey";
        for name in plain.split_whitespace() {
            assert!(!is_secret_name(name), "{name} {:?}", words(name));
        }
    }
}
