import { InngestTestEngine } from "@inngest/test";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeFunctions } from "#inngest/functions.ts";
import { startEmbeddedJobs } from "#jobs/embedded.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { shiftClock, readClock, returnClock } from "#lib/developer/sandbox/clock.ts";
import { openSandbox } from "#lib/developer/sandbox/sandbox.fixture.ts";
import { shiftClockBody } from "#lib/developer/sandbox/schema.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { bodyOf } from "#lib/insurance/renewals/shop.fixture.ts";

await useOwnDatabase();

const now = () => new Date();

test("every event happens once while the clock moves back and forth, with two instances and both runners", async () => {
  const sandbox = await openSandbox();
  const sender = createSender({ allowedHosts: [] });
  const embedded = [startEmbeddedJobs(sender, { clock: now }), startEmbeddedJobs(sender, { clock: now })];
  const functions = makeFunctions(now).filter(({ opts }) =>
    ["catch-up-worlds", "end-due-contracts", "notify-due-renewals"].includes(opts.id ?? ""),
  );
  expect(functions).toHaveLength(3);
  const runs: Promise<{ error?: unknown }>[] = [];
  const runAll = () => runs.push(...functions.map((job) => new InngestTestEngine({ function: job }).execute()));

  for (let round = 0; round < 4; round += 1) {
    const ctx = await sandbox.at(now());
    for (let index = 0; index < 10; index += 1) {
      const body = bodyOf({ ...sandbox, at: () => ctx }, "LMD", ctx.now, 1 + (index % 3));
      await create(ctx, { ...body, automatic_renewal: index % 2 === 0 }, { preview: false });
    }
    runAll();
    const moves = ["P1M", "P40D", "PT1H"].map(async (advance) => shiftClock(await sandbox.at(now()), shiftClockBody.parse({ advance })));
    runAll();
    await Promise.all(round % 2 === 0 ? moves : [...moves, returnClock(ctx)]);
    await waitFor(async () => expect((await readClock(await sandbox.at(now()))).catching_up).toBeNull());
    await returnClock(await sandbox.at(now()));
  }
  expect((await Promise.all(runs)).map(({ error }) => error)).toEqual(runs.map(() => undefined));
  await Promise.all(embedded.map((jobs) => jobs.stop()));
  await sender.close();

  const told = await sql<{ event: string; times: number }[]>`
    select event_type || ' ' || subject_id as event, count(*)::int as times from events where world_id = ${sandbox.worldId} group by 1`;
  expect(told.filter(({ times }) => times > 1)).toEqual([]);
  const [chains] = await sql`
    select count(*)::int as applied, count(distinct next_cid)::int as successors,
      (select count(*)::int from contracts where world_id = ${sandbox.worldId} and status = 'closed') as closed,
      (select count(*)::int from events where world_id = ${sandbox.worldId} and event_type = 'v2.contract.closed') as told
    from automatic_renewals where world_id = ${sandbox.worldId} and applied_at is not null`;
  expect(chains?.["applied"]).toBeGreaterThan(0);
  expect(chains).toMatchObject({ successors: chains?.["applied"], told: chains?.["closed"] });
});
