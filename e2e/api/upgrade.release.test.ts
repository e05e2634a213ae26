import { expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { lcd } from "#e2e/api/samples.ts";
import { makePartner, registerRenter } from "#e2e/api/world.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { procedureAddress } from "#e2e/setup/procedures.ts";
import { startServer } from "#e2e/setup/server.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { env } from "#lib/platform/env.ts";

// Its tables are changed, which no other file's may be.
await useOwnDatabase();

const workers = 4;

test("an instance keeps serving while the next release adds columns and an index to every table", async () => {
  const [dataDirectory, door] = [inject("dataDirectory"), inject("door")];
  // Jobs, too, go on with what they know.
  const { url, program } = await startServer({ databaseUrl: env.DATABASE_URL, dataDirectory, door }, { JOB_RUNNER: "embedded" });
  const partner = await makePartner();
  const { key } = partner.development;
  const uid = await registerRenter({ partnerIds: [partner.id] });
  const cookie = await makeSessionCookie(await makeUser({ role: "owner", partnerId: partner.id }));
  const statuses = new Map<string, number>();
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = path.startsWith("/v2") ? { key, "content-type": "application/json" } : { cookie };
    const answer = await fetch(`${url}${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    const text = await answer.text();
    const outcome = `${method} ${path.replace(/[0-9A-Z]{26}/, "…").split("?")[0]} ${answer.status}`;
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    return answer.headers.get("content-type")?.startsWith("application/json") === true ? JSON.parse(text) : undefined;
  };
  await ask("POST", "/v2/renters", uid);

  let isOver = false;
  let rounds = 0;
  const load = Array.from({ length: workers }, async () => {
    while (!isOver) {
      const { contract } = (await ask("POST", "/v2/contracts", lcd(uid))) as { contract?: { cid: string } };
      await ask("GET", `/v2/contracts/${contract?.cid}`);
      await ask("DELETE", `/v2/contracts/${contract?.cid}`, { reason: "a trial" });
      await ask("GET", `/v2/contracts?uid=${uid}&limit=5`);
      await ask("GET", procedureAddress("calls.list", { environment: "development" }));
      await ask("GET", "/development/contracts");
      rounds += 1;
    }
  });
  const pass = (more: number) => {
    const goal = rounds + more;
    return waitFor(() => expect(rounds).toBeGreaterThanOrEqual(goal));
  };
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`;
  // By then the connections have their prepared statements.
  await pass(5 * workers);
  for (const { name } of tables) {
    await sql.begin(async (tx) => {
      // Both may be null: rows are written whole, with null for what an instance does not know.
      await tx`alter table ${tx(name)} add column of_the_next_release text default 'x', add column and_another jsonb`;
      await tx`create index on ${tx(name)} (of_the_next_release)`;
    });
  }
  await pass(5 * workers);
  isOver = true;
  await Promise.all(load);
  await endProgram(program);

  expect(tables.length).toBeGreaterThan(30);
  expect([...statuses.keys()].toSorted()).toEqual([
    "DELETE /v2/contracts/… 200",
    "GET /api/portal/trpc/calls.list 200",
    "GET /development/contracts 200",
    "GET /v2/contracts 200",
    "GET /v2/contracts/… 200",
    "POST /v2/contracts 200",
    "POST /v2/renters 201",
  ]);
});
