//! Makruk as written by pychess.org, PlayOK, and programs that write UCI.

use proptest::prelude::*;
use tabiya::{AnyPosition, Game, Makruk, Move, Position, Role, Variant};
use tabiya_pgn::replay::{ReplayReport, Replayer};
use tabiya_pgn::{Reader, Record};

/// Replays every game of a text, with chess as the default variant.
fn reports(pgn: &str) -> Vec<ReplayReport> {
    let (mut reader, mut record) = (Reader::new(pgn.as_bytes()), Record::new());
    let mut replayer = Replayer::new(Variant::Chess);
    let mut reports = Vec::new();
    while reader.read_game(&mut record).expect("readable text") {
        reports.push(replayer.replay(&record));
    }
    reports
}

/// The final position of a text with one complete game.
fn final_position(pgn: &str) -> AnyPosition {
    let [report] = &reports(pgn)[..] else { panic!("one game: {pgn}") };
    assert_eq!(report.fault, None, "{pgn}");
    report.last.expect("a replayed game").0
}

const PLAYOK_TAGS: &str = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2024.12.26\"]\n[Round \"-\"]\n[White \"somchai\"]\n\
    [Black \"malee\"]\n[Result \"1-0\"]\n[Time \"11:24:48\"]\n[TimeControl \"300\"]\n[WhiteElo \"1183\"]\n\
    [BlackElo \"1073\"]\n\n";

/// A text with the line ends of PlayOK.
fn with_playok_line_ends(text: &str) -> String {
    text.replace('\n', "\r\r\n")
}

#[test]
fn pychess_games() {
    let pgn = "[Event \"PyChess rated game\"]\n[Site \"https://www.pychess.org/AbCdEfGh\"]\n[Variant \"Makruk\"]\n\
        [FEN \"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\"]\n[SetUp \"1\"]\n\n\
        1. Sc2 Sf7 2. Nd2 e5 3. d4 exd4 4. exd4 Me7 5. d5 cxd5 6. Mf2 d4 7. cxd4 Mf8 8. Me3 *\n";
    assert_eq!(final_position(pgn).to_fen(), "rns1kmnr/5s2/pp1p1ppp/8/3P4/PP2MPPP/2SN4/R2K1SNR b - - 2 8");
}

#[test]
fn playok_games_are_makruk_with_cr_cr_lf() {
    let moves = "1. Bc2 Bf7 2. Nd2 e5 3. d4 exd4 4. exd4 Qe7\n5. d5 cxd5 6. Qf2 1-0\n";
    let one = format!("{PLAYOK_TAGS}{moves}\n");
    let expected = "rnb1k1nr/4qb2/pp1p1ppp/3p4/8/PPP2PPP/2BN1Q2/R2K1BNR b";
    for text in [one.clone(), with_playok_line_ends(&one)] {
        let last = final_position(&text);
        assert_eq!(last.variant(), Variant::Makruk);
        let board = last.to_fen().replace('s', "b").replace('S', "B").replace('m', "q").replace('M', "Q");
        assert!(board.starts_with(expected), "{board}");
    }
    let three = with_playok_line_ends(&one.repeat(3));
    assert_eq!(reports(&three).len(), 3);
    let mut record = Record::new();
    let mut reader = Reader::new(three.as_bytes());
    for line in [1, 16, 31] {
        assert!(reader.read_game(&mut record).expect("readable text"));
        assert_eq!((record.line(), record.moves().last().expect("moves").1), (line, line + 13));
    }
}

#[test]
fn the_letter_distinguishes_met_and_promoted_bia() {
    // Both are beside e5, on the diagonals of d6 and f6.
    let tags = "[Variant \"Makruk\"]\n[FEN \"4k3/8/8/2M1M~3/8/8/8/3K4 w - - 0 1\"]\n\n";
    let from = |text: &str| {
        let before =
            Position::<Makruk>::from_fen("4k3/8/8/2M1M~3/8/8/8/3K4 w - - 0 1", tabiya::Reading::STRICT)
                .expect("valid FEN")
                .position;
        before.parse_san(text).map(|mv| mv.from.to_string())
    };
    assert_eq!(from("Qd6"), Ok("c5".to_owned()));
    assert_eq!(from("Pd6"), Ok("e5".to_owned()));
    assert!(from("Md6").is_err());
    assert_eq!(from("Pf6"), Ok("e5".to_owned()));
    assert_eq!(final_position(&format!("{tags}1. Pd6 *")).to_fen(), "4k3/8/3M~4/2M5/8/8/8/3K4 b - 128 8 1");
}

