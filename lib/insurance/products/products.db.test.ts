import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { findReferenced } from "#lib/insurance/contracts/find.ts";
import { insertMany, listAll, makeContext } from "#lib/insurance/products/catalogue.fixture.ts";
import { change, create, remove } from "#lib/insurance/products/change.ts";
import { read } from "#lib/insurance/products/read.ts";
import { sampleBody, sampleData } from "#lib/insurance/products/rules/product.fixture.ts";
import { product } from "#lib/insurance/products/schema.ts";
import { attachOpened, makePartner, outcomesOf, registerRenter } from "#lib/insurance/renters/world.fixture.ts";

const findInsurable = async ({ world, now }: ApiContext, productIds: string[]) =>
  (await findReferenced(world, { uid: undefined, productIds, zipcodes: [] }, now)).products;

const notFound = { errorName: "CATALOGUE_PRODUCT_NOT_FOUND" };

describe("a product", () => {
  // rules/products.md#create-3
  test("is read as it was created, by either identifier", async () => {
    const ctx = await makeContext();
    const created = await create(ctx, sampleBody);
    expect(created).toEqual({ ...sampleBody, product_id: created.product_id, purchased_date: "2024-05-31T00:00:00.000Z" });
    expect(product.parse(created)).toEqual(created);
    expect(await read(ctx, created.product_id)).toEqual(created);
    expect(await read(ctx, sampleBody.uid)).toEqual(created);
    expect(await listAll(ctx)).toEqual([created]);
  });

  test.each([{ deep: { list: [1.5, "é", null, { "": [] }] } }, { tiny: 5e-324, exact: 9007199254740991 }, { 'quo"te\\': "\u2028 \u0001" }])(
    "is read with what the partner added: %j",
    async (own) => {
      const ctx = await makeContext();
      await create(ctx, { ...sampleBody, data: { ...sampleData, ...own } });
      expect((await read(ctx, sampleBody.uid)).data).toEqual({ ...sampleData, ...own });
    },
  );

  test.each(["0024-05-31", "0050-01-01", "0010-05-31", "9999-12-31"])(
    "bought in a year that is refused today, %s, is still read",
    async (day) => {
      const ctx = await makeContext();
      const { product_id } = await create(ctx, sampleBody);
      await sql`update products set purchased_date = ${day} where id = ${product_id}`;
      const kept = { purchased_date: `${day}T00:00:00.000Z` };
      expect(await read(ctx, product_id)).toMatchObject(kept);
      expect(await listAll(ctx)).toMatchObject([kept]);
    },
  );

  test("does not exist in any other world, whichever operation is called", async () => {
    const [{ contexts }, stranger] = await Promise.all([makePartner(), makeContext()]);
    const created = await create(contexts.production, sampleBody);
    for (const ctx of [contexts.development, stranger]) {
      for (const reference of [created.product_id, created.uid]) {
        await expect(read(ctx, reference)).rejects.toMatchObject(notFound);
        await expect(change(ctx, reference, { title: "Mine" })).rejects.toMatchObject(notFound);
        await expect(remove(ctx, reference)).rejects.toMatchObject(notFound);
        expect(await findInsurable(ctx, [reference])).toEqual(new Map());
      }
      expect(await listAll(ctx)).toEqual([]);
    }
    expect(await listAll(contexts.production)).toEqual([created]);
  });
});

describe("the uid", () => {
  // rules/products.md#create-2
  test("is given once, however many requests come at once: the others get 4010", async () => {
    const { contexts } = await makePartner();
    const outcomes = await outcomesOf(Array.from({ length: 8 }, () => create(contexts.development, sampleBody)));
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => "CATALOGUE_UID_TAKEN"), "done"]);
    await create(contexts.production, sampleBody);
  });

  // rules/products.md#create-2
  test("brings a deleted product back with the new content, once, however many requests come at once", async () => {
    const ctx = await makeContext();
    const { product_id } = await create(ctx, sampleBody);
    await remove(ctx, sampleBody.uid);
    const body = { ...sampleBody, title: "Found again" };
    const outcomes = await outcomesOf(Array.from({ length: 8 }, () => create(ctx, body)));
    expect(outcomes).toEqual([...Array.from({ length: 7 }, () => "CATALOGUE_UID_TAKEN"), "done"]);
    expect(await listAll(ctx)).toMatchObject([{ product_id, title: "Found again" }]);
  });

  // rules/products.md#create-2
  test("is never the product_id of another product", async () => {
    const ctx = await makeContext();
    const { product_id: uid } = await create(ctx, sampleBody);
    await expect(create(ctx, { ...sampleBody, uid })).rejects.toThrow(`uid "${uid}" is taken by another product of this environment`);
  });
});

