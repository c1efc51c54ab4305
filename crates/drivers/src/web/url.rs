//! Addresses of pages, as far as a driver must understand them, and which site each leads to.

use std::net::{Ipv4Addr, Ipv6Addr};

use retap_model::secret::{MASK, is_secret_name};

use super::international::ascii_host;

/// Returns the address as a browser takes it: as it is, or with the scheme people leave out.
///
/// `None` when it is no address at all, such as the name of an app.
pub(super) fn complete(address: &str) -> Option<String> {
    let address = address.trim();
    let has_scheme = address.split_once(':').is_some_and(|(scheme, rest)| {
        let is_name = scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        let is_port = rest.starts_with(|c: char| c.is_ascii_digit());
        is_name && !scheme.is_empty() && !is_port
    });
    if has_scheme {
        return Some(address.to_owned());
    }
    let host = address.split(['/', '?', '#']).next().unwrap_or_default();
    let name = host.split(':').next().unwrap_or_default();
    let is_local = name == "localhost" || name.starts_with("127.");
    let is_host =
        is_local || (name.contains('.') && !name.starts_with('.') && !name.ends_with('.'));
    let is_plain = !address.is_empty() && !address.contains(char::is_whitespace);
    let scheme = if is_local { "http" } else { "https" };
    (is_host && is_plain).then(|| format!("{scheme}://{address}"))
}

/// Returns host and port of an address, which is what people call a site by; `None` for pages
/// that belong to no site.
pub(super) fn host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    match (scheme, site(rest)) {
        ("file", _) => Some("file"),
        ("http" | "https", host) if !host.is_empty() => Some(host),
        _ => None,
    }
}

/// Returns the host and port that an address without its scheme begins with, and not who signs in there.
fn site(rest: &str) -> &str {
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    rest[..end].rsplit('@').next().unwrap_or_default()
}

/// Returns scheme, host and port of an address.
pub(super) fn origin(url: &str) -> Option<String> {
    let (scheme, _) = url.split_once("://")?;
    Some(format!("{scheme}://{}", host(url)?))
}

/// The longest path that is kept whole, in bytes; a page may ask for megabytes, thousands of times.
const LONGEST_PATH: usize = 2_000;

/// Returns the path of an address as far as it is kept, without the query, which may hold anything.
pub(super) fn path(url: &str) -> &str {
    let Some((_, rest)) = url.split_once("://") else {
        return first_of(url.split(',').next().unwrap_or_default(), LONGEST_PATH);
    };
    let path = rest.find('/').map_or("/", |start| &rest[start..]);
    first_of(
        path.split(['?', '#']).next().unwrap_or_default(),
        LONGEST_PATH,
    )
}

