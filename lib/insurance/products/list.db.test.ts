import { describe, expect, test } from "vitest";
import { insertMany, listAll, makeContext } from "#lib/insurance/products/catalogue.fixture.ts";
import { create, remove } from "#lib/insurance/products/change.ts";
import { list } from "#lib/insurance/products/list.ts";
import { sampleBody } from "#lib/insurance/products/rules/product.fixture.ts";
import type { WireProduct } from "#lib/insurance/products/schema.ts";

describe("the catalogue as a list", () => {
  test("has every product, newest first, across its pages, or any requested part", async () => {
    const [ctx, neighbour] = await Promise.all([makeContext(), makeContext()]);
    await insertMany(neighbour, 3);
    const ids = await insertMany(ctx, 1203, (index) => ({ hidden: index % 100 === 7, ...(index % 100 === 8 && { deletedAt: ctx.now }) }));
    const expected = ids.filter((_id, index) => ![7, 8].includes(index % 100)).toReversed();
    const listed = (await listAll(ctx)).map(({ product_id }) => product_id);
    expect(listed).toEqual(expected);
    for (const [query, part] of [
      [{ limit: 7 }, expected.slice(0, 7)],
      [{ skip: 1000 }, expected.slice(1000, 1020)],
      [{ skip: 1170, limit: 100 }, expected.slice(1170)],
      [{ skip: Number.MAX_SAFE_INTEGER }, []],
      [{ limit: 0 }, []],
    ] as const) {
      expect((await listAll(ctx, query)).map(({ product_id }) => product_id)).toEqual(part);
    }
  });

  test.each([499, 500, 501, 1000])("of %i products has each once", async (count) => {
    const ctx = await makeContext();
    const ids = await insertMany(ctx, count);
    expect((await listAll(ctx)).map(({ product_id }) => product_id)).toEqual(ids.toReversed());
  });

  test("neither repeats nor misses a product while others are created and deleted", async () => {
    const ctx = await makeContext();
    const ids = (await insertMany(ctx, 1100)).toReversed();
    const listed: string[] = [];
    for await (const page of (await list(ctx, {})) as AsyncIterable<WireProduct[]>) {
      listed.push(...page.map(({ product_id }) => product_id));
      if (listed.length > 500) continue;
      await remove(ctx, ids[0] ?? "");
      await remove(ctx, ids[700] ?? "");
      await create(ctx, sampleBody);
    }
    expect(listed).toEqual(ids.filter((_id, index) => index !== 700));
  });
});
