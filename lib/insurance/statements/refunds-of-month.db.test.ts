import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import { read } from "#lib/insurance/statements/read.ts";
import { listRefunds } from "#lib/insurance/statements/refunds-of-month.ts";
import type { RefundRow } from "#lib/insurance/statements/refunds-of-month.ts";
import { newId } from "#lib/platform/ids.ts";

// rules/statements.md#figures-2, #figures-6
test("a statement counts claims: submitted, refunds paid minus returned ones, charges minus cancelled ones, and lists them with their claim", async () => {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", noon("2031-03-10"), 3);
  const { world } = shop.at(noon("2031-03-10"));
  const claimId = newId("claim");
  const facts = { march: "2031-03-20T12:00:00Z", april: "2031-04-02T12:00:00Z" };
  await sql`
    insert into claims (id, claim_id, world_id, uid, cid, cpid, test, draft_status, stage, status, status_since, can_submit, type, subtype, claim_at,
      description, product, location, insured, questions, entries, created_at, updated_at, submitted_at)
    select ${claimId}, ${`CLM-${claimId.slice(-8)}`}, ${world.id}, ${shop.uid}, ${cid}, p.cpid, false, 'matched', 'waiting_for_tulip', 'in_progress',
      ${facts.march}::timestamptz, false, 'theft', 'total_theft', ${facts.march}::timestamptz, 'x', '{"brand": "Moustache", "model": "Lundi 27", "productMarked": "FR-1"}', '{}', '{}', '{}', '[]',
      ${facts.march}::timestamptz, ${facts.march}::timestamptz, ${facts.march}::timestamptz
    from contract_products p where p.cid = ${cid}`;
  const paid = newId("stl");
  const charge = newId("stl");
  const settlement = (row: {
    id?: string;
    type: string;
    cents: number;
    at: string;
    paidAt?: string;
    state?: string;
    concerns?: string;
  }) => sql`
    insert into settlements (id, claim_id, type, amount_cents, payment_state, payment_at, concerns, created_at)
    values (${row.id ?? newId("stl")}, ${claimId}, ${row.type}, ${row.cents}, ${row.state ?? null}, ${row.paidAt ?? null}, ${row.concerns ?? null}, ${row.at})`;
  await settlement({ id: paid, type: "refund", cents: 50_000, at: facts.march, paidAt: facts.march, state: "failed" });
  await settlement({ type: "refund", cents: 12_345, at: facts.march, paidAt: facts.march, state: "paid" });
  await settlement({ type: "refund", cents: 99_999, at: facts.march, state: "approved" });
  await settlement({ id: charge, type: "charge", cents: 5_000, at: facts.march, paidAt: facts.march });
  await settlement({ type: "returned", cents: 50_000, at: facts.april, concerns: paid });
  await settlement({ type: "cancel", cents: 5_000, at: facts.april, paidAt: facts.april, concerns: charge });
  const ctx = shop.at(noon("2031-04-20"));
  const march = await read(ctx, "2031-03");
  expect(march.totals).toMatchObject({ claims_submitted: 1, claims_paid: 623.45, claims_charged: 50, claims_net: 573.45 });
  expect(march.totals.loss_ratio).toBeCloseTo(573.45 / march.totals.premium_net_excluding_tax, 4);
  const april = await read(ctx, "2031-04");
  expect(april.totals).toMatchObject({ claims_submitted: 0, claims_paid: -500, claims_charged: -50, claims_net: -450, loss_ratio: null });
  expect(april.renters).toMatchObject([{ uid: shop.uid, claims_net: -450 }]);

  const member = asPerson(ctx, "member");
  for (const [month, totals] of [["2031-03", march.totals] as const, ["2031-04", april.totals] as const]) {
    const { rows } = await listRefunds(member, { month, limit: 25 });
    expect(new Set(rows.map(({ claimId: id, cid: of }) => `${id} ${of}`))).toEqual(new Set([`${claimId} ${cid}`]));
    const add = (amount: (row: RefundRow) => number) => rows.reduce((cents, row) => cents + amount(row), 0) / 100;
    expect(add(({ paidCents }) => paidCents)).toBe(totals.claims_paid);
    expect(add(({ chargedCents }) => chargedCents)).toBe(totals.claims_charged);
    expect(add(({ netCents }) => netCents)).toBe(totals.claims_net);
  }
  const { rows: all } = await listRefunds(member, { month: "2031-03", limit: 25 });
  expect(all.map(({ type }) => type).toSorted()).toEqual(["charge", "refund", "refund"]);
  expect(new Set(all.map(({ product, marking }) => `${product} ${marking}`))).toEqual(new Set(["Moustache Lundi 27 FR-1"]));
  const first = await listRefunds(member, { month: "2031-03", limit: 2 });
  const rest = await listRefunds(member, { month: "2031-03", limit: 2, before: first.older ?? "" });
  expect([...first.rows, ...rest.rows]).toEqual(all);
  expect(rest.older).toBeNull();
  expect((await listRefunds(member, { month: "2031-03", limit: 2, after: rest.newer ?? "" })).rows).toEqual(first.rows);
  expect((await listRefunds(member, { month: "2031-03", limit: 25, renter: shop.uid })).rows).toEqual(all);
  expect((await listRefunds(member, { month: "2031-03", limit: 25, renter: "another" })).rows).toEqual([]);
  const stranger = await openShop();
  await makeContract(stranger, "LMD", noon("2031-03-10"), 3);
  const other = asPerson(stranger.at(noon("2031-04-20")), "member");
  expect((await listRefunds(other, { month: "2031-03", limit: 25 })).rows).toEqual([]);
});