/// Returns the first part of a text, of at most as many bytes.
pub(super) fn first_of(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns whether a script made what the address stands for.
pub(super) fn is_made_by_page(url: &str) -> bool {
    url.starts_with("blob:") || url.starts_with("data:")
}

/// How many letters the part before the last of a host has at the most where the last two are no name of a site, as in
/// `example.co.uk`.
const LONGEST_SECOND_LEVEL: usize = 3;

/// Returns whether two hosts belong to one site, whatever their ports: they are the same, or end in the same name.
pub(super) fn is_same_site(one: &str, other: &str) -> bool {
    let (one, other) = (with_port(one).0, with_port(other).0);
    one == other || site_name(one).is_some_and(|name| Some(name) == site_name(other))
}

/// Returns the part of a host by which its owner is known; nothing for addresses made of figures.
fn site_name(host: &str) -> Option<&str> {
    let labels: Vec<&str> = host.split('.').collect();
    let last = labels.last()?;
    if labels.len() < 2 || !last.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let is_national = last.len() == 2 && labels[labels.len() - 2].len() <= LONGEST_SECOND_LEVEL;
    let own = if is_national { 3 } else { 2 };
    let before = labels.len().checked_sub(own)?;
    let skipped: usize = labels[..before].iter().map(|label| label.len() + 1).sum();
    Some(&host[skipped..])
}

/// Returns the address as it may be shown: a form that is sent by its address has what was typed in it, so
/// what stands under the name of a secret is masked, and so is who signs in by it.
pub(super) fn masked(url: &str) -> String {
    let (page, rest) = match url.find(['?', '#']) {
        Some(start) => url.split_at(start),
        None => (url, ""),
    };
    let mut masked = match (page.split_once("://"), host(page)) {
        (Some((scheme, after)), Some(host))
            if after.split('/').next().is_some_and(|at| at.contains('@')) =>
        {
            let path = after.find('/').map_or("", |start| &after[start..]);
            format!("{scheme}://{MASK}@{host}{path}")
        }
        _ => page.to_owned(),
    };
    for part in rest.split_inclusive(['?', '#', '&']) {
        let (pair, end) = match part.strip_suffix(['?', '#', '&']) {
            Some(pair) => part.split_at(pair.len()),
            None => (part, ""),
        };
        match pair.split_once('=') {
            Some((name, value)) if !value.is_empty() && is_secret_name(name) => {
                masked.extend([name, "=", MASK]);
            }
            _ => masked.push_str(pair),
        }
        masked.push_str(end);
    }
    masked
}

/// Returns the host, with its port where one is given, that a name of a site stands for, as browsers write it; `None` for
/// names of other things.
pub fn named_host(name: &str) -> Option<String> {
    let name = name.trim();
    let rest = name.split_once("://").map_or(name, |(_, rest)| rest);
    if rest.contains(AMBIGUOUS) {
        return None;
    }
    let host = plain_host(&ascii_host(site(rest))?)?;
    let (name, port) = with_port(&host);
    Some(joined(name.trim_end_matches('.'), port))
}

/// Returns whether a name can only be meant for a site and is none that a browser would know: what it blocks, nobody could
/// tell.
pub fn is_unclear_site(name: &str) -> bool {
    let name = name.trim();
    let is_one_word = !name.is_empty() && !name.contains(char::is_whitespace);
    let is_site = name.contains("://")
        || (is_one_word && name.contains(['.', ':', '。', '．', '｡', '：', '[']));
    is_site && named_host(name).is_none()
}

/// Returns the hosts that a name of a site stands for: an address of the old kind is one of the new kind, too.
pub(super) fn blocked_hosts(name: &str) -> Vec<String> {
    let Some(host) = named_host(name) else {
        return Vec::new();
    };
    let (name, port) = with_port(&host);
    let mapped = match name.parse::<Ipv4Addr>() {
        Ok(old) => Some(format!("[{}]", written(old.to_ipv6_mapped()))),
        Err(_) => {
            let new = name.trim_matches(['[', ']']).parse::<Ipv6Addr>().ok();
            let old = new.and_then(|new| new.to_ipv4_mapped());
            old.map(|old| old.to_string())
        }
    };
    let mapped = mapped.map(|it| joined(&it, port));
    std::iter::once(host).chain(mapped).collect()
}

/// Returns a host without its port, and the port.
pub(super) fn with_port(host: &str) -> (&str, Option<&str>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !host.ends_with(']') => (name, Some(port)),
        Some(_) | None => (host, None),
    }
}

/// Returns a host with its port, where it has one.
pub(super) fn joined(name: &str, port: Option<&str>) -> String {
    port.map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"))
}

/// Returns whether an address is of one of these hosts, each with its port or on every port.
pub(super) fn is_of(address: &str, hosts: &[String]) -> bool {
    let Some(host) = host(address).and_then(named_host) else {
        return false;
    };
    let port = if address.starts_with("https:") {
        443
    } else {
        80
    };
    let (name, _) = with_port(&host);
    let whole = format!("{name}:{port}");
    hosts
        .iter()
        .any(|it| *it == host || it == name || *it == whole && name == host)
}

/// Returns the names of the site that a browser takes an address to be of: host and port, and these with the
/// scheme. Nothing for pages of no site; `None` where only a browser could tell.
pub fn sites_of(address: &str) -> Option<Vec<String>> {
    let address = complete(address)?;
    let (scheme, rest) = address.split_once(':')?;
    match scheme.to_ascii_lowercase().as_str() {
        "about" | "data" => Some(Vec::new()),
        "file" => Some(vec!["file".to_owned()]),
        scheme @ ("http" | "https") => {
            let host = plain_host(rest.strip_prefix("//")?)?;
            Some(vec![host.clone(), format!("{scheme}://{host}")])
        }
        _ => None,
    }
}

