//! Integration tests of `tabiya-engine`, in one binary to link only once.

mod budget;
mod common;
mod identity;
mod mates;
mod search;
mod signature;
mod tactics;
mod uci;
mod uci_book;
mod uci_options;
mod uci_scripts;
mod uci_search;
