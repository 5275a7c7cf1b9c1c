//! UCI options and variants.

use crate::common::uci_session::{UciSession, answers, best_moves, count, fens, line_with};

#[test]
fn hash_sizes_out_of_range_are_clamped_or_refused_with_a_message() {
    for (value, message) in [
        ("0", "Hash: set to 1"),
        ("-1", "Hash: set to 1"),
        ("99999999999", "unchanged: 16 MiB"),
        ("1048576", "unchanged: 16 MiB"),
        ("18446744073709551616", "unchanged: 16 MiB"),
        ("", "unchanged"),
        ("many", "unchanged"),
        ("1.5", "unchanged"),
        ("0x10", "unchanged"),
    ] {
        let text = answers(format!("setoption name Hash value {value}\ngo depth 2\n"));
        assert!(line_with(&text, "info string").contains("Hash"), "{value}");
        assert!(text.contains(message), "{value}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{value}");
    }
    assert!(!answers("setoption name Hash value 3\ngo depth 2\n").contains("info string"));
}

#[test]
fn a_million_threads_are_not_started() {
    let text = answers("setoption name Threads value 1000000\nsetoption name Threads value 0\ngo depth 2\n");
    assert!(text.contains("Threads: set to 256"), "{text}");
    assert!(text.contains("Threads: set to 1"), "{text}");
    assert_eq!(best_moves(&text).len(), 1);
    let mut gui = UciSession::start();
    gui.send("setoption name Threads value 1000000");
    gui.send("go depth 1");
    gui.wait_for("bestmove");
    gui.end();
}