// rules/products.md#create-5
test("4020: once renters are attached, a product's type must be one that a renter can insure", async () => {
  const ctx = await makeContext();
  await create(ctx, sampleBody);
  await attachOpened(ctx, await registerRenter({ productTypes: ["event"] }));
  await expect(create(ctx, { ...sampleBody, uid: "bike-0043" })).rejects.toMatchObject({ errorName: "CATALOGUE_TYPE_NOT_ALLOWED" });
  await attachOpened(ctx, await registerRenter({ productTypes: ["bike"] }));
  await create(ctx, { ...sampleBody, uid: "bike-0043" });
});

describe("a change", () => {
  test("is stored, and nothing else changes", async () => {
    const ctx = await makeContext();
    const [before, other] = [await create(ctx, sampleBody), await create(ctx, { ...sampleBody, uid: "bike-0043" })];
    const changed = await change(ctx, before.uid, { value_excl: 2150, purchased_date: null, data: { colour: null, size: "L" } });
    const { purchased_date: _none, ...rest } = before;
    expect(changed).toEqual({
      ...rest,
      value_excl: 2150,
      data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27", size: "L" },
    });
    expect(await read(ctx, before.product_id)).toEqual(changed);
    expect(await read(ctx, other.product_id)).toEqual(other);
  });

  test("is not lost to others made at the same time", async () => {
    const ctx = await makeContext();
    await create(ctx, sampleBody);
    const added = Object.fromEntries(Array.from({ length: 12 }, (_none, index) => [`property ${index}`, index]));
    await Promise.all(Object.entries(added).map(([name, value]) => change(ctx, sampleBody.uid, { data: { [name]: value } })));
    expect((await read(ctx, sampleBody.uid)).data).toEqual({ ...sampleData, ...added });
  });

  test("that is refused changes nothing", async () => {
    const ctx = await makeContext();
    const before = await create(ctx, sampleBody);
    await expect(change(ctx, before.uid, { title: "Bike 43", value_excl: 0 })).rejects.toMatchObject({
      errorName: "CATALOGUE_VALUE_NOT_POSITIVE",
    });
    expect(await read(ctx, before.uid)).toEqual(before);
  });
});

describe("a deleted product", () => {
  // rules/products.md#delete-1, #delete-2
  test("is missing from the list and from new contracts, can be read, and cannot be changed or deleted", async () => {
    const ctx = await makeContext();
    const [gone, kept] = [await create(ctx, sampleBody), await create(ctx, { ...sampleBody, uid: "bike-0043" })];
    await remove(ctx, gone.uid);
    expect(await listAll(ctx)).toEqual([kept]);
    expect(await listAll(ctx, { limit: 10 })).toEqual([kept]);
    expect([...(await findInsurable(ctx, [gone.uid, gone.product_id, kept.uid])).keys()]).toEqual([kept.uid]);
    expect(await read(ctx, gone.uid)).toEqual(gone);
    await expect(change(ctx, gone.uid, { title: "Back" })).rejects.toMatchObject(notFound);
    await expect(remove(ctx, gone.product_id)).rejects.toMatchObject(notFound);
  });

  test("is deleted once, however many requests come at once", async () => {
    const ctx = await makeContext();
    const { product_id, uid } = await create(ctx, sampleBody);
    const outcomes = await outcomesOf([product_id, uid, product_id, uid].map((reference) => remove(ctx, reference)));
    expect(outcomes).toEqual([...Array.from({ length: 3 }, () => notFound.errorName), "done"]);
  });
});

test("the hidden entry of an inline product can be read, but not listed, insured, changed or deleted", async () => {
  const ctx = await makeContext();
  const [id = ""] = await insertMany(ctx, 1, () => ({ hidden: true }));
  expect(await read(ctx, id)).toMatchObject({ product_id: id, title: "Bike 0" });
  expect(await listAll(ctx)).toEqual([]);
  expect(await findInsurable(ctx, [id, `uid ${id}`])).toEqual(new Map());
  await expect(change(ctx, id, { title: "Seen" })).rejects.toMatchObject(notFound);
  await expect(remove(ctx, id)).rejects.toMatchObject(notFound);
});

test("a thousand products are found for a contract at once, by either identifier", async () => {
  const ctx = await makeContext();
  const ids = await insertMany(ctx, 1000);
  const references = ids.map((id, index) => (index % 2 === 0 ? id : `uid ${id}`));
  const found = await findInsurable(ctx, [...references, "prod_unknown"]);
  expect(found.size).toBe(1000);
  for (const [index, reference] of references.entries()) {
    expect(found.get(reference)).toEqual({
      productId: ids[index],
      productType: "bike",
      productSubtype: "electric",
      valueExclCents: 100 + index,
    });
  }
});
