//! Servers that are busy, broken, slow or strange, and budgets that end.

use super::server::*;
use super::*;

/// Returns what an agent says that asks once, and how many requests came.
fn story(provider: &str, replies: Vec<Reply>, clock: &TestClock) -> (String, usize) {
    let server = Server::start(replies);
    let mut agent = agent(settings(provider, &server), clock);
    let said = match judge(&mut agent, clock) {
        Ok(advice) => format!("{advice:?}"),
        Err(error) => error.to_string().replace(&server.host, "HOST"),
    };
    (said, server.requests().len())
}

fn busy(headers: &'static str) -> Reply {
    answer(
        "429 Too Many Requests",
        headers,
        r#"{"error":{"message":"slow down"}}"#,
    )
}

#[test]
fn a_busy_server_is_asked_again_when_it_says() {
    let clock = TestClock::default();
    let replies = vec![busy("retry-after: 7\r\n"), ok(claude(&verdict("yes")))];
    let (said, requests) = story("anthropic", replies, &clock);
    assert_eq!(said, r#"Yes { reason: "it says Log in" }"#);
    assert_eq!((requests, clock.time()), (2, Duration::from_secs(7)));
}

#[test]
fn a_server_that_wants_more_patience_than_there_is_ends_it_at_once() {
    let clock = TestClock::default();
    let (said, requests) = story("anthropic", vec![busy("retry-after: 3600\r\n")], &clock);
    insta::assert_snapshot!(said, @"the advisor did not answer: `HOST` answered 429 Too Many Requests: slow down; the next try would be in 3600s, but only 60s are left");
    assert_eq!((requests, clock.time()), (1, Duration::ZERO));
}

#[test]
fn a_broken_server_is_asked_as_often_as_allowed_with_growing_pauses() {
    let clock = TestClock::default();
    let broken = || answer("500 Internal Server Error", "", "<html>oops</html>");
    let replies = (0..9).map(|_| broken()).collect();
    let (said, requests) = story("openai", replies, &clock);
    insta::assert_snapshot!(said, @"the advisor did not answer: `HOST` answered 500 Internal Server Error: <html>oops</html>; tried 4 times");
    assert_eq!((requests, clock.time()), (4, Duration::from_millis(3500)));
}

#[test]
fn a_connection_that_breaks_is_made_again() {
    let clock = TestClock::default();
    let replies = vec![Reply::Close, ok(chat(&verdict("no")))];
    let (said, requests) = story("openai", replies, &clock);
    assert_eq!(said, r#"No { reason: "it says Log in" }"#);
    assert_eq!((requests, clock.time()), (2, Duration::from_millis(500)));
}

#[test]
fn a_server_that_is_not_there_is_an_error_after_the_retries() {
    let clock = TestClock::default();
    let server = Server::start(Vec::new());
    // Nobody listens any more once the script is at its end.
    while std::net::TcpStream::connect(&server.host).is_ok() {}
    let error = judge(&mut agent(settings("openai", &server), &clock), &clock).unwrap_err();
    let said = error.to_string().replace(&server.host, "HOST");
    assert!(
        said.contains("cannot reach `HOST`") && said.ends_with("tried 4 times"),
        "{said}"
    );
    assert_eq!(clock.time(), Duration::from_millis(3500));
}

#[test]
fn a_server_that_hangs_or_stalls_costs_the_deadline_and_no_retry() {
    for reply in [Reply::Hang, Reply::Stall] {
        let clock = TestClock::default();
        let server = Server::start(vec![reply]);
        let mut agent = agent(settings("anthropic", &server), &clock);
        let within = Duration::from_millis(100);
        let error = judge_on(&mut agent, &clock, &login(), within).unwrap_err();
        let said = error.to_string().replace(&server.host, "HOST");
        assert_eq!(
            said,
            "the advisor did not answer: no answer from `HOST` in time"
        );
        assert_eq!(agent.sent().len(), 1);
    }
}

#[test]
fn a_server_that_does_not_speak_tls_is_an_error_and_no_retry() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = std::io::Write::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n");
        let _ = std::io::Read::read_to_end(&mut stream, &mut Vec::new());
    });
    let clock = TestClock::default();
    let settings = AdvisorSettings {
        agent: "openai:the-model".to_owned(),
        base_url: Some(format!("https://{host}/v1")),
        ..AdvisorSettings::default()
    };
    let error = judge(&mut agent(settings, &clock), &clock).unwrap_err();
    insta::assert_snapshot!(error.to_string().replace(&host, "HOST"), @"the advisor did not answer: cannot talk to `HOST`: received corrupt message of type InvalidContentType");
    assert_eq!(clock.time(), Duration::ZERO);
}

#[test]
fn a_deadline_that_has_passed_sends_nothing() {
    let clock = TestClock::default();
    let server = Server::start(Vec::new());
    let mut agent = agent(settings("anthropic", &server), &clock);
    let error = judge_on(&mut agent, &clock, &login(), Duration::ZERO).unwrap_err();
    assert_eq!(error.reason, "the deadline has passed");
    assert_eq!(agent.sent(), []);
}

