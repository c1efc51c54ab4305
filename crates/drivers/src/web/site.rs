//! Which site an address leads to, told only where a browser cannot see it in another way.

use super::url;

/// Returns the names of the site that a browser takes an address to be of: host and port, and these with the
/// scheme. Nothing for pages of no site; `None` where only a browser could tell.
pub fn sites_of(address: &str) -> Option<Vec<String>> {
    let address = url::complete(address)?;
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

/// Returns the host and port that an address without its scheme begins with, unless browsers would read it
/// as another one: they forgive a lot.
fn plain_host(rest: &str) -> Option<String> {
    if rest.contains(['\\', '\t', '\n', '\r']) {
        return None;
    }
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let site = rest[..end].rsplit('@').next().unwrap_or_default();
    let site = site.to_ascii_lowercase();
    let (host, port) = match site.rsplit_once(':') {
        Some((host, port)) if !site.ends_with(']') => (host, port),
        Some(_) | None => (site.as_str(), ""),
    };
    let is_host = is_name(host) || is_v6(host);
    (is_host && port.bytes().all(|b| b.is_ascii_digit())).then(|| match port {
        "" => host.to_owned(),
        port => format!("{host}:{port}"),
    })
}

fn is_name(host: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let last = host.trim_end_matches('.').rsplit('.').next();
    let last = last.unwrap_or_default();
    // Such a name is a number in one of many ways of writing it; one of them is what browsers show.
    let is_number = last.starts_with(|c: char| c.is_ascii_digit());
    let is_address = || host.parse::<std::net::Ipv4Addr>().is_ok();
    !last.is_empty() && host.bytes().all(is_plain) && (!is_number || is_address())
}

fn is_v6(host: &str) -> bool {
    let inner = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let address = inner.and_then(|inner| inner.parse::<std::net::Ipv6Addr>().ok());
    address.is_some_and(|address| Some(address.to_string().as_str()) == inner)
}

#[cfg(test)]
mod tests {
    use super::*;

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
