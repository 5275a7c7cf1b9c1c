use std::fs;

/// How much memory a table may take without another program, or this one, being ended for it.
///
/// Linux gives more than it has and takes programs down when it is used, so asking for memory is not enough. `None`
/// where the system does not say.
pub(crate) fn available_mebibytes() -> Option<usize> {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| available_in(&text));
    // A container's limit: version 2 of control groups, version 1.
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limits = limits.iter().filter_map(|path| limit_in(&fs::read_to_string(path).ok()?));
    limits.chain(free).min()
}

/// The line reads `MemAvailable:   23648012 kB`.
fn available_in(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes >> 10)
}

/// A number of bytes, or `max`.
fn limit_in(text: &str) -> Option<usize> {
    text.trim().parse::<usize>().ok().map(|bytes| bytes >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_says_is_understood() {
        let meminfo =
            "MemTotal:       24682372 kB\nMemFree:  22834 kB\nMemAvailable:   24215552 kB\nBuffers: 1 kB\n";
        assert_eq!(available_in(meminfo), Some(23_648));
        assert_eq!((limit_in("536870912\n"), limit_in("max\n")), (Some(512), None));
    }

    #[test]
    fn what_is_not_said_is_no_limit() {
        for odd in ["", "MemAvailable:", "MemAvailable: many kB", "MemAvailable: -1 kB", "MemAvailable: 5 GB"]
        {
            assert_eq!(available_in(odd), None);
        }
    }
}
