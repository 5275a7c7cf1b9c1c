//! Runs the program and records the command, its input, its output and its exit status.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The program with these arguments, and this on its standard input.
pub(crate) fn run<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has a standard input");
    let input = input.to_vec();
    // In another thread: otherwise the test and the program could wait for each other to read.
    let writer = std::thread::spawn(move || {
        // A program need not read its input, and may close it.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer does not panic");
    output
}

/// A command, words separated by blanks (quoted ones by `'`), and its output.
pub(crate) fn transcript(command: &str, input: impl AsRef<[u8]>) -> String {
    let input = input.as_ref();
    let output = run(words(command), input);
    let mut text = format!("$ tabiya {command}\n");
    let mut section = |mark: &str, bytes: &[u8]| {
        let lines = String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8");
        for line in lines.lines() {
            text.push_str(format!("{mark}{line}").trim_end());
            text.push('\n');
        }
    };
    section("> ", input.escape_ascii().to_string().replace("\\n", "\n").as_bytes());
    section("", &output.stdout);
    section("! ", &output.stderr);
    text.push_str(&format!("= {}\n", output.status.code().expect("the program ends by itself")));
    text
}

fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_string)),
            _ => words.push(part.to_string()),
        }
    }
    words
}
