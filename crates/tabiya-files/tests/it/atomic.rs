//! Atomic file writes.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use tabiya_files::atomic_write;

/// A temporary folder, deleted on drop.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("tabiya-files-{test}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is room");
        Folder(folder)
    }

    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).expect("the folder is there");
        let names = names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_failure_leaves_the_old_file_and_nothing_else() {
    let folder = Folder::new("failure");
    let path = folder.0.join("book.bin");
    atomic_write(&path, |out| out.write_all(b"old")).expect("there is room");
    let failed = atomic_write(&path, |out| {
        out.write_all(&[7; 1 << 20])?;
        Err::<(), _>(io::Error::other("full"))
    });
    assert_eq!(failed.expect_err("it failed").to_string(), "full");
    assert_eq!(fs::read(&path).expect("the old file"), b"old");
    assert_eq!(folder.names(), ["book.bin"]);
}

#[test]
fn concurrent_writers_leave_one_complete_file() {
    let folder = Folder::new("threads");
    let path = folder.0.join("table");
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let path = &path;
            scope.spawn(move || atomic_write(path, |out| out.write_all(&[thread; 300_000])).expect("room"));
        }
    });
    let bytes = fs::read(&path).expect("one of them");
    assert!(bytes.len() == 300_000 && bytes.iter().all(|&byte| byte == bytes[0]));
    assert_eq!(folder.names(), ["table"]);
}

#[test]
fn a_missing_folder_is_an_error() {
    let nowhere = PathBuf::from("/no/such/folder/file");
    let error = atomic_write(&nowhere, |out| out.write_all(b"x")).expect_err("nowhere to write");
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    assert!(atomic_write(&std::env::temp_dir(), |out| out.write_all(b"x")).is_err(), "a folder is no file");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_file_is_not_replaced() {
    let full = PathBuf::from("/dev/full");
    let error = atomic_write(&full, |out| out.write_all(b"x")).expect_err("it is always full");
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    assert!(!full.metadata().expect("it is there").is_file());
}

#[cfg(unix)]
#[test]
fn the_new_file_has_the_permissions_of_the_old_one() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("mode");
    let path = folder.0.join("book.bin");
    for mode in [0o600, 0o640, 0o444] {
        let _ = fs::remove_file(&path);
        fs::write(&path, b"old").expect("there is room");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
        atomic_write(&path, |out| out.write_all(b"new")).expect("there is room");
        assert_eq!(fs::read(&path).expect("the file"), b"new");
        assert_eq!(path.metadata().expect("it is there").permissions().mode() & 0o777, mode);
    }
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_is_kept() {
    let folder = Folder::new("link");
    let (path, link) = (folder.0.join("book.bin"), folder.0.join("current"));
    fs::write(&path, b"old").expect("there is room");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    atomic_write(&link, |out| out.write_all(b"new")).expect("there is room");
    assert_eq!(fs::read(&path).expect("the file"), b"new");
    assert!(link.is_symlink());
}

#[cfg(unix)]
#[test]
fn a_link_planted_under_the_temporary_name_is_not_followed() {
    let folder = Folder::new("planted");
    let (path, victim) = (folder.0.join("book.bin"), folder.0.join("victim"));
    fs::write(&victim, b"precious").expect("there is room");
    for number in 0..200 {
        let guessed = folder.0.join(format!(".book.bin.{}-{number}.part", std::process::id()));
        std::os::unix::fs::symlink(&victim, guessed).expect("a link");
    }
    atomic_write(&path, |out| out.write_all(b"new")).expect("there is room");
    assert_eq!(fs::read(&victim).expect("the file"), b"precious");
    assert_eq!(fs::read(&path).expect("the file"), b"new");
}

/// Skipped as root, who may read every folder.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_synced_is_not_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("unreadable");
    let path = folder.0.join("book.bin");
    let may = |mode| fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode)).expect("it is ours");
    may(0o300);
    let written = atomic_write(&path, |out| out.write_all(b"new"));
    may(0o700);
    written.expect("the file could be written");
    assert_eq!(fs::read(&path).expect("the file"), b"new");
}

#[cfg(unix)]
#[test]
fn a_new_file_respects_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("new");
    let (ours, usual) = (folder.0.join("ours"), folder.0.join("usual"));
    atomic_write(&ours, |out| out.write_all(b"new")).expect("there is room");
    fs::write(&usual, b"new").expect("there is room");
    let mode = |path: &PathBuf| path.metadata().expect("it is there").permissions().mode();
    assert_eq!(mode(&ours), mode(&usual));
}
