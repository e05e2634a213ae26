import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import type { StoredContract } from "#lib/insurance/contracts/contracts.fixture.ts";
import { create, remove } from "#lib/insurance/products/change.ts";
import type { productFilters } from "#lib/insurance/products/list-filters.ts";
import { listCovers, listForPortal } from "#lib/insurance/products/list.ts";
import { readForPortal } from "#lib/insurance/products/read.ts";
import type { WireProduct } from "#lib/insurance/products/schema.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import type { FilterValues } from "#lib/platform/lists/portal-lists.ts";

let own: ApiContext;
let foreign: ApiContext[];
let uid: string;
let products: WireProduct[];
let removed: WireProduct;
let inline: StoredContract;

beforeAll(async () => {
  const [partner, stranger, renter] = await Promise.all([makePartner(), makePartner(), registerRenter()]);
  uid = renter;
  own = partner.contexts.production;
  foreign = [partner.contexts.development, stranger.contexts.production];
  for (const ctx of [own, ...foreign]) await attachOpened(ctx, uid);
  products = [];
  for (let index = 0; index < 24; index += 1) products.push(await create(own, bodyOf(index)));
  removed = await create(own, { ...bodyOf(24), uid: "sold-1" });
  await remove(own, removed.product_id);
  [inline] = (await insertContracts(own.world.id, [sampleContract(0)])) as [StoredContract];
  await indexNow();
});

function bodyOf(index: number) {
  return {
    uid: `${index % 2 === 0 ? "bike" : "drone"}-${index}`,
    product_type: index % 2 === 0 ? ("bike" as const) : ("high-tech" as const),
    title: `Number ${index} 100%_sure`,
    value_excl: 1000 + index,
    data: { product_subtype: index % 2 === 0 ? "electric" : "drone", brand: index % 3 === 0 ? "Moustache" : "DJI", model: "Mini" },
  };
}

const sampleContract = (age: number) => ({
  uid,
  contractType: "LCD" as const,
  status: "open" as const,
  test: false,
  createdAt: new Date(Date.parse("2027-02-01T09:00:00.000Z") - age * 60_000),
});

const idsOf = (found: readonly WireProduct[]) => found.map((product) => product.product_id);

async function walk(filter: FilterValues<typeof productFilters>, limit: number) {
  let page = await listForPortal(own, { ...filter, limit });
  const down = page.rows.map(({ id }) => id);
  while (page.older !== null) {
    page = await listForPortal(own, { ...filter, limit, before: page.older });
    down.push(...page.rows.map(({ id }) => id));
  }
  const up = page.rows.map(({ id }) => id);
  while (page.newer !== null) {
    page = await listForPortal(own, { ...filter, limit, after: page.newer });
    up.unshift(...page.rows.map(({ id }) => id));
  }
  return { down, up };
}

/** Case and punctuation do not count, and a text of less than three letters equals a uid (rules/search.md#find-1, find-6). */
function isFoundBy(search: string, { ownId, texts }: { ownId: string; texts: readonly string[] }): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return plain(search).length < 3 ? ownId === search : texts.some((text) => plain(text).includes(plain(search)));
}

describe("the list of products", () => {
  test("has exactly the matching products, newest first, in both directions", async () => {
    const texts = ["mous", "DRONE-1", "100%", "_sure", "%", "nothing"];
    const filters = fc.record(
      {
        type: fc.subarray(["bike", "high-tech", "event"] as const),
        search: fc.constantFrom(...texts),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 2, max: 30 }), async ({ type, search }, limit) => {
        const fitting = products.filter(
          ({ product_type: its, title, uid: ownId, data }) =>
            (type === undefined || type.length === 0 || type.some((one) => one === its)) &&
            (search === undefined || isFoundBy(search, { ownId, texts: [title, ownId, data.brand, data.model] })),
        );
        const expected = idsOf(fitting).toReversed();
        const asked = { ...(type && { type: [...type] }), ...(search !== undefined && { search }) };
        expect(await walk(asked, limit)).toEqual({ down: expected, up: expected });
      }),
      { numRuns: 20 },
    );
  });

  test("shows each product under its usual names", async () => {
    const { rows } = await listForPortal(own, { limit: 1 });
    expect(rows).toEqual([
      {
        id: products[23]?.product_id,
        uid: "drone-23",
        title: "Number 23 100%_sure",
        productType: "high-tech",
        productSubtype: "drone",
        brand: "DJI",
        model: "Mini",
        valueExclCents: 102_300,
        createdAt: own.now,
        isHidden: false,
      },
    ]);
  });

  test("finds by an identifier what is deleted from the catalogue or was never in it", async () => {
    for (const search of [removed.product_id, "sold-1"]) {
      expect((await listForPortal(own, { limit: 50, search })).rows).toMatchObject([{ id: removed.product_id, isHidden: true }]);
    }
    expect((await listForPortal(own, { limit: 50, search: inline.productId })).rows).toMatchObject([
      { id: inline.productId, isHidden: true },
    ]);
  });

  test("is empty in every other world, whatever is searched for", async () => {
    for (const ctx of foreign) {
      for (const query of [{}, { search: "bike-0" }, { search: products[0]?.product_id ?? "" }]) {
        expect((await listForPortal(ctx, { limit: 50, ...query })).rows).toEqual([]);
      }
    }
  });
});

describe("a product in the portal", () => {
  test("has what the API answers, and whether it is still in the catalogue", async () => {
    const [first] = products;
    expect(await readForPortal(own, "bike-0")).toMatchObject({ productId: first?.product_id, wire: first, hidden: false, deletedAt: null });
    expect(await readForPortal(own, removed.product_id)).toMatchObject({ wire: removed, hidden: false, deletedAt: own.now });
    expect(await readForPortal(own, inline.productId)).toMatchObject({ hidden: true, deletedAt: null });
  });

  test("has the contracts that insure it, newest first, page by page, while others are made", async () => {
    const productId = products[4]?.product_id ?? "";
    const made = await insertContracts(
      own.world.id,
      Array.from({ length: 9 }, (_none, age) => sampleContract(100 + age)),
      { productId },
    );
    let page = await listCovers(own, productId, { limit: 4 });
    const seen = [...page.rows];
    while (page.older !== null) {
      await insertContracts(own.world.id, [sampleContract(50)], { productId });
      page = await listCovers(own, productId, { limit: 4, before: page.older });
      seen.push(...page.rows);
    }
    expect(seen.map(({ cid }) => cid)).toEqual(made.map(({ cid }) => cid));
    expect(seen[0]).toMatchObject({
      uid,
      renter: sampleCompany.company_name,
      contractType: "LCD",
      status: "open",
      priceCents: 1234,
      test: false,
    });
    const newer: string[] = [];
    for (; page.newer !== null; newer.unshift(...page.rows.map(({ cid }) => cid))) {
      page = await listCovers(own, productId, { limit: 4, after: page.newer });
    }
    expect(newer).toHaveLength(2 + 8);
    expect(new Set(newer).size).toBe(newer.length);
  });

  test("of another environment or partner does not exist, and neither do its contracts", async () => {
    for (const ctx of foreign) {
      for (const reference of ["bike-0", products[0]?.product_id ?? "", inline.productId]) {
        await expect(readForPortal(ctx, reference)).rejects.toThrow(NotFound);
        await expect(listCovers(ctx, reference, { limit: 4 })).rejects.toThrow(NotFound);
      }
    }
  });
});
