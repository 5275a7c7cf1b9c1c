// @ts-check
// A queue of actions: each starts when the one before it has finished. An action that returns no promise finishes at once.

/** Why a queued action did not run: an action before it failed. */
export class DroppedAction extends Error {
  constructor() {
    super("an earlier action failed");
    this.name = "DroppedAction";
  }
}

/** @typedef {{ action: () => unknown, resolve: () => void, reject: (error: unknown) => void }} QueuedAction */

export class ActionQueue {
  /** @param {(isBusy: boolean) => void} onBusyChange Called when an asynchronous action starts or ends. */
  constructor(onBusyChange) {
    this.onBusyChange = onBusyChange;
    /** @type {QueuedAction[]} */
    this.queued = [];
    this.isBusy = false;
  }

  /**
   * Runs an action after all actions before it. If it fails, the actions queued behind it are dropped, because they assumed
   * a state that does not exist: their promises reject with `DroppedAction`.
   * @param {() => unknown} action
   * @returns {Promise<void>}
   */
  add(action) {
    return new Promise((resolve, reject) => {
      this.queued.push({ action, resolve: () => resolve(), reject });
      if (!this.isBusy) this.next();
    });
  }

  /**
   * The same for an action that must run whether or not the actions before it succeed: it is queued again when it is dropped.
   * @param {() => unknown} action
   * @returns {Promise<void>}
   */
  async addUntilRun(action) {
    for (;;) {
      try {
        return await this.add(action);
      } catch (error) {
        if (!(error instanceof DroppedAction)) throw error;
      }
    }
  }

  next() {
    for (let first = this.queued.shift(); first; first = this.queued.shift()) {
      const { action, resolve, reject } = first;
      try {
        const result = action();
        if (result instanceof Promise) return this.wait(result, resolve, reject);
        resolve();
      } catch (error) {
        this.dropQueued();
        reject(error);
      }
    }
  }

  /**
   * @param {Promise<unknown>} result
   * @param {() => void} resolve
   * @param {(error: unknown) => void} reject
   */
  wait(result, resolve, reject) {
    this.setBusy(true);
    result.then(() => {
      this.setBusy(false);
      resolve();
      this.next();
    }, (error) => {
      this.dropQueued();
      this.setBusy(false);
      reject(error);
    });
  }

  dropQueued() {
    for (const { reject } of this.queued.splice(0)) reject(new DroppedAction());
  }

  /** @param {boolean} isBusy */
  setBusy(isBusy) {
    this.isBusy = isBusy;
    this.onBusyChange(isBusy);
  }
}

/**
 * For callers that do not wait for their action: the action that failed is reported, those dropped with it are not.
 * @param {unknown} error
 */
export function ignoreDropped(error) {
  if (!(error instanceof DroppedAction)) throw error;
}
