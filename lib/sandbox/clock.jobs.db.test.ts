import { describe, expect, test, vi } from "vitest";
import { create } from "#lib/contracts/create.ts";
import { bodyOf, noon } from "#lib/renewals/shop.fixture.ts";
import { moveClock, readClock, returnClock } from "#lib/sandbox/clock.ts";
import { openSandbox, readHappened } from "#lib/sandbox/sandbox.fixture.ts";
import type { Sandbox } from "#lib/sandbox/sandbox.fixture.ts";
import { moveClockBody } from "#lib/sandbox/schema.ts";

await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());
vi.setConfig({ testTimeout: 60_000 });

const start = noon("2027-01-10");

const move = async (sandbox: Sandbox, body: { advance?: string; to?: string }, realTime = start) =>
  moveClock(await sandbox.at(realTime), moveClockBody.parse(body));

describe("a jump of two years over an LMD that renews itself", () => {
  test("applies each renewal at its date, with its notice before it", async () => {
    const sandbox = await openSandbox();
    const ctx = await sandbox.at(start);
    await create(ctx, { ...bodyOf({ ...sandbox, at: () => ctx }, "LMD", start, 3), automatic_renewal: true }, { preview: false });
    expect(await move(sandbox, { advance: "P2Y" })).toEqual({ now: "2029-01-10T12:00:00.000Z", offset_seconds: 731 * 86_400, moved: true });
    const happened = (await readHappened(sandbox.worldId)).map(({ type, at }) => `${at} ${type}`);
    const round = (notice: string, end: string) => [
      `${notice} contract.renewal.notification`,
      `${end} contract.renewed`,
      `${end} contract.renewal.enabled`,
      `${end} contract.closed`,
    ];
    const noonOf = (day: string) => `${day}T12:00:00`;
    expect(happened).toEqual([
      `${noonOf("2027-01-10")} contract.created`,
      `${noonOf("2027-01-10")} contract.renewal.enabled`,
      ...round(noonOf("2027-03-10"), noonOf("2027-04-10")),
      ...round(noonOf("2027-06-10"), noonOf("2027-07-10")),
      ...round(noonOf("2027-09-10"), noonOf("2027-10-10")),
      ...round(noonOf("2027-12-10"), noonOf("2028-01-10")),
      ...round(noonOf("2028-03-10"), noonOf("2028-04-10")),
      ...round(noonOf("2028-06-10"), noonOf("2028-07-10")),
      ...round(noonOf("2028-09-10"), noonOf("2028-10-10")),
      ...round(noonOf("2028-12-10"), noonOf("2029-01-10")),
    ]);
    expect(await readClock(await sandbox.at(start))).toMatchObject({
      moved: true,
      catching_up: null,
      next_due: { at: "2029-03-10T12:00:00.000Z", kind: "renewal.notice" },
      resetting: false,
    });
    expect(await returnClock(await sandbox.at(start))).toEqual({ now: start.toISOString(), offset_seconds: 0, moved: false });
  });
});
