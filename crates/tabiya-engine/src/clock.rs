//! The monotonic clock used by searches.

/// `std::time::Instant`, or the browser's clock in WebAssembly.
///
/// ```
/// let begun = tabiya_engine::Instant::now();
/// assert!(begun.elapsed().as_secs() < 3600);
/// ```
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;
