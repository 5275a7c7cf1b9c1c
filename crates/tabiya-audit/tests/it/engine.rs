//! Correct engines, engines with known faults, and engines that misbehave.
#![cfg(unix)]

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tabiya::Variant;
use tabiya_audit::{Check, EngineError, EngineReport, EngineSettings, UciEngineError, audit_engine};

/// When a test starts this binary with this one test, it becomes an engine.
#[test]
fn fake_engine() {
    if let Ok(fault) = std::env::var(crate::fake::VARIABLE) {
        crate::fake::serve(&fault);
    }
}

fn audit_fake(fault: &str, variant: Variant) -> EngineReport {
    audit_games(fault, variant, 4)
}

fn audit_games(fault: &str, variant: Variant, games: usize) -> EngineReport {
    let program = std::env::current_exe().expect("this program has a path");
    let command: Vec<OsString> = vec![
        "env".into(),
        format!("{}={fault}", crate::fake::VARIABLE).into(),
        program.into(),
        "--exact".into(),
        "engine::fake_engine".into(),
        "--nocapture".into(),
    ];
    let mut settings = EngineSettings::new(variant, Duration::from_secs(120));
    settings.games = Some(games);
    let report = audit_engine(&command, &settings, &mut |_| ());
    let report = report.expect("the engine answers");
    assert!(!report.is_unfinished);
    report
}

fn suspicions(fault: &str) -> Vec<(Check, String)> {
    let report = audit_fake(fault, Variant::Chess);
    report.suspicions.into_iter().map(|suspicion| (suspicion.check, suspicion.description)).collect()
}

#[test]
fn an_engine_with_right_keys_is_clean_and_recognized() {
    for variant in Variant::ALL {
        let report = audit_fake("none", variant);
        assert_eq!(report.suspicions, []);
        assert_eq!(report.dialects, ["tabiya"]);
        assert_eq!(report.name, "Fake 1.0");
        assert!(report.positions > 2_000);
    }
}

#[test]
fn keys_with_constant_and_equal_bits_were_not_suspicious() {
    let report = audit_fake("short", Variant::Chess);
    assert_eq!((report.suspicions, report.constant_bits), (vec![], (32..64).collect()));
    assert_eq!(audit_fake("twin bits", Variant::Chess).equal_bits, [[3, 40]]);
    let right = audit_fake("none", Variant::Chess);
    assert_eq!((right.constant_bits, right.equal_bits), (vec![], vec![]));
}

#[test]
fn the_table_is_reconstructed_from_key_differences() {
    for (variant, count) in [(Variant::Chess, 608 + 126 + 1 + 4 + 8), (Variant::Makruk, 0)] {
        let table = audit_fake("none", variant).table.expect("the keys are sums");
        assert_eq!(table.names.len(), table.keys.len());
        if variant == Variant::Chess {
            assert_eq!(table.keys.len(), count);
            for feature in
                tabiya::keys::native::features().filter(|feature| !feature.to_string().contains("king"))
            {
                let place = table.names.iter().position(|name| *name == feature.to_string());
                let key = place.map(|place| table.keys[place]);
                assert!(key.is_none_or(|key| key == tabiya::keys::native::key(feature).0), "{feature}");
            }
            assert!(table.names.iter().any(|name| name == "white pawn e4"), "{:?}", table.names);
        }
        assert!(table.keys.len() > 600, "{}", table.keys.len());
    }
    let report = audit_fake("not sums", Variant::Chess);
    assert_eq!(report.table, None);
    assert!(report.skipped.iter().any(|why| why.contains("not sums")), "{:?}", report.skipped);
}

#[test]
fn a_bug_of_one_rare_move_is_found_with_more_games() {
    let report = audit_games("rare", Variant::Chess, 3_000);
    assert_eq!(report.suspicions.len(), 1, "{:?} in {} games", report.suspicions, report.games);
    assert!(audit_games("rare", Variant::Chess, 0).suspicions.is_empty(), "the bug is not rare");
}

