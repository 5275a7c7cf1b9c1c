import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

import { EngineOf } from "../lib/engine.js";

export * from "./core.js";

/** @type {Buffer | undefined} */
let module;

function spawn(hear) {
  module ??= readFileSync(new URL("../wasm/engine_bg.wasm", import.meta.url));
  const stop = new Int32Array(new SharedArrayBuffer(4));
  // What the program was started with is not for its worker.
  const worker = new Worker(new URL("./worker.js", import.meta.url), { execArgv: [] });
  worker.on("message", hear);
  worker.on("error", (error) => hear({ kind: "failed", message: error.message }));
  worker.on("exit", () => hear({ kind: "failed", message: "the engine's worker has ended" }));
  // A search keeps the program running, an idle engine does not.
  worker.unref();
  return {
    stop,
    post(message) {
      if (message.kind === "analyze") worker.ref();
      worker.postMessage(message.kind === "begin" ? { ...message, module } : message);
    },
    idle: () => worker.unref(),
    end: () => void worker.terminate(),
  };
}

export class Engine extends EngineOf {
  constructor(options) {
    super(spawn, options);
  }
}