#[test]
fn a_wrong_key_names_the_setting_and_never_the_key() {
    let clock = TestClock::default();
    let body = format!(r#"{{"error":{{"message":"invalid x-api-key {KEY}"}}}}"#);
    let reply = answer("401 Unauthorized", "retry-after: 1\r\n", body);
    let (said, requests) = story("anthropic", vec![reply], &clock);
    insta::assert_snapshot!(said, @"the advisor did not answer: `HOST` refused the key in `RETAP_AI_KEY` (401): invalid x-api-key ••••");
    assert_eq!((requests, clock.time()), (1, Duration::ZERO));
}

#[test]
fn other_refusals_are_final_and_quoted() {
    let clock = TestClock::default();
    let once = |reply: Reply| {
        let (said, requests) = story("openai", vec![reply], &clock);
        assert_eq!(requests, 1);
        said
    };
    let missing = answer("404 Not Found", "", r#"{"error":"no such model"}"#);
    insta::assert_snapshot!(once(missing), @"the advisor did not answer: `HOST` does not know the model `the-model` or the address `http://HOST/v1/chat/completions` (404): no such model");
    let wrong = answer(
        "400 Bad Request",
        "",
        r#"{"error":{"message":"no images"}}"#,
    );
    insta::assert_snapshot!(once(wrong), @"the advisor did not answer: `HOST` answered 400 Bad Request: no images");
    let elsewhere = answer("302 Found", "location: http://127.0.0.1:1/\r\n", "");
    insta::assert_snapshot!(once(elsewhere), @"the advisor did not answer: `HOST` answered 302 Found, a redirect, which is not followed; set `base_url`");
    assert_eq!(clock.time(), Duration::ZERO);
}

#[test]
fn strange_answers_are_errors_that_quote_little() {
    let clock = TestClock::default();
    let once = |body: Vec<u8>| story("openai", vec![ok(body)], &clock).0;
    insta::assert_snapshot!(once(b"<html>welcome to the wifi</html>".to_vec()), @"the advisor did not answer: `HOST` answered with something that is not JSON (expected value at line 1 column 1): `<html>welcome to the wifi</html>`");
    insta::assert_snapshot!(once(b"{\"choices\": \"\xff\xfe\"}".to_vec()), @"the advisor did not answer: `HOST` answered with bytes that are no text");
    insta::assert_snapshot!(once(vec![b' '; 2 << 20]), @"the advisor did not answer: `HOST` answered with more than 1048576 bytes");
    insta::assert_snapshot!(once(b"{\"choices\": []}".to_vec()), @r#"the advisor did not answer: the answer has no text: {"choices":[]}"#);
    let cut = br#"{"choices":[{"finish_reason":"length","message":{"content":"{\"ver"}}]}"#;
    insta::assert_snapshot!(once(cut.to_vec()), @"the advisor did not answer: the answer was cut at `max_tokens`");
    let refused = br#"{"choices":[{"message":{"content":null,"refusal":"I will not."}}]}"#;
    insta::assert_snapshot!(once(refused.to_vec()), @"the advisor did not answer: the model refused: I will not.");
    let long = format!(r#"{{"verdict":"no","reason":"{}"}}"#, "x".repeat(9000));
    assert!(once(chat(&long).into_bytes()).len() < 350);
}

#[test]
fn a_budget_that_is_used_up_is_named_and_nothing_is_sent() {
    let clock = TestClock::default();
    let server = Server::start(vec![ok(claude(&verdict("yes")))]);
    let calls = AdvisorSettings {
        limits: Limits {
            max_calls: 1,
            ..Limits::default()
        },
        ..settings("anthropic", &server)
    };
    let mut calls = agent(calls, &clock);
    judge(&mut calls, &clock).unwrap();
    insta::assert_snapshot!(judge(&mut calls, &clock).unwrap_err(), @"the advisor did not answer: the budget of one run is used up: `max_calls` is 1");
    let bytes = AdvisorSettings {
        limits: Limits {
            max_bytes: 100,
            ..Limits::default()
        },
        ..settings("anthropic", &server)
    };
    let mut bytes = agent(bytes, &clock);
    let error = judge(&mut bytes, &clock).unwrap_err().reason;
    let expected = "the budget of one run is used up: `max_bytes` is 100, 0 are sent, and ";
    assert!(error.starts_with(expected), "{error}");
    assert_eq!((server.requests().len(), bytes.sent().len()), (1, 0));
}

#[test]
fn retries_are_paid_from_the_budget_too() {
    let clock = TestClock::default();
    let server = Server::start((0..3).map(|_| busy("")).collect());
    let limits = Limits {
        max_calls: 2,
        ..Limits::default()
    };
    let error = judge(&mut limited("anthropic", &server, limits, &clock), &clock).unwrap_err();
    assert!(error.reason.contains("`max_calls` is 2"), "{error}");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn simulated_time_bounds_the_answer_and_the_machines_time_is_spent() {
    let run = TestClock::default();
    run.add(Duration::from_secs(1000));
    let machine = TestClock::default();
    let server = Server::start(vec![busy(""), ok(claude(&verdict("yes")))]);
    let config = settings("anthropic", &server).parse().unwrap();
    let clocks = Clocks {
        run: Arc::new(run.clone()),
        machine: Arc::new(machine.clone()),
    };
    let mut agent = Agent::new(config, Default::default(), clocks, Arc::new(SystemPrograms));
    judge(&mut agent, &run).unwrap();
    assert_eq!(machine.time(), Duration::from_millis(500));
    assert_eq!(run.time(), Duration::from_secs(1000));
}
