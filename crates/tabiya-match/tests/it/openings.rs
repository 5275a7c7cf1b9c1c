//! Openings from files.

use std::fs;
use std::path::PathBuf;

use tabiya::keys::schemes;
use tabiya::{Chess, Position, Variant};
use tabiya_match::{Choice, Opening, Openings};
use tabiya_pgn::book::{BookEntry, BookMove};

/// A temporary file.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, content: impl AsRef<[u8]>) -> Temporary {
        let path = std::env::temp_dir().join(format!("tabiya-match-{}-{name}", std::process::id()));
        fs::write(&path, content).expect("a file can be written");
        Temporary(path)
    }

    fn openings(&self, variant: Variant, choice: Choice) -> Vec<Opening> {
        match Openings::from_file(&self.0, variant, choice).expect("the file is good") {
            Openings::Listed(list) => list,
            other => panic!("{other:?}"),
        }
    }

    fn refusal(&self, variant: Variant) -> String {
        let error = Openings::from_file(&self.0, variant, Choice::first(10)).expect_err("the file is bad");
        let path = self.0.display().to_string();
        error.to_string().strip_prefix(&format!("{path}: ")).expect("the file is named").to_string()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn games_give_their_first_moves() {
    let pgn = "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 {best} 3. Bb5 1/2-1/2\n\n\
               [SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n";
    let file = Temporary::new("games.pgn", pgn);
    let mut choice = Choice::first(10);
    choice.plies = Some(3);
    let ends: Vec<String> =
        file.openings(Variant::Chess, choice).iter().map(|opening| opening.end().to_fen()).collect();
    assert_eq!(
        ends,
        ["rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"]
    );
    choice.plies = None;
    assert_eq!(file.openings(Variant::Chess, choice)[0].moves.len(), 5);
    choice.max_openings = 1;
    assert_eq!(file.openings(Variant::Chess, choice).len(), 1);
}

#[test]
fn lines_are_fens_or_epds() {
    let lines = "\u{feff}# mine\r\n\r\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\r\n\
                 rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d7d5; id \"queen's pawn\";";
    let file = Temporary::new("lines.epd", lines);
    let openings = file.openings(Variant::Chess, Choice::first(10));
    assert_eq!(openings.len(), 2);
    assert!(
        openings.iter().all(|opening| opening.moves.is_empty() && opening.start.count_legal_moves() == 20)
    );
}

#[test]
fn makruk_and_chess960_have_files_too() {
    let makruk = Temporary::new("makruk.pgn", "[Variant \"Makruk\"]\n\n1. e4 e5 *\n");
    assert_eq!(makruk.openings(Variant::Makruk, Choice::first(1))[0].moves.len(), 2);
    assert_eq!(makruk.refusal(Variant::Chess), "game 1: it is makruk, not chess");
    let fen = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1";
    let shuffled = Temporary::new("shuffled.fen", fen);
    assert_eq!(shuffled.openings(Variant::Chess960, Choice::first(1))[0].start.to_fen(), fen);
    assert!(shuffled.refusal(Variant::Chess).starts_with("line 1: "));
}

#[test]
fn invalid_and_long_lines_are_rejected_with_a_line_number() {
    let path = std::env::temp_dir().join(format!("tabiya-match-{}-bytes.fen", std::process::id()));
    fs::write(&path, b"\n\xff\xfe\n").expect("a file can be written");
    let file = Temporary(path);
    assert_eq!(file.refusal(Variant::Chess), "line 2: it is not UTF-8");
    fs::write(&file.0, "x".repeat(100_000)).expect("a file can be written");
    assert_eq!(file.refusal(Variant::Chess), "line 1: the line is too long for a position");
}

#[test]
fn an_opening_with_a_claimable_draw_is_rejected() {
    let fen = |clock| format!("4k3/8/8/8/8/8/3R4/4K3 w - - {clock} 80\n");
    let file = Temporary::new("clock.fen", &(fen(99) + &fen(100)));
    assert_eq!(file.refusal(Variant::Chess), "line 2: a draw can be claimed in this position (fifty moves)");
    assert_eq!(file.openings(Variant::Chess, Choice::first(1)).len(), 1);
    let epd = Temporary::new("clock.epd", "4k3/8/8/8/8/8/3R4/4K3 w - - fmvn 80; hmvc 100;");
    assert_eq!(epd.refusal(Variant::Chess), "line 1: a draw can be claimed in this position (fifty moves)");
    let mated = Temporary::new("mated.fen", "R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
    assert_eq!(
        mated.refusal(Variant::Chess),
        "line 1: the game is over in this position (checkmate, white wins)"
    );
}

#[test]
fn four_fields_are_followed_by_counters_or_operations() {
    let four = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let epd = |rest: &str| Temporary::new("rest.epd", format!("# first\n{four} {rest}\n"));
    for good in
        ["", "0 1", "bm e5;", "bm e5 c5; id \"a; b\";", "noop;", "hmvc 3; fmvn 7; c0 \"\";", "ce -12;acd 9 ;"]
    {
        assert_eq!(epd(good).openings(Variant::Chess, Choice::first(1)).len(), 1, "{good}");
    }
    let end = |rest: &str| epd(rest).openings(Variant::Chess, Choice::first(1))[0].end().to_fen();
    assert!(end("hmvc 3; fmvn 7;").ends_with(" 3 7"));
    for (bad, why) in [
        ("garbage", "EPD: missing `;` after operation `garbage`"),
        ("bm e5; id \"open", "EPD: unterminated quote"),
        ("bm e5; ;", "EPD: `;` without an operation"),
        ("b/m e5;", "EPD: `b/m` is not the name of an operation"),
        ("hmvc many;", "EPD: operation `hmvc` needs a number from 0 to 65535"),
        ("hmvc 70000;", "EPD: operation `hmvc` needs a number from 0 to 65535"),
    ] {
        assert_eq!(epd(bad).refusal(Variant::Chess), format!("line 2: {why}"), "{bad}");
    }
    for bad in ["0 1 garbage", "0 1 bm e5;", "; bm e5", "- bm e5;"] {
        assert!(epd(bad).refusal(Variant::Chess).starts_with("line 2: invalid FEN: "), "{bad}");
    }
    let words = Temporary::new("words.fen", "Openings of my own, collected by me over many years\n");
    assert!(words.refusal(Variant::Chess).starts_with("line 1: "));
}

/// A book of these lines; each move has a weight.
fn book(lines: &[&[(&str, u16)]]) -> Vec<u8> {
    let mut entries = Vec::new();
    for line in lines {
        let mut position = Position::<Chess>::start();
        for (uci, weight) in *line {
            let mv = BookMove::of(position.parse_uci(uci).expect("the move is legal"));
            entries.push(BookEntry { key: schemes::POLYGLOT.key(&position), mv, weight: *weight, learn: 0 });
            position = position.play_uci(uci).expect("the move is legal");
        }
    }
    entries.sort_by_key(|entry| (entry.key, entry.mv.0));
    entries.dedup_by_key(|entry| (entry.key, entry.mv.0));
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

#[test]
fn a_polyglot_book_gives_its_lines() {
    let lines: [&[(&str, u16)]; 3] =
        [&[("e2e4", 3), ("e7e5", 1), ("g1f3", 1)], &[("e2e4", 3), ("c7c5", 1)], &[("a2a3", 0), ("a7a6", 1)]];
    let file = Temporary::new("book.bin", book(&lines));
    let mut choice = Choice::first(10);
    choice.shuffle = Some(7);
    let mut found: Vec<Vec<String>> = file
        .openings(Variant::Chess, choice)
        .iter()
        .map(|opening| opening.moves.iter().map(|mv| format!("{}{}", mv.from, mv.to)).collect())
        .collect();
    assert_eq!(file.openings(Variant::Chess, choice), file.openings(Variant::Chess, choice));
    found.sort();
    // Each line once, and no move without weight.
    assert_eq!(found, [vec!["e2e4", "c7c5"], vec!["e2e4", "e7e5", "g1f3"]]);
    choice.plies = Some(1);
    assert_eq!(file.openings(Variant::Chess, choice).len(), 1);
    assert_eq!(file.refusal(Variant::Makruk), "a Polyglot book has openings of chess, not of makruk");
    assert_eq!(
        Temporary::new("weightless.bin", book(&lines[2..])).refusal(Variant::Chess),
        "the file has no openings"
    );
    assert!(!Temporary::new("short.bin", [7; 17]).refusal(Variant::Chess).is_empty());
}
