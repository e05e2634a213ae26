import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { call, refuse, succeed } from "#e2e/api/client.ts";
import { makePartner, makeRenter, registerRenter } from "#e2e/api/world.ts";
import { attachRenter, listRenters, readRenter } from "#lib/insurance/renters/endpoints.ts";

describe("a renter", () => {
  // rules/renters.md#attach-3
  test.each([
    ["a JSON text", (uid: string) => uid],
    ["an object", (uid: string) => ({ renter_id: uid })],
  ])("is attached by its uid as %s, to this key and no other", async (_name, bodyOf) => {
    const { id, development, production } = await makePartner();
    const uid = await registerRenter({ partnerIds: [id] });
    const { status, text } = await call(development.key, attachRenter, { body: bodyOf(uid) });
    expect(status).toBe(201);
    expect(JSON.parse(text)).toEqual({ status: "success", execution_id: expect.stringMatching(/^exec_/) as string });
    expect(await succeed(development.key, listRenters)).toEqual({ [uid]: true });
    expect(await succeed(production.key, listRenters)).toEqual({});
  });

  test.each([[], { renter_id: null }])("2000 answers the body %j, which names no renter", async (body) => {
    const { key } = (await makePartner()).development;
    expect(await refuse(key, attachRenter, { body })).toMatchObject({ status: 400, code: 2000 });
  });

  test("2001 answers an unregistered renter", async () => {
    const { key } = (await makePartner()).development;
    expect(await refuse(key, attachRenter, { body: "nobody" })).toMatchObject({ status: 400, code: 2001 });
    expect(await refuse(key, readRenter, { params: { renterId: "nobody" } })).toMatchObject({ status: 400, code: 2001 });
    expect(await refuse(key, readRenter, { params: { renterId: await registerRenter() } })).toMatchObject({ status: 400, code: 2001 });
  });

  // rules/renters.md#attach-1
  test("does not exist for a partner for which support has not opened it", async () => {
    const [partner, other] = await Promise.all([makePartner(), makePartner()]);
    const uid = await registerRenter({ partnerIds: [other.id] });
    const foreign = await refuse(partner.production.key, attachRenter, { body: { renter_id: uid } });
    const unknown = await refuse(partner.production.key, attachRenter, { body: { renter_id: "nobody" } });
    expect(foreign).toMatchObject({ status: 400, code: 2001, message: unknown.message.replace("nobody", uid) });
    await succeed(other.production.key, attachRenter, { body: { renter_id: uid } });
  });

  test("is refused with an unknown field", async () => {
    const { key } = (await makePartner()).development;
    expect(await refuse(key, attachRenter, { body: { renter_id: "renter-lyon", name: "Lyon" } })).toMatchObject({ status: 400, code: 400 });
  });

  // rules/renters.md#read-2
  test("is read with its company and the types that it can insure", async () => {
    const { key } = (await makePartner()).development;
    const uid = await makeRenter(key, {
      uid: `Vélos & Cie / ${randomUUID()}`,
      contractTypes: ["LCD", "LLD"],
      productTypes: ["bike", "sports"],
    });
    const renter = await succeed(key, readRenter, { params: { renterId: uid } });
    expect(renter).toMatchObject({
      uid,
      company: { company_name: "Vélos de la Seine", city: "PARIS-2EME-ARRONDISSEMENT" },
      options: { LCD: true, LMD: false, LLD: true, option: true, inclusion: false },
    });
    expect(renter.options.products.map(({ type }) => type)).toEqual(["bike", "sports"]);
    expect(renter.options.products[0]?.subtypes.map(({ type }) => type)).toEqual(["standard", "electric", "cargo", "remorque"]);
    expect(renter.options.products[0]?.translations).toEqual({ en: expect.any(String) as string, fr: expect.any(String) as string });
  });
});

// rules/renters.md#read-1
test("the list of renters is an array with one object", async () => {
  const { key } = (await makePartner()).development;
  const uids = [await makeRenter(key), await makeRenter(key)];
  const { text } = await call(key, listRenters);
  expect(JSON.parse(text)).toEqual([{ status: "success", renters: Object.fromEntries(uids.map((uid) => [uid, true])) }]);
});
