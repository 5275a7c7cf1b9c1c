import { Bounds, Engine, initSync } from "../wasm/engine.js";

/**
 * What a worker does with messages: the same everywhere.
 * @param {(message: object) => void} post
 */
export function serve(post) {
  /** @type {Engine | null} */
  let engine = null;
  const listener = {
    tell(depth, seldepth, multipv, isMate, score, bound, nodes, time, hashfull, uci, san) {
      const told = { depth, seldepth, multipv, score: isMate ? { mate: score } : { cp: score }, bound, nodes, time, hashfull };
      post({ kind: "info", ...told, pv: words(uci), sans: words(san) });
    },
  };
  const deeds = {
    begin({ module, hash, stop }) {
      initSync({ module });
      engine = new Engine(hash, stop ?? undefined);
    },
    forget() {
      engine?.forget();
    },
    analyze({ variant, start, moves, bounds: asked }) {
      const bounds = new Bounds();
      try {
        Object.assign(bounds, asked);
        post({ kind: "end", line: words(engine.analyze(variant, start, moves, bounds, listener)) });
      } finally {
        bounds.free();
      }
    },
  };
  return (message) => {
    try {
      deeds[message.kind](message);
    } catch (error) {
      post({ kind: "failed", message: error.message });
    }
  };
}

function words(joined) {
  return joined === "" ? [] : joined.split(" ");
}
