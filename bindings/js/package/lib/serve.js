import { Bounds, Engine, initSync } from "../wasm/engine.js";

/**
 * The message handler of a worker, for all platforms.
 * @param {(message: object) => void} post
 */
export function serve(post) {
  /** @type {Engine | null} */
  let engine = null;
  const listener = {
    report(depth, seldepth, multipv, isMate, score, bound, nodes, time, hashfull, uci, san) {
      const info = { depth, seldepth, multipv, score: isMate ? { mate: score } : { cp: score }, bound, nodes, time, hashfull };
      post({ kind: "info", ...info, pv: words(uci), sans: words(san) });
    },
  };
  const handlers = {
    begin({ module, hash, stop }) {
      initSync({ module });
      engine = new Engine(hash, stop ?? undefined);
    },
    clear() {
      engine?.clear();
    },
    analyze({ variant, start, moves, bounds: limits }) {
      const bounds = new Bounds();
      try {
        Object.assign(bounds, limits);
        post({ kind: "end", line: words(engine.analyze(variant, start, moves, bounds, listener)) });
      } finally {
        bounds.free();
      }
    },
  };
  return (message) => {
    try {
      handlers[message.kind](message);
    } catch (error) {
      post({ kind: "failed", message: error.message });
    }
  };
}

function words(joined) {
  return joined === "" ? [] : joined.split(" ");
}
