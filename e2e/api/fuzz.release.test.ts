import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { claimBody, makeClaim, photo } from "#e2e/api/claims.fixture.ts";
import { call, succeed } from "#e2e/api/client.ts";
import type { Sent } from "#e2e/api/client.ts";
import { hostileBodies, hostileParts } from "#e2e/api/hostile.ts";
import { bike, company, inDays, individual, insured, lld } from "#e2e/api/samples.ts";
import { makeProduct, makeShop, registerRenter } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { createContract, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { readCurrentRenewal } from "#lib/insurance/renewals/endpoints.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";
import { readTestSettings } from "#scripts/settings.ts";

/** The identifiers that requests refer to. */
interface Target {
  cid: string;
  cpid: string;
  arid: string;
  productId: string;
  freeRenter: string;
  insuredCid: string;
  insuredCpid: string;
  claimId: string;
}

let shop: Shop;
let target: Target;
beforeAll(async () => {
  shop = await makeShop({
    features: ["bulk_renewals", "product_dates", "client_theft", "assistance_standard", "decoupled_break_theft", "test_contracts"],
  });
  target = await makeTarget();
});

async function makeTarget(): Promise<Target> {
  const { product_id: productId } = await makeProduct(shop.key);
  const { cid = "", products } = await succeed(shop.key, createContract, { body: lld(shop.uid, { automatic_renewal: true }) });
  const { arid } = await succeed(shop.key, readCurrentRenewal, { params: { contractId: cid } });
  const claim = await makeClaim(shop);
  return {
    cid,
    cpid: Object.keys(products)[0] ?? "",
    arid,
    productId,
    freeRenter: await registerRenter({ partnerIds: [shop.partner.id] }),
    insuredCid: claim.contractId,
    insuredCpid: claim.contractProductId ?? "",
    claimId: claim.id,
  };
}

/** A valid body for each endpoint that takes one. */
const accepted: Record<string, () => unknown> = {
  createContract: () =>
    lld(shop.uid, { products: [insured(), insured({ product_id: target.productId })], individual, automatic_renewal: true, test: true }),
  updateContract: () => ({
    start_date: inDays(2),
    end_date: inDays(500),
    company,
    products: { [target.cpid]: { product_marked: "a", user_name: "b", internal_id: "c", note: 1, end_date: inDays(400) } },
  }),
  cancelContract: () => ({ reason: "over", end_date: inDays(40) }),
  createProductFromContract: () => ({
    start_date: inDays(2),
    end_date: inDays(40),
    products: [insured(), insured({ product_id: target.productId })],
  }),
  deleteProductFromContract: () => ({ reason: "sold", products: [target.cpid], end_date: inDays(40) }),
  createAutomaticRenewal: () => ({ use_notification: false, duration_months: 12 }),
  updateAutomaticRenewal: () => ({ use_notification: true, rejected: true, duration_months: 24 }),
  bulkAutomaticRenewals: () => ({
    add_to_all_contracts: true,
    reject_on_all_contracts: false,
    enable_notification_on_all_contracts: true,
  }),
  createProduct: () => ({
    uid: crypto.randomUUID(),
    product_type: "bike",
    title: "Bike",
    description: "d",
    value_excl: 2400,
    purchased_date: "2026-05-31",
    data: { ...dataOf(bike), own: { deep: [1, null] } },
  }),
  updateProduct: () => ({ title: "Bike", value_excl: 1, description: null, purchased_date: inDays(-1), data: { brand: "b", own: null } }),
  addRenter: () => ({ renter_id: target.freeRenter }),
  createClaim: () => claimBody(shop.uid, target.insuredCid, target.insuredCpid),
  createClaimLink: () => ({ language: "en", expires_in_hours: 72, return_url: "https://shop.example/claims" }),
  createContractClaimLink: () => ({ language: "fr", expires_in_hours: 1, return_url: null, contract_product_id: target.insuredCpid }),
  updateClaim: () => ({ description: "d".repeat(50), location: { address: "a", city: "b", country: "FR", zipcode: "c" } }),
  cancelClaim: () => ({ reason: "found" }),
  moveSandboxClock: () => ({ advance: "PT1S" }),
  reopenSandboxContract: () => ({ end_date: inDays(20) }),
  playSandboxMove: () => ({ note: "n" }),
  playSandboxScenario: () => ({ name: "paid" }),
  resetSandbox: () => ({ confirm: shop.key.slice(0, 11) }),
  uploadDocuments: () => [{ ...photo, comment: null }],
  uploadDocument: () => photo,
};

function dataOf({ product_subtype, brand, model }: typeof bike) {
  return { product_subtype, brand, model };
}

/** Endpoints that take away what others need, or make it grow: after each success there is a new target. */
const usingUp = [
  "updateContract",
  "cancelContract",
  "createProductFromContract",
  "deleteProductFromContract",
  "deleteProduct",
  "addRenter",
  "cancelClaim",
  "resetSandbox",
];

const params = (): Record<string, string> => ({
  contractId: target.cid,
  arid: target.arid,
  productId: target.productId,
  id: target.claimId,
  claimId: target.claimId,
  documentId: "doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
  eventId: "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
  renterId: shop.uid,
  linkId: "link_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
  month: "2027-01",
  zipcode: "75002",
  country: "FR",
  move: "noteClaim",
});

const withBody = endpoints.filter(({ body }) => body !== undefined);
/** Bodies have more to them than paths, so they get most of the time. */
const bodyMs = (readTestSettings().FUZZ_SECONDS * 750) / withBody.length;
const pathMs = (readTestSettings().FUZZ_SECONDS * 250) / endpoints.length;
const timeout = bodyMs + 120_000;
/** Tries a property until the time is over, a few times at least; what fails names the seed that finds it again. */
async function assertFor<Values>(ms: number, property: fc.IAsyncProperty<Values>): Promise<void> {
  const end = performance.now() + ms;
  do await fc.assert(property, { numRuns: 10 });
  while (performance.now() < end);
}

/** Sends a request whose answer must keep the promises of the declaration: never a 5xx, always the envelope. */
async function survive(endpoint: Endpoint, sent: Sent): Promise<void> {
  const { error } = await call(shop.key, endpoint, sent);
  if (error !== undefined || sent.query?.["preview"] === true) return;
  if (usingUp.includes(endpoint.id)) target = await makeTarget();
  if (endpoint.id === "cancelClaim") target = { ...target, claimId: (await makeClaim(shop)).id };
}

describe("any body is answered without a 5xx by", () => {
  test.each(withBody.map((endpoint) => [endpoint.id, endpoint] as const))("%s", { timeout }, async (id, endpoint) => {
    const body = accepted[id];
    if (body === undefined) throw new Error(`no accepted body for the endpoint ${id}: add one to the table above`);
    const bodies = fc.constant(null).chain(() => hostileBodies(body()));
    await assertFor(
      bodyMs,
      fc.asyncProperty(bodies, fc.boolean(), async (sent, preview) => {
        await survive(endpoint, { params: params(), body: sent, ...(endpoint.query === undefined ? {} : { query: { preview } }) });
      }),
    );
  });
});

describe("any path and query is answered without a 5xx by", () => {
  test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("%s", { timeout }, async (id, endpoint) => {
    const names = [...Object.keys(endpoint.params?.shape ?? {}), ...Object.keys(endpoint.query?.shape ?? {})];
    await assertFor(
      pathMs,
      fc.asyncProperty(
        fc.dictionary(fc.oneof(fc.constantFrom("uid", ...names), hostileParts), hostileParts, { maxKeys: 6 }),
        async (parts) => {
          const inPath = Object.keys(endpoint.params?.shape ?? {});
          const query = Object.fromEntries(Object.entries(parts).filter(([name]) => !inPath.includes(name)));
          const body = endpoint.method === "GET" ? {} : { body: accepted[id]?.() };
          await survive(endpoint, { params: { ...params(), ...parts }, query, ...body });
        },
      ),
    );
  });
});

test("the fuzzed requests left a working API", async () => {
  const contract = await succeed(shop.key, createContract, { body: lld(shop.uid) });
  expect(await succeed(shop.key, readContract, { params: { contractId: contract.cid ?? "" } })).toEqual(contract);
});
