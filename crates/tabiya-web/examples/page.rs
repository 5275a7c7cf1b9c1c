//! Writes the static site's page: `cargo run -p tabiya-web --example page -- FOLDER`.
//!
//! Its requests go to a web worker instead of a server; `bindings/js/build` adds the worker.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use tabiya_web::{POLICY, page_file, page_files};

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("usage: page FOLDER");
        return ExitCode::from(2);
    };
    match write(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> io::Result<()> {
    for name in page_files() {
        let path = folder.join(&name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let file = page_file(&name).unwrap_or_default();
        fs::write(path, if name == "index.html" { as_static_site(&file)? } else { file })?;
    }
    Ok(())
}

/// Adds two elements to the page's head: its Content-Security-Policy and the address of its worker.
fn as_static_site(page: &[u8]) -> io::Result<Vec<u8>> {
    let page = str::from_utf8(page).map_err(io::Error::other)?;
    let first = "<meta charset=\"utf-8\">";
    let marks = format!(
        "{first}\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n  \
         <meta name=\"tabiya-worker\" content=\"worker.js\" data-offline=\"service-worker.js\">",
        policy()
    );
    Ok(page.replacen(first, &marks, 1).into_bytes())
}

/// The server's policy, extended for WebAssembly and workers. `frame-ancestors` is only valid in a header.
fn policy() -> String {
    let parts = POLICY.split("; ").filter(|part| !part.starts_with("frame-ancestors"));
    let parts = parts.map(|part| {
        part.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
    });
    parts.collect::<Vec<_>>().join("; ")
}
