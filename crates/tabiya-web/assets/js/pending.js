// @ts-check
// One count of what is still to come on the page: requests in flight, queued actions, delays before a change, transitions. It is
// published as `data-pending` of the root element, "0" when idle, so that a test can wait until nothing changes any more. An
// engine's search may take any time: an analysis counts until its first line arrives, and the opponent's reply when it has arrived.

const root = globalThis.document?.documentElement;
let count = 0;

/** Functions to call in a task of their own. Tests may replace timers, but not this. @type {(() => void)[]} */
const later = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => later.shift()?.();

function publish() {
  if (root) root.dataset.pending = String(count);
}

/**
 * Counts something that has begun. The count falls one task after the end, so that whatever the end leads to is counted before.
 * @returns {() => void} To be called when it has ended; further calls do nothing.
 */
export function startPending() {
  let isOver = false;
  count += 1;
  publish();
  return () => {
    if (isOver) return;
    isOver = true;
    later.push(() => {
      count -= 1;
      if (count === 0) waitForTransitions();
      publish();
    });
    channel.port2.postMessage(null);
  };
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function whilePending(work) {
  const end = startPending();
  try {
    return await work();
  } finally {
    end();
  }
}

/**
 * A delay before something changes.
 * @param {number} millis
 */
export const pendingDelay = (millis) => whilePending(() => new Promise((done) => setTimeout(done, millis)));

/** Transitions that run now, also those that a change of style starts only now. */
function waitForTransitions() {
  const running = document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === "running");
  if (running.length > 0) void whilePending(() => Promise.allSettled(running.map(({ finished }) => finished)));
}

// Changes of the view alone start transitions too.
globalThis.document?.addEventListener("transitionrun", () => {
  if (count === 0) waitForTransitions();
});
