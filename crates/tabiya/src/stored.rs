//! Tables computed at compile time.

/// A table stored in the binary; with the feature `small`, computed on first use.
macro_rules! stored {
    ($(#[$attribute:meta])* static $name:ident: $type:ty = $made:expr;) => {
        #[cfg(not(feature = "small"))]
        $(#[$attribute])*
        static $name: $type = $made;
        #[cfg(feature = "small")]
        $(#[$attribute])*
        static $name: std::sync::LazyLock<$type> = std::sync::LazyLock::new(|| $made);
    };
}

pub(crate) use stored;
