"""Keys, perft, repetitions and Makruk's count equal those of other programs."""

import pytest
import tabiya
from vectors import rows

pytestmark = pytest.mark.filterwarnings("ignore::tabiya.FenWarning")

KEYS = [
    ("polyglot.tsv", "chess", ["polyglot"]),
    ("polyglot-chess960.tsv", "chess960", ["polyglot"]),
    ("stockfish8.tsv", "chess", ["stockfish-8"]),
    ("stockfish15.tsv", "chess", ["stockfish-15"]),
    ("stockfish15-chess960.tsv", "chess960", ["stockfish-15"]),
    ("stockfish15-aux.tsv", "chess", ["stockfish-15", "stockfish-15:raw", "stockfish-15:pawn", "stockfish-15:material"]),
    (
        "stockfish-master-aux.tsv",
        "chess",
        ["stockfish", "stockfish:raw", "stockfish:pawn", "stockfish:material", "stockfish:minor"],
    ),
    ("stockfish-master-chess960-aux.tsv", "chess960", ["stockfish", "stockfish:raw", "stockfish:pawn"]),
    ("rustic.tsv", "chess", ["rustic"]),
    ("makrukjs.tsv", "makruk", ["makruk-js"]),
    ("fairy11-makruk.tsv", "makruk", ["fairy-stockfish-11"]),
]

# No move leads to these: we refuse them, where makruk-js and Fairy-Stockfish give them keys.
REFUSED = {"4k3/8/8/8/8/8/3f4/4K3 b 7", "4k3/8/8/8/8/8/3e4/4K3 b 7", "4k3/8/8/8/8/8/3m4/4K3 b - - 0 7"}


@pytest.mark.parametrize(("file", "variant", "dialects"), KEYS)
def test_keys_equal_other_programs(file, variant, dialects):
    found = [row for row in rows(f"keys/{file}") if row[0] not in REFUSED]
    for column, dialect in enumerate(dialects, start=1):
        printed = [int(row[column], 16) for row in found]
        assert list(tabiya.keys((row[0] for row in found), dialect=dialect, variant=variant)) == printed
        for row, key in list(zip(found, printed))[::17]:
            assert tabiya.Position(row[0], variant).key_in(dialect) == key


@pytest.mark.parametrize("variant", ["chess", "chess960"])
def test_repetitions_follow_fide_and_keys_equal_stockfish(variant):
    for fen, moves, keys, occurrences in rows(f"keys/games-{variant}.tsv"):
        game = tabiya.Game(tabiya.Position(fen, variant))
        for move, key, times in zip(moves.split(), keys.split(), occurrences.split()):
            game.push(move)
            assert game.position.key_in("stockfish") == int(key, 16)
            assert game.occurrences == int(times)


def test_makruk_games_have_makruk_js_keys():
    for moves, keys in rows("keys/makrukjs-games.tsv"):
        game = tabiya.Game(variant="makruk")
        for move, key in zip(moves.split(), keys.split()):
            game.push(move)
            assert game.position.key_in("makruk-js") == int(key, 16)


@pytest.mark.parametrize("variant", ["chess", "chess960", "makruk"])
def test_perft(variant):
    for fen, depth, leaves in rows(f"perft/{variant}.tsv"):
        if int(leaves) < 300_000:
            assert tabiya.perft(tabiya.Position(fen, variant), int(depth)) == int(leaves)


def test_insufficient_material_equals_python_chess():
    for fen, answer in rows("status/insufficient-material.tsv"):
        position = tabiya.Position(fen)
        both = all(position.has_insufficient_material(color) for color in ("white", "black"))
        assert both == (answer == "yes"), fen
