import { beforeAll, describe, expect, test } from "vitest";
import { claimBody } from "#e2e/api/claims.fixture.ts";
import { call, refuse, succeed } from "#e2e/api/client.ts";
import type { Answer, Sent } from "#e2e/api/client.ts";
import { inDays, insured, lcd } from "#e2e/api/samples.ts";
import { makeTargets, makeUnknownTargets, requestTo } from "#e2e/api/targets.ts";
import type { Targets } from "#e2e/api/targets.ts";
import { asStaff, makeKey, makePartner, makeShop, readWorld } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { walk } from "#e2e/setup/walk.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { createClaim } from "#lib/insurance/claims/endpoints.ts";
import {
  addContractProducts,
  amendContract,
  createContract,
  listContracts,
  removeContractProducts,
} from "#lib/insurance/contracts/endpoints.ts";
import { amendRenewal, readRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { openForPartner } from "#lib/insurance/renters/attach.ts";
import { attachRenter } from "#lib/insurance/renters/endpoints.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

/** Returns the parts of an answer that a caller can compare, without the values that it sent itself. */
function tell({ status, text, executionId }: Answer, targets: Targets): { status: number; text: string } {
  const said = [executionId, ...Object.values<string>({ ...targets })].reduce(
    (rest, name, index) => rest.replaceAll(name, `<${index}>`),
    text,
  );
  return { status, text: said.replaceAll(/[0-9A-HJKMNP-TV-Z]{26}/g, "<id>").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>") };
}

/** The caller and its targets: made once, since no request may change them. */
let owner: Shop;
let targets: Targets;
let nothing: Targets;
let untouched: unknown;
const keys: Record<string, string | undefined> = {};
beforeAll(async () => {
  ({ owner, targets } = await makeTargets());
  nothing = await makeUnknownTargets(owner);
  keys["another partner's key"] = (await makePartner({ features: ["bulk_renewals"] })).development.key;
  keys["the key of the partner's other environment"] = owner.partner.production.key;
  keys["no key"] = undefined;
  keys["a malformed key"] = "cg_dev_1";
  keys["a key that nobody was given"] = generateKey("development");
  keys["a revoked key"] = owner.key;
  const regenerated = await regenerate(asStaff(), {
    partnerId: owner.partner.id,
    environment: "development",
    overlap: 0,
    reason: "leaked",
  });
  owner = { ...owner, key: regenerated.text };
  untouched = await readWorld(owner.world);
});

const walked = walk(endpoints, ({ side, method }) => `${side} ${method}`);

describe.each(walked.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))("%s", (_name, endpoint) => {
  test.each([
    ["no key", 9001],
    ["a malformed key", 9002],
    ["a key that nobody was given", 9002],
    ["a revoked key", 9002],
  ])("with %s is refused with %i and changes nothing", async (name, code) => {
    expect(await refuse(keys[name], endpoint, requestTo(endpoint, targets))).toMatchObject({ status: 401, code });
    expect(await readWorld(owner.world)).toEqual(untouched);
  });

  // rules/access.md#worlds-1, #worlds-2
  test.each(["another partner's key", "the key of the partner's other environment"])(
    "with %s answers as if its subject did not exist, and changes nothing",
    async (name) => {
      const answered = await call(keys[name], endpoint, requestTo(endpoint, targets));
      expect(tell(answered, targets)).toEqual(tell(await call(keys[name], endpoint, requestTo(endpoint, nothing)), nothing));
      expect(await readWorld(owner.world)).toEqual(untouched);
    },
  );

  // rules/access.md#rights-2
  test("succeeds with a key of the owner's environment that has only the right for it, so that the key made the difference", async () => {
    const mine = await makeTargets();
    const { key } = await makeKey(mine.owner, [endpoint.right ?? "events:read"]);
    expect((await call(key, endpoint, requestTo(endpoint, mine.targets))).error).toBeUndefined();
  });
});

describe("in a request for one's own contract, another world's identifier of", () => {
  test.each<[string, number, Endpoint, (mine: Targets, theirs: Targets) => Sent]>([
    [
      "a product_id in a creation",
      1201,
      createContract,
      (mine, theirs) => ({ body: lcd(mine.uid, { products: [insured({ product_id: theirs.productId })] }) }),
    ],
    [
      "a product's uid in a creation",
      1201,
      createContract,
      (mine, theirs) => ({ body: lcd(mine.uid, { products: [insured({ product_id: theirs.productUid })] }) }),
    ],
    [
      "a product_id in an addition",
      1201,
      addContractProducts,
      (mine, theirs) => ({
        params: { contractId: mine.cid },
        body: { start_date: inDays(2), products: [insured({ product_id: theirs.productId })] },
      }),
    ],
    [
      "an entry in an amendment",
      1330,
      amendContract,
      (mine, theirs) => ({ params: { contractId: mine.cid }, body: { products: { [theirs.cpid]: { user_name: "Mallory" } } } }),
    ],
    [
      "an entry in a removal",
      1350,
      removeContractProducts,
      (mine, theirs) => ({ params: { contractId: mine.cid }, body: { reason: "x", products: [theirs.cpid] } }),
    ],
    ["a contract in a claim", 2002, createClaim, (mine, theirs) => ({ body: claimBody(mine.uid, theirs.insuredCid, theirs.insuredCpid) })],
    [
      "a contract's product in a claim",
      2003,
      createClaim,
      (mine, theirs) => ({ body: claimBody(mine.uid, mine.insuredCid, theirs.insuredCpid) }),
    ],
    ["a renewal that is read", 5000, readRenewal, (mine, theirs) => ({ params: { contractId: mine.cid, arid: theirs.arid } })],
    [
      "a renewal that is rejected",
      5000,
      amendRenewal,
      (mine, theirs) => ({ params: { contractId: mine.cid, arid: theirs.arid }, body: { rejected: true } }),
    ],
  ])("%s is unknown (%i)", async (_name, code, endpoint, makeRequest) => {
    const [mine, theirs] = await Promise.all([makeTargets(), makeTargets()]);
    const unknown = await makeUnknownTargets(mine.owner);
    const before = await readWorld(theirs.owner.world);
    const answered = await call(mine.owner.key, endpoint, makeRequest(mine.targets, theirs.targets));
    expect(answered.error).toMatchObject({ code });
    expect(tell(answered, theirs.targets)).toEqual(tell(await call(mine.owner.key, endpoint, makeRequest(mine.targets, unknown)), unknown));
    expect(await readWorld(theirs.owner.world)).toEqual(before);
  });
});

test("a renter of two keys shows each key its own contracts only", async () => {
  const [one, other] = await Promise.all([makeShop(), makePartner()]);
  await openForPartner(asStaff(), { partnerId: other.id, uid: one.uid });
  await succeed(other.development.key, attachRenter, { body: one.uid });
  const theirs = await succeed(other.development.key, createContract, { body: lcd(one.uid) });
  const mine = await succeed(one.key, createContract, { body: lcd(one.uid) });
  expect(await succeed(one.key, listContracts, { query: { uid: one.uid } })).toEqual([mine]);
  expect(await succeed(other.development.key, listContracts, { query: { uid: one.uid } })).toEqual([theirs]);
});
