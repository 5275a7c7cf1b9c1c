use std::fs;
use std::path::{Component, Path, PathBuf};

/// One part in this many of free memory is left to the rest of this program and to others.
const RESERVED_SHARE: u64 = 16;

/// How much memory a table may use, in MiB, without the system killing a process for it.
///
/// Linux overcommits memory and kills processes later, so a successful allocation is not enough. `None`
/// where the system does not report free memory.
///
/// ```
/// if let Some(mebibytes) = tabiya_table::available_mebibytes() {
///     assert!(tabiya_table::Table::new(2 * mebibytes + 2).is_err());
/// }
/// ```
#[must_use]
pub fn available_mebibytes() -> Option<usize> {
    available_under(Path::new("/"))
}

/// The same for a system whose root is this folder.
fn available_under(root: &Path) -> Option<usize> {
    let free = fs::read_to_string(root.join("proc/meminfo")).ok().and_then(|text| free_in(&text));
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let limits = VERSIONS.iter().flat_map(|version| version.limits(root, &groups));
    let bytes = limits.chain(free).min()?;
    usize::try_from((bytes - bytes / RESERVED_SHARE) >> 20).ok()
}

/// The line reads `MemAvailable:   23648012 kB`.
fn free_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// How a version of Linux control groups (containers, sessions) limits memory.
struct Version {
    /// The folder of the groups.
    folder: &'static str,
    /// Their name in `/proc/self/cgroup`.
    controller: &'static str,
    limit: &'static str,
    used: &'static str,
    /// The inactive file cache, which counts as used but can be reclaimed.
    inactive_file: &'static str,
}

const VERSIONS: [Version; 2] = [
    Version {
        folder: "sys/fs/cgroup",
        controller: "",
        limit: "memory.max",
        used: "memory.current",
        inactive_file: "inactive_file",
    },
    Version {
        folder: "sys/fs/cgroup/memory",
        controller: "memory",
        limit: "memory.limit_in_bytes",
        used: "memory.usage_in_bytes",
        inactive_file: "total_inactive_file",
    },
];

impl Version {
    /// What is left of the limits of our group and the groups it is in.
    fn limits(&self, root: &Path, groups: &str) -> Vec<u64> {
        let ours = groups.lines().find_map(|line| self.group_in(line)).unwrap_or_default();
        let top = root.join(self.folder);
        ours.ancestors().filter_map(|group| self.limit(&top.join(group))).collect()
    }

    /// The line reads `4:memory:/a/b`, or `0::/a/b` in version 2.
    fn group_in(&self, line: &str) -> Option<PathBuf> {
        let mut fields = line.splitn(3, ':').skip(1);
        fields.next().filter(|names| names.split(',').any(|name| name == self.controller))?;
        let is_inside = |part: &Component<'_>| matches!(part, Component::Normal(_));
        Some(Path::new(fields.next()?).components().filter(is_inside).collect())
    }

    fn limit(&self, group: &Path) -> Option<u64> {
        let read = |name: &str| fs::read_to_string(group.join(name)).ok();
        // Without a limit the file contains `max`, or a number larger than any memory.
        let limit: u64 = read(self.limit)?.trim().parse().ok()?;
        let used: u64 = read(self.used).and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let inactive_file = read("memory.stat").and_then(|text| self.inactive_file_in(&text)).unwrap_or(0);
        Some(limit.saturating_sub(used.saturating_sub(inactive_file)))
    }

    fn inactive_file_in(&self, stat: &str) -> Option<u64> {
        let numbers = stat.lines().filter_map(|line| line.split_once(' '));
        numbers
            .filter(|(name, _)| *name == self.inactive_file)
            .find_map(|(_, number)| number.trim().parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A system of a few files, removed when dropped.
    struct System(PathBuf);

    impl System {
        fn new(name: &str, files: &[(&str, &str)]) -> System {
            let root = std::env::temp_dir().join(format!("tabiya-table-{}-{name}", std::process::id()));
            for (path, content) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().expect("it is in a folder"))
                    .expect("a folder can be created");
                fs::write(path, content).expect("a file can be written");
            }
            System(root)
        }

        fn available(&self) -> Option<usize> {
            available_under(&self.0)
        }
    }

    impl Drop for System {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// 1600 MiB.
    const MEMINFO: (&str, &str) = (
        "proc/meminfo",
        "MemTotal: 24682372 kB\nMemFree: 22834 kB\nMemAvailable:    1638400 kB\nBuffers: 1 kB\n",
    );

    const MIB_800: &str = "838860800\n";
    const MIB_160: &str = "167772160\n";

    #[test]
    fn a_part_of_free_memory_is_left() {
        assert_eq!(System::new("free", &[MEMINFO]).available(), Some(1500));
    }

    #[test]
    fn memory_used_by_the_group_counts_against_its_limit() {
        let first = [
            MEMINFO,
            ("proc/self/cgroup", "5:devices:/\n4:cpu,memory:/here\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", MIB_800),
            ("sys/fs/cgroup/memory/here/memory.limit_in_bytes", MIB_800),
            ("sys/fs/cgroup/memory/here/memory.usage_in_bytes", MIB_160),
        ];
        assert_eq!(System::new("first", &first).available(), Some(600));
        let second = [
            MEMINFO,
            ("proc/self/cgroup", "0::/above/here\n"),
            ("sys/fs/cgroup/above/here/memory.max", "max\n"),
            ("sys/fs/cgroup/above/here/memory.current", MIB_160),
            ("sys/fs/cgroup/above/memory.max", MIB_800),
            ("sys/fs/cgroup/above/memory.current", MIB_160),
        ];
        assert_eq!(System::new("second", &second).available(), Some(600));
    }

    #[test]
    fn inactive_file_cache_counts_as_free() {
        let files = [
            MEMINFO,
            ("sys/fs/cgroup/memory.max", MIB_800),
            ("sys/fs/cgroup/memory.current", MIB_800),
            ("sys/fs/cgroup/memory.stat", "anon 5\ninactive_anon 9\ninactive_file 167772160\n"),
        ];
        assert_eq!(System::new("files", &files).available(), Some(150));
    }

    #[test]
    fn a_container_without_its_own_group_path_has_its_limit() {
        let files = [
            ("proc/self/cgroup", "4:memory:/docker/0123\n0::/../elsewhere\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", MIB_800),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "0\n"),
        ];
        assert_eq!(System::new("container", &files).available(), Some(750));
    }

    #[test]
    fn a_group_over_its_limit_has_nothing_left() {
        let files = [("sys/fs/cgroup/memory.max", MIB_160), ("sys/fs/cgroup/memory.current", MIB_800)];
        assert_eq!(System::new("beyond", &files).available(), Some(0));
    }

    #[test]
    fn missing_information_is_no_limit() {
        for invalid in
            ["", "MemAvailable:", "MemAvailable: many kB", "MemAvailable: -1 kB", "MemAvailable: 5 GB"]
        {
            assert_eq!(free_in(invalid), None);
        }
        assert_eq!(System::new("nothing", &[]).available(), None);
    }
}
