import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { addMandatoryDocuments, claimBody, makeClaim, makeInsured, makeSubmitted, actOnClaim } from "#e2e/api/claims.fixture.ts";
import { refuse, succeed } from "#e2e/api/client.ts";
import { refused } from "#e2e/api/refused.ts";
import { makePartner, makeRenter, makeShop, registerRenter } from "#e2e/api/world.ts";
import { cancelClaim, createClaim, getClaim, listClaims, submitClaim } from "#lib/insurance/claims/endpoints.ts";
import { takeOver } from "#lib/insurance/claims/rules/actions-handling.ts";

const at = (id: string) => ({ params: { id } });

describe("a list of claims", () => {
  test("is newest first, in pages, with the total", async () => {
    const shop = await makeShop();
    const { cid, cpid } = await makeInsured(shop);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await succeed(shop.key, createClaim, { body: claimBody(shop.uid, cid, cpid) })).id);
    }
    const list = async (query: Record<string, string>) => {
      const { data, pagination } = await succeed(shop.key, listClaims, { query });
      const { next: _next, ...place } = pagination;
      return { ids: data.map(({ id }) => id), ...place };
    };
    expect(await list({})).toEqual({ ids, total: 5, offset: 0, limit: 20 });
    expect(await list({ limit: "2" })).toEqual({ ids: ids.slice(0, 2), total: 5, offset: 0, limit: 2 });
    expect(await list({ limit: "2", offset: "3" })).toEqual({ ids: ids.slice(3), total: 5, offset: 3, limit: 2 });
    expect(await list({ skip: "4" })).toEqual({ ids: ids.slice(4), total: 5, offset: 4, limit: 20 });
    expect(await list({ skip: "4", offset: "1", limit: "1" })).toEqual({ ids: ids.slice(1, 2), total: 5, offset: 1, limit: 1 });
    expect(await list({ limit: "1000" })).toMatchObject({ limit: 100 });
    expect(await list({ limit: "0" })).toEqual({ ids: [], total: 5, offset: 0, limit: 0 });
    expect(await list({ offset: "9007199254740993" })).toMatchObject({ ids: [], total: 5 });
  });

  test("shows the same of a claim as its detail", async () => {
    const shop = await makeShop();
    const claim = await makeClaim(shop);
    const { data } = await succeed(shop.key, listClaims);
    expect(data).toHaveLength(1);
    expect(claim).toMatchObject(data[0] ?? {});
    expect(Object.keys(data[0] ?? {})).toHaveLength(12);
  });

  // rules/claims.md#read-1
  test("can be narrowed by status: drafts, everything submitted, and archived drafts", async () => {
    const { shop, id: submitted } = await makeSubmitted();
    const [draft, archived, worked, abandoned] = [
      await makeClaim(shop),
      await makeClaim(shop),
      await makeClaim(shop),
      await makeClaim(shop),
    ];
    await succeed(shop.key, cancelClaim, at(archived.id));
    for (const each of [worked, abandoned]) {
      await addMandatoryDocuments(each);
      await succeed(shop.key, submitClaim, at(each.id));
      await actOnClaim(each.id, (claim, now) => takeOver(claim, null, now));
    }
    await succeed(shop.key, cancelClaim, at(abandoned.id));
    const idsOf = async (status: string) => {
      const { data, pagination } = await succeed(shop.key, listClaims, { query: { status } });
      expect(pagination.total).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect(await idsOf("draft")).toEqual([draft.id]);
    expect(await idsOf("cancelled")).toEqual([archived.id]);
    expect(await idsOf("submitted")).toEqual([abandoned.id, worked.id, submitted]);
  });

  // rules/claims.md#read-1
  test("covers all attached renters or one of them, and no others", async () => {
    const shop = await makeShop();
    const other = await makeRenter(shop.key);
    const [mine, theirs] = [await makeClaim(shop), await makeClaim({ key: shop.key, uid: other })];
    const list = async (query: Record<string, string>) => (await succeed(shop.key, listClaims, { query })).data.map(({ id }) => id);
    expect(await list({})).toEqual([theirs.id, mine.id]);
    expect(await list({ userId: other })).toEqual([theirs.id]);
    expect(await list({ userId: shop.uid })).toEqual([mine.id]);
    for (const userId of ["renter-unknown", await registerRenter()]) {
      expect(await refuse(shop.key, listClaims, { query: { userId } })).toMatchObject({ status: 401, code: 9003 });
    }
    const partner = await makePartner();
    expect(await succeed(partner.development.key, listClaims)).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  test.each<[string, string]>([
    ["status", "closed"],
    ["userId", ""],
  ])("refuses %s=%s with 1000", async (name, value) => {
    const { key } = await makeShop();
    const error = await refused(key, "claim", { method: "GET", path: `/v2/claims?${name}=${value}` });
    expect(error).toMatchObject({ status: 400, code: 1000 });
    expect(error.message).toContain(name);
  });
});

test("a detached renter's claims disappear from the list but can still be read", async () => {
  const shop = await makeShop();
  const claim = await makeClaim(shop);
  await sql`delete from renter_attachments where world_id = ${shop.world.id}`;
  expect(await succeed(shop.key, listClaims)).toMatchObject({ data: [], pagination: { total: 0 } });
  expect(await succeed(shop.key, getClaim, at(claim.id))).toEqual(claim);
});