/// Characters that browsers read as others or leave out.
const AMBIGUOUS: [char; 4] = ['\\', '\t', '\n', '\r'];

/// Returns the host and port that an address without its scheme begins with, unless browsers would read it
/// as another one: they forgive a lot.
fn plain_host(rest: &str) -> Option<String> {
    if rest.contains(AMBIGUOUS) {
        return None;
    }
    let site = site(rest).to_ascii_lowercase();
    let (host, port) = with_port(&site);
    let port = match port.filter(|port| !port.is_empty()) {
        Some(port) => Some(plain_port(port)?),
        None => None,
    };
    (is_name(host) || is_v6(host)).then(|| joined(host, port.as_deref()))
}

/// Returns a port as browsers write it.
fn plain_port(port: &str) -> Option<String> {
    let is_number = port.bytes().all(|b| b.is_ascii_digit());
    let number = port.parse::<u16>().ok().filter(|_| is_number);
    number.map(|number| number.to_string())
}

fn is_name(host: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let last = host.trim_end_matches('.').rsplit('.').next();
    let last = last.unwrap_or_default();
    // Such a name is a number in one of many ways of writing it; one of them is what browsers show.
    let is_number = last.starts_with(|c: char| c.is_ascii_digit());
    let is_address = || host.parse::<Ipv4Addr>().is_ok();
    !last.is_empty() && host.bytes().all(is_plain) && (!is_number || is_address())
}

/// Returns an address as browsers write it.
pub(super) fn written(address: Ipv6Addr) -> String {
    match address.to_ipv4_mapped() {
        None => address.to_string(),
        Some(_) => {
            let [.., high, low] = address.segments();
            format!("::ffff:{high:x}:{low:x}")
        }
    }
}

