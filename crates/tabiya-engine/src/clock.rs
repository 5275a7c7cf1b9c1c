//! The clock a search goes by.

/// A moment: the system's clock, or the browser's where WebAssembly has none of its own.
///
/// ```
/// let begun = tabiya_engine::Instant::now();
/// assert!(begun.elapsed().as_secs() < 3600);
/// ```
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;
