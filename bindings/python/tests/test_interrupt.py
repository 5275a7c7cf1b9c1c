"""Ctrl-C ends what takes long, and nobody is kept waiting meanwhile."""

import os
import signal
import subprocess
import sys
import threading

import pytest
import tabiya

# Who runs the tests in the background has told everybody to ignore Ctrl-C.
HEAR = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); import tabiya; "


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signal")
@pytest.mark.parametrize("threads", [1, 3])
def test_a_count_without_end(threads):
    script = f"{HEAR}print('begun', flush=True); tabiya.perft(tabiya.Position(), 100, threads={threads})"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as counting:
        assert counting.stdout.readline() == "begun\n"
        counting.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in counting.communicate(timeout=60)[1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_a_pipe_that_another_thread_writes_into(tmp_path):
    pipe = tmp_path / "games.pgn"
    os.mkfifo(pipe)
    writing = threading.Thread(target=pipe.write_bytes, args=(b"1. e4 e5 *\n",), daemon=True)
    writing.start()
    assert [game.moves for game in tabiya.read_pgn(pipe)] == [["e2e4", "e7e5"]]
    writing.join()
