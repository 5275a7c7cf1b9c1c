//! Arguments and output shared by the command-line programs of the project. The program `tabiya` is the binary of this package.

pub mod args;
