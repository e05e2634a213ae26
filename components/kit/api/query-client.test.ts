import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { followsOwnChange, makeQueryClient } from "#components/kit/api/api.ts";

let tests = 0;
beforeEach(() => {
  // Later than in the test before.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1000 * (tests += 1) });
  onTestFinished(() => void vi.useRealTimers());
});

/** A list on a page, which is refreshed once a millisecond. */
function openList() {
  const client = makeQueryClient();
  const queryFn = () => {
    vi.setSystemTime(Date.now() + 1);
    return Date.now();
  };
  const list = new QueryObserver(client, { queryKey: ["rows"], queryFn });
  onTestFinished(list.subscribe(() => undefined));
  return { client, list, isOwn: () => followsOwnChange(list.getCurrentResult()) };
}

test("rows that the user made are known from rows that came by themselves", async () => {
  const { client, list, isOwn } = openList();
  await list.refetch();
  expect(isOwn()).toBe(false);
  await client.invalidateQueries({ queryKey: ["rows"] });
  expect(isOwn()).toBe(true);
  await list.refetch();
  expect(isOwn()).toBe(false);
});

test("a refresh that began before the change is not taken for its answer", async () => {
  const { client, list, isOwn } = openList();
  await list.refetch();
  const timed = list.refetch().catch(() => undefined);
  await client.invalidateQueries({ queryKey: ["rows"] });
  await timed;
  expect(isOwn()).toBe(true);
});

test("a change of something else leaves a list as it is", async () => {
  const { client, list, isOwn } = openList();
  await client.invalidateQueries({ queryKey: ["others"] });
  await list.refetch();
  expect(isOwn()).toBe(false);
});
