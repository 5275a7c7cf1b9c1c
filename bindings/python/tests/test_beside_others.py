"""Comparison with python-chess and the program `tabiya`."""

import json
import os
import random
import subprocess

import pytest
import tabiya
from vectors import rows


def random_game(start, chance, plies):
    game = tabiya.Game(start)
    while len(game) < plies and game.outcome is None:
        game.push(chance.choice(game.position.moves))
    return game


@pytest.mark.parametrize("variant", ["chess", "chess960", "makruk"])
def test_random_games_equal_the_program(variant):
    program = os.environ.get("TABIYA")
    if not program:
        pytest.skip("TABIYA is not set to the path of the program")
    chance = random.Random(variant)
    starts = [tabiya.Position(row[0], variant) for row in rows(f"fen/{variant}.txt")]
    games = [random_game(chance.choice(starts), chance, 120) for _ in range(60)]
    input = "".join(f"{game.positions[0].fen}\t{' '.join(game.moves)}\n" for game in games)
    lines = subprocess.run(
        [program, "trace", "--stdin", "--json", "--variant", variant], input=input, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(lines) == len(games)
    for game, line in zip(games, lines):
        rust, ours = json.loads(line), game.trace()
        assert rust["san"] == [ply["san"] for ply in ours]
        assert rust["keys"] == [f"{ply['key']:016x}" for ply in ours]
        assert rust["occurrences"] == [ply["occurrences"] for ply in ours]
        assert rust["count"] == [ply["count"] for ply in ours]
        assert rust["claim"] == [ply["claims"][0] if ply["claims"] else None for ply in ours]
        assert rust["outcome"] == game.outcome
    answers = subprocess.run(
        [program, "moves", "--stdin", "--json", "--variant", variant],
        input="".join(f"{game.position.fen}\n" for game in games),
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    for game, line in zip(games, answers):
        assert [move["move"] for move in json.loads(line)["moves"]] == sorted(game.position.moves)


@pytest.mark.parametrize("is_960", [False, True])
def test_boards_of_python_chess_are_converted(is_960):
    chess = pytest.importorskip("chess")
    import chess.polyglot

    chance = random.Random(3)
    for number in range(30):
        board = chess.Board.from_chess960_pos(chance.randrange(960)) if is_960 else chess.Board()
        board.chess960 = is_960
        while not board.is_game_over() and board.ply() < 100:
            position = tabiya.Position.from_board(board)
            assert position.variant == ("chess960" if is_960 else "chess")
            assert position.key_in("polyglot") == chess.polyglot.zobrist_hash(board)
            assert sorted(position.moves) == sorted(move.uci() for move in board.legal_moves)
            assert position.is_check == board.is_check()
            move = chance.choice(list(board.legal_moves))
            assert position.san(move.uci()) == board.san(move)
            board.push_uci(move.uci())


def test_a_board_of_another_game_is_refused():
    chess = pytest.importorskip("chess")
    import chess.variant

    with pytest.raises(ValueError, match="neither chess nor Chess960"):
        tabiya.Position.from_board(chess.variant.AtomicBoard())
