//! Names of hosts in letters of any script, as they are sent: IDNA (UTS 46) with Punycode (RFC 3492).

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use retap_model::seen::is_unseen;

use super::url::{joined, with_port, written};

/// The longest part of a name between two dots.
const LONGEST_LABEL: usize = 63;

/// Returns the host, with its port where it has one, in the letters that are sent; `None` where only a browser could tell.
pub(super) fn ascii_host(host: &str) -> Option<String> {
    let (name, port) = with_port(host);
    let address = name.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let name = match address {
        Some(it) => format!("[{}]", it.parse().map_or_else(|_| it.to_owned(), written)),
        None if name.is_ascii() => name.to_owned(),
        None => {
            let labels = mapped(name);
            let labels: Option<Vec<String>> = labels.split('.').map(ascii_label).collect();
            labels?.join(".")
        }
    };
    Some(joined(&name, port))
}

/// Returns the letters that a name stands for: small ones of the usual width, without those nobody sees.
fn mapped(name: &str) -> String {
    let seen = name.chars().filter(|c| !is_unseen(*c));
    let small: String = seen.nfkc().flat_map(char::to_lowercase).collect();
    // The other dots that end a part of a name have become one of these two by now.
    small.nfkc().collect::<String>().replace('。', ".")
}

fn ascii_label(label: &str) -> Option<String> {
    if label.is_ascii() {
        return Some(label.to_owned());
    }
    let is_letter = |c: char| c.is_alphanumeric() || c == '-' || is_combining_mark(c);
    let is_name = label.chars().all(is_letter) && !label.starts_with(is_combining_mark);
    let encoded = is_name.then(|| punycode(label))??;
    let encoded = format!("xn--{encoded}");
    (encoded.len() <= LONGEST_LABEL).then_some(encoded)
}

/// The numbers of RFC 3492, section 5.
const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// Returns the label in Punycode (RFC 3492, section 6.3); `None` where its numbers get too large.
fn punycode(label: &str) -> Option<String> {
    let letters: Vec<u32> = label.chars().map(u32::from).collect();
    let mut output: String = label.chars().filter(char::is_ascii).collect();
    let basic = u32::try_from(output.len()).ok()?;
    if basic > 0 {
        output.push('-');
    }
    let (mut n, mut delta, mut bias, mut handled) = (INITIAL_N, 0_u32, INITIAL_BIAS, basic);
    while (handled as usize) < letters.len() {
        let next = letters.iter().copied().filter(|it| *it >= n).min()?;
        let step = (next - n).checked_mul(handled + 1)?;
        delta = delta.checked_add(step)?;
        n = next;
        for letter in &letters {
            if *letter < n {
                delta = delta.checked_add(1)?;
            }
            if *letter == n {
                push_number(&mut output, delta, bias);
                let damped = delta / if handled == basic { DAMP } else { 2 };
                bias = adapted(damped, handled + 1);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        n += 1;
    }
    Some(output)
}

/// Adds a number in digits of growing weight.
fn push_number(output: &mut String, mut number: u32, bias: u32) {
    let mut place = BASE;
    loop {
        let threshold = place.saturating_sub(bias).clamp(T_MIN, T_MAX);
        if number < threshold {
            output.push(digit(number));
            return;
        }
        let above = number - threshold;
        output.push(digit(threshold + above % (BASE - threshold)));
        number = above / (BASE - threshold);
        place += BASE;
    }
}

fn digit(number: u32) -> char {
    char::from_digit((number + 10) % BASE, BASE).unwrap_or_default()
}

/// Returns the bias for the next number, after one that was damped.
fn adapted(damped: u32, handled: u32) -> u32 {
    let mut delta = damped + damped / handled;
    let mut bias = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        bias += BASE;
    }
    bias + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_as_they_are_sent() {
        for (name, expected) in [
            ("bücher.localhost", Some("xn--bcher-kva.localhost")),
            ("BÜCHER.localhost:80", Some("xn--bcher-kva.localhost:80")),
            ("bu\u{308}cher.example", Some("xn--bcher-kva.example")),
            ("bü\u{ad}cher。example", Some("xn--bcher-kva.example")),
            ("faß.example", Some("xn--fa-hia.example")),
            ("例え.テスト", Some("xn--r8jz45g.xn--zckzah")),
            ("правда.рф", Some("xn--80aafi6cg.xn--p1ai")),
            ("ليهمابتكلموشعربي؟", None),
            ("ｐａｙ.example", Some("pay.example")),
            ("pay.example", Some("pay.example")),
            ("b☺.example", None),
        ] {
            assert_eq!(ascii_host(name).as_deref(), expected, "{name}");
        }
    }
}
