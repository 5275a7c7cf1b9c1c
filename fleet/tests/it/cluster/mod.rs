//! A Ballista cluster on this machine, started by the script.
#![allow(dead_code, reason = "not every test kills a process")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// Processes of a scheduler and executors, ended on drop.
pub struct Cluster {
    script: Child,
    pub address: String,
    scheduler: String,
    executors: Vec<String>,
    work: tempfile::TempDir,
}

impl Cluster {
    pub fn start() -> Cluster {
        Cluster::start_with(2)
    }

    /// With one or two executors.
    pub fn start_with(executors: u16) -> Cluster {
        let port = free_ports();
        let work = tempfile::tempdir().unwrap();
        let mut script =
            script(port, executors).env("WORK", work.path()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(script.stdout.take().unwrap()).lines();
        let mut process = || {
            let line = lines.next().unwrap().unwrap();
            line.rsplit_once("process ").unwrap().1.to_owned()
        };
        let scheduler = process();
        (0..=executors).for_each(|number| wait_for(port + 10 * number));
        let executors = (0..executors).map(|_| process()).collect();
        Cluster { script, address: format!("df://127.0.0.1:{port}"), scheduler, executors, work }
    }

    /// Kills an executor in the second stage of a job, which needs results of both from the first.
    pub fn kill_executor(&self) {
        let folder = self.work.path().join("1");
        let before = entries(&folder);
        let is_at_second = |job: &PathBuf| !before.contains(job) && entries(job).len() >= 2;
        let end = Instant::now() + Duration::from_secs(120);
        while !entries(&folder).iter().any(is_at_second) {
            assert!(Instant::now() < end, "no job has come to its second stage");
            std::thread::sleep(Duration::from_millis(5));
        }
        kill("KILL", &self.executors[0]);
    }

    /// Sends a signal to the script and waits until all processes have ended. Returns the script's status.
    pub fn end_script(&mut self, signal: &str) -> ExitStatus {
        kill(signal, &self.script.id().to_string());
        let status = self.script.wait().unwrap();
        let has_ended =
            |process: &String| !Command::new("kill").args(["-0", process]).output().unwrap().status.success();
        assert!(has_ended(&self.scheduler) && self.executors.iter().all(has_ended));
        status
    }

    pub fn signal_scheduler(&self, signal: &str) {
        kill(signal, &self.scheduler);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // The script ends its processes when its input ends.
        drop(self.script.stdin.take());
        self.script.wait().unwrap();
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(folder).into_iter().flatten().flatten();
    inside.map(|entry| entry.path()).collect()
}

/// The script, which runs a cluster until the end of its input.
pub fn script(port: u16, executors: u16) -> Command {
    let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/cluster"));
    script
        .env("TABIYA_FLEET", env!("CARGO_BIN_EXE_tabiya-fleet"))
        .env("PORT", port.to_string())
        .env("EXECUTORS", executors.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    script
}

fn kill(signal: &str, process: &str) {
    assert!(Command::new("kill").args(["-s", signal, process]).status().unwrap().success());
}

/// The first of a range of free ports. Each cluster of a process searches from a different port.
fn free_ports() -> u16 {
    static STARTED: AtomicU16 = AtomicU16::new(0);
    let is_free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
    let offset = std::process::id() as u16 % 300 + 7 * STARTED.fetch_add(1, Ordering::Relaxed);
    let mut candidates = (0..300).map(|step| 20_000 + (offset + step) % 300 * 100);
    candidates.find(|port| [0, 10, 11, 20, 21].iter().all(|more| is_free(port + more))).unwrap()
}

fn wait_for(port: u16) {
    let begin = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begin.elapsed() < Duration::from_secs(30), "nothing listens on port {port}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
