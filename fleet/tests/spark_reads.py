"""Compares counts by Spark of rows and statistics with `tabiya-fleet explore`.

usage: spark_reads.py TABIYA_FLEET
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from pyspark.sql import SparkSession

PROGRAM = sys.argv[1]
GAMES = """
[White "A"]
[WhiteElo "2500"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "B"]

1. e4 c5 2. Nf3 0-1

[White "C"]

1. Nf3 Nf6 2. Ng1 Ng8 3. e4 1/2-1/2

[White "D"]

1. d4 *
"""
COUNTED = """
    SELECT move, count(CASE WHEN result = '1-0' THEN 1 END) AS white,
           count(CASE WHEN result = '1/2-1/2' THEN 1 END) AS draws,
           count(CASE WHEN result = '0-1' THEN 1 END) AS black,
           count(CASE WHEN result = '*' THEN 1 END) AS unknown
    FROM rows WHERE key = {key} AND high = {high} AND variant = 'chess' AND move IS NOT NULL
    GROUP BY move
"""


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "games.pgn").write_text(GAMES)
        rows, stats = folder / "rows", folder / "stats"
        run("rows", folder / "games.pgn", "-o", rows, "--parts", 4)
        run("stats", rows, "-o", stats, "--at-least", 1)
        builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        spark = builder.config("spark.sql.shuffle.partitions", "1").getOrCreate()
        spark.sparkContext.setLogLevel("ERROR")
        spark.read.parquet(str(rows / "rows")).createOrReplaceTempView("rows")
        spark.read.parquet(str(stats / "moves")).createOrReplaceTempView("stats")
        assert dict(spark.table("rows").dtypes)["key"] == "bigint"
        start = spark.sql("SELECT key, high FROM rows WHERE ply = 0 AND first LIMIT 1").first()
        expected = {
            m["uci"]: (m["white"], m["draws"], m["black"], m["unknown"])
            for m in json.loads(run("explore", rows))["moves"]
        }
        assert expected == {"e2e4": (1, 1, 1, 0), "g1f3": (0, 1, 0, 0), "d2d4": (0, 0, 0, 1)}, expected
        counted = spark.sql(COUNTED.format(key=start.key, high=start.high)).collect()
        assert {line[0]: tuple(line[1:]) for line in counted} == expected, counted
        where = f"key = {start.key} AND high = {start.high} AND move IS NOT NULL"
        from_stats = spark.sql(f"SELECT move, white, draws, black, unknown FROM stats WHERE {where}").collect()
        assert {line[0]: tuple(line[1:]) for line in from_stats} == expected, from_stats
        print(f"rows and statistics read by Spark {spark.version} have the expected counts")
        spark.stop()


main()
