#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "the processor's prefetch is an intrinsic; it reads nothing and cannot fault"
    )
)]

/// Prefetches the cache line at this address.
#[inline]
pub(crate) fn prefetch<T>(here: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE, and a prefetch never faults.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(here).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = here;
}