#[test]
fn unambiguous_moves_accept_any_met_letter() {
    let position: Position<Makruk> = "4k3/8/8/4M~3/8/1P6/8/3K4 w - - 0 1".parse().expect("valid FEN");
    for text in ["Qd6", "Pd6", "Md6"] {
        assert_eq!(position.parse_san(text).expect("one piece can").role, Role::BiaNgai, "{text}");
    }
    // Where no promoted bia can move, P is read as the bia, as some programs write it.
    assert_eq!(position.parse_san("Pb4").expect("the bia can").role, Role::Pawn);
    assert!(position.parse_san("Pa4").is_err());
}

#[test]
fn the_variant_follows_from_the_fen() {
    let fen = "[FEN \"3mk3/8/4p3/3P4/8/8/4M3/3K4 w - - 0 1\"]\n";
    for variant in ["", "[Variant \"Makruk\"]\n"] {
        let last = final_position(&format!("{variant}{fen}\n1. d5e6m d8e7 2. e6f7 e8f7 *"));
        assert_eq!(last.to_fen(), "8/4mk2/8/8/8/8/4M3/3K4 w - 128 3 3");
    }
    // A position possible in chess is chess unless the game has a variant tag.
    let chess = final_position("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e2e4 *");
    assert_eq!(chess.variant(), Variant::Chess);
    // A game with a variant tag is not read as another variant.
    let named = reports(&format!("[Variant \"Standard\"]\n{fen}\n1. d5e6 *"));
    assert!(named[0].fault.is_some() && named[0].last.is_none());
}

#[test]
fn playok_chess_games_stay_chess() {
    let chess = format!("{PLAYOK_TAGS}1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1-0\n");
    let chess = chess.replace("4. O-O", "4. Ba4 Nf6 5. O-O");
    assert_eq!(final_position(&with_playok_line_ends(&chess)).variant(), Variant::Chess);
    let short = format!("{PLAYOK_TAGS}1. e4 e5 1-0\n");
    assert_eq!(final_position(&short).variant(), Variant::Makruk);
    // Makruk with an illegal move is not read as chess.
    let broken = format!("{PLAYOK_TAGS}1. Bc2 Bf7 2. Nd2 e5 3. Rh8 1-0\n");
    let report = &reports(&broken)[0];
    assert_eq!((report.variant, report.plies), (Some(Variant::Makruk), 4));
    assert!(report.fault.is_some());
}

/// A move in the notation of PlayOK.
fn playok_san(position: &Position<Makruk>, mv: Move) -> String {
    let is_capture = position.piece_at(mv.to).is_some();
    let letter = match mv.role {
        Role::Pawn => "",
        Role::Knight => "N",
        Role::Bishop => "B",
        Role::Rook => "R",
        Role::Queen => "Q",
        Role::BiaNgai => "P",
        Role::King => "K",
    };
    let legal = position.legal_moves();
    let likes: Vec<&Move> = legal
        .iter()
        .filter(|other| other.role == mv.role && other.to == mv.to && other.from != mv.from)
        .collect();
    let origin = mv.from.to_string();
    let origin = match mv.role {
        Role::Pawn => {
            if is_capture {
                &origin[..1]
            } else {
                ""
            }
        }
        _ if likes.is_empty() => "",
        _ if likes.iter().all(|other| other.from.file() != mv.from.file()) => &origin[..1],
        _ if likes.iter().all(|other| other.from.rank() != mv.from.rank()) => &origin[1..],
        _ => &origin[..],
    };
    let promotion = if mv.promotion().is_some() { "=P" } else { "" };
    format!("{letter}{origin}{}{}{promotion}", if is_capture { "x" } else { "" }, mv.to)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn games_as_playok_writes_them_are_read(choices in prop::collection::vec(any::<u8>(), 8..300), size in 1..97usize) {
        let mut game = Game::<Makruk>::new();
        let mut text = PLAYOK_TAGS.to_owned();
        for (ply, choice) in choices.iter().enumerate() {
            // Promotions: bias that move toward the enemy bias.
            let mut moves: Vec<Move> = game.position().legal_moves().iter().copied().collect();
            moves.sort_by_key(|mv| !matches!(mv.role, Role::Pawn | Role::BiaNgai | Role::Queen));
            let Some(mv) = moves.get((usize::from(*choice) * usize::from(*choice) / 256) % moves.len().max(1)) else { break };
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            text += &playok_san(game.position(), *mv);
            text += if ply % 7 == 6 { "\n" } else { " " };
            game.play_legal(*mv);
        }
        let text = with_playok_line_ends(&(text + "1-0\n\n"));
        let last = final_position(&text);
        prop_assert_eq!(last, AnyPosition::Makruk(*game.position()), "{}", text);
        let pieces = crate::common::Chunked { text: text.as_bytes(), sizes: &[size, 1, 3], turn: 0 };
        let at_once = crate::common::events(text.as_bytes(), crate::common::Log::default());
        prop_assert_eq!(crate::common::events(pieces, crate::common::Log::default()), at_once);
    }
}
