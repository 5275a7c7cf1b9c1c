//! What command-line programs for chess, Chess960 and Makruk share. The program `tabiya` itself is the binary of this package.

pub mod args;
