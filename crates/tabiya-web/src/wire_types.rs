//! The TypeScript declarations of all responses: `browser/api.d.ts` is generated from the Rust types.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

/// Types that the page narrows, and one of `tabiya-pgn`.
const HEADER: &str = "\
// Generated from the Rust types by `UPDATE_TYPES=1 cargo test -p tabiya-web wire_types`.

export type Variant = \"chess\" | \"chess960\" | \"makruk\";
export type Color = \"white\" | \"black\";
export type Opening = { eco: string, name: string };
";

/// Declarations by name.
pub(crate) struct WireTypes {
    config: Config,
    declarations: BTreeMap<String, String>,
}

impl WireTypes {
    /// Adds a type and the types of its fields.
    pub(crate) fn add<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the standard library have no declaration.
        if T::output_path().is_none() || self.declarations.contains_key(&T::ident(&self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}", T::decl(&self.config));
        self.declarations.insert(T::ident(&self.config), declaration);
        T::visit_dependencies(self);
    }
}

impl TypeVisitor for WireTypes {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

#[test]
fn typescript_declarations_are_up_to_date() {
    let config = Config::default().with_large_int("number");
    let mut types = WireTypes { config, declarations: BTreeMap::new() };
    crate::api::add_wire_types(&mut types);
    crate::engine::add_wire_types(&mut types);
    crate::explorer::add_wire_types(&mut types);
    crate::pgn::add_wire_types(&mut types);
    types.add::<crate::book::BookResponse>();
    types.add::<crate::error::ApiError>();
    let mut text = HEADER.to_owned();
    for declaration in types.declarations.values() {
        let _ = write!(text, "\n{declaration}\n");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("browser/api.d.ts");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let checked_in = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        checked_in == text,
        "browser/api.d.ts is out of date: run\n{}",
        HEADER.lines().next().unwrap_or("")
    );
}
