//! The answers that a page asks of a server, in a web worker of the page itself.

use js_sys::{Function, Uint8Array};
use tabiya_web::{Local, Reply};
use wasm_bindgen::prelude::*;

/// One page's answers.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Board {
    local: Local,
}

/// An answer: a status as HTTP has it, and JSON.
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

    /// Thinks; `hear` is called with the bytes of each event.
    pub fn analyse(&mut self, body: &[u8], hear: &Function) -> Answer {
        Answer::of(self.local.analyse(body, None, &mut |event| tell(hear, event.as_bytes())))
    }

    /// Unpacks a file; `hear` is called with each piece. The last byte is 1, or 0 if that is not all of it.
    pub fn unpack(&self, file: &[u8], hear: &Function) {
        self.local.unpack(file, &mut |piece| tell(hear, piece));
    }
}

/// A listener that throws is not ours to mend.
fn tell(hear: &Function, piece: &[u8]) {
    drop(hear.call1(&JsValue::NULL, &Uint8Array::from(piece)));
}

impl Answer {
    fn of(Reply { status, body, retry_after }: Reply) -> Answer {
        Answer { status, body, retry_after }
    }
}
