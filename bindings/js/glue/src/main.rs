//! `glue IN.wasm FOLDER NAME` writes the module and its JavaScript as `FOLDER/NAME_bg.wasm` and `FOLDER/NAME.js`.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: glue IN.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    let written = Bindgen::new()
        .input_path(module)
        .web(true)
        .and_then(|bindgen| bindgen.typescript(false).out_name(name).generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
