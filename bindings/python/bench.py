"""Tabiya beside python-chess and pyffish, in one run: moves made with a key, legal moves, SAN, PGN replayed with keys.

    python bench.py [FILE.pgn]

Ratios are what counts; every figure is the best of five. Without a file, random games are written to one.
"""

import argparse
import io
import random
import time

import chess
import chess.pgn
import chess.polyglot
import tabiya

try:
    import pyffish
except ImportError:
    pyffish = None


def best(work, times=5):
    """Seconds per call, the best of a few runs."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return min(took)


def random_games(count, plies, chance):
    games = []
    for _ in range(count):
        game = tabiya.Game()
        while len(game) < plies and game.outcome is None:
            game.push(chance.choice(game.position.moves))
        games.append(game.moves)
    return games


def row(what, unit, count, ours, others):
    cells = [f"{ours / count * 1e6:9.2f} µs"]
    for name, seconds in others:
        cells.append(f"{name} {seconds / count * 1e6:9.2f} µs ({seconds / ours:.0f}×)")
    print(f"{what:<34} per {unit:<9} {'  '.join(cells)}")


def push_and_key(games):
    count = sum(map(len, games))

    def ours():
        for moves in games:
            game = tabiya.Game()
            for move in moves:
                game.push(move)
                game.key

    def theirs():
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push(chess.Move.from_uci(move))
                chess.polyglot.zobrist_hash(board)

    def theirs_by_fen():
        for moves in games[:5]:
            for index in range(len(moves)):
                pyffish.get_fen("chess", pyffish.start_fen("chess"), moves[: index + 1])

    others = [("python-chess", best(theirs, 2))]
    if pyffish:
        others.append(("pyffish", best(theirs_by_fen, 2) * count / sum(map(len, games[:5]))))
    row("play a move, with key", "move", count, best(ours), others)


def legal_moves(fens):
    positions, boards = [tabiya.Position(fen) for fen in fens], [chess.Board(fen) for fen in fens]

    def ours():
        for position in positions:
            position.moves

    def theirs():
        for board in boards:
            [move.uci() for move in board.legal_moves]

    others = [("python-chess", best(theirs, 2))]
    if pyffish:
        others.append(("pyffish", best(lambda: [pyffish.legal_moves("chess", fen, []) for fen in fens], 2)))
    row("legal moves, as text", "position", len(fens), best(ours), others)


def san(fens):
    queries = [(fen, tabiya.Position(fen).moves) for fen in fens]
    count = sum(len(moves) for _, moves in queries)
    positions, boards = [tabiya.Position(fen) for fen in fens], [chess.Board(fen) for fen in fens]

    def ours():
        for position, (_, moves) in zip(positions, queries):
            for move in moves:
                position.san(move)

    def theirs():
        for board, (_, moves) in zip(boards, queries):
            for move in moves:
                board.san(chess.Move.from_uci(move))

    others = [("python-chess", best(theirs, 2))]
    if pyffish:
        others.append(
            ("pyffish", best(lambda: [pyffish.get_san("chess", fen, move) for fen, moves in queries for move in moves], 2))
        )
    row("SAN of a move", "move", count, best(ours), others)


def pgn(text):
    def ours():
        return sum(len(game.keys) for game in tabiya.read_pgn(io.StringIO(text)))

    def theirs():
        keys, source = 0, io.StringIO(text)
        while (game := chess.pgn.read_game(source)) is not None:
            board = game.board()
            chess.polyglot.zobrist_hash(board)
            keys += 1
            for move in game.mainline_moves():
                board.push(move)
                chess.polyglot.zobrist_hash(board)
                keys += 1
        return keys

    assert ours() == theirs(), "both read the same positions"
    row("replay PGN, with keys", "position", ours(), best(ours), [("python-chess", best(theirs, 2))])


def pgn_of(games):
    texts = []
    for moves in games:
        game = tabiya.Game()
        for move in moves:
            game.push(move)
        sans = [san if ply % 2 else f"{ply // 2 + 1}. {san}" for ply, san in enumerate(game.sans)]
        texts.append('[Event "?"]\n\n' + " ".join(sans) + " *\n")
    return "\n".join(texts)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pgn", nargs="?")
    arguments = parser.parse_args()
    chance = random.Random(1)
    games = random_games(40, 100, chance)
    fens = [position.fen for moves in games for position in positions_of(moves)[::9]]
    push_and_key(games)
    legal_moves(fens)
    san(fens[::4])
    if arguments.pgn:
        with open(arguments.pgn, encoding="utf-8", errors="replace") as file:
            text = file.read(3_000_000).rsplit("\n\n[", 1)[0] + "\n"
    else:
        text = pgn_of(random_games(200, 100, chance))
    pgn(text)


def positions_of(moves):
    game = tabiya.Game()
    for move in moves:
        game.push(move)
    return game.positions


if __name__ == "__main__":
    main()
