import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sql as pool } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { asStaff } from "#lib/account/users/users.fixture.ts";
import { queueFor } from "#lib/insurance/claims/desk/queue.ts";
import { queueQuery } from "#lib/insurance/claims/desk/schema.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { pageStatement } from "#lib/platform/lists/list.ts";

await useOwnDatabase({ isNarrow: true });

const count = 60_000;
/** The claims themselves fill several times as many. */
const fewBlocks = 1500;
const asMe = { ...asStaff, actor: { ...asStaff.actor, userId: "usr_me" } };

let busy: string;

/**
 * Six of seven claims are of one world, and the others of sixty. Nine of ten claims are over; of the others half are tests, a hundred are mine,
 * and a thousand are unassigned.
 */
beforeAll(async () => {
  const partner = await makePartner();
  busy = partner.id;
  const world = partner.worlds.production.id;
  const others = await Promise.all(Array.from({ length: 60 }, () => makePartner()));
  const worlds = others.map(({ worlds: { production } }) => production.id);
  const sample = { uid: "renter", contractType: "LCD", status: "open", test: false, createdAt: asStaff.now } as const;
  const [contract] = await insertContracts(world, [sample]);
  if (contract === undefined) throw new Error("the sample contract was not inserted");
  await withPatience(
    () => pool`
    insert into claims (id, claim_id, world_id, uid, cid, cpid, test, draft_status, stage, status, status_since, can_submit, type, subtype, claim_at,
      description, product, location, insured, questions, entries, handler_id, created_at, updated_at)
    select 'claim_' || lpad(n::text, 12, '0'), 'CLM-' || n,
      case when n % 7 = 3 then (${worlds}::int[])[1 + n % 60] else ${world} end, 'renter' || n % 5000, ${contract.cid}, ${contract.cpid}, n % 20 < 10, 'matched',
      s.stage, s.status, timestamptz '2026-01-01Z' + n * interval '1 second', false, 'break', 'partial_break', ${asStaff.now}, repeat('d', 200),
      jsonb_build_object('productMarked', 'BC-' || n), '{}', jsonb_build_object('firstName', 'Ada' || n % 700, 'lastName', 'Martin' || n), '{}', '[]',
      case when n % 1200 = 3 then 'usr_me' when n % 120 <> 1 then 'usr_' || n % 40 end, ${asStaff.now}, ${asStaff.now}
    from generate_series(1, ${count}::int) n
    cross join lateral (select case when n % 10 > 0 and n % 120 <> 1 and n % 1200 <> 3 then 'closed_paid' when n % 3 = 0 then 'waiting_for_tulip'
        when n % 3 = 1 then 'waiting_for_payment' else 'document_to_send' end as stage) g
    cross join lateral (select g.stage, case g.stage when 'closed_paid' then 'closed' when 'document_to_send' then 'pending_info' else 'in_progress' end as status) s`,
  );
  await pool`vacuum analyze claims`;
}, 300_000);

async function readBlocks(asked: object): Promise<number> {
  const query = queueQuery.parse(asked);
  const { sql: text, params } = new PgDialect().sqlToQuery(pageStatement(await queueFor(asMe, query), sql`true`, query));
  const [row] = await pool.unsafe<{ "QUERY PLAN": [{ Plan: Record<string, unknown> }] }[]>(
    `explain (analyze, buffers, format json) ${text}`,
    params as string[],
  );
  const plan = row?.["QUERY PLAN"][0].Plan ?? {};
  expect(JSON.stringify(plan)).not.toMatch(/"Seq Scan","[^}]*"Relation Name":"claims"/);
  return Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"]);
}

describe(`a page of the queue over ${count} claims is read by an index,`, () => {
  test.each<[string, () => object]>([
    ["of what is to be decided", () => ({})],
    ["of what is to be paid", () => ({ view: "pay" })],
    ["of mine", () => ({ view: "mine" })],
    ["of the unassigned", () => ({ view: "unassigned" })],
    ["of all that are open, with tests", () => ({ view: "all", kind: "all" })],
    ["of a partner", () => ({ partner: busy })],
    ["of a partner's that are mine", () => ({ partner: busy, view: "mine" })],
    ["of a status that most have", () => ({ status: "closed" })],
    ["of a status that none has", () => ({ status: "rejected" })],
    ["further on", () => ({ view: "all", before: "2026-01-02T00:00:00.000Z~claim_x" })],
  ])("%s", async (_name, asked) => {
    expect(await readBlocks(asked())).toBeLessThan(fewBlocks);
  });
});
