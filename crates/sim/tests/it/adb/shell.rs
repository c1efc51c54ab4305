//! The phone's shell, as a table of scripts and what they print.

use super::client::Client;
use super::phone::Served;

/// Runs each script in a new shell of one phone and compares what it prints and its status.
fn check(table: &[(&str, &str, u8)]) {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    for (script, out, status) in table {
        let ran = client.run(script);
        assert_eq!(
            (ran.text().as_str(), ran.status),
            (*out, *status),
            "{script}: {}",
            ran.err
        );
    }
}

#[test]
fn quotes_keep_what_is_in_them() {
    check(&[
        ("echo one   two", "one two\n", 0),
        (
            "echo 'one   two' \"three  four\"",
            "one   two three  four\n",
            0,
        ),
        (
            r#"echo it\'s "a \"b\" \$x" '$HOME'"#,
            "it's a \"b\" $x $HOME\n",
            0,
        ),
        (r"echo a\ b\;c", "a b;c\n", 0),
        ("echo 'it'\\''s'", "it's\n", 0),
        ("echo \"\" '' x", "  x\n", 0),
        ("echo a#b # c", "a#b\n", 0),
        ("echo 'not closed", "", 1),
    ]);
}

#[test]
fn commands_are_joined() {
    check(&[
        ("echo a; echo b", "a\nb\n", 0),
        ("true && echo yes || echo no", "yes\n", 0),
        ("false && echo yes || echo no", "no\n", 0),
        ("false; echo $?; xyz 2>/dev/null; echo $?", "1\n127\n", 0),
        ("exit 42; echo never", "", 42),
        ("! false", "", 0),
        ("{ echo b; echo a; } | sort | head -n 1", "a\n", 0),
        ("(cd /sdcard; pwd); pwd", "/storage/emulated/0\n/\n", 0),
        ("{ echo a; echo b; } | wc -l", "2\n", 0),
        ("echo a |", "", 1),
        ("echo a\necho b", "a\nb\n", 0),
    ]);
}

#[test]
fn values_are_filled_in() {
    check(&[
        ("x=5; echo $x ${x} ${y:-none} \"$x y\"", "5 5 none 5 y\n", 0),
        ("x=$(echo a b); echo \"[$x]\" [$x]", "[a b] [a b]\n", 0),
        ("echo `echo old`", "old\n", 0),
        ("x='a  b'; echo $x; echo \"$x\"", "a b\na  b\n", 0),
        ("echo \"$(echo \"in $(echo deep)\")\"", "in deep\n", 0),
        ("echo $EXTERNAL_STORAGE $? $", "/sdcard 0 $\n", 0),
        ("sh -c 'echo $1' name arg", "arg\n", 0),
    ]);
}

#[test]
fn scripts_branch_and_loop() {
    check(&[
        (
            "if [ 2 -gt 1 ]; then echo yes; else echo no; fi",
            "yes\n",
            0,
        ),
        (
            "if false; then echo a; elif true; then echo b; fi",
            "b\n",
            0,
        ),
        ("for i in 1 2 3; do echo $i; done", "1\n2\n3\n", 0),
        (
            "i=; while [ \"$i\" != xxx ]; do i=x$i; done; echo $i",
            "xxx\n",
            0,
        ),
        (
            "for i in a b c; do [ $i = b ] && break; echo $i; done",
            "a\n",
            0,
        ),
        ("until true; do echo never; done", "", 0),
        ("if true; then echo a", "", 1),
        (
            "[ -d /sdcard ] && [ ! -e /nope ] && [ -n x ] && test -z ''",
            "",
            0,
        ),
    ]);
}

#[test]
fn output_goes_where_it_is_sent() {
    check(&[
        (
            "echo a > /sdcard/f; echo b >> /sdcard/f; cat /sdcard/f",
            "a\nb\n",
            0,
        ),
        ("wc -c < /sdcard/f", "4\n", 0),
        (
            "ls /nope > /sdcard/o 2>&1; cat /sdcard/o",
            "ls: /nope: No such file or directory\n",
            0,
        ),
        ("ls /nope 2>/dev/null || echo failed", "failed\n", 0),
        ("echo x > /system/x", "", 1),
        ("echo lost >/dev/null", "", 0),
        (
            "cd /sdcard; echo 1 > a.txt; echo 2 > b.txt; echo *.txt; cat ?.txt",
            "a.txt b.txt\n1\n2\n",
            0,
        ),
        ("echo '*.txt' /sdcard/*.none", "*.txt /sdcard/*.none\n", 0),
        (
            "rm /sdcard/*.txt; ls /sdcard",
            "Android\nDCIM\nDownload\nPictures\nf\no\n",
            0,
        ),
    ]);
}

#[test]
fn complaints_are_those_of_a_phone() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    for (script, complaint, status) in [
        (
            "xyz",
            "/system/bin/sh: xyz: inaccessible or not found\n",
            127,
        ),
        ("cat /nope", "cat: /nope: No such file or directory\n", 1),
        (
            "echo )",
            "/system/bin/sh: syntax error: unexpected ')'\n",
            1,
        ),
        ("echo 'a", "/system/bin/sh: no closing quote\n", 1),
        ("rm /sdcard", "rm: /sdcard: Is a directory\n", 1),
    ] {
        let ran = client.run(script);
        assert_eq!(
            (ran.err.as_str(), ran.status),
            (complaint, status),
            "{script}"
        );
    }
}

#[test]
fn input_reaches_the_command() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    let ran = client.run_with("cat > /sdcard/in; wc -l /sdcard/in", b"a\nb\0\n");
    assert_eq!(ran.text(), "2 /sdcard/in\n");
    let ran = client.run_with("", b"echo from a script\nexit 3\n");
    assert_eq!((ran.text().as_str(), ran.status), ("from a script\n", 3));
    assert_eq!(client.run_with("grep -n b", b"a\nb\n").text(), "2:b\n");
}

#[test]
fn without_packets_both_outputs_come_as_one() {
    let phone = Served::open("settings");
    let mut client = Client::connect(&phone);
    let bytes = client.read_all("shell:echo a; xyz").unwrap();
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "a\n/system/bin/sh: xyz: inaccessible or not found\n"
    );
    assert_eq!(client.read_all("shell,pty:echo a").unwrap(), b"a\r\n");
}
