"""Games from files, and a database of them."""

import contextlib
import gzip
import io
import json
import os
import signal
import subprocess
import sys

import pytest
import tabiya
from vectors import TESTDATA

CLASSICS = TESTDATA / "pgn" / "classics.pgn"


def test_all_sources_give_the_same_games(tmp_path):
    compressed = tmp_path / "classics.pgn.gz"
    compressed.write_bytes(gzip.compress(CLASSICS.read_bytes()))
    text = CLASSICS.read_text(encoding="utf-8")
    sources = [CLASSICS, str(CLASSICS), compressed, io.StringIO(text), io.BytesIO(text.encode()), open(compressed, "rb")]
    lists = [[(game.tags, game.moves, game.result) for game in tabiya.read_pgn(source)] for source in sources]
    assert len(lists[0]) == 2 and all(games == lists[0] for games in lists)


def test_games_have_keys_and_can_be_continued():
    for game in tabiya.read_pgn(CLASSICS):
        played = game.game()
        assert game.fault is None and played.moves == game.moves and played.sans == game.sans
        assert [int(key) for key in game.keys] == [position.key for position in played.positions]
        assert len(game) == len(played)


def test_variants_follow_the_tags():
    variants = {game.start.variant for game in tabiya.read_pgn(TESTDATA / "pgn" / "variants.pgn") if game.start}
    assert variants == {"chess960", "makruk"}


def test_a_faulty_game_has_a_fault_and_the_next_is_read():
    games = list(tabiya.read_pgn(TESTDATA / "pgn" / "broken.pgn"))
    assert any(game.fault for game in games) and any(game.fault is None for game in games)
    assert all(game.fault.startswith("line ") for game in games if game.fault)


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "games.tabiya"
    assert tabiya.Database.add(path, CLASSICS)["broken"] == 0
    return path


def test_database_queries_equal_the_program(database):
    program = os.environ.get("TABIYA")
    if not program:
        pytest.skip("TABIYA is not set to the path of the program")
    position = tabiya.Position().play_san("e4")

    def command_line(*arguments):
        run = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
        return [json.loads(line) for line in run.stdout.splitlines()]

    db = tabiya.Database(database)
    assert [db.explore(position)] == command_line("explore", database, "--moves", "e4", "--json")
    assert db.find(position) == command_line("find", database, "--moves", "e4", "--json")
    assert [db.explore(position, result="1-0", since="1850")] == command_line(
        "explore", database, "--moves", "e4", "--json", "--result", "1-0", "--since", "1850"
    )


def test_games_round_trip_through_a_database(database):
    db = tabiya.Database(database)
    expected = {tuple(game.moves) for game in tabiya.read_pgn(CLASSICS)}
    assert {tuple(db.game(number).moves) for number in range(1, len(db) + 1)} == expected
    assert tabiya.Database.add(database, CLASSICS)["added"] == 0 and not db.refresh()
    for number in (0, len(db) + 1):
        with pytest.raises(IndexError):
            db.game(number)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_ctrl_c_interrupts_an_addition_and_leaves_nothing(tmp_path):
    pipe, path = tmp_path / "endless.pgn", tmp_path / "games.tabiya"
    os.mkfifo(pipe)
    # Shells make background processes ignore SIGINT.
    enable_sigint = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{enable_sigint}; import tabiya; tabiya.Database.add({str(path)!r}, {str(pipe)!r})"
    adding = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    # It waits for more; what comes after the signal is not taken.
    with contextlib.suppress(BrokenPipeError), open(pipe, "wb") as out:
        for _ in range(2_000):
            out.write(b"1. e4 e5 2. Nf3 *\n\n")
        out.flush()
        adding.send_signal(signal.SIGINT)
        for _ in range(10_000):
            out.write(b"1. d4 d5 2. c4 *\n\n" * 100)
    assert "KeyboardInterrupt" in adding.communicate(timeout=60)[1]
    assert not path.exists() or len(tabiya.Database(path)) == 0


@pytest.mark.parametrize(
    "filters", [{"elo": "many"}, {"since": "yesterday"}, {"colour": "white"}, {"player": "-"}, {"since": "2020", "until": "1999"}]
)
def test_invalid_filters_are_refused(database, filters):
    with pytest.raises(ValueError, match=next(iter(filters))):
        tabiya.Database(database).explore(tabiya.Position(), **filters)


def test_filters_may_be_lists(database):
    db, start = tabiya.Database(database), tabiya.Position()
    both = db.find(start, result=["1-0", "0-1"])
    assert len(both) == len(db.find(start, result="1-0")) + len(db.find(start, result="black"))


def test_the_database_keeps_annotations(tmp_path):
    text = "1. e4 {a comment [%clk 0:01:00]} (1. d4) 1... e5 $1 *"
    file, path = tmp_path / "games.pgn", tmp_path / "games.tabiya"
    file.write_text(text)
    assert tabiya.Database.add(path, file)["annotated"] == 1
    assert tabiya.Database(path).pgn(1).endswith(f"\n{text}\n\n")
    with pytest.raises(IndexError):
        tabiya.Database(path).pgn(2)
    plain = tmp_path / "plain.tabiya"
    assert tabiya.Database.add(plain, file, annotations=False)["annotated"] == 0
    assert tabiya.Database(plain).pgn(1).endswith("\n1. e4 e5 *\n\n")
