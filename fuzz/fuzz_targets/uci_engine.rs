//! Any bytes as input of the engine: it ends, writes complete lines, and prints one `bestmove` for each search.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_engine::uci;

/// Searches are limited and tables small: only the protocol is fuzzed.
fn tame(line: &[u8]) -> Vec<u8> {
    let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    match words[..] {
        [b"go", b"perft", ..] => b"go perft 2".to_vec(),
        [b"go", b"infinite" | b"ponder", ..] => line[..line.len().min(12)].to_vec(),
        [b"go", ..] => b"go nodes 50".to_vec(),
        [b"bench", ..] => b"isready".to_vec(),
        [b"setoption", b"name", name, ..]
            if [&b"hash"[..], b"threads", b"book"].contains(&&name.to_ascii_lowercase()[..]) =>
        {
            b"setoption name Hash value 1".to_vec()
        }
        _ => line.to_vec(),
    }
}

/// The first two words of a line, split as the engine does.
fn words(line: &[u8]) -> [&str; 2] {
    let mut words = std::str::from_utf8(line).unwrap_or_default().split_ascii_whitespace();
    [words.next().unwrap_or_default(), words.next().unwrap_or_default()]
}

fuzz_target!(|bytes: &[u8]| {
    let mut script = b"setoption name Hash value 1\n".to_vec();
    let mut sent = 0;
    for line in bytes.split(|&byte| byte == b'\n').take(40) {
        let line = tame(line);
        match words(&line) {
            ["quit", _] => break,
            // `go perft` prints no `bestmove`.
            ["go", _] => {
                sent += usize::from(!line.split(u8::is_ascii_whitespace).any(|word| word == b"perft"))
            }
            _ => {}
        }
        script.extend(line);
        script.push(b'\n');
    }
    // `stop`, because the end of input waits a while for infinite searches.
    script.extend(b"stop\nisready\nquit\n");
    let answers = uci::run(&script[..], Vec::new()).expect("bytes can be read");
    let text = String::from_utf8(answers).expect("answers are UTF-8");
    assert!(text.ends_with("readyok\n"), "{text}");
    assert!(text.chars().all(|char| char == '\n' || !char.is_control()), "{text:?}");
    let answered = text.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answered, sent, "{text}");
});
