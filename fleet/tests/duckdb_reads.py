"""Compares counts of rows by DuckDB with `tabiya-fleet explore`, and with the statistics.

usage: duckdb_reads.py TABIYA_FLEET
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

PROGRAM = sys.argv[1]
OPENINGS = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7",
    "1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6",
    "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4",
    "1. c4 e6 2. d4 Nf6 3. Nf3 d5",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5",
    "1. e4",
]

COUNTED = """
    SELECT move,
           count(*) FILTER (result = '1-0'), count(*) FILTER (result = '1/2-1/2'),
           count(*) FILTER (result = '0-1'), count(*) FILTER (result = '*')
    FROM rows WHERE key = ? AND high = ? AND variant = 'chess' AND move IS NOT NULL
    GROUP BY move
"""
TOTAL = """
    SELECT count(*) FILTER (first), count(*) FILTER (move IS NULL) FROM rows
    WHERE key = ? AND high = ? AND variant = 'chess'
"""


STATS = """
    SELECT move, white, draws, black, unknown FROM stats
    WHERE key = ? AND high = ? AND variant = 'chess' AND move IS NOT NULL
"""


def games(count):
    rng = random.Random(15)
    for number in range(count):
        result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
        elo = rng.randrange(1000, 2800)
        yield f'[White "W{number}"]\n[WhiteElo "{elo}"]\n[Result "{result}"]\n\n{rng.choice(OPENINGS)} {result}\n\n'


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, count in [("one.pgn", 200), ("two.pgn", 100)]:
            (folder / name).write_text("".join(games(count)))
        rows = folder / "rows"
        run("rows", folder / "one.pgn", folder / "two.pgn", "-o", rows, "--parts", 4)
        base = duckdb.connect()
        base.execute(f"CREATE VIEW rows AS FROM read_parquet('{rows}/rows/*/*.parquet', hive_partitioning = true)")
        base.execute(f"CREATE VIEW games AS FROM read_parquet('{rows}/games/*.parquet')")
        assert base.execute("SELECT count(*), sum(plies) FROM games").fetchone()[0] == 300
        run("stats", rows, "-o", folder / "stats", "--at-least", 2)
        base.execute(f"CREATE VIEW stats AS FROM read_parquet('{folder}/stats/moves/*/*.parquet')")
        compared = 0
        # Every position of every distinct game, by its moves.
        lines = base.execute("SELECT moves, any_value(input), any_value(game) FROM games GROUP BY moves").fetchall()
        for moves, name, game in lines:
            moves = moves.split()
            found = base.execute("SELECT ply, key, high, part FROM rows WHERE input = ? AND game = ?", [name, game])
            for ply, key, high, part in found.fetchall():
                assert int(part) == (key % 2**64) >> 62, (part, key)
                response = json.loads(run("explore", rows, "--moves", " ".join(moves[:ply])))
                counted = {move: tuple(counts) for move, *counts in base.execute(COUNTED, [key, high]).fetchall()}
                expected = {m["uci"]: (m["white"], m["draws"], m["black"], m["unknown"]) for m in response["moves"]}
                assert counted == expected, (moves[:ply], counted, expected)
                from_stats = {move: tuple(counts) for move, *counts in base.execute(STATS, [key, high]).fetchall()}
                assert from_stats == expected, (moves[:ply], from_stats, expected)
                total = sum(response[result] for result in ("white", "draws", "black", "unknown"))
                assert base.execute(TOTAL, [key, high]).fetchone() == (total, response["ended"])
                compared += 1
        assert compared > 30, compared
        print(f"{compared} positions: DuckDB {duckdb.__version__} returns the same counts")


main()
