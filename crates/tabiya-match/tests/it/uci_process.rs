//! Programs that end, and what they leave behind.
#![cfg(unix)]

use std::process::Command;
use std::thread;
use std::time::Duration;

use tabiya_match::uci::{Deadline, Process, Silence};

fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

/// Whether a program runs; one that has ended and waits to be reaped does not.
fn runs(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("there is `ps`").stdout;
    !state.is_empty() && !state.starts_with(b"Z")
}

/// Once a program is reaped, its number and its group's may be anybody's.
#[test]
fn a_process_group_is_ended_before_its_leader_is_reaped() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "sleep 1000 </dev/null >/dev/null & echo $!; exit 3"]);
    let mut process = Process::start(shell).expect("there is a shell");
    let child = process.line(soon()).expect("it tells the number of what it started");
    assert_eq!(process.line(soon()), Err(Silence::Ended(Some("exit status: 3".into()))));
    // The shell has been reaped by now. Its group is not to be touched any more, so nobody may be left in it.
    let mut waits = (0..500).map(|_| thread::sleep(Duration::from_millis(10)));
    assert!(waits.any(|()| !runs(&child)), "{child} is still there");
    assert_eq!(process.line(soon()), Err(Silence::Ended(Some("exit status: 3".into()))));
}

#[test]
fn a_program_that_does_not_end_is_ended_with_all_it_started() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "sleep 1000 & echo $!; wait"]);
    let mut process = Process::start(shell).expect("there is a shell");
    let child = process.line(soon()).expect("it tells the number of what it started");
    assert!(runs(&child));
    drop(process);
    let mut waits = (0..500).map(|_| thread::sleep(Duration::from_millis(10)));
    assert!(waits.any(|()| !runs(&child)), "{child} is still there");
}
