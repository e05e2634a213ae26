import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { claimBody } from "#e2e/api/claims.fixture.ts";
import { refuse, succeed } from "#e2e/api/client.ts";
import { insured, lcd } from "#e2e/api/samples.ts";
import { makeTargets, requestTo } from "#e2e/api/targets.ts";
import { makePartner, makeProduct, makeShop, readWorld } from "#e2e/api/world.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { createClaim } from "#lib/insurance/claims/endpoints.ts";
import { createContract, endContract, listContracts } from "#lib/insurance/contracts/endpoints.ts";
import { createProduct, deleteProduct, readProduct } from "#lib/insurance/products/endpoints.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";
import { unknownNameErrors } from "#lib/platform/wire/unknown-names.ts";

// rules/errors.md#requests-7
describe("an unknown query parameter", () => {
  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "is refused by %s, with the code of its side",
    async (_id, endpoint) => {
      const { key } = (await makePartner()).development;
      const params = endpoint.examples?.[0]?.params ?? {};
      const body = endpoint.method === "GET" ? {} : { body: {} };
      const error = await refuse(key, endpoint, { params, query: { colour: "red" }, ...body });
      const { code } = errorCatalogue[unknownNameErrors[endpoint.side]];
      expect(error).toMatchObject({ status: 400, code, message: expect.stringContaining('the query parameter "colour"') });
    },
  );

  test("never lets a mistyped preview insure or cancel", async () => {
    const { key, uid, insuredProduct } = await shop();
    const body = lcd(uid, { products: [insuredProduct] });
    const mistyped = { Preview: "true" } as object;
    const error = await refuse(key, createContract, { query: mistyped, body });
    expect(error).toMatchObject({ code: 1010, message: expect.stringContaining("did you mean preview?") });
    expect(await succeed(key, listContracts, { query: { uid } })).toEqual([]);
    const { cid = "" } = await succeed(key, createContract, { body });
    expect(await refuse(key, endContract, { params: { contractId: cid }, query: mistyped })).toMatchObject({ code: 1010 });
    expect(await succeed(key, listContracts, { query: { uid } })).toMatchObject([{ cid, status: "open" }]);
  });
});

// rules/errors.md#requests-7
describe("an unknown field of a body", () => {
  const taking = endpoints.filter(({ body }) => body !== undefined && !body.streamed);
  let shopOf: Awaited<ReturnType<typeof makeTargets>>;
  beforeAll(async () => {
    shopOf = await makeTargets();
  });

  test.each(taking.map((endpoint) => [endpoint.id, endpoint] as const))(
    "is refused by %s, and nothing is changed",
    async (_id, endpoint) => {
      const { owner, targets } = shopOf;
      const before = await readWorld(owner.world);
      const request = requestTo(endpoint, targets);
      const sent = typeof request.body === "string" ? { renter_id: request.body } : (request.body as object | undefined);
      const error = await refuse(owner.key, endpoint, { ...request, body: { ...sent, colour: "red" } });
      const { code } = errorCatalogue[unknownNameErrors[endpoint.side]];
      expect(error).toMatchObject({ status: 400, code, field: "colour" });
      expect(await readWorld(owner.world)).toEqual(before);
    },
  );
});

// rules/errors.md#requests-8
describe("a field that an error is about", () => {
  test("is named beside the message, in one notation on all sides", async () => {
    const { key, uid, insuredProduct } = await shop();
    const unmarked = { ...insuredProduct, data: { user_name: "Ada" } };
    expect(await refuse(key, createContract, { body: lcd(uid, { products: [insuredProduct, unmarked] }) })).toMatchObject({
      code: 1301,
      field: "products[1].data.product_marked",
    });
    expect(await refuse(key, createContract, { body: lcd(uid, { products: [{ ...insuredProduct, internal_id: "42" }] }) })).toMatchObject({
      code: 1010,
      field: "products[0].internal_id",
    });
    expect(await refuse(key, createProduct, { body: { uid: randomUUID(), product_type: "bike", title: 3 } })).toMatchObject({
      field: "title",
    });
    expect(
      await refuse(key, createClaim, { body: { ...claimBody(uid, "01JD3W7Q8ZK5T9V0XR2M4N6P8A", "cpid_1"), location: { cityy: "Lyon" } } }),
    ).toMatchObject({
      code: 1000,
      field: "location.cityy",
    });
  });
});

describe("a product", () => {
  test.each([".", ".."])("cannot have the uid %s, which no path can name", async (uid) => {
    const { key, body } = await catalogue({ uid });
    expect(await refuse(key, createProduct, { body })).toMatchObject({ code: 4011 });
  });

  test("cannot have the product_id of another one as its uid", async () => {
    const { key, body } = await catalogue();
    const { product_id } = await succeed(key, createProduct, { body });
    expect(await refuse(key, createProduct, { body: { ...body, uid: product_id } })).toMatchObject({ code: 4010 });
  });

  test("that was deleted comes back under its uid, with the new content and its product_id", async () => {
    const { key, body } = await catalogue();
    const first = await succeed(key, createProduct, { body });
    await succeed(key, deleteProduct, { params: { productId: first.uid } });
    const again = await succeed(key, createProduct, { body: { ...body, title: "Found again", value_excl: 1200 } });
    expect(again).toMatchObject({ product_id: first.product_id, title: "Found again", value_excl: 1200 });
    expect(await succeed(key, readProduct, { params: { productId: first.uid } })).toEqual(again);
  });

  // rules/errors.md#requests-9
  test("takes no integer that would be stored as another one", async () => {
    const { key, body } = await catalogue();
    const data = { ...(body["data"] as object), serial: 2 ** 53 };
    expect(await refuse(key, createProduct, { body: { ...body, data } })).toMatchObject({
      code: 4017,
      message: expect.stringContaining("as a text"),
    });
  });
});

async function shop() {
  const { key, uid } = await makeShop();
  const { product_id } = await makeProduct(key);
  return { key, uid, insuredProduct: insured({ product_id }) };
}

async function catalogue(changes: Record<string, unknown> = {}) {
  const { key } = (await makePartner()).development;
  const data = { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" };
  const body: Record<string, unknown> = { uid: randomUUID(), product_type: "bike", title: "City bike", value_excl: 2400, data, ...changes };
  return { key, body };
}
