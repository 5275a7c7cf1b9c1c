import { EngineOf } from "../lib/engine.js";

export * from "./core.js";

/** Compiled once for all workers. @type {Promise<WebAssembly.Module> | undefined} */
let module;

function spawn(onMessage) {
  module ??= compile(new URL("../wasm/engine_bg.wasm", import.meta.url));
  const stop = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const fail = (error) => onMessage({ kind: "failed", message: error.message ?? "the engine's worker cannot be started" });
  worker.addEventListener("message", ({ data }) => onMessage(data));
  worker.addEventListener("error", fail);
  // Messages are queued until the module is compiled.
  const ready = module.then((module) => ({ module }));
  ready.catch((error) => {
    module = undefined;
    fail(error);
  });
  return {
    stop,
    post(message) {
      ready.then((more) => worker.postMessage(message.kind === "begin" ? { ...message, ...more } : message), () => {});
    },
    idle() {},
    end: () => worker.terminate(),
  };
}

async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
  // Not every host sends the MIME type that streaming compilation needs.
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Engine extends EngineOf {
  constructor(options) {
    super(spawn, options);
  }
}
