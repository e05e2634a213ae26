import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeContracts, makeShop } from "#jobs/contracts.fixture.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { statusNames, typeNames } from "#lib/insurance/claims/list-filters.ts";
import { claimListQuery, listForPortal } from "#lib/insurance/claims/overview.ts";

const newest = new Date("2027-03-01T12:00:00.000Z");
const count = 160;

let world: World;
let neighbour: World;
let stored: StoredClaim[];

interface StoredClaim {
  id: string;
  claimId: string | null;
  uid: string;
  cid: string;
  status: string;
  type: string;
  createdAt: Date;
}

beforeAll(async () => {
  const [shop, other] = await Promise.all([makeShop(newest), makeShop(newest)]);
  [world, neighbour] = [shop.world, other.world];
  stored = await insertClaims(shop, count);
  await insertClaims(other, 20);
  await indexNow();
});

async function insertClaims(shop: Awaited<ReturnType<typeof makeShop>>, rows: number): Promise<StoredClaim[]> {
  const cids = await makeContracts(shop, 3);
  const read = await sql<StoredClaim[]>`
    insert into claims (id, claim_id, world_id, uid, cid, cpid, test, draft_status, stage, status, status_since, can_submit, type, subtype,
      claim_at, description, product, location, insured, questions, entries, created_at, updated_at)
    select 'claim_' || ${shop.world.id}::int || '_' || lpad(n::text, 4, '0'),
      case when s.status in ('draft', 'archived') then null else 'CLM-' || ${shop.world.id}::int || '-' || n end,
      ${shop.world.id}, case n % 3 when 0 then ${shop.uid}::text else 'another renter' end, p.cid, p.cpid, n % 2 = 0, 'unmatched', null, s.status,
      s.at, false, (${typeNames as string[]}::text[])[1 + n % 2], 'total_theft', s.at, 'a description', '{}', '{}', '{}', '{}',
      '[{"type": "Photo", "category": "mandatory", "requested": false}]', s.at, s.at
    from generate_series(0, ${rows - 1}::int) n
    cross join lateral (select (${statusNames as string[]}::text[])[1 + n % 8] as status, ${newest} - (n / 2) * interval '1 hour' as at) s
    join contract_products p on p.cid = (${cids}::text[])[1 + n % 3]
    returning id, claim_id, uid, cid, status, type, created_at`;
  return read
    .map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id.localeCompare(a.id));
}

const ask = (query: Record<string, string>) => listForPortal({ world }, claimListQuery.parse(query));

/** Random filters, as texts of an address. */
const anyFilters = fc.record(
  {
    status: fc.array(fc.constantFrom(...statusNames), { minLength: 1, maxLength: 8 }).map((chosen) => chosen.join(",")),
    type: fc.subarray([...typeNames], { minLength: 1 }).map((chosen) => chosen.join(",")),
    renter: fc.constantFrom("another renter", "nobody"),
    from: fc.integer({ min: 0, max: 80 }).map(hoursBefore),
    to: fc.integer({ min: 0, max: 80 }).map(hoursBefore),
    search: fc.integer({ min: 0, max: count - 1 }).map((index) => `\u0000${index}`),
  },
  { requiredKeys: [] },
);

function hoursBefore(hours: number): string {
  return new Date(newest.getTime() - hours * 3_600_000).toISOString();
}

/** Case and punctuation do not count (rules/search.md#find-1). */
const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

function fits(claim: StoredClaim, { status, type, renter, from, to, search }: Record<string, string | undefined>): boolean {
  return (
    (status === undefined || status.split(",").includes(claim.status)) &&
    (type === undefined || type.split(",").includes(claim.type)) &&
    (renter === undefined || claim.uid === renter) &&
    (from === undefined || claim.createdAt >= new Date(from)) &&
    (to === undefined || claim.createdAt < new Date(to)) &&
    (search === undefined || [claim.id, claim.claimId ?? "", claim.cid].some((text) => plain(text).includes(plain(search))))
  );
}

describe("the list of claims", () => {
  test("can be paged through exactly the matching claims, in both directions", async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, fc.integer({ min: 8, max: 60 }), async (filters, size) => {
        const named = filters.search === undefined ? undefined : stored[Number(filters.search.slice(1))];
        const asked = { ...filters, ...(named && { search: named.claimId ?? named.cid }) };
        const expected = stored.filter((claim) => fits(claim, asked)).map(({ id }) => id);
        const limit = String(size);
        const there: string[] = [];
        let page = await ask({ ...asked, limit });
        const pages = [page];
        for (; page.older !== null; pages.push(page)) page = await ask({ ...asked, limit, before: page.older });
        there.push(...pages.flatMap(({ rows }) => rows.map(({ id }) => id)));
        expect(there).toEqual(expected);
        const back = page.newer === null ? undefined : await ask({ ...asked, limit, after: page.newer });
        if (back !== undefined) expect(back.rows).toEqual(pages.at(-2)?.rows);
      }),
      { numRuns: 30 },
    );
  });

  test("has no claim of another world", async () => {
    const { rows } = await listForPortal({ world: neighbour }, claimListQuery.parse({ limit: "100" }));
    expect(rows).toHaveLength(20);
    expect(stored.map(({ id }) => id)).not.toEqual(expect.arrayContaining([rows[0]?.id]));
  });

  test("counts the missing mandatory documents of a draft, and none for a closed claim", async () => {
    const { rows } = await ask({ limit: "100", status: "draft,closed" });
    expect(new Set(rows.map(({ status, missing }) => `${status} ${missing}`))).toEqual(new Set(["draft 1", "closed 0"]));
  });

  test("starts at the first page for an invalid cursor", async () => {
    const first = await ask({});
    for (const cursor of ["nonsense", stored[50]!.id, "2027-99-99T00:00:00.000Z~x", "+12027-01-01T00:00:00.000Z~x"]) {
      expect(await ask({ before: cursor })).toEqual(first);
      expect(await ask({ after: cursor })).toEqual(first);
    }
  });
});
