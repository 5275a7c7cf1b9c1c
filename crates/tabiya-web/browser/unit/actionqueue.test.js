// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { ActionQueue, DroppedAction, ignoreDropped } from "../../assets/js/actionqueue.js";

/** A promise that the test settles. */
function deferred() {
  /** @type {(value?: unknown) => void} */
  let resolve = () => {};
  /** @type {(error: unknown) => void} */
  let reject = () => {};
  const promise = new Promise((done, fail) => ([resolve, reject] = [done, fail]));
  return { promise, resolve, reject };
}

test("actions run in order, each after the one before it", async () => {
  const queue = new ActionQueue(() => {});
  /** @type {string[]} */
  const log = [];
  const first = deferred();
  const one = queue.add(() => {
    log.push("first starts");
    return first.promise.then(() => log.push("first ends"));
  });
  const two = queue.add(() => void log.push("second"));
  assert.deepEqual(log, ["first starts"]);
  first.resolve();
  await Promise.all([one, two]);
  assert.deepEqual(log, ["first starts", "first ends", "second"]);
});

test("an action that returns no promise runs at once", () => {
  let runs = 0;
  void new ActionQueue(() => {}).add(() => void (runs += 1));
  assert.equal(runs, 1);
});

test("onBusyChange reports when asynchronous actions start and end", async () => {
  /** @type {boolean[]} */
  const changes = [];
  const queue = new ActionQueue((isBusy) => changes.push(isBusy));
  await queue.add(() => {});
  assert.deepEqual(changes, []);
  const adding = queue.add(async () => {});
  assert.deepEqual(changes, [true]);
  await adding;
  assert.deepEqual(changes, [true, false]);
});

test("actions queued behind one that fails reject with DroppedAction and do not run", async () => {
  const queue = new ActionQueue(() => {});
  const failing = deferred();
  let runs = 0;
  const one = queue.add(() => failing.promise);
  const two = queue.add(() => void (runs += 1));
  const three = queue.add(() => void (runs += 1));
  failing.reject(new Error("no answer"));
  await assert.rejects(one, /no answer/);
  await assert.rejects(two, DroppedAction);
  await assert.rejects(three, DroppedAction);
  assert.equal(runs, 0);
});

test("an action that throws drops those behind it, and the queue goes on", async () => {
  const queue = new ActionQueue(() => {});
  const first = deferred();
  const one = queue.add(() => first.promise);
  const two = queue.add(() => {
    throw new Error("broken");
  });
  const three = queue.add(() => {});
  first.resolve();
  await one;
  await assert.rejects(two, /broken/);
  await assert.rejects(three, DroppedAction);
  await queue.add(() => {});
  assert.equal(queue.isBusy, false);
});

test("addUntilRun queues a dropped action again", async () => {
  const queue = new ActionQueue(() => {});
  const failing = deferred();
  let runs = 0;
  const one = queue.add(() => failing.promise);
  const two = queue.addUntilRun(() => void (runs += 1));
  failing.reject(new Error("no answer"));
  await assert.rejects(one, /no answer/);
  await two;
  assert.equal(runs, 1);
});

test("addUntilRun passes the action's own error on", async () => {
  const queue = new ActionQueue(() => {});
  await assert.rejects(queue.addUntilRun(() => Promise.reject(new Error("refused"))), /refused/);
});

test("ignoreDropped throws every other error", () => {
  ignoreDropped(new DroppedAction());
  assert.throws(() => ignoreDropped(new Error("other")), /other/);
});
