import { describe, expect, test } from "vitest";
import { refuse, succeed } from "#e2e/api/client.ts";
import type { ErrorAnswer } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import { bike, company, individual, insured, lcd, lld, lmd, longLmd } from "#e2e/api/samples.ts";
import { ageByHours, asStaff, makeKey, makePartner, makeShop, registerRenter } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { amendContract, createContract } from "#lib/insurance/contracts/endpoints.ts";
import { contract as contractSchema } from "#lib/insurance/contracts/schema.ts";
import { configureRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { attachRenter } from "#lib/insurance/renters/endpoints.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

interface Described {
  description?: string;
  $ref?: string;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: { responses: Record<string, Described> };
}

/** The line of an error in the description of its operation, which says the cure. */
async function readCure({ method, path }: Pick<Endpoint, "method" | "path">, { status, code }: ErrorAnswer): Promise<string> {
  const { text } = await send({ method: "GET", path: "/v2/openapi.json" });
  const { paths, components } = JSON.parse(text) as Document;
  const response = paths[path]?.[method.toLowerCase()]?.responses[status];
  const shared = components.responses[response?.$ref?.split("/").at(-1) ?? ""];
  const { description = "" } = shared ?? response ?? {};
  return description.split("\n").find((line) => line.includes(`\`${code}\``)) ?? "";
}

const create = (key: string, body: object) => refuse(key, createContract, { body });
const insure = async ({ key }: Pick<Shop, "key">, body: object) => contractSchema.parse(await succeed(key, createContract, { body }));

describe("the cure of an error can be followed by who made the mistake:", () => {
  test("9002, where the key was revoked, by another key that an owner creates", async () => {
    const shop = await makeShop();
    const [old, other] = [await makeKey(shop, ["full"]), await makeKey(shop, ["full"])];
    await revoke(asStaff(), old.id, "leaked");
    const refused = await create(old.key, lcd(shop.uid));
    expect(refused).toMatchObject({ status: 401, code: 9002 });
    const cure = await readCure(createContract, refused);
    expect(cure).toContain("an owner of your company creates another one there, in Development a developer too");
    expect(cure).toContain("support replaces the key of the environment");
    await insure(other, lcd(shop.uid));
  });

  test("9003, where the renter is not attached, by POST /renters", async () => {
    const { id, development } = await makePartner();
    const uid = await registerRenter({ partnerIds: [id] });
    const refused = await create(development.key, lcd(uid));
    expect(refused).toMatchObject({ status: 401, code: 9003 });
    expect(await readCure(createContract, refused)).toContain("POST /renters attaches one");
    await succeed(development.key, attachRenter, { body: uid });
    await insure(development, lcd(uid));
  });

  test("98888, where the key lacks a right, by a key to which an owner gives it", async () => {
    const shop = await makeShop();
    const refused = await create((await makeKey(shop, ["contracts:read"])).key, lcd(shop.uid));
    expect(refused).toMatchObject({ status: 403, code: 98888, message: expect.stringContaining("contracts:write") as string });
    expect(await readCure(createContract, refused)).toContain("an owner of your company gives a key its rights");
    await insure(await makeKey(shop, ["contracts:write"]), lcd(shop.uid));
  });

  test("1022, where the product is not offered, by a contract type that the message names", async () => {
    const shop = await makeShop();
    const products = [insured({ ...bike, product_type: "wintersports", product_subtype: "ski" })];
    const refused = await create(shop.key, lld(shop.uid, { products }));
    expect(refused).toMatchObject({ status: 400, code: 1022, message: expect.stringMatching(/only under LCD\b/) as string });
    expect(await readCure(createContract, refused)).toContain("Choose a contract type that the message names, or ask support for a quote.");
    await insure(shop, lcd(shop.uid, { products }));
  });

  test("5050, where the contract is an LCD, by a contract of another type", async () => {
    const shop = await makeShop();
    const configure = { params: { contractId: (await insure(shop, lcd(shop.uid))).cid } };
    const refused = await refuse(shop.key, configureRenewal, configure);
    expect(refused).toMatchObject({ status: 400, code: 5050 });
    expect(await readCure(configureRenewal, refused)).toContain("Renew LMD and LLD contracts only");
    await succeed(shop.key, configureRenewal, { params: { contractId: (await insure(shop, lmd(shop.uid))).cid } });
  });
});

describe("the cure of an error names support where nobody else can act:", () => {
  test.each([
    [1150, lld, { company: { ...company, city: "Lyon" } }],
    [1151, longLmd, { individual: { ...individual, city: "Paris" } }],
  ])("%d, once the contract has started", async (code, body, changes) => {
    const shop = await makeShop();
    const { cid } = await insure(shop, body(shop.uid));
    await ageByHours(cid, 72);
    const refused = await refuse(shop.key, amendContract, { params: { contractId: cid }, body: changes });
    expect(refused).toMatchObject({ status: 400, code });
    expect(await readCure(amendContract, refused)).toContain("Ask support for the correction");
  });

  test("1230, where the product is worth too much", async () => {
    const shop = await makeShop();
    const refused = await create(shop.key, lcd(shop.uid, { products: [insured({ ...bike, value_excl: 15_001 })] }));
    expect(refused).toMatchObject({ status: 400, code: 1230 });
    expect(await readCure(createContract, refused)).toContain("Ask support for a quote");
  });
});
