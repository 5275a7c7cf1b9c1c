//! How much memory there is, so that a size somebody typed cannot bring the machine down.

use std::fs;

/// Bytes that can be had without taking them from others; `None` if the system does not say.
///
/// Asking for the memory is not enough: Linux promises more than it has and stops the program when it is used.
pub(crate) fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available_in(&text));
    let container =
        fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    machine.into_iter().chain(container).min()
}

fn available_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_table_is_read() {
        let table = "MemTotal:       24615976 kB\nMemFree:        11111111 kB\nMemAvailable:   23000000 kB\n";
        assert_eq!(available_in(table), Some(23_000_000 * 1024));
        assert_eq!(available_in("MemAvailable: many kB\n"), None);
        assert_eq!(available_in(""), None);
    }
}