#[test]
fn the_audit_ended_long_before_its_time() {
    let program = std::env::current_exe().expect("this program has a path");
    let fake = format!("{}=none", crate::fake::VARIABLE);
    let words = ["--exact", "engine::fake_engine", "--nocapture"];
    let command: Vec<OsString> =
        ["env".into(), fake.into(), program.into()].into_iter().chain(words.map(Into::into)).collect();
    let (started, time) = (Instant::now(), Duration::from_secs(5));
    let report =
        audit_engine(&command, &EngineSettings::new(Variant::Chess, time), &mut |_| ()).expect("it answers");
    assert!(started.elapsed() >= time, "{:?}", started.elapsed());
    assert!(report.games > 0 || report.is_unfinished);
}

#[test]
fn the_maximum_time_does_not_overflow() {
    let settings = EngineSettings::new(Variant::Chess, Duration::MAX);
    let error = audit_engine(&["/no/such/engine".into()], &settings, &mut |_| ()).expect_err("no such file");
    assert!(matches!(error, EngineError::UciEngine(UciEngineError::CannotStart { .. })), "{error:?}");
}

#[test]
fn a_fault_found_by_two_checks_is_reported_by_both() {
    let checks: Vec<Check> = suspicions("castling").into_iter().map(|(check, _)| check).collect();
    assert!(checks.contains(&Check::Incremental) && checks.contains(&Check::Chess960), "{checks:?}");
}

#[test]
fn a_castling_bug_with_the_rook_is_found() {
    let report = audit_fake("castling", Variant::Chess);
    let expected = "the key after castling is not that of the FEN";
    assert!(report.suspicions.iter().all(|suspicion| suspicion.description == expected));
    let suspicion = &report.suspicions[0];
    assert!(suspicion.is_same);
    assert_eq!(
        suspicion.commands,
        [
            ["position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1", "d"],
            ["position fen r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1", "d"],
        ]
    );
}

#[test]
fn a_promotion_hashed_as_a_pawn_is_found() {
    let found = suspicions("promotion");
    let expected = "a promotion is not hashed as the piece the pawn becomes";
    assert!(found.contains(&(Check::Promotion, expected.into())), "{found:?}");
}

#[test]
fn en_passant_after_every_double_step_is_found() {
    let found = suspicions("double step");
    let expected = "a double step changes the key although no pawn can capture";
    assert!(found.contains(&(Check::EnPassant, expected.into())), "{found:?}");
    assert!(found.iter().all(|(check, _)| *check == Check::EnPassant));
}

#[test]
fn a_castling_right_kept_after_its_rook_was_captured_is_found() {
    let found = suspicions("rook capture");
    let expected = "a castling right is kept after its rook was captured";
    assert!(found.contains(&(Check::Castling, expected.into())), "{found:?}");
}

#[test]
fn keys_without_castling_rights_are_found() {
    let found = suspicions("no castling rights");
    assert!(found.contains(&(Check::Castling, "castling rights do not change the key".into())), "{found:?}");
}

#[test]
fn a_search_that_changes_the_key_is_found() {
    assert_eq!(suspicions("search"), [(Check::NullEffect, "searching the position changes the key".into())]);
}

#[test]
fn a_key_that_depends_on_the_move_number_is_found() {
    let found = suspicions("move number");
    assert!(found.contains(&(Check::Clock, "the move number changes the key".into())), "{found:?}");
}

#[test]
fn an_engine_that_ignores_moves_has_the_wrong_board() {
    assert_eq!(suspicions("ignores moves")[0].0, Check::Board);
}

