// @ts-check
// A queue: one thing is done after another, in the order people asked for them. What needs no answer is done at once.

/** @typedef {{ deed: () => unknown, done: () => void, fail: (error: unknown) => void }} Waiting */

export class Deeds {
  /** @param {(isBusy: boolean) => void} tell Is told when an answer is awaited, and when none is any more. */
  constructor(tell) {
    this.tell = tell;
    /** @type {Waiting[]} */
    this.waiting = [];
    this.isBusy = false;
  }

  /**
   * Does this when everything before it is done. If it fails, what waits behind it is dropped: it was meant for a board
   * that never came to be.
   * @param {() => unknown} deed
   * @returns {Promise<void>}
   */
  add(deed) {
    return new Promise((done, fail) => {
      this.waiting.push({ deed, done: () => done(), fail });
      if (!this.isBusy) this.next();
    });
  }

  next() {
    for (let first = this.waiting.shift(); first; first = this.waiting.shift()) {
      const { deed, done, fail } = first;
      try {
        const answer = deed();
        if (answer instanceof Promise) return this.await(answer, done, fail);
        done();
      } catch (error) {
        this.drop();
        fail(error);
      }
    }
  }

  /**
   * @param {Promise<unknown>} answer
   * @param {() => void} done
   * @param {(error: unknown) => void} fail
   */
  await(answer, done, fail) {
    this.turn(true);
    answer.then(() => {
      this.turn(false);
      done();
      this.next();
    }, (error) => {
      this.drop();
      this.turn(false);
      fail(error);
    });
  }

  drop() {
    for (const { done } of this.waiting.splice(0)) done();
  }

  /** @param {boolean} isBusy */
  turn(isBusy) {
    this.isBusy = isBusy;
    this.tell(isBusy);
  }
}
