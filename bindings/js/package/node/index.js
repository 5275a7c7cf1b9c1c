import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

import { EngineOf } from "../lib/engine.js";

export * from "./core.js";

/** @type {Buffer | undefined} */
let module;

function spawn(onMessage) {
  module ??= readFileSync(new URL("../wasm/engine_bg.wasm", import.meta.url));
  const stop = new Int32Array(new SharedArrayBuffer(4));
  // The program's own flags are not for the worker.
  const worker = new Worker(new URL("./worker.js", import.meta.url), { execArgv: [] });
  worker.on("message", onMessage);
  worker.on("error", (error) => onMessage({ kind: "failed", message: error.message }));
  worker.on("exit", () => onMessage({ kind: "failed", message: "the engine's worker has ended" }));
  // A search keeps the process alive, an idle engine does not.
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
