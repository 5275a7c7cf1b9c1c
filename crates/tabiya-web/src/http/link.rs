//! Links the page's ES modules into one script: one request instead of about sixty.
//!
//! The modules keep to a plain form, and anything else is rejected (a test links them all): imports are lines of
//! `import { a, b } from "./other.js";`, `export` precedes `class`, `function`, `async function` or `const`, and there are no
//! import cycles. Each module becomes a function that is called once and returns its exports.

use std::fmt;

/// Why modules cannot be linked.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum LinkError {
    /// There is no module of this name.
    Missing(String),
    /// The module imports itself through others.
    Cycle(String),
    /// An import or export of an unsupported form.
    Form { module: String, line: String },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Missing(module) => write!(f, "no module {module}"),
            LinkError::Cycle(module) => write!(f, "{module} is in an import cycle"),
            LinkError::Form { module, line } => {
                write!(f, "{module}: unsupported import or export: {line}")
            }
        }
    }
}

/// Links `main.js` and everything it imports into one script.
pub(super) fn link(read: impl Fn(&str) -> Option<String>) -> Result<String, LinkError> {
    let mut linker = Linker { read, open: Vec::new(), linked: Vec::new(), script: String::new() };
    let main = linker.body("main.js")?;
    Ok(linker.script + &main.text)
}

struct Linker<F> {
    read: F,
    /// The modules whose imports are being linked.
    open: Vec<String>,
    linked: Vec<String>,
    script: String,
}

/// A module without its imports and exports.
struct Body {
    text: String,
    exports: Vec<String>,
}

impl<F: Fn(&str) -> Option<String>> Linker<F> {
    /// Writes a module after its imports.
    fn add(&mut self, module: &str) -> Result<(), LinkError> {
        if self.linked.iter().any(|linked| linked == module) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == module) {
            return Err(LinkError::Cycle(module.to_owned()));
        }
        self.open.push(module.to_owned());
        let Body { text, exports } = self.body(module)?;
        self.open.pop();
        let (name, exports) = (name_of(module), exports.join(", "));
        self.script += &format!("const {name} = (() => {{\n{text}return {{ {exports} }};\n}})();\n");
        self.linked.push(module.to_owned());
        Ok(())
    }

    fn body(&mut self, module: &str) -> Result<Body, LinkError> {
        let source = (self.read)(module).ok_or_else(|| LinkError::Missing(module.to_owned()))?;
        let mut body = Body { text: String::with_capacity(source.len()), exports: Vec::new() };
        for line in source.lines() {
            let unsupported = || LinkError::Form { module: module.to_owned(), line: line.to_owned() };
            if line.starts_with("import ") {
                let (names, from) = import(line).ok_or_else(unsupported)?;
                self.add(from)?;
                body.text += &format!("const {{{names}}} = {};", name_of(from));
            } else if let Some(exported) = line.strip_prefix("export ") {
                body.exports.push(export(exported).ok_or_else(unsupported)?.to_owned());
                body.text += exported;
            } else {
                body.text += line;
            }
            body.text.push('\n');
        }
        Ok(body)
    }
}

/// Parses `import { a, b } from "./other.js";`.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import {")?.split_once("} from \"./")?;
    let from = from.strip_suffix("\";")?;
    let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || ", ._".contains(c));
    (is_plain(names) && is_plain(from)).then_some((names, from))
}

/// The name of a declaration.
fn export(declared: &str) -> Option<&str> {
    let declared = declared.strip_prefix("async ").unwrap_or(declared);
    let named = ["class ", "function ", "const "].iter().find_map(|kind| declared.strip_prefix(kind))?;
    let end = named.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|end| *end > 0)?;
    Some(&named[..end])
}

/// The variable of a module; no other name in the script begins with a dollar sign.
fn name_of(module: &str) -> String {
    format!("${}", module.trim_end_matches(".js"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link_these(modules: &[(&str, &str)]) -> Result<String, LinkError> {
        link(|name| modules.iter().find(|(module, _)| *module == name).map(|(_, text)| (*text).to_owned()))
    }

    #[test]
    fn module_is_written_once_before_its_importers() {
        let script = link_these(&[
            ("main.js", "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\na(b);\n"),
            ("a.js", "import { b } from \"./b.js\";\nexport async function a(c) {\n  return b + c;\n}\n"),
            ("b.js", "export const b = 1;\n"),
        ]);
        let expected = "const $b = (() => {\nconst b = 1;\nreturn { b };\n})();\n\
            const $a = (() => {\nconst { b } = $b;\nasync function a(c) {\n  return b + c;\n}\nreturn { a };\n})();\n\
            const { a } = $a;\nconst { b } = $b;\na(b);\n";
        assert_eq!(script.as_deref(), Ok(expected));
    }

    #[test]
    fn unsupported_forms_are_rejected() {
        for line in [
            "import x from \"./x.js\";",
            "import { a as b } from \"./x.js:\";",
            "export default 1;",
            "export {};",
        ] {
            let form = LinkError::Form { module: "main.js".to_owned(), line: line.to_owned() };
            assert_eq!(link_these(&[("main.js", line)]), Err(form));
        }
        let circle = [
            ("main.js", "import { a } from \"./a.js\";"),
            ("a.js", "import { b } from \"./b.js\";"),
            ("b.js", "import { a } from \"./a.js\";"),
        ];
        assert_eq!(link_these(&circle), Err(LinkError::Cycle("a.js".to_owned())));
        assert_eq!(link_these(&circle[..2]), Err(LinkError::Missing("b.js".to_owned())));
    }
}
