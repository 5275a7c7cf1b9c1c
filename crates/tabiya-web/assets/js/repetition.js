// @ts-check
// Repetitions of the current position: a count, links to the earlier occurrences, and a chart of the game. Also the draw clocks.

import { ignoreDropped } from "./actionqueue.js";
import { capital, h, s, write } from "./dom.js";
import { ordinal, plyName, several } from "./numbering.js";
import { revise } from "./revise.js";

/**
 * @param {HTMLElement} place
 * @param {import("./game.js").Game} game
 */
export function showRepetition(place, game) {
  const { now, rules } = game;
  if (!now) return;
  const ends = rules.repetitionEnds ?? 5;
  const pips = Array.from({ length: ends }, (_, index) => {
    const times = index + 1;
    const kinds = ["pip"];
    if (now.times >= times) kinds.push("reached");
    if (times === rules.repetitionClaim) kinds.push("claims");
    if (times === rules.repetitionEnds) kinds.push("ends");
    const title = times === rules.repetitionClaim ? "a draw can be claimed" : times === ends ? "ends the game" : "";
    return h("span", { class: kinds.join(" "), title, "aria-hidden": "true" }, times);
  });
  const earlier = now.visits.slice(1);
  const claimable = now.claims.length > 0 ? [] : now.legal.filter((move) => move.claim).map((move) => move.san);
  place.onclick = ({ target }) => {
    const ply = target instanceof Element ? target.closest("[data-visit]")?.getAttribute("data-visit") : null;
    if (ply) void game.go(() => Number(ply)).catch(ignoreDropped);
  };
  revise(
    place,
    h("div", { class: "pips" }, ...pips, verdict(game)),
    earlier.length > 0 && h("div", { class: "links" }, "Occurred after ", ...earlier.reverse().map((ply) => link(game, ply))),
    now.upcoming && h("p", { class: "explain" }, `${sanOf(now, now.upcoming)} would repeat an earlier position.`),
    claimable.length > 0 && h("p", { class: "explain" }, `A draw can also be claimed with ${claimable.join(" or ")} as the next move.`),
    trail(game),
  );
}

/** @param {import("./game.js").Game} game */
function verdict({ now, rules }) {
  if (!now) return "";
  const text = `${capital(ordinal(now.times))} occurrence`;
  if (now.outcome?.code.endsWith("Repetition")) return h("span", { class: "verdict over" }, `${text}: the game is drawn`);
  if (now.claims.some(({ code }) => code === "threefoldRepetition")) return h("span", { class: "verdict claim" }, `${text}: a draw can be claimed`);
  const hint = rules.repetitionClaim ? "" : "; the third ends the game";
  return h("span", { class: "verdict" }, text + hint);
}

/**
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
function link(game, ply) {
  return h("button", { type: "button", "data-visit": ply }, plyName(game, ply));
}

/**
 * A chart with a bar for each half-move, as high as the number of occurrences; rings mark the current position.
 * @param {import("./game.js").Game} game
 */
function trail(game) {
  const { now, plies } = game;
  if (!now || plies.every((ply) => ply.times === 1)) return null;
  const total = plies.length + 1;
  const times = [1, ...plies.map((ply) => ply.times)];
  const highest = Math.min(5, Math.max(...times));
  const [width, height, step] = [Math.max(total * 8, 320), 10 + highest * 6, 8];
  const visits = new Set(now.visits.length > 1 ? now.visits : []);
  // One path for each color: a long game has hundreds of bars.
  const drawn = { "stem": "", "stem twice": "", "stem thrice": "", "here": "", "same": "" };
  times.forEach((count, ply) => {
    const [x, tall] = [ply * step + 1, Math.min(count, 5) * 6];
    const kind = ply === now.ply ? "here" : count >= 3 ? "stem thrice" : count === 2 ? "stem twice" : "stem";
    drawn[kind] += `M${x} ${height - tall + 2}q0-2 2-2h2q2 0 2 2v${tall - 4}q0 2-2 2h-2q-2 0-2-2z`;
    if (visits.has(ply)) drawn.same += `M${x} ${height - 5 - tall}a3 3 0 1 1 6 0a3 3 0 1 1-6 0z`;
  });
  return s("svg", {
    class: "trail", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "xMinYMid meet", role: "img",
    "aria-label": "Number of occurrences of each position of the game",
  }, ...Object.entries(drawn).map(([kind, d]) => s("path", { class: kind, d })));
}

/**
 * @param {HTMLElement} heading
 * @param {HTMLElement} place
 * @param {import("./game.js").Game} game
 */
export function showClock(heading, place, game) {
  const { now, rules } = game;
  if (!now) return;
  if (rules.clock) {
    const [claim, end] = rules.clock;
    write(heading, "Fifty-move rule");
    revise(place, bar(now.clock, end, claim), h("div", { class: "bar-text" },
      h("span", {}, `${several(now.clock, "half-move")} without a capture or pawn move`),
      h("span", {}, `claim at ${claim / 2} moves · automatic draw at ${end / 2}`)));
    return;
  }
  write(heading, "Counting rule");
  const { count } = now;
  revise(place, ...(count
    ? [bar(count.plies, count.limit, null), h("div", { class: "bar-text" },
      h("span", { "data-testid": "count" }, `${capital(count.honor ?? "count")}: ${Math.ceil(count.plies / 2)} of ${count.limit / 2} moves`),
      h("span", {}, `${count.limit}/${count.plies} in half-moves`))]
    : [h("p", { class: "explain" }, "No count: there are bia on the board, or both sides can still win.")]));
}

/**
 * @param {number} value
 * @param {number} end
 * @param {number | null} mark
 */
function bar(value, end, mark) {
  const fillIn = h("i", { class: mark !== null && value >= mark ? "warn" : "" });
  fillIn.style.width = `${Math.min(100, (100 * value) / end)}%`;
  const line = mark === null ? null : h("b");
  if (line && mark !== null) line.style.left = `${(100 * mark) / end}%`;
  return h("div", { class: "bar", role: "img", "aria-label": `${value} of ${end}` }, fillIn, line);
}

/** @param {import("./types.js").Now} now @param {string} uci */
const sanOf = (now, uci) => now.legal.find((move) => move.uci === uci)?.san ?? uci;
