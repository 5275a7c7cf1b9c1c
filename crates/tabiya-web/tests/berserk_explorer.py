"""Queries `tabiya serve --db` with PyPI's lichess client berserk: python berserk_explorer.py target/debug/tabiya"""

import subprocess
import sys
import tempfile
from pathlib import Path

import berserk

GAMES = """
[White "Carlsen"]
[Black "Caruana"]
[WhiteElo "2850"]
[BlackElo "2820"]
[Date "2019.05.31"]
[TimeControl "180+2"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O 1-0

[White "Caruana"]
[Black "Carlsen"]
[Date "2021.01.01"]

1. d4 d5 0-1

[Variant "Makruk"]

1. e4 e5 1/2-1/2
"""


def query(explorer):
    start = explorer.get_masters_games()
    assert (start["white"], start["draws"], start["black"]) == (1, 0, 1), start
    assert {move["uci"] for move in start["moves"]} == {"d2d4", "e2e4"}, start
    italian = explorer.get_masters_games(play="e2e4 e7e5 g1f3 b8c6 f1c4 g8f6".split(), moves=1)
    assert italian["moves"][0]["uci"] == "e1h1", italian
    assert italian["opening"]["eco"] == "C55", italian
    blitz = explorer.get_lichess_games(
        position="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        speeds=["blitz"], ratings=["2500"], since="2019-01", history=True, top_games=1, recent_games=1,
    )
    assert (blitz["white"], blitz["black"]) == (1, 0), blitz
    assert blitz["history"] == [{"month": "2019-05", "white": 1, "draws": 0, "black": 0}], blitz
    makruk = explorer.get_lichess_games(variant="makruk", play=["e3e4"])
    assert makruk["draws"] == 1 and makruk["opening"] is None, makruk
    player = explorer.get_player_games("carlsen", "white")
    assert (player["white"], player["moves"][0]["averageOpponentRating"]) == (1, 2820), player
    pgn = explorer.get_otb_master_game("1")
    assert '[White "Carlsen"]' in pgn and pgn.strip().endswith("4. O-O 1-0"), pgn
    try:
        explorer.get_lichess_games(variant="atomic")
    except berserk.exceptions.ResponseError as error:
        assert error.status_code == 400, error
    else:
        raise AssertionError("atomic is none of our games")


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.tabiya")
        subprocess.run([program, "db", "add", database, "-"], input=GAMES, text=True, check=True, capture_output=True)
        server = subprocess.Popen(
            [program, "serve", "--port", "0", "--db", database], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            address = server.stdout.readline().strip().rstrip("/")
            query(berserk.Client(explorer_url=address).opening_explorer)
        finally:
            server.terminate()
            server.wait()
    print("berserk is answered as by lichess")


if __name__ == "__main__":
    main(sys.argv[1])
