//! How much work a randomized or exhaustive test does. Several crates have the same file.

/// `quick` by default, `full` if the environment has `TABIYA_TEST_BUDGET=full`, as in `./test all`.
pub(crate) fn budget<T>(quick: T, full: T) -> T {
    match std::env::var("TABIYA_TEST_BUDGET").as_deref() {
        Err(_) | Ok("" | "quick") => quick,
        Ok("full") => full,
        Ok(other) => panic!("TABIYA_TEST_BUDGET is `quick` or `full`, not `{other}`"),
    }
}
