import init from "../wasm/core.js";

await init({ module_or_path: new URL("../wasm/core_bg.wasm", import.meta.url) });

export * from "../lib/core.js";
