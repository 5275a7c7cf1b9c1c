//! Every known dialect round-trips through TOML.

use std::num::NonZeroU16;

use tabiya::keys::{CastlingNumbers, ClockStep, Generator, Numbers, Right, Scheme, SquareOrder, schemes};
use tabiya_audit::dialect_file::{from_toml, to_toml};

fn is_the_same_when_read_back(scheme: &Scheme) {
    let text = to_toml(scheme);
    let again = from_toml(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", scheme.name()));
    assert_eq!(&again, scheme, "{text}");
}

#[test]
fn known_dialects_round_trip() {
    schemes::ALL.into_iter().for_each(is_the_same_when_read_back);
}

#[test]
fn generators_round_trip() {
    let seed = 0xfedc_ba98_7654_3210;
    let generators = [
        Generator::XorShift64Star { seed },
        Generator::XorShift64StarMultiplied { seed },
        Generator::XorShift64StarUnbounded { seed },
        Generator::SplitMix64 { seed },
        Generator::ChaCha20 { seed: std::array::from_fn(|i| i as u8) },
        Generator::Mt19937_64 { seed },
        Generator::Pcg64 { seed: u128::MAX, stream: u128::MAX >> 1 },
    ];
    for generator in generators {
        let layout = *schemes::RUSTIC.layout();
        let scheme = Scheme::new("mine", "says \"hello\"\n\\ \u{7f}", layout, Numbers::Generated(generator));
        is_the_same_when_read_back(&scheme.expect("a generator gives as many numbers as are needed"));
    }
}

#[test]
fn unusual_layouts_round_trip() {
    let [k, q, black_k, black_q] = Right::USUAL;
    for order in SquareOrder::ORDERS {
        let mut layout = *schemes::STOCKFISH.layout();
        layout.squares = SquareOrder::beginning(order).expect("the order is one of the list");
        layout.square_by_square = true;
        layout.castling = CastlingNumbers::Sixteen([black_q, k, black_k, q]);
        layout.sections.reverse();
        layout.clock = Some(ClockStep::new(u16::MAX, NonZeroU16::MAX));
        let numbers = Numbers::Generated(Generator::SplitMix64 { seed: 1 });
        let scheme = Scheme::new("odd", "odd", layout, numbers).expect("a generator is endless");
        is_the_same_when_read_back(&scheme);
    }
}

#[test]
fn a_dialect_file_is_readable() {
    insta::assert_snapshot!(to_toml(&schemes::RUSTIC));
    insta::assert_snapshot!(to_toml(&schemes::STOCKFISH));
    insta::assert_snapshot!(to_toml(&schemes::FAIRY_STOCKFISH_11));
}
