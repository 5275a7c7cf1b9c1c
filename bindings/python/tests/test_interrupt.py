"""Ctrl-C interrupts long calls, and other threads keep running."""

import os
import subprocess
import sys
import threading

import pytest
import tabiya

# Shells make background processes ignore SIGINT. The signal arrives during the call, because nothing else takes time.
BEGIN = """
import os, signal, threading, time, tabiya
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt(begun):
    while time.process_time() - begun < 0.2:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, args=(time.process_time(),), daemon=True).start()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signal")
@pytest.mark.parametrize("work", ["tabiya.perft(tabiya.Position(), 100)", "tabiya.perft(tabiya.Position(), 100, threads=3)"])
def test_ctrl_c_interrupts_perft(work):
    ran = subprocess.run([sys.executable, "-c", BEGIN + work], stderr=subprocess.PIPE, text=True, timeout=60)
    assert "KeyboardInterrupt" in ran.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_that_another_thread_writes_into(tmp_path):
    pipe = tmp_path / "games.pgn"
    os.mkfifo(pipe)
    writing = threading.Thread(target=pipe.write_bytes, args=(b"1. e4 e5 *\n",), daemon=True)
    writing.start()
    assert [game.moves for game in tabiya.read_pgn(pipe)] == [["e2e4", "e7e5"]]
    writing.join()
