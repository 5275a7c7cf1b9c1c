//! Serialization of values, positions and games as text.
#![cfg(feature = "serde")]

use serde_json::{from_value, json, to_value};
use tabiya::keys::SplitMix64;
use tabiya::{
    AnyGame, AnyPosition, Chess, Color, EnPassant, File, Game, Key, Key128, Position, Reading, Role, Square,
    Variant,
};

#[test]
fn small_values_are_serialized_as_text() {
    assert_eq!(
        to_value((Color::White, File::E, Square::E4, Role::Knight)).unwrap(),
        json!(["white", "e", "e4", "knight"])
    );
    assert_eq!(
        to_value((Key(0xab), Key128(0xcd))).unwrap(),
        json!(["00000000000000ab", format!("{:032x}", 0xcd)])
    );
    for variant in Variant::ALL {
        assert_eq!(from_value::<Variant>(to_value(variant).unwrap()).unwrap(), variant);
    }
    assert_eq!(
        from_value::<(Key, Square)>(json!(["00000000000000ab", "h8"])).unwrap(),
        (Key(0xab), Square::H8)
    );
    let error = from_value::<Square>(json!("e9")).unwrap_err();
    assert_eq!(error.to_string(), "e9".parse::<Square>().unwrap_err().to_string());
    assert!(from_value::<Color>(json!(1)).unwrap_err().to_string().contains("the text of a Color"));
}

#[test]
fn positions_and_games_round_trip() {
    let mut random = SplitMix64::new(3);
    for variant in Variant::ALL {
        let mut game = AnyGame::from(match variant {
            Variant::Chess960 => AnyPosition::Chess960(Position::start_960(7).expect("there are 960")),
            Variant::Chess | Variant::Makruk => AnyPosition::start(variant),
        });
        for _ in 0..150 {
            let position = game.position();
            assert_eq!(from_value::<AnyPosition>(to_value(position).unwrap()).unwrap(), position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play_legal(moves[random.below(moves.len())]);
        }
        assert_eq!(from_value::<AnyGame>(to_value(&game).unwrap()).unwrap(), game);
    }
}

#[test]
fn a_game_is_serialized_as_start_and_moves() {
    let mut game = Game::<Chess>::new();
    game.play_uci("e2e4").unwrap();
    let texts = json!({"start": Position::<Chess>::start().to_fen(), "moves": ["e2e4"]});
    assert_eq!(to_value(&game).unwrap(), texts);
    assert_eq!(from_value::<Game<Chess>>(texts).unwrap(), game);
    let after = to_value(game.position()).unwrap();
    assert_eq!(after, json!(game.position().to_fen_with(EnPassant::Always)));
    let illegal = json!({"start": Position::<Chess>::start().to_fen(), "moves": ["e2e5"]});
    assert!(from_value::<Game<Chess>>(illegal).unwrap_err().to_string().contains("e2e5"));
}

#[test]
fn positions_of_lenient_reading_round_trip_and_repairable_text_is_refused() {
    let fen = "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1";
    let odd = Position::<Chess>::from_fen(fen, Reading::LENIENT).unwrap().position;
    assert_eq!(from_value::<Position<Chess>>(to_value(odd).unwrap()).unwrap(), odd);
    for repaired in
        ["4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", " 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w"]
    {
        assert!(from_value::<Position<Chess>>(json!(repaired)).is_err(), "{repaired}");
    }
}
