//! Dialect files: key schemes as TOML.
//!
//! A dialect file describes the source of the numbers (a generator and its seed, a table in a file, or a list), their
//! order, and how castling, en passant, the side to move and the half-move clock enter the key.
//! `docs/reference/dialects.md` explains every field.
//!
//! ```
//! use tabiya::{Chess, Position};
//!
//! let mine = r#"
//!     name = "my-engine"
//!
//!     [numbers]
//!     generator = "splitmix64"
//!     seed = 2026
//!
//!     [layout]
//!     pieces = "PNBRQKpnbrqk"
//!
//!     [castling]
//!     keys = 16
//!
//!     [en-passant]
//!     keys = "by-file"
//!     when = "legal-capture"
//!
//!     [side]
//!     keys = "black"
//! "#;
//! let scheme = tabiya_audit::dialect_file::from_toml(mine)?;
//! assert_eq!(scheme.layout().len(), 768 + 16 + 8 + 1);
//! let start = Position::<Chess>::start();
//! let again = tabiya_audit::dialect_file::from_toml(&tabiya_audit::dialect_file::to_toml(&scheme))?;
//! assert_eq!(scheme.key(&start), again.key(&start));
//! # Ok::<(), tabiya_audit::dialect_file::DialectFileError>(())
//! ```

mod error;
mod fields;
mod file;
mod numbers;
mod read;
mod words;
mod write;

pub use error::DialectFileError;
pub use file::{MAX_FILE_BYTES, from_file};
pub use read::from_toml;
pub use write::to_toml;
