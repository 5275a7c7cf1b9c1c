import { readFileSync } from "node:fs";

import { initSync } from "../wasm/core.js";

initSync({ module: readFileSync(new URL("../wasm/core_bg.wasm", import.meta.url)) });

export * from "../lib/core.js";
