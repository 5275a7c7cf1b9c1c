//! Ending of child processes and their children.
#![cfg(unix)]

use std::process::Command;
use std::thread;
use std::time::Duration;

use tabiya_match::uci::{Deadline, Process, ReadLineError};

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

/// Whether a process runs; a zombie does not.
fn runs(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("there is `ps`").stdout;
    !state.is_empty() && !state.starts_with(b"Z")
}

/// After a process is reaped, its number may be reused.
#[test]
fn a_process_group_is_killed_before_its_leader_is_reaped() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "sleep 1000 </dev/null >/dev/null & echo $!; exit 3"]);
    let mut process = Process::start(shell).expect("there is a shell");
    let child = process.line(soon()).expect("the script prints the number of its child");
    assert_eq!(process.line(soon()), Err(ReadLineError::Ended(Some("exit status: 3".into()))));
    // The shell has been reaped. Its group must not be signaled any more, so it must be empty.
    let mut waits = (0..500).map(|_| thread::sleep(Duration::from_millis(10)));
    assert!(waits.any(|()| !runs(&child)), "{child} is still there");
    assert_eq!(process.line(soon()), Err(ReadLineError::Ended(Some("exit status: 3".into()))));
}

#[test]
fn a_program_that_does_not_end_is_killed_with_its_children() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "sleep 1000 & echo $!; wait"]);
    let mut process = Process::start(shell).expect("there is a shell");
    let child = process.line(soon()).expect("the script prints the number of its child");
    assert!(runs(&child));
    drop(process);
    let mut waits = (0..500).map(|_| thread::sleep(Duration::from_millis(10)));
    assert!(waits.any(|()| !runs(&child)), "{child} is still there");
}
