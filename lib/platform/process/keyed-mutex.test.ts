import { expect, test } from "vitest";
import { runExclusive } from "#lib/platform/process/keyed-mutex.ts";

/** Work that records its start, and ends when the test says so. */
function makeAction(name: string, seen: string[]) {
  const ending = Promise.withResolvers<string>();
  const run = () => {
    seen.push(name);
    return ending.promise;
  };
  return { run, succeed: () => ending.resolve(name), fail: () => ending.reject(new Error(name)) };
}

test("functions with the same key run one after the other, in order, even after a failure", async () => {
  const seen: string[] = [];
  const [first, second, third] = [makeAction("first", seen), makeAction("second", seen), makeAction("third", seen)];
  const turns = [first, second, third].map(({ run }) => runExclusive("key", run));
  third.succeed();
  second.fail();
  await expect(Promise.race([...turns, runExclusive("other", async () => "other")])).resolves.toBe("other");
  expect(seen).toEqual(["first"]);
  first.succeed();
  expect((await Promise.allSettled(turns)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(seen).toEqual(["first", "second", "third"]);
});

test("a function runs at once if no other one waits", async () => {
  await runExclusive("key", async () => "before");
  const seen: string[] = [];
  const action = makeAction("now", seen);
  const turn = runExclusive("key", action.run);
  await Promise.resolve();
  expect(seen).toEqual(["now"]);
  action.succeed();
  expect(await turn).toBe("now");
});
