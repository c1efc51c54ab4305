//! What a body asks for in the query language that has one path for everything: reading or changing, and what is called.
//!
//! Read word by word and not as a grammar: what is not understood is called nothing.

use std::collections::BTreeSet;

use serde_json::Value;

/// Returns whether a body only asks for data.
pub(super) fn only_reads(json: &Value) -> bool {
    let reads = |json: &Value| {
        query_of(json).is_some_and(|query| {
            let is_query = query.starts_with('{') || first_word(&query) == Some("query");
            is_query && !words(&query).any(|word| word == "mutation")
        })
    };
    match json {
        Value::Array(all) => !all.is_empty() && all.iter().all(reads),
        json => reads(json),
    }
}

/// Returns what a body calls to change something, by the names of the server and not by those that the page gives them.
pub(super) fn calls(json: &Value) -> BTreeSet<String> {
    let all: Vec<&Value> = match json {
        Value::Array(all) => all.iter().collect(),
        json => vec![json],
    };
    let queries = all.into_iter().filter_map(query_of);
    queries.flat_map(|query| called_by(&query)).collect()
}

/// Returns the text of a query without its remarks.
fn query_of(json: &Value) -> Option<String> {
    let query = json["query"].as_str().filter(|text| text.contains('{'))?;
    let lines = query
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    Some(lines.collect::<Vec<_>>().join("\n").trim().to_owned())
}

/// Returns the outermost fields of the changes in a query.
fn called_by(query: &str) -> BTreeSet<String> {
    let mut called = BTreeSet::new();
    if first_word(query) != Some("mutation") {
        return called;
    }
    let (mut depth, mut in_arguments) = (0_usize, 0_usize);
    let mut is_open = false;
    let mut last = "";
    for token in tokens(query) {
        match token {
            "{" | "}" | "(" | ")" => {}
            _ if depth == 1 && in_arguments == 0 => {
                let is_name = token.starts_with(|c: char| c.is_alphabetic() || c == '_');
                // Before a colon stands the page's own name, and behind `@` and `...` none of the server.
                if token == ":" {
                    called.remove(last);
                } else if is_name && !matches!(last, "@" | "...") && !(last == "on" && is_open) {
                    called.insert(token.to_owned());
                }
            }
            _ => {}
        }
        match token {
            "{" if in_arguments == 0 => depth += 1,
            "}" if in_arguments == 0 => depth = depth.saturating_sub(1),
            "(" => in_arguments += 1,
            ")" => in_arguments = in_arguments.saturating_sub(1),
            _ => {}
        }
        is_open = last == "...";
        last = token;
        if depth == 0 && in_arguments == 0 && token == "}" {
            break;
        }
    }
    called
}

fn first_word(query: &str) -> Option<&str> {
    words(query).next()
}

fn words(query: &str) -> impl Iterator<Item = &str> {
    tokens(query).filter(|token| token.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// Returns the words and signs of a query, its texts aside.
fn tokens(query: &str) -> impl Iterator<Item = &str> {
    let mut rest = query;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let first = rest.chars().next()?;
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let end = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '.' if rest.starts_with("...") => 3,
            _ if is_name(first) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_query_reads_and_a_mutation_calls_what_the_server_has() {
        for (query, reads, called) in [
            ("query Items { items { id } }", true, ""),
            ("{ items { id } }", true, ""),
            ("# mutation\nquery { items }", true, ""),
            (
                "mutation { addItem(name: \"a}b\") { id } }",
                false,
                "addItem",
            ),
            (
                "mutation Save($in: ItemInput = {a: 1}) { saved: addItem(input: $in) @include(if: $x) { id item { id } } log }",
                false,
                "addItem log",
            ),
            (
                "mutation A { ...parts } fragment parts on M { remove }",
                false,
                "",
            ),
            ("tea", false, ""),
        ] {
            let body = json!({ "query": query });
            assert_eq!(only_reads(&body), reads, "{query}");
            let all: Vec<String> = calls(&body).into_iter().collect();
            assert_eq!(all.join(" "), called, "{query}");
        }
        assert!(only_reads(
            &json!([{ "query": "{ a }" }, { "query": "query B { b }" }])
        ));
        assert!(!only_reads(
            &json!([{ "query": "{ a }" }, { "query": "mutation { b }" }])
        ));
        assert!(!only_reads(&json!([])));
    }
}
