import { describe, expect, onTestFinished, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { catchUp, catchUpWorlds } from "#lib/developer/sandbox/catch-up.ts";
import { shiftClock, readClock, returnClock } from "#lib/developer/sandbox/clock.ts";
import { openSandbox, readHappened, refuseUpdates } from "#lib/developer/sandbox/sandbox.fixture.ts";
import type { Sandbox } from "#lib/developer/sandbox/sandbox.fixture.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { bodyOf, noon } from "#lib/insurance/renewals/shop.fixture.ts";
import { log } from "#lib/platform/log/log.ts";
import { Accepted } from "#lib/platform/wire/endpoint.ts";

await useOwnDatabase();

const start = noon("2027-01-10");

const move = async (sandbox: Sandbox, body: { advance?: string; to?: string }, waitMs?: number) =>
  shiftClock(await sandbox.at(start), shiftClockBody.parse(body), waitMs);

/** Contracts of a month, one hour apart. */
async function makeContracts(sandbox: Sandbox, count: number): Promise<string[]> {
  const cids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const ctx = await sandbox.at(start);
    const begin = new Date(start.getTime() + index * 3_600_000);
    const { cid } = await create(ctx, bodyOf({ ...sandbox, at: () => ctx }, "LMD", begin, 1), { preview: false });
    cids.push(cid ?? "");
  }
  return cids;
}

const readClosed = async ({ worldId }: Sandbox) =>
  (await readHappened(worldId)).filter(({ type }) => type === "contract.closed").map(({ subject, at }) => `${at} ${subject}`);

describe("a jump of two years over an LMD that renews itself", () => {
  // rules/sandbox.md#clock-2
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

describe("a move of the clock that is interrupted", () => {
  // rules/sandbox.md#clock-5
  test("shows its progress, keeps requests at the reached time, and is finished by the job", async () => {
    const sandbox = await openSandbox();
    const cids = await makeContracts(sandbox, 5);
    const answered = await move(sandbox, { advance: "P2M" }, 0);
    expect(answered).toEqual(new Accepted({ now: "2027-03-10T12:00:00.000Z", offset_seconds: 59 * 86_400, moved: true }));
    expect(await readClock(await sandbox.at(start))).toMatchObject({
      now: start.toISOString(),
      catching_up: { to: "2027-03-10T12:00:00.000Z", remaining: 5 },
      next_due: { at: "2027-02-10T12:00:00.000Z", kind: "contract.ends", cid: cids[0] },
    });
    // Simulates a process that dies after each batch.
    for (const done of [1, 2, 3]) {
      await catchUp(sandbox.worldId, { clock: () => start, batchSize: 1, signal: abortedAfter(1) });
      const { now, catching_up } = await readClock(await sandbox.at(start));
      expect(now).toBe(`2027-02-10T${11 + done}:00:00.000Z`);
      expect(catching_up?.remaining).toBe(5 - done);
    }
    await catchUpWorlds(start);
    expect(await readClock(await sandbox.at(start))).toMatchObject({ now: "2027-03-10T12:00:00.000Z", catching_up: null, next_due: null });
    expect(await readClosed(sandbox)).toEqual(cids.map((cid, hour) => `2027-02-10T${12 + hour}:00:00 ${cid}`));
  });

  test("is continued by the next move, which starts at its target", async () => {
    const sandbox = await openSandbox();
    await makeContracts(sandbox, 2);
    await move(sandbox, { advance: "P1D" }, 0);
    expect(await move(sandbox, { advance: "P2M" })).toMatchObject({ now: "2027-03-11T12:00:00.000Z" });
    expect(await readClosed(sandbox)).toHaveLength(2);
  });

  test("ends if the clock is put back: the remaining work is due on its real day", async () => {
    const sandbox = await openSandbox();
    await makeContracts(sandbox, 3);
    await move(sandbox, { advance: "P2M" }, 0);
    await catchUp(sandbox.worldId, { clock: () => start, batchSize: 1, signal: abortedAfter(1) });
    expect(await returnClock(await sandbox.at(start))).toMatchObject({ now: start.toISOString(), moved: false });
    await catchUpWorlds(start);
    expect(await readClosed(sandbox)).toHaveLength(1);
    expect(await readClock(await sandbox.at(start))).toMatchObject({
      moved: false,
      catching_up: null,
      next_due: { at: "2027-02-10T13:00:00.000Z" },
    });
  });
});

describe("a run of the clock job", () => {
  test("takes turns between worlds until all have caught up", async () => {
    const [one, other] = [await openSandbox(), await openSandbox()];
    for (const sandbox of [one, other]) {
      await makeContracts(sandbox, 8);
      await move(sandbox, { advance: "P2M" }, 0);
    }
    await catchUpWorlds(start, { batchSize: 1, sliceMs: 1 });
    for (const sandbox of [one, other]) {
      expect(await readClock(await sandbox.at(start))).toMatchObject({ catching_up: null });
      expect(await readClosed(sandbox)).toHaveLength(8);
    }
  });

  test("continues with other worlds after one that fails", async () => {
    const [failing, other] = [await openSandbox(), await openSandbox()];
    for (const sandbox of [failing, other]) {
      await makeContracts(sandbox, 1);
      await move(sandbox, { advance: "P2M" }, 0);
    }
    await refuseUpdates("worlds", failing.worldId);
    await catchUpWorlds(start);
    expect(await readClosed(other)).toHaveLength(1);
  });
});

test("a contract that cannot be ended blocks neither other contracts nor the clock", async () => {
  const level = log.level;
  log.level = "silent";
  onTestFinished(() => void (log.level = level));
  const sandbox = await openSandbox();
  const cids = await makeContracts(sandbox, 5);
  const [poisoned = ""] = cids.slice(2);
  const tariff = `trf_${poisoned}`;
  await sql`insert into tariffs (id, name, version, effective_from, rates) values (${tariff}, ${tariff}, '1', now(), '{}')`;
  await sql`update contracts set tariff_id = ${tariff} where cid = ${poisoned}`;
  expect(await move(sandbox, { advance: "P2M" })).toMatchObject({ now: "2027-03-10T12:00:00.000Z" });
  expect(await readClosed(sandbox)).toHaveLength(4);
  expect(await readClock(await sandbox.at(start))).toMatchObject({ catching_up: null, next_due: { cid: poisoned } });
});

test("a world without overdue work ends what becomes due as its clock goes on", async () => {
  const sandbox = await openSandbox();
  const [cid] = await makeContracts(sandbox, 1);
  await move(sandbox, { to: "2027-02-10T11:59:00.000Z" });
  await catchUpWorlds(new Date(start.getTime() + 59_000));
  expect(await readClosed(sandbox)).toEqual([]);
  await catchUpWorlds(new Date(start.getTime() + 61_000));
  expect(await readClosed(sandbox)).toEqual([`2027-02-10T12:00:01 ${cid}`]);
});

/** A signal that aborts after so many reads; a job reads it before each batch. */
function abortedAfter(looks: number): AbortSignal {
  let left = looks;
  const { signal } = new AbortController();
  return new Proxy(signal, {
    get: (target, name) => (name === "aborted" ? left-- <= 0 : (Reflect.get(target, name, target) as unknown)),
  });
}
