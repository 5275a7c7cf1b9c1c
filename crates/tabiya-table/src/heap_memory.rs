//! The table's memory on the heap, for systems without memory mapping (WebAssembly).

use std::ops::{Deref, DerefMut};

use crate::cluster::Cluster;

/// Clusters on the heap, empty at first.
#[derive(Debug)]
pub(crate) struct Memory {
    clusters: Vec<Cluster>,
    /// Whether every page has been touched; always true here.
    pub(crate) is_taken: bool,
}

impl Memory {
    /// This many empty clusters, or `None` if memory is short.
    pub(crate) fn of_clusters(len: usize) -> Option<Memory> {
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(len).ok()?;
        clusters.resize_with(len, Cluster::default);
        Some(Memory { clusters, is_taken: true })
    }

    /// Nothing to do.
    pub(crate) fn touch_pages(&mut self, _threads: usize) {}
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
