/// Evaluates an expression with the [`Position`](crate::Position) inside an [`AnyPosition`](crate::AnyPosition), generic over the rules.
/// A second name is bound to the constructor that wraps such a position again.
///
/// ```
/// use tabiya::{AnyPosition, Position, Rules, Variant, with_position};
///
/// fn first_child<R: Rules>(position: &Position<R>) -> Option<Position<R>> {
///     position.legal_moves().first().map(|&mv| position.play_legal(mv))
/// }
///
/// let start = AnyPosition::start(Variant::Makruk);
/// assert_eq!(with_position!(&start, position => position.legal_moves().len()), 23);
/// let child: Option<AnyPosition> = with_position!(&start, position, wrap => first_child(position).map(wrap));
/// assert_eq!(child.map(|child| child.variant()), Some(Variant::Makruk));
/// ```
#[macro_export]
macro_rules! with_position {
    ($any:expr, $position:ident => $answer:expr) => {
        match $any {
            $crate::AnyPosition::Chess($position) | $crate::AnyPosition::Chess960($position) => $answer,
            $crate::AnyPosition::Makruk($position) => $answer,
        }
    };
    ($any:expr, $position:ident, $wrap:ident => $answer:expr) => {
        match $any {
            $crate::AnyPosition::Chess($position) => {
                let $wrap = $crate::AnyPosition::Chess;
                $answer
            }
            $crate::AnyPosition::Chess960($position) => {
                let $wrap = $crate::AnyPosition::Chess960;
                $answer
            }
            $crate::AnyPosition::Makruk($position) => {
                let $wrap = $crate::AnyPosition::Makruk;
                $answer
            }
        }
    };
}

/// Evaluates an expression with the [`Game`](crate::Game) inside an [`AnyGame`](crate::AnyGame), as [`with_position!`](crate::with_position)
/// does for positions; a second name is bound to the constructor of `AnyPosition`.
///
/// ```
/// use tabiya::{AnyGame, Variant, with_game};
///
/// let game = AnyGame::new(Variant::Chess960);
/// assert_eq!(with_game!(&game, game => game.ply()), 0);
/// assert_eq!(with_game!(&game, game, wrap => wrap(*game.start())).variant(), Variant::Chess960);
/// ```
#[macro_export]
macro_rules! with_game {
    ($any:expr, $game:ident => $answer:expr) => {
        match $any {
            $crate::AnyGame::Chess($game) | $crate::AnyGame::Chess960($game) => $answer,
            $crate::AnyGame::Makruk($game) => $answer,
        }
    };
    ($any:expr, $game:ident, $wrap:ident => $answer:expr) => {
        match $any {
            $crate::AnyGame::Chess($game) => {
                let $wrap = $crate::AnyPosition::Chess;
                $answer
            }
            $crate::AnyGame::Chess960($game) => {
                let $wrap = $crate::AnyPosition::Chess960;
                $answer
            }
            $crate::AnyGame::Makruk($game) => {
                let $wrap = $crate::AnyPosition::Makruk;
                $answer
            }
        }
    };
}