#[test]
fn bad_values_change_nothing() {
    for bad in [
        "UCI_Variant value shogi",
        "UCI_Variant value",
        "UCI_Chess960 value maybe",
        "UseTT value sometimes",
        "MultiPV value x",
        "Ponder value 7",
        "No Such Thing value 7",
        "Hash value 3 value 4",
        "value",
        "Book",
    ] {
        let text = answers(format!("setoption name {bad}\nd\ngo depth 1\n"));
        assert_eq!(fens(&text), ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"], "{bad}");
        assert!(bad == "Book" || text.starts_with("info string "), "{bad}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{bad}");
    }
}

#[test]
fn use_tt_off_leaves_the_table_empty() {
    let text = answers("setoption name UseTT value off\ngo depth 6\n");
    assert!(
        text.lines().filter(|line| line.contains(" hashfull ")).all(|line| line.contains(" hashfull 0 "))
    );
    for value in ["cutoffs", "ordering", "both", "OFF"] {
        let text = answers(format!("setoption name UseTT value {value}\ngo depth 4\n"));
        assert!(!text.contains("info string"), "{text}");
        assert_eq!(best_moves(&text).len(), 1);
    }
}

#[test]
fn chess960_castling_is_written_as_king_takes_rook() {
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w";
    for option in ["UCI_Chess960 value true", "UCI_Variant value chess960"] {
        let text = answers(format!(
            "setoption name {option}\n{fen} H - 0 1 moves e1h1\nd\n{fen} K - 0 1\ngo perft 1\n"
        ));
        assert_eq!(fens(&text), ["4k3/8/8/8/8/8/8/5RK1 b - - 1 1"], "{option}");
        assert_eq!(count(&text, "e1h1: 1"), 1, "{option}: {text}");
        assert_eq!(count(&text, "e1g1: 1"), 0, "{option}");
    }
    let text = answers(format!("{fen} K - 0 1 moves e1g1\nd\n{fen} K - 0 1\ngo perft 1\n"));
    assert_eq!(fens(&text), ["4k3/8/8/8/8/8/8/5RK1 b - - 1 1"]);
    assert_eq!(count(&text, "e1g1: 1"), 1, "{text}");
    // Also in `bestmove` and `pv`.
    let far = "position fen 4k3/8/8/8/8/8/5PPP/1K4R1 w G - 0 1";
    let text =
        answers(format!("setoption name UCI_Chess960 value true\n{far}\ngo depth 3 searchmoves b1g1\n"));
    assert_eq!(best_moves(&text), ["b1g1"], "{text}");
    assert!(line_with(&text, "info depth 1 ").contains(" pv b1g1"), "{text}");
}

#[test]
fn makruk_follows_its_own_rules() {
    let fen = "position fen 8/8/4k3/8/P7/8/8/R3K3 w - - 0 1";
    let text = answers(format!(
        "setoption name UCI_Variant value makruk\n{fen} moves a4a5 e6e5 a5a6m\nd\ngo depth 3\n"
    ));
    assert_eq!(fens(&text), ["8/8/M~7/4k3/8/8/8/R3K3 b - 32 8 2"], "{text}");
    assert_eq!(best_moves(&text).len(), 1);
    // Changing the variant starts a new game; a chess position is refused with a hint.
    let text = answers(
        "setoption name UCI_Variant value makruk\nposition fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nd\n",
    );
    assert!(text.contains("info string position: "), "{text}");
    assert_eq!(fens(&text), ["rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"]);
}

#[test]
fn switching_between_chess_and_chess960_keeps_the_position() {
    let text = answers("position startpos moves e2e4\nsetoption name UCI_Chess960 value true\nd\n");
    assert!(text.contains("4P3"), "{text}");
}

/// The number after this word in the last `info`.
fn last_number(text: &str, word: &str) -> Option<u64> {
    let last = text.lines().rfind(|line| line.contains(" pv "))?;
    last.split(' ').skip_while(|found| *found != word).nth(1)?.parse().ok()
}

#[test]
fn strength_can_be_limited_by_elo() {
    let limit = "setoption name UCI_LimitStrength value true\n";
    let nodes =
        |set: &str| last_number(&answers(format!("{set}go depth 9\n")), "nodes").expect("nodes are printed");
    let weakest = nodes(&format!("{limit}setoption name UCI_Elo value 0\n"));
    let stronger = nodes(&format!("{limit}setoption name UCI_Elo value 1850\n"));
    let full = nodes("");
    assert!(weakest < stronger && stronger < full, "{weakest} {stronger} {full}");
    // `UCI_Elo` alone limits nothing, and analysis mode ignores the limit.
    assert_eq!(nodes("setoption name UCI_Elo value 1500\n"), full);
    assert_eq!(
        nodes(&format!("{limit}setoption name UCI_Elo value 0\nsetoption name UCI_AnalyseMode value true\n")),
        full
    );
    // The last line printed is the move that was chosen, and no additional lines are printed.
    for _ in 0..20 {
        let text = answers(format!("{limit}setoption name UCI_Elo value 0\ngo movetime 1000\n"));
        let last = text.lines().rfind(|line| line.contains(" pv ")).expect("a line is printed");
        let line = last.split(" pv ").nth(1).expect("a line");
        assert_eq!(line.split(' ').next(), best_moves(&text).first().copied(), "{text}");
        assert!(!text.contains(" multipv 2 "), "{text}");
    }
}

#[test]
fn wdl_is_shown_on_request() {
    assert!(!answers("go depth 4\n").contains(" wdl "));
    for position in ["startpos", "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"] {
        let text =
            answers(format!("setoption name UCI_ShowWDL value true\nposition {position}\ngo depth 4\n"));
        for line in text.lines().filter(|line| line.contains(" score ")) {
            let chances = line.split(" wdl ").nth(1).expect("they are shown").split(' ').take(3);
            assert_eq!(
                chances.map(|chance| chance.parse::<u32>().expect("a number")).sum::<u32>(),
                1000,
                "{line}"
            );
        }
        if position != "startpos" {
            assert!(text.contains(" score mate 1 wdl 1000 0 0 nodes "), "{text}");
        }
    }
}

#[test]
fn a_saved_table_is_loaded_with_its_size_and_entries() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("saved.hash");
    let file = format!("setoption name HashFile value {}\n", path.display());
    let saved = answers(format!(
        "{file}setoption name Hash value 3\nposition startpos\ngo depth 9\nsetoption name SaveHash\n"
    ));
    assert!(saved.contains("info string SaveHash: wrote 3 MiB"), "{saved}");
    let again = answers(format!("{file}setoption name LoadHash\nposition startpos\ngo depth 9\n"));
    assert!(again.contains("info string LoadHash: read 3 MiB"), "{again}");
    let nodes = |text: &str| {
        let line = text.lines().rfind(|line| line.starts_with("info depth 9 "))?;
        let mut words = line.split(' ');
        words.find(|word| *word == "nodes")?;
        words.next()?.parse::<u64>().ok()
    };
    let (first, second) = (nodes(&saved).expect("depth 9"), nodes(&again).expect("depth 9"));
    assert!(second < first, "{second} nodes with the loaded table, {first} without");
    let makruk = answers(format!("setoption name UCI_Variant value makruk\n{file}setoption name LoadHash\n"));
    assert!(makruk.contains("the snapshot has positions of chess, expected makruk"), "{makruk}");
}

#[test]
fn a_table_that_cannot_be_saved_or_loaded_is_reported() {
    for (option, expected) in [
        ("SaveHash", "SaveHash: set HashFile first"),
        ("HashFile value /no/such/folder/x\nsetoption name SaveHash", "SaveHash: /no/such/folder/x: "),
        ("HashFile value /no/such/folder/x\nsetoption name LoadHash", "LoadHash: /no/such/folder/x: "),
        ("HashFile value Cargo.toml\nsetoption name LoadHash", "not a snapshot of a transposition table"),
    ] {
        let text = answers(format!("setoption name {option}\ngo depth 2\n"));
        assert!(text.contains(expected), "{option}: {text}");
        assert_eq!(best_moves(&text).len(), 1, "{option}");
    }
}
