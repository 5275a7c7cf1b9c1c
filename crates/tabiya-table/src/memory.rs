#![expect(unsafe_code, reason = "mapped memory is bytes and is viewed as clusters")]

use std::ops::{Deref, DerefMut};

use memmap2::{MmapOptions, MmapRaw};

use crate::cluster::Cluster;
use crate::parallel::for_each_part;

/// The size of huge pages on supported machines.
const HUGE_PAGE: usize = 2 << 20;

/// Clusters in mapped memory: zeroed, on huge pages if available.
///
/// Pages are mapped on first access.
#[derive(Debug)]
pub(crate) struct Memory {
    map: MmapRaw,
    /// Bytes from the start of the map to the first cluster, for alignment to a huge page.
    offset: usize,
    /// The number of clusters.
    len: usize,
    /// Whether all pages have been touched.
    pub(crate) is_taken: bool,
}

impl Memory {
    /// This many empty clusters, or `None` if the system has no memory.
    pub(crate) fn of_clusters(len: usize) -> Option<Memory> {
        let bytes = len.checked_mul(size_of::<Cluster>())?;
        let mapped = bytes.checked_add(HUGE_PAGE).filter(|&bytes| isize::try_from(bytes).is_ok())?;
        let map = MmapRaw::from(MmapOptions::new().len(mapped).map_anon().ok()?);
        let offset = map.as_ptr().align_offset(HUGE_PAGE);
        // Without huge pages the table is slower but works.
        #[cfg(target_os = "linux")]
        let _ = map.advise_range(memmap2::Advice::HugePage, offset, bytes);
        (offset <= HUGE_PAGE).then_some(Memory { map, offset, len, is_taken: false })
    }

    /// Touches all pages now, rather than during a search.
    pub(crate) fn touch_pages(&mut self, threads: usize) {
        // No system has smaller pages.
        const PAGE: usize = 4096 / size_of::<Cluster>();
        for_each_part(self, threads, |part| part.iter_mut().step_by(PAGE).for_each(Cluster::clear));
        self.is_taken = true;
    }
}

impl Deref for Memory {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: the map is `HUGE_PAGE` bytes longer than the clusters and `offset` is no more than that, so they
        // lie inside it; a huge page's edge is aligned for them; any bytes make a cluster, and the system's zeros make
        // an empty one; this is the only pointer to the mapping, which lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().add(self.offset).cast(), self.len) }
    }
}

impl DerefMut for Memory {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Cluster] {
        // SAFETY: as above; and `self` is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().add(self.offset).cast(), self.len) }
    }
}
