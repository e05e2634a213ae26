import { describe, expect, test } from "vitest";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { attach } from "#lib/insurance/renters/attach.ts";
import { findAttached, findUsableProductTypes } from "#lib/insurance/renters/find.ts";
import { list } from "#lib/insurance/renters/list.ts";
import { read } from "#lib/insurance/renters/read.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { attachOpened, makePartner, outcomesOf, registerRenter } from "#lib/insurance/renters/world.fixture.ts";

describe("attaching a renter", () => {
  test("lets a key use the renter, and no other key", async () => {
    const [{ contexts }, other, uid] = await Promise.all([
      makePartner(),
      makePartner(),
      registerRenter({ contractTypes: ["LCD", "LLD"], productTypes: ["bike", "event"] }),
    ]);
    await attachOpened(contexts.production, uid);
    expect(await list(contexts.production)).toEqual({ [uid]: true });
    expect(await findAttached(contexts.production.world, uid)).toEqual({
      uid,
      company: sampleCompany,
      contractTypes: ["LCD", "LLD"],
      productTypes: ["bike", "event"],
      option: true,
      inclusion: false,
      timeZone: "Europe/Paris",
    });
    for (const context of [contexts.development, other.contexts.production]) {
      expect(await list(context)).toEqual({});
      expect(await findAttached(context.world, uid)).toBeUndefined();
    }
  });

  test("happens once, however many requests come at once: the others get 2002", async () => {
    const [{ contexts }, uid] = await Promise.all([makePartner(), registerRenter()]);
    await attachOpened(contexts.production, uid);
    const asked = Array.from({ length: 8 }, (_none, index) => attach(contexts.development, index % 2 === 0 ? uid : { renter_id: uid }));
    expect(await outcomesOf(asked)).toEqual([...Array.from({ length: 7 }, () => "RENTER_ALREADY_ATTACHED"), "done"]);
  });

  test.each(["renter-nowhere", "x".repeat(10_000), "' or true --"])("refuses %.20s, which is not registered", async (uid) => {
    const { contexts } = await makePartner();
    await expect(attach(contexts.development, uid)).rejects.toMatchObject({ errorName: "RENTER_UNKNOWN" });
    expect(await list(contexts.development)).toEqual({});
  });
});

// rules/renters.md#attach-5
test("a detached renter reads like one that does not exist", async () => {
  const [{ contexts }, uid] = await Promise.all([makePartner(), registerRenter()]);
  const errorOf = async (asked: string) =>
    read(contexts.development, asked).then(
      () => "no refusal",
      (error: unknown) => String(error).replace(asked, "…"),
    );
  expect(await errorOf(uid)).toBe('ApiError: the renter "…" is unknown: GET /renters lists those that are attached to this API key');
  expect(await errorOf(uid)).toBe(await errorOf("renter-nowhere"));
  await attachOpened(contexts.development, uid);
  expect(await read(contexts.development, uid)).toMatchObject({ uid, company: sampleCompany });
});

describe("the product types of a key", () => {
  async function typesOf(context: ApiContext, ...renters: Parameters<typeof registerRenter>[0][]) {
    for (const settings of renters) await attachOpened(context, await registerRenter(settings));
    return findUsableProductTypes(context.world);
  }

  test("are all types while no renter is attached", async () => {
    const { contexts } = await makePartner();
    await attachOpened(contexts.production, await registerRenter({ productTypes: ["event"] }));
    expect(await typesOf(contexts.development)).toEqual(productTypeNames);
  });

  test("are the types of the attached renters together", async () => {
    const { contexts } = await makePartner();
    expect(await typesOf(contexts.development, { productTypes: [] })).toEqual([]);
    expect(await typesOf(contexts.development, { productTypes: ["event", "sports"] })).toEqual(["event", "sports"]);
    expect(await typesOf(contexts.development, { productTypes: ["bike", "event"] })).toEqual(["bike", "event", "sports"]);
  });
});