fn is_v6(host: &str) -> bool {
    let inner = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let address = inner.and_then(|inner| inner.parse::<Ipv6Addr>().ok());
    address.is_some_and(|address| Some(written(address).as_str()) == inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_one_owner_are_one_site() {
        for (one, other, is_same) in [
            ("127.0.0.1:1", "127.0.0.1:2", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("localhost:1", "localhost", true),
            ("www.example.com", "api.example.com", true),
            ("example.com", "example.org", false),
            ("a.example.co.uk", "b.example.co.uk", true),
            ("one.co.uk", "two.co.uk", false),
            ("", "", true),
        ] {
            assert_eq!(is_same_site(one, other), is_same, "{one} {other}");
        }
    }

    #[test]
    fn an_address_may_lack_its_scheme_and_a_name_is_none() {
        let cases = [
            ("https://a.example/x", Some("https://a.example/x")),
            ("about:blank", Some("about:blank")),
            ("data:text/html,hi", Some("data:text/html,hi")),
            ("a.example/x", Some("https://a.example/x")),
            ("localhost:8080", Some("http://localhost:8080")),
            ("127.0.0.1:80/x", Some("http://127.0.0.1:80/x")),
            ("a.example:8443/x", Some("https://a.example:8443/x")),
            ("Settings", None),
            ("My App. Yes", None),
            ("", None),
        ];
        for (given, expected) in cases {
            assert_eq!(complete(given).as_deref(), expected, "{given}");
        }
    }

    #[test]
    fn secrets_in_addresses_are_masked() {
        for (given, expected) in [
            (
                "/?user=ada&password=lantern&next=/",
                "/?user=ada&password=••••&next=/",
            ),
            ("/#access_token=abc&state=1", "/#access_token=••••&state=1"),
            ("/x?page=2#top", "/x?page=2#top"),
            ("/?password=", "/?password="),
        ] {
            let [given, expected] = [given, expected].map(|it| format!("https://a.example{it}"));
            assert_eq!(masked(&given), expected);
        }
        let signed_in = masked("https://ada:pw@a.example:8443/x");
        assert_eq!(signed_in, "https://••••@a.example:8443/x");
        for plain in ["about:blank", "file:///tmp/x.html", "?&&##="] {
            assert_eq!(masked(plain), plain);
        }
    }

    #[test]
    fn sites_go_by_host_and_port() {
        let site = host("https://u:p@a.example:8443/x?y#z");
        assert_eq!(site, Some("a.example:8443"));
        assert_eq!(host("about:blank"), None);
        assert_eq!(host("file:///tmp/x.html"), Some("file"));
        assert_eq!(path("https://a.example/x/y?token=1#z"), "/x/y");
        assert_eq!(path("https://a.example"), "/");
        assert_eq!(origin("http://a:1/x").as_deref(), Some("http://a:1"));
    }

    #[test]
    fn a_site_is_told_by_its_host_however_the_address_is_written() {
        for address in [
            "https://bank.example",
            "bank.example",
            "HTTPS://Bank.Example/x?y#z",
            "https://shop.example@bank.example/",
            "https://u:p@bank.example?https://shop.example/",
        ] {
            let names = sites_of(address).unwrap();
            assert_eq!(names, ["bank.example", "https://bank.example"], "{address}");
        }
        assert_eq!(sites_of("http://[::1]:80/x").unwrap()[0], "[::1]:80");
        assert_eq!(sites_of("http://127.0.0.1:80").unwrap()[0], "127.0.0.1:80");
        assert_eq!(sites_of("about:blank").unwrap(), [""; 0]);
    }

    #[test]
    fn names_of_sites_stand_for_hosts() {
        let hosts: Vec<String> = [
            "https://Pay.example/x",
            "localhost:3000",
            "bank.",
            "[::1]:80",
            "My Bank",
            "",
        ]
        .iter()
        .filter_map(|name| named_host(name))
        .collect();
        assert_eq!(hosts, ["pay.example", "localhost:3000", "bank", "[::1]:80"]);
        for (name, expected) in [
            ("Bücher.example:81", "xn--bcher-kva.example:81"),
            ("https://例え。テスト/x", "xn--r8jz45g.xn--zckzah"),
            ("http://[0:0::1]", "[::1]"),
            ("[::ffff:1.2.3.4]", "[::ffff:102:304]"),
            ("127.0.0.1:0080", "127.0.0.1:80"),
        ] {
            assert_eq!(named_host(name).as_deref(), Some(expected), "{name}");
        }
        for name in [
            "ba%6ek.example",
            "127.1",
            "http://2130706433",
            "[::1",
            "::1",
            "::1:80",
            "127.0.0.1:99999",
            "localhost:+80",
            "b☺.example",
        ] {
            assert!(is_unclear_site(name), "{name}");
        }
        for name in [
            "My Bank",
            "Dr. Oetker",
            "Bank",
            "bücher.example",
            "[::1]",
            "com.example.bank",
        ] {
            assert!(!is_unclear_site(name), "{name}");
        }
        let both = ["1.2.3.4:80", "[::ffff:102:304]:80"];
        assert_eq!(blocked_hosts("1.2.3.4:80"), both);
        for (address, expected) in [
            ("http://pay.example:81/x", true),
            ("https://pay.example./", true),
            ("http://localhost:3000", true),
            ("http://localhost/?http://pay.example/", false),
            ("http://[::1]/", true),
            ("http://[::1]:8080/", false),
            ("http://not-pay.example/", false),
            ("data:text/html,x", false),
        ] {
            assert_eq!(is_of(address, &hosts), expected, "{address}");
        }
    }

    #[test]
    fn what_only_a_browser_can_read_is_not_guessed() {
        for address in [
            "https:bank.example",
            "https:/bank.example",
            "https:///bank.example",
            "https://shop.example\\@bank.example/",
            "https://ba\tnk.example",
            "https://bank%2eexample",
            "https://bänk.example",
            "http://2130706433/",
            "http://127.1/",
            "http://0x7f.1/",
            "http://[0:0::1]/",
            "javascript:location='https://bank.example'",
            "view-source:https://bank.example",
            "blob:https://bank.example/1",
            "Bank",
        ] {
            assert_eq!(sites_of(address), None, "{address}");
        }
    }
}
