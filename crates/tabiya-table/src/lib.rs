//! A lock-free table from position keys to eight bytes.
