//! `docs/architecture.md` names what is there: every file of every crate, by itself or by its folder, and no other. Whoever adds,
//! moves or renames a file is reminded of the page. A packaged crate has no page, and nothing to test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Files that every crate has, and tests, need no word.
const UNNAMED: [&str; 4] = ["lib.rs", "main.rs", "mod.rs", "tests.rs"];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> Option<String> {
    fs::read_to_string(repository().join("docs/architecture.md")).ok()
}

/// What the page says of a folder of sources: the names in backticks that end like a file's or a folder's.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs") || name.ends_with('/')).collect()
}

/// The names on the page, by the folder of the repository that they are in.
fn names_by_folder(page: &str) -> BTreeMap<String, BTreeSet<&str>> {
    let (_, core) =
        page.split_once("## The core, from the bottom up").expect("the page has a table of the core");
    let (core, rest) = core.split_once("\n## ").expect("the table is not the last section");
    let mut folders = BTreeMap::from([("crates/tabiya".to_owned(), names(core))]);
    for paragraph in rest.split("\n\n") {
        let Some((title, text)) = paragraph.strip_prefix("**`").and_then(|rest| rest.split_once("`.**"))
        else {
            continue;
        };
        let folder = if title.starts_with("tabiya-") { format!("crates/{title}") } else { title.to_owned() };
        folders.insert(folder.trim_end_matches('/').to_owned(), names(text));
    }
    folders
}

/// The files below a folder, as paths from there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap_or_else(|error| panic!("{}: {error}", next.display())) {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path.strip_prefix(folder).expect("it lies below").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Whether a name of the page is that of the file or of a folder it lies in. A name may leave out where that is.
fn covers(name: &str, file: &Path) -> bool {
    match name.strip_suffix('/') {
        None => file.ends_with(name),
        Some(folder) => file.ancestors().skip(1).any(|ancestor| ancestor.ends_with(folder)),
    }
}

#[test]
fn the_page_of_the_architecture_names_every_file() {
    let Some(page) = page() else { return };
    let named = names_by_folder(&page);
    let mut missing = Vec::new();
    let name_of = |entry: std::io::Result<fs::DirEntry>| {
        entry.expect("an entry of a folder").file_name().into_string().expect("a plain name")
    };
    let crates = fs::read_dir(repository().join("crates")).expect("the crates").map(name_of);
    for folder in crates.map(|name| format!("crates/{name}")).chain(["fleet".to_owned()]) {
        let names = named.get(&folder).cloned().unwrap_or_default();
        for file in files(&repository().join(&folder).join("src")) {
            let is_unnamed = UNNAMED.iter().any(|name| file.ends_with(name));
            if !is_unnamed && !names.iter().any(|name| covers(name, &file)) {
                missing.push(format!("{folder}/src/{}", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "docs/architecture.md does not name {missing:#?}");
}

#[test]
fn every_file_that_the_page_of_the_architecture_names_exists() {
    let Some(page) = page() else { return };
    let mut gone = Vec::new();
    for (folder, names) in names_by_folder(&page) {
        let home = repository().join(&folder);
        let sources = home.join("src");
        // The packages of JavaScript have another shape.
        if !sources.is_dir() {
            continue;
        }
        let files = files(&sources);
        for name in names {
            if !home.join(name).exists() && !files.iter().any(|file| covers(name, file)) {
                gone.push(format!("{name} of {folder}"));
            }
        }
    }
    assert!(gone.is_empty(), "docs/architecture.md names what is not there: {gone:#?}");
}
