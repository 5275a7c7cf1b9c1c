//! The backend of the static site, for a web worker of the page.

use js_sys::{Function, Uint8Array};
use tabiya_web::{Local, Reply};
use wasm_bindgen::prelude::*;

/// The backend of one page.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Board {
    local: Local,
}

/// A response: an HTTP status and JSON.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: String,
    pub retry_after: Option<u32>,
}

#[wasm_bindgen]
impl Board {
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u64) -> Board {
        Board { local: Local::new(seed) }
    }

    pub fn answer(&mut self, address: &str, body: &[u8]) -> Answer {
        Answer::of(self.local.answer(address, body))
    }

    /// Runs an analysis; `on_event` is called with the bytes of each event.
    pub fn analyze(&mut self, body: &[u8], on_event: &Function) -> Answer {
        Answer::of(self.local.analyze(body, None, &mut |event| call(on_event, event.as_bytes())))
    }

    /// Decompresses a file; `on_chunk` is called with each chunk. The last byte is 1, or 0 if the file is damaged or too large.
    pub fn decompress(&self, file: &[u8], on_chunk: &Function) {
        self.local.decompress(file, &mut |chunk| call(on_chunk, chunk));
    }
}

/// Calls a JavaScript function; its exceptions are ignored.
fn call(function: &Function, bytes: &[u8]) {
    drop(function.call1(&JsValue::NULL, &Uint8Array::from(bytes)));
}

impl Answer {
    fn of(Reply { status, body, retry_after }: Reply) -> Answer {
        Answer { status, body, retry_after }
    }
}