/// A shell script in a temporary folder.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, text: &str) -> Script {
        let folder = std::env::temp_dir().join(format!("tabiya-audit-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder can be made");
        fs::write(folder.join("engine.sh"), text).expect("a script can be written");
        Script(folder)
    }

    /// The error, which must be returned in time.
    fn audit(&self, seconds: u64) -> EngineError {
        let started = Instant::now();
        let command = ["sh".into(), self.0.join("engine.sh").into_os_string()];
        let settings = EngineSettings::new(Variant::Chess, Duration::from_secs(seconds));
        let error = audit_engine(&command, &settings, &mut |_| ()).expect_err("the engine is no good");
        assert!(started.elapsed() < Duration::from_secs(2 * seconds + 60), "{:?}", started.elapsed());
        error
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Replies to `uci`, then does something else.
fn after_uci(rest: &str) -> String {
    format!("read -r _; echo id name Script; echo uciok; {rest}")
}

#[test]
fn an_engine_that_does_not_reply_times_out() {
    let error = Script::new("silent", "while read -r _; do :; done").audit(1);
    assert_eq!(error.to_string(), "the engine did not respond to `uci` within 1.0 s");
}

#[test]
fn an_engine_that_neither_reads_nor_writes_times_out() {
    let error = Script::new("asleep", "exec sleep 1000").audit(1);
    assert_eq!(error.to_string(), "the engine did not respond to `uci` within 1.0 s");
}

#[test]
fn a_crash_is_reported_with_its_status() {
    let error = Script::new("crash", &after_uci("read -r _; exit 3")).audit(5);
    assert_eq!(error.to_string(), "the engine ended (exit status: 3) instead of responding to `isready`");
    let error = Script::new("kill", "kill -SEGV $$; sleep 5").audit(5);
    assert!(error.to_string().starts_with("the engine ended (signal: 11"), "{error}");
}

#[test]
fn an_engine_that_prints_garbage_has_no_key() {
    let rest = r#"while read -r line; do printf '\377\000garbage\033[2J: Key\nKey: zzz\n'; [ "$line" = isready ] && echo readyok; done"#;
    assert_eq!(Script::new("garbage", &after_uci(rest)).audit(5), EngineError::NoKey);
}

#[test]
fn an_engine_with_endless_output_is_stopped() {
    let error = Script::new("endless", "exec yes info string").audit(2);
    assert_eq!(error.to_string(), "the engine's answer to `uci` does not end");
    // Without line ends.
    let error = Script::new("line", "exec tr '\\000' x < /dev/zero").audit(1);
    assert_eq!(error.to_string(), "the engine did not respond to `uci` within 1.0 s");
}

#[test]
fn a_missing_engine_is_an_error() {
    let settings = EngineSettings::new(Variant::Chess, Duration::from_secs(1));
    let error = audit_engine(&["/no/such/engine".into()], &settings, &mut |_| ()).expect_err("there is none");
    assert!(error.to_string().starts_with("cannot start the engine: "), "{error}");
    assert!(audit_engine(&[], &settings, &mut |_| ()).is_err());
}

#[test]
fn an_engine_without_the_variant_is_refused() {
    let script = Script::new("game", &after_uci("while read -r _; do :; done"));
    let command = ["sh".into(), script.0.join("engine.sh").into_os_string()];
    let settings = EngineSettings::new(Variant::Makruk, Duration::from_secs(5));
    let error = audit_engine(&command, &settings, &mut |_| ()).expect_err("it has no such option");
    assert_eq!(error, EngineError::NoSuchGame(Variant::Makruk));
}

#[test]
fn child_processes_of_an_engine_are_killed() {
    // A duration that no other process uses.
    let nap = format!("{}.25", 100_000 + std::process::id());
    let text = format!("trap '' TERM INT; sleep {nap} & sh -c 'sleep {nap}; :' & sleep {nap}");
    let error = Script::new("children", &text).audit(1);
    assert!(matches!(error, EngineError::UciEngine(UciEngineError::NoAnswer { .. })), "{error}");
    // The processes are killed, but the system may need a moment.
    let has_ended = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        !is_running(&nap)
    });
    assert!(has_ended, "sleepers are left");
}

/// Whether a running process has this argument.
fn is_running(argument: &str) -> bool {
    let processes = fs::read_dir("/proc").expect("Linux has /proc").flatten();
    processes
        .filter(|entry| entry.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit()))
        .any(|entry| {
            let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            words.split(|byte| *byte == 0).any(|word| word == argument.as_bytes())
        })
}
