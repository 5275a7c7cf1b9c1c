//! The dialect files in `examples/dialects`, and chess-master's layout with a table.

use std::path::{Path, PathBuf};

use tabiya::keys::{Generator, Scheme, schemes};
use tabiya::{Chess, Color, Piece, Position, Rank, Reading, Role};
use tabiya_audit::dialect_file::{from_file, from_toml};

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn example(name: &str) -> String {
    let path = package().join("descriptions").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(fen: &str) -> Position<Chess> {
    let read = Position::from_fen(fen, Reading::LENIENT);
    read.unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

fn rows(file: &str) -> Vec<Vec<String>> {
    let path = package().join("testdata").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// A temporary folder, deleted on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tabiya-dialect-file-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("the folder for temporary files can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// chess-master's keys by definition.
fn chess_master_key(table: &[u64], position: &Position<Chess>) -> u64 {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let mut key = table[784 + position.turn() as usize];
    for (block, &role) in roles.iter().enumerate() {
        for color in Color::ALL {
            for square in position.identity().piece(Piece { color, role }) {
                key ^= table[(color as usize * 6 + block) * 64 + square as usize];
            }
        }
    }
    let fen = position.to_fen();
    let castling = fen.split(' ').nth(2).expect("a FEN has six fields");
    let bits = castling.bytes().map(|letter| match letter {
        b'K' => 1,
        b'Q' => 2,
        b'k' => 4,
        b'q' => 8,
        _ => 0,
    });
    key ^= table[768 + bits.sum::<usize>()];
    key ^ match position.double_step() {
        None => table[802],
        Some(square) if square.rank() == Rank::Third => table[786 + square.file() as usize],
        Some(square) => table[794 + square.file() as usize],
    }
}

#[test]
fn chess_masters_layout_reads_tables_in_every_format() {
    let numbers = Generator::SplitMix64 { seed: 803 }.numbers(803);
    let hex: Vec<String> = numbers.iter().map(|number| format!("{number:016x}")).collect();
    let columns: Vec<String> =
        hex.iter().enumerate().map(|(i, hex)| format!("{i}\twK\ta1\t{hex}\r")).collect();
    let json = format!("[\n  \"0x{}\"\n]\n", hex.join("\",\n  \"0x"));
    let folder = Folder::new("layout");
    let description = folder.write("chess-master.toml", &example("chess-master.toml"));
    for text in [hex.join("\n"), format!("# numbers\n\n{}\n", columns.join("\n")), json] {
        folder.write("chess-master-table.tsv", &text);
        let scheme = from_file(&description).unwrap_or_else(|error| panic!("{error}"));
        for row in rows("chessmaster.tsv") {
            let position = read(&row[0]);
            assert_eq!(scheme.key(&position).0, chess_master_key(&numbers, &position), "{}", row[0]);
        }
    }
}

/// The original table is not distributed here; set `TABIYA_CHESSMASTER_TABLE` to its path.
#[test]
fn chess_masters_keys_equal_the_original_if_its_table_is_present() {
    let Some(table) = std::env::var_os("TABIYA_CHESSMASTER_TABLE") else { return };
    let folder = Folder::new("original");
    let description = folder.write("chess-master.toml", &example("chess-master.toml"));
    std::fs::copy(&table, folder.0.join("chess-master-table.tsv")).expect("the table can be read");
    let scheme = from_file(&description).unwrap_or_else(|error| panic!("{error}"));
    let positions = rows("chessmaster.tsv");
    for row in &positions {
        assert_eq!(scheme.key(&read(&row[0])).to_string(), row[1], "{}", row[0]);
    }
    let games = rows("chessmaster-games.tsv");
    for row in &games {
        let mut position = read(&row[0]);
        let keys = row[1].split(' ').map(|uci| {
            position = position.play_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
            scheme.key(&position).to_string()
        });
        assert_eq!(keys.collect::<Vec<_>>().join(" "), row[2], "{}", row[1]);
    }
    println!("{} positions and {} games", positions.len(), games.len());
    for row in rows("quirks-chess.tsv").iter().skip(1).filter(|row| row[0] != "ep field but no pawn in front")
    {
        assert_eq!(scheme.key(&read(&row[1])).to_string(), row[6], "{}", row[0]);
    }
}

#[test]
fn stockfishs_layout_makes_stockfishs_keys() {
    let scheme = from_toml(&example("stockfish-layout.toml")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scheme.layout(), schemes::STOCKFISH_15.layout());
    assert!(scheme.named_numbers().eq(schemes::STOCKFISH_15.named_numbers()));
}

#[test]
fn polyglots_layout_and_numbers_make_polyglots_keys() {
    let tabiya::keys::Numbers::Listed(list) = schemes::POLYGLOT.numbers() else {
        panic!("Polyglot lists its numbers")
    };
    let folder = Folder::new("polyglot");
    let lines: Vec<String> = list.iter().map(|number| format!("{number:x}")).collect();
    folder.write("polyglot-table.txt", &lines.join("\n"));
    let scheme = from_file(&folder.write("polyglot.toml", &example("polyglot-table.toml")));
    let scheme = scheme.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scheme.layout(), schemes::POLYGLOT.layout());
    assert!(scheme.named_numbers().eq(schemes::POLYGLOT.named_numbers()));
}

#[test]
fn the_textbook_example_draws_numbers_square_by_square() {
    let scheme: Scheme = from_toml(&example("textbook.toml")).unwrap_or_else(|error| panic!("{error}"));
    let numbers = Generator::Mt19937_64 { seed: 5489 }.numbers(781);
    let white_knight = Piece { color: Color::White, role: Role::Knight };
    assert_eq!(scheme.piece(white_knight, tabiya::Square::A1).0, numbers[1]);
    assert_eq!(scheme.piece(white_knight, tabiya::Square::B1).0, numbers[12 + 1]);
}
