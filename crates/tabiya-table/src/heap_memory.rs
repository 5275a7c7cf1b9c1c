//! The table's memory where the system has none to map: in WebAssembly, from the heap.

use std::ops::{Deref, DerefMut};

use crate::cluster::Cluster;

/// Clusters on the heap, empty at first.
#[derive(Debug)]
pub(crate) struct Memory {
    clusters: Vec<Cluster>,
    /// Whether every page has been touched; here that is so from the beginning.
    pub(crate) is_taken: bool,
}

impl Memory {
    /// So many empty clusters, or `None` if there is no room for them.
    pub(crate) fn of_clusters(len: usize) -> Option<Memory> {
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(len).ok()?;
        clusters.resize_with(len, Cluster::default);
        Some(Memory { clusters, is_taken: true })
    }

    /// There is nothing to take.
    pub(crate) fn take_pages(&mut self, _threads: usize) {}
}

impl Deref for Memory {
    type Target = [Cluster];

    fn deref(&self) -> &[Cluster] {
        &self.clusters
    }
}

impl DerefMut for Memory {
    fn deref_mut(&mut self) -> &mut [Cluster] {
        &mut self.clusters
    }
}
