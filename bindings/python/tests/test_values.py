"""Positions and games as Python values."""

import copy
import io
import pickle
import subprocess
import sys
import unittest.mock
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest
import tabiya
from vectors import rows

E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"


def test_clocks_are_not_part_of_equality():
    plain, clocked = tabiya.Position(f"{E4} - 0 1"), tabiya.Position(f"{E4} - 7 44")
    assert plain == clocked and hash(plain) == hash(clocked) and len({plain, clocked}) == 1
    assert plain != "a text" and plain != tabiya.Position() and plain == unittest.mock.ANY


def test_only_legal_en_passant_counts():
    assert tabiya.Position(f"{E4} e3 0 1") == tabiya.Position(f"{E4} - 0 1")
    capture = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq"
    assert tabiya.Position(f"{capture} e3 0 1") != tabiya.Position(f"{capture} - 0 1")


def test_positions_of_different_variants_differ():
    fen = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1"
    assert tabiya.Position(fen, "chess") != tabiya.Position(fen, "makruk")
    # Chess960 is chess written otherwise.
    assert len({tabiya.Position(fen, variant) for variant in ("chess", "chess960", "makruk")}) == 2
    assert tabiya.Position() == tabiya.Position(variant="chess960")


@pytest.mark.parametrize("variant", ["chess", "chess960", "makruk"])
def test_positions_round_trip_through_pickle_and_repr(variant):
    for (fen,) in rows(f"fen/{variant}.txt")[::7]:
        position = tabiya.Position(fen, variant)
        for again in (pickle.loads(pickle.dumps(position)), copy.copy(position), eval(repr(position), vars(tabiya))):
            assert again == position and again.fen == position.fen and again.variant == variant


def test_fens_are_repaired_with_a_warning_unless_strict():
    fen = "r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1"
    for read in (tabiya.Position, lambda text, **options: tabiya.keys([text], **options)):
        with pytest.raises(ValueError, match="castling"):
            read(fen, strict=True)
    with pytest.warns(tabiya.FenWarning, match="castling rights? .* dropped"):
        repaired = tabiya.Position(fen)
    assert repaired.fen == "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1"
    with pytest.warns(tabiya.FenWarning, match=r"fens\[1\]: castling"):
        assert tabiya.keys([repaired.fen, fen])[1] == repaired.key


def test_the_constructor_refused_fens_that_the_command_line_takes():
    fen = "rQ2k2r/5P2/4b3/8/P4q2/1b6/8/R3K2R b Kq - 99 26"
    with pytest.warns(tabiya.FenWarning, match="check"):
        assert tabiya.Position(fen).fen == fen
    with pytest.raises(ValueError, match="check"):
        tabiya.Position(fen, strict=True)


@pytest.mark.filterwarnings("error")
def test_chess960_without_a_variant_gives_no_warning():
    start = tabiya.Position(variant="chess960")
    assert tabiya.Position(start.fen).variant == "chess960"


def test_leniently_read_positions_round_trip_through_pickle():
    for (fen,) in rows("fen/chess-impossible-checks.txt"):
        with pytest.warns(tabiya.FenWarning):
            position = tabiya.Position(fen)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert pickle.loads(pickle.dumps(position)) == position == copy.copy(position)


def trace(game):
    return game.positions[0].fen, game.moves, game.position.fen, game.redo(), game.redo(), game.redo()


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, tabiya.Game.copy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_game_can_be_copied_and_pickled(again):
    game = tabiya.Game(tabiya.Position("2k5/8/3p4/8/8/3R4/8/3K4 w - - 0 1", "makruk"))
    for move in ("d3d6", "c8c7", "d6d5", "c7c6"):
        game.push(move)
    game.undo(), game.undo()
    other, played_on = again(game), again(game)
    played_on.push("d6d5")
    assert len(played_on) == len(game) + 1 and other.count == game.count
    assert trace(other) == trace(game)


def test_a_pgn_game_can_be_copied_and_pickled():
    text = '[White "Ann"]\n[White "Bob"]\n\n1. e4 e5 2. Ke3 *\n\n[Variant "Atomic"]\n\n1. e4 1-0\n'
    for game in tabiya.read_pgn(io.StringIO(text)):
        for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
            assert (again.tags, again.start, again.moves) == (game.tags, game.start, game.moves)
            assert (again.result, again.line, again.fault) == (game.result, game.line, game.fault)


def test_positions_are_immutable():
    with pytest.raises(AttributeError):
        tabiya.Position().key = 0


def test_moves_convert_between_uci_and_san():
    position = tabiya.Position("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    for uci in position.moves:
        assert position.is_legal(uci) and position.uci(position.san(uci)) == uci
        assert position.play(uci) == position.play_san(position.san(uci))
    assert position.san("e1g1") == "O-O"


def test_undo_restores_the_game():
    game = tabiya.Game()
    for san in "e4 e5 Nf3 Nc6 Bb5".split():
        game.push_san(san)
    keys = [position.key for position in game.positions]
    assert len(game) == 5 and game.undo() == "f1b5" and game.key == keys[4]
    assert game.redo() == "f1b5" and game.key == keys[5]
    assert [ply["key"] for ply in game.trace()] == keys[1:]
    assert game.sans == [ply["san"] for ply in game.trace()]


def test_makruk_counts():
    game = tabiya.Game(tabiya.Position("2k5/8/3p4/8/8/3R4/8/3K4 w - - 0 1", "makruk"))
    game.push("d3d6")
    assert game.count is not None and game.trace()[0]["count"] == game.count


def test_threads_may_share_a_position():
    position = tabiya.Position()
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: tabiya.perft(position, 4), range(8))) == {197_281}


def test_keys_work_without_numpy():
    script = """
import sys
sys.modules["numpy"] = None
import tabiya
assert tabiya.keys(["startpos"]) == [tabiya.Position().key]
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_keys_are_a_numpy_array_if_numpy_is_installed():
    numpy = pytest.importorskip("numpy")
    keys = tabiya.keys(["startpos"] * 3)
    assert keys.dtype == numpy.uint64 and keys.shape == (3,)
    assert tabiya.keys([]).shape == (0,)
    assert tabiya.keys(["startpos"], dialect="tabiya-128") == [tabiya.Position().key128]
