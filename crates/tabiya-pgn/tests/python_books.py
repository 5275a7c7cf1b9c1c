#!/usr/bin/env python3
"""Books of ours read by python-chess and compared with Debian's polyglot; books of theirs read by us.

usage: python_books.py path/to/tabiya [games.pgn]

Needs python-chess: pip install chess. `./test books` brings it along.
"""

import json
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

import chess
import chess.pgn
import chess.polyglot

ENTRY = struct.Struct(">QHHI")


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def entries(path):
    return [ENTRY.unpack_from(path.read_bytes(), at) for at in range(0, path.stat().st_size, ENTRY.size)]


def random_games(path, count, seed):
    """Short random games, so that positions come more than once."""
    dice = random.Random(seed)
    with open(path, "w") as out:
        for _ in range(count):
            game = chess.pgn.Game()
            game.headers["Result"] = dice.choice(["1-0", "0-1", "1/2-1/2", "*"])
            node, board = game, chess.Board()
            for _ in range(dice.randrange(1, 40)):
                moves = sorted(board.legal_moves, key=lambda move: move.uci())
                if not moves:
                    break
                # Mostly one of a few moves; castling whenever it is possible.
                castling = [move for move in moves if board.is_castling(move)]
                move = castling[0] if castling else dice.choice(moves[: dice.choice([3, 30])])
                node = node.add_variation(move)
                board.push(move)
            print(game, end="\n\n", file=out)


def expected(pgn):
    """What make-book counts, by python-chess: games and score by key and move."""
    counts = {}
    with open(pgn) as text:
        while (game := chess.pgn.read_game(text)) is not None:
            result = {"1-0": 1, "0-1": -1}.get(game.headers["Result"], 0)
            board = game.board()
            for move in game.mainline_moves():
                mover = result if board.turn == chess.WHITE else -result
                place = (chess.polyglot.zobrist_hash(board), board.uci(move))
                games, score = counts.get(place, (0, 0))
                counts[place] = (games + 1, score + mover + 1)
                board.push(move)
    return {place: score for place, (_, score) in counts.items() if score > 0}


def ours_is_read_by_python(tabiya, pgn, folder):
    book = folder / "ours.bin"
    run(tabiya, "book", "make", str(pgn), "-o", str(book), "--min-games", "1")
    expected_entries = expected(pgn)
    with chess.polyglot.open_reader(book) as reader:
        assert len(reader) == len(expected_entries), (len(reader), len(expected_entries))
    found, boards = {}, 0
    with chess.polyglot.open_reader(book) as reader, open(pgn) as text:
        while (game := chess.pgn.read_game(text)) is not None:
            board = game.board()
            for move in game.mainline_moves():
                for entry in reader.find_all(board):
                    found[(entry.key, board.uci(entry.move))] = entry.weight
                boards += 1
                board.push(move)
    assert found == expected_entries
    keys = [entry[0] for entry in entries(book)]
    assert keys == sorted(keys)
    print(f"python-chess reads our book: {len(expected_entries)} moves, {boards} positions queried")
    return book


def theirs_is_read_by_us(tabiya, pgn, folder):
    book = folder / "theirs.bin"
    board, lines = chess.Board(), []
    dice = random.Random(5)
    for _ in range(60):
        moves = sorted(board.legal_moves, key=lambda move: move.uci())[:4]
        if not moves:
            break
        for weight, move in enumerate(moves):
            squares = move.to_square | move.from_square << 6
            if board.is_castling(move):
                rook = chess.H1 if chess.square_file(move.to_square) == 6 else chess.A1
                squares = (rook if board.turn else rook ^ 56) | move.from_square << 6
            promotion = (move.promotion or 1) - 1
            lines.append((chess.polyglot.zobrist_hash(board), squares | promotion << 12, 10 - weight, 0))
        board.push(dice.choice(moves))
    book.write_bytes(b"".join(ENTRY.pack(*line) for line in sorted(lines, key=lambda line: (line[0], -line[2]))))
    replay = chess.Board()
    for move in board.move_stack:
        answer = json.loads(run(tabiya, "book", "probe", str(book), replay.fen(), "--json"))
        with chess.polyglot.open_reader(book) as reader:
            expected_entries = [(replay.uci(entry.move), entry.weight) for entry in reader.find_all(replay)]
        assert [(found["move"], found["weight"]) for found in answer["moves"]] == expected_entries, (replay.fen(), answer)
        assert int(answer["key"], 16) == chess.polyglot.zobrist_hash(replay)
        replay.push(move)
    print(f"we read a book of python-chess's keys: {len(lines)} moves")


def polyglot_agrees(tabiya, pgn, folder):
    polyglot = shutil.which("polyglot") or shutil.which("/usr/games/polyglot")
    if polyglot is None:
        print("skipped: polyglot is not installed (Debian: polyglot)")
        return
    for ours, theirs in [
        (["--min-games", "1"], ["-min-game", "1"]),
        (["--min-games", "3"], ["-min-game", "3"]),
        (["--min-games", "2", "--max-ply", "9"], ["-min-game", "2", "-max-ply", "9"]),
        (["--min-games", "1", "--min-score", "60"], ["-min-game", "1", "-min-score", "60"]),
        (["--min-games", "1", "--only-white"], ["-min-game", "1", "-only-white"]),
        (["--min-games", "1", "--only-black"], ["-min-game", "1", "-only-black"]),
        (["--min-games", "1", "--uniform"], ["-min-game", "1", "-uniform"]),
    ]:
        mine, its = folder / "mine.bin", folder / "its.bin"
        run(tabiya, "book", "make", str(pgn), "-o", str(mine), *ours)
        run(polyglot, "make-book", "-pgn", str(pgn), "-bin", str(its), *theirs)
        # Moves of equal weight: polyglot leaves them in the order of the games, we sort them.
        assert sorted(entries(mine)) == sorted(entries(its)), (ours, len(entries(mine)), len(entries(its)))
        by_weight = [(entry[0], -entry[2]) for entry in entries(mine)]
        assert by_weight == sorted(by_weight)
        assert by_weight == [(entry[0], -entry[2]) for entry in entries(its)]
        print(f"polyglot makes the same book of {len(entries(its))} moves: {' '.join(theirs)}")


def main():
    tabiya = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pgn = folder / "games.pgn"
        if len(sys.argv) > 2:
            pgn = pathlib.Path(sys.argv[2])
        else:
            random_games(pgn, 300, 1)
        ours_is_read_by_python(tabiya, pgn, folder)
        theirs_is_read_by_us(tabiya, pgn, folder)
        polyglot_agrees(tabiya, pgn, folder)


main()
