// @ts-check
// Counts what is still pending on the page: requests, queued actions, delays before a change, transitions. The count is published as
// `data-pending` of the root element, "0" when idle, so that tests can wait until nothing changes any more. An analysis counts until
// its first line arrives; the opponent's reply counts only after it has arrived, because a search may take any time.

const root = globalThis.document?.documentElement;
let count = 0;

/** Functions to call in separate tasks, independent of timers that a test may replace. @type {(() => void)[]} */
const later = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => later.shift()?.();

function publish() {
  if (root) root.dataset.pending = String(count);
}

/**
 * Counts one pending activity. The count falls one task after its end, so that follow-up activities are counted first.
 * @returns {() => void} Ends the activity; further calls do nothing.
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
 * A delay before a change.
 * @param {number} millis
 */
export const pendingDelay = (millis) => whilePending(() => new Promise((done) => setTimeout(done, millis)));

/** Waits for running transitions, including those that a style change has just started. */
function waitForTransitions() {
  const running = document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === "running");
  if (running.length > 0) void whilePending(() => Promise.allSettled(running.map(({ finished }) => finished)));
}

// Changes of the view can start transitions too.
globalThis.document?.addEventListener("transitionrun", () => {
  if (count === 0) waitForTransitions();
});
