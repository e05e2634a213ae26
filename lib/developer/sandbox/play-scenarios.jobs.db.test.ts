import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { shiftClock } from "#lib/developer/sandbox/clock.ts";
import { listScenarios, playActionOfPath, playDueSteps, startScenario } from "#lib/developer/sandbox/play.ts";
import { openSandbox, refuseUpdates } from "#lib/developer/sandbox/sandbox.fixture.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import type { ScenarioName } from "#lib/developer/sandbox/schema.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { noon } from "#lib/insurance/renewals/shop.fixture.ts";

// A database of its own, since the due steps of every scenario are played.
await useOwnDatabase();

const start = noon("2027-01-10");
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

async function begin(name: ScenarioName) {
  const sandbox = await openSandbox();
  const { id } = await insertSampleClaim(sandbox.worldId);
  const { steps } = await startScenario(await sandbox.at(start), id, name);
  const read = async () => (await listScenarios(await sandbox.at(start), id))[0];
  return { sandbox, id, steps, read };
}

const readClaim = async (id: string) => (await sql<{ status: string }[]>`select status from claims where id = ${id}`)[0]?.status;

async function readEvents(id: string): Promise<string[]> {
  const rows = await sql<
    { type: string }[]
  >`select replace(event_type, 'v2.claim.', '') as type from events where subject_id = ${id} order by id`;
  return rows.map(({ type }) => type);
}

describe("a scenario", () => {
  // rules/sandbox.md#insurer-2
  test.each<[ScenarioName, string, string[]]>([
    ["paid", "closed", ["document.accepted", "settlement.created", "settlement.paid", "closed"]],
    ["refused", "rejected", ["refused"]],
    ["more_info", "pending_info", ["document.requested"]],
    ["charged", "closed", ["settlement.created", "settlement.created", "settlement.paid", "closed"]],
    ["returned_payment", "closed", ["settlement.returned", "settlement.created", "reopened", "settlement.paid", "closed"]],
  ])("of %s leaves the claim %s", async (name, status, told) => {
    const { id, steps, read } = await begin(name);
    for (let second = 0; second < steps.length; second += 1) {
      expect(await read()).toMatchObject({ status: "running", made: second });
      // Two steps are at least a second apart, however often the job runs.
      await playDueSteps(later(second));
      await playDueSteps(later(second + 0.9));
      expect(await read()).toMatchObject({ made: second + 1 });
    }
    expect(await read()).toMatchObject({ status: "done", made: steps.length, stoppedBy: null });
    expect(await readClaim(id)).toBe(status);
    const makers = await sql`select distinct execution_id from events where subject_id = ${id}`;
    expect(makers, "each event names the scenario").toEqual([{ executionId: (await read())?.id }]);
    expect((await readEvents(id)).filter((type) => type !== "status.updated").join(" ")).toContain(told.join(" "));
  });

  test("makes each step once, however many runners there are", async () => {
    const { id, steps, read } = await begin("returned_payment");
    for (let second = 0; second < steps.length; second += 1) {
      await Promise.all(Array.from({ length: 5 }, () => playDueSteps(later(second))));
    }
    expect(await read()).toMatchObject({ status: "done" });
    const settlements = await sql<{ type: string }[]>`select type from settlements where claim_id = ${id} order by id`;
    expect(settlements.map(({ type }) => type)).toEqual(["refund", "returned", "refund"]);
  });

  test("that fails unexpectedly rests for a minute, and the others continue", async () => {
    const [failing, other] = [await begin("paid"), await begin("paid")];
    await refuseUpdates("claims", failing.id);
    await playDueSteps(start);
    expect(await other.read()).toMatchObject({ made: 1 });
    expect(await failing.read()).toMatchObject({ status: "running", made: 0 });
    const [row] = await sql<{ dueAt: Date }[]>`select due_at from sandbox_scenarios where claim_id = ${failing.id}`;
    expect(new Date(row?.dueAt ?? 0)).toEqual(later(60));
  });

  test("stops if a user has decided otherwise", async () => {
    const { sandbox, id, read } = await begin("returned_payment");
    await playDueSteps(start);
    await playActionOfPath(await sandbox.at(start), id, "rejectClaim", { reason: "no cover" });
    for (let second = 1; second < 10; second += 1) await playDueSteps(later(second));
    expect(await read()).toMatchObject({ status: "stopped", stoppedBy: expect.stringContaining("rejected") as string });
    expect(await readClaim(id)).toBe("rejected");
  });

  test("is scheduled by real time, and its steps have the time of their world", async () => {
    const { sandbox, id } = await begin("refused");
    await shiftClock(await sandbox.at(start), shiftClockBody.parse({ advance: "P1Y" }));
    await playDueSteps(start);
    await playDueSteps(later(1));
    const [claim] = await sql<{ at: Date }[]>`select closed_at as at from claims where id = ${id}`;
    expect(new Date(claim?.at ?? "")).toEqual(new Date("2028-01-10T12:00:01.000Z"));
  });
});
