//! Files that are written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use tabiya_files::write_whole;

/// A folder of a test's own, gone when the test is.
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
    write_whole(&path, |out| out.write_all(b"old")).expect("there is room");
    let failed = write_whole(&path, |out| {
        out.write_all(&[7; 1 << 20])?;
        Err::<(), _>(io::Error::other("full"))
    });
    assert_eq!(failed.expect_err("it failed").to_string(), "full");
    assert_eq!(fs::read(&path).expect("the old file"), b"old");
    assert_eq!(folder.names(), ["book.bin"]);
}

#[test]
fn threads_that_write_one_file_leave_one_of_their_files_whole() {
    let folder = Folder::new("threads");
    let path = folder.0.join("table");
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let path = &path;
            scope.spawn(move || write_whole(path, |out| out.write_all(&[thread; 300_000])).expect("room"));
        }
    });
    let bytes = fs::read(&path).expect("one of them");
    assert!(bytes.len() == 300_000 && bytes.iter().all(|&byte| byte == bytes[0]));
    assert_eq!(folder.names(), ["table"]);
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let nowhere = PathBuf::from("/no/such/folder/file");
    let error = write_whole(&nowhere, |out| out.write_all(b"x")).expect_err("nowhere to write");
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    assert!(write_whole(&std::env::temp_dir(), |out| out.write_all(b"x")).is_err(), "a folder is no file");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_stays_a_device() {
    let full = PathBuf::from("/dev/full");
    let error = write_whole(&full, |out| out.write_all(b"x")).expect_err("it is always full");
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
        write_whole(&path, |out| out.write_all(b"new")).expect("there is room");
        assert_eq!(fs::read(&path).expect("the file"), b"new");
        assert_eq!(path.metadata().expect("it is there").permissions().mode() & 0o777, mode);
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new("link");
    let (path, link) = (folder.0.join("book.bin"), folder.0.join("current"));
    fs::write(&path, b"old").expect("there is room");
    std::os::unix::fs::symlink(&path, &link).expect("a link");
    write_whole(&link, |out| out.write_all(b"new")).expect("there is room");
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
    write_whole(&path, |out| out.write_all(b"new")).expect("there is room");
    assert_eq!(fs::read(&victim).expect("the file"), b"precious");
    assert_eq!(fs::read(&path).expect("the file"), b"new");
}

/// Only somebody whom permissions bind can see it fail; the administrator may read every folder.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_synced_takes_the_file_without_complaint() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("unreadable");
    let path = folder.0.join("book.bin");
    let may = |mode| fs::set_permissions(&folder.0, fs::Permissions::from_mode(mode)).expect("it is ours");
    may(0o300);
    let written = write_whole(&path, |out| out.write_all(b"new"));
    may(0o700);
    written.expect("the file could be written");
    assert_eq!(fs::read(&path).expect("the file"), b"new");
}

#[cfg(unix)]
#[test]
fn a_new_file_can_be_read_by_those_who_may_read_new_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("new");
    let (ours, usual) = (folder.0.join("ours"), folder.0.join("usual"));
    write_whole(&ours, |out| out.write_all(b"new")).expect("there is room");
    fs::write(&usual, b"new").expect("there is room");
    let mode = |path: &PathBuf| path.metadata().expect("it is there").permissions().mode();
    assert_eq!(mode(&ours), mode(&usual));
}
