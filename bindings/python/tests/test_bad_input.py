"""Invalid input raises an exception and never crashes the interpreter."""

import bz2
import gzip
import io
import random

import pytest
import tabiya
from vectors import TESTDATA, rows

pytestmark = pytest.mark.filterwarnings("ignore::tabiya.FenWarning")

FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tabiya.Position("8/8/8/8/8/8/8/8 w - - 0 1"), "king"),
        (lambda: tabiya.Position(variant="shogi"), "unknown variant"),
        (lambda: tabiya.Position(FEN[:-4], strict=True), "invalid FEN"),
        (lambda: tabiya.Position("r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1", strict=True), "castling"),
        (lambda: tabiya.keys(["r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1"], strict=True), r"fens\[0\].*castling"),
        (lambda: tabiya.Position().play("e2e5"), "illegal pawn move e2e5"),
        (lambda: tabiya.Position().play(""), "move"),
        (lambda: tabiya.Position().play_san("Qh5"), "illegal move"),
        (lambda: tabiya.Position().key_in("crafty"), "unknown dialect 'crafty'"),
        (lambda: tabiya.Position().key_in("stockfish:tail"), "part"),
        (lambda: tabiya.Position().has_insufficient_material("green"), "color"),
        (lambda: tabiya.Game(tabiya.Position(), variant="chess"), "both"),
        (lambda: tabiya.Game().push("0000"), "move"),
        (lambda: tabiya.perft(tabiya.Position(), 1, threads=0), "threads"),
        (lambda: tabiya.perft(tabiya.Position(), 100_000), "maximum of 100"),
        (lambda: tabiya.keys(["startpos", "x"]), r"fens\[1\]"),
        (lambda: tabiya.keys(["startpos"], dialect="makruk-js"), "no keys for chess"),
        (lambda: next(tabiya.read_pgn(io.BytesIO(b"\x7fELF\0\0\0"))), "not PGN"),
    ],
)
def test_error_messages(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_missing_file_is_named():
    with pytest.raises(FileNotFoundError, match="nowhere.pgn"):
        tabiya.read_pgn("nowhere.pgn")
    with pytest.raises(FileNotFoundError, match="nowhere.tabiya"):
        tabiya.Database("nowhere.tabiya")
    with pytest.raises(FileNotFoundError, match="nowhere.pgn"):
        tabiya.Database.add("nowhere.tabiya", "nowhere.pgn")
    with pytest.raises(TypeError):
        tabiya.read_pgn(42)


class Breaking(io.BytesIO):
    """A file that returns some bytes and then raises."""

    def __init__(self, text, error):
        super().__init__(text)
        self.error = error

    def read(self, size=-1):
        if text := super().read(min(size, 500)):
            return text
        raise self.error


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress], ids=["plain", "gzip", "bzip2"])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), TimeoutError("slow"), KeyError("gone")], ids=repr)
@pytest.mark.parametrize("share", [0, 0.5])
def test_exceptions_of_a_file_are_passed_on(pack, error, share):
    compressed = pack("".join(f"1. e4 {{{number * 7919}}} e5 *\n\n" for number in range(2_000)).encode())
    with pytest.raises(type(error)) as raised:
        list(tabiya.read_pgn(Breaking(compressed[: int(share * len(compressed))], error)))
    assert raised.value is error


def test_a_truncated_archive_is_an_error():
    compressed = gzip.compress(b"1. e4 e5 *\n\n" * 20_000)
    reader = tabiya.read_pgn(io.BytesIO(compressed[: len(compressed) // 2]))
    with pytest.raises(OSError, match="input error"):
        for _ in reader:
            pass


def changed(text, chance):
    """The text with a few bytes changed, removed or duplicated."""
    bytes_ = bytearray(text)
    for _ in range(chance.randrange(1, 6)):
        place = chance.randrange(len(bytes_) + 1)
        what = chance.randrange(3)
        if what == 0 and place < len(bytes_):
            bytes_[place] = chance.randrange(256)
        elif what == 1:
            del bytes_[place : place + chance.randrange(1, 9)]
        else:
            bytes_[place:place] = bytes_[place : place + 8] or bytes([chance.randrange(256)])
    return bytes(bytes_)


def test_random_fens_and_moves_do_not_crash():
    chance = random.Random(7)
    fens = [(row[0], variant) for variant in ("chess", "chess960", "makruk") for row in rows(f"fen/{variant}.txt")]
    read = 0
    for _ in range(20_000):
        fen, variant = chance.choice(fens)
        text = changed(fen.encode(), chance).decode("latin-1")
        try:
            position = tabiya.Position(text, variant)
        except ValueError:
            continue
        read += 1
        assert tabiya.Position(position.fen, variant) == position
        move = changed(chance.choice(position.moves or ["e2e4"]).encode(), chance).decode("latin-1")
        for play in (position.play, position.play_san):
            try:
                play(move)
            except ValueError:
                pass
    assert read > 200


def test_random_pgn_does_not_crash():
    chance = random.Random(8)
    texts = [file.read_bytes() for file in (TESTDATA / "pgn").glob("*.pgn")]
    games = 0
    for _ in range(500):
        try:
            for game in tabiya.read_pgn(io.BytesIO(changed(chance.choice(texts), chance))):
                games += 1
                assert len(game.keys) == (len(game.moves) + 1 if game.start else 0)
        except ValueError:
            pass
    assert games > 1_000
