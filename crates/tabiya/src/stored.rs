//! Tables that are known when the crate is compiled.

/// A table that lies in the program; with the feature `small`, one that is made when it is first needed.
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
