import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { sampleCall } from "#lib/developer/calls/calls.fixture.ts";
import { flushCalls, recordCall } from "#lib/developer/calls/record.ts";
import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { log } from "#lib/platform/log/log.ts";

// In a process of its own, whose connections end for good: a new one would wait for a timer, and the timers here are fake.

const makeCall = (): CallRecord => sampleCall({ at: new Date("2027-03-01T09:00:00.123Z"), worldId: 4_000_000 });

test("calls that the database refuses at shutdown are dropped, and the process ends", async () => {
  await sql.end();
  vi.useFakeTimers();
  const errorLog = vi.spyOn(log, "error").mockReturnValue();
  try {
    recordCall(makeCall());
    // The write is in progress.
    vi.advanceTimersByTime(100);
    await flushCalls();
    expect(errorLog).toHaveBeenLastCalledWith({ lost: 1 }, "calls were lost at shutdown");
    errorLog.mockClear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(errorLog.mock.calls.filter(([, text]) => text === "calls were not recorded; they are tried again")).toEqual([]);
  } finally {
    errorLog.mockRestore();
    vi.useRealTimers();
  }
});

test("calls that the database does not accept are retried after a pause, however many wait", async () => {
  vi.useFakeTimers();
  const errorLog = vi.spyOn(log, "error").mockReturnValue();
  const tries = () => errorLog.mock.calls.filter(([, text]) => text === "calls were not recorded; they are tried again").length;
  try {
    for (let call = 0; call < 600; call += 1) recordCall(makeCall());
    await vi.advanceTimersByTimeAsync(500);
    for (let call = 0; call < 600; call += 1) recordCall(makeCall());
    await vi.advanceTimersByTimeAsync(400);
    expect(tries()).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(tries()).toBe(2);
    await flushCalls();
  } finally {
    errorLog.mockRestore();
    vi.useRealTimers();
  }
});
