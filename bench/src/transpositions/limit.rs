#![expect(unsafe_code, reason = "prefetching is an intrinsic")]

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::{MmapOptions, MmapRaw};
use tabiya::Key;

use super::work::Memory;

const HUGE_PAGE: usize = 2 << 20;

/// The same memory as a table, with a number on each cache line: reading one is the lower limit of a probe.
pub struct Lines {
    map: MmapRaw,
    offset: usize,
    len: usize,
}

#[repr(align(64))]
struct Line(AtomicU64);

impl Lines {
    pub fn new(mebibytes: usize) -> io::Result<Lines> {
        let bytes = mebibytes << 20;
        let map = MmapRaw::from(MmapOptions::new().len(bytes + HUGE_PAGE).map_anon()?);
        let offset = map.as_ptr().align_offset(HUGE_PAGE);
        #[cfg(target_os = "linux")]
        map.advise_range(memmap2::Advice::HugePage, offset, bytes)?;
        let lines = Lines { map, offset, len: bytes / size_of::<Line>() };
        (0..lines.len).for_each(|index| lines.line(index).0.store(1, Relaxed));
        Ok(lines)
    }

    #[inline]
    fn line(&self, index: usize) -> &Line {
        assert!(index < self.len);
        // SAFETY: `len` lines fit between `offset`, which is aligned for them, and the end of the map; any bytes make
        // one.
        unsafe { &*self.map.as_ptr().add(self.offset).cast::<Line>().add(index) }
    }

    #[inline]
    fn line_of(&self, key: Key) -> &Line {
        self.line(((u128::from(key.0) * self.len as u128) >> 64) as usize)
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch never faults.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.line_of(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }
}

impl Memory for Lines {
    fn visit(&self, key: Key) -> u64 {
        self.line_of(key).0.load(Relaxed)
    }

    fn contains(&self, _key: Key) -> bool {
        true
    }
}

/// With a prefetch of each line.
pub struct Prefetched<'a>(pub &'a Lines);

impl Memory for Prefetched<'_> {
    fn prefetch(&self, key: Key) {
        self.0.prefetch(key);
    }

    fn visit(&self, key: Key) -> u64 {
        self.0.visit(key)
    }

    fn contains(&self, _key: Key) -> bool {
        true
    }
}

/// The same with a write to each line, which has to be written back.
pub struct Written<'a>(pub &'a Lines);

impl Memory for Written<'_> {
    fn prefetch(&self, key: Key) {
        self.0.prefetch(key);
    }

    fn visit(&self, key: Key) -> u64 {
        let line = self.0.line_of(key);
        let found = line.0.load(Relaxed);
        line.0.store(found | key.0, Relaxed);
        found
    }

    fn contains(&self, key: Key) -> bool {
        self.0.line_of(key).0.load(Relaxed) & key.0 == key.0
    }
}
