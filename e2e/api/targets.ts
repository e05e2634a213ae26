import { randomUUID } from "node:crypto";
import { sql } from "#db/client.ts";
import { addMandatoryDocuments, claimBody, makeClaim, photo } from "#e2e/api/claims.fixture.ts";
import { succeed } from "#e2e/api/client.ts";
import type { Sent } from "#e2e/api/client.ts";
import { inDays, insured, lcd, lmd } from "#e2e/api/samples.ts";
import { makeProduct, makeShop, registerRenter } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { keyPreview as previewOf } from "#lib/account/keys/rules/format.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { listEvents } from "#lib/developer/events/endpoints.ts";
import { createClaimLink, createContractClaimLink } from "#lib/insurance/claim-links/endpoints.ts";
import { getClaim, submitClaim } from "#lib/insurance/claims/endpoints.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { readCurrentRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";
import { newContractId, newId } from "#lib/platform/ids.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

/** Everything that a request can name. */
export interface Targets {
  uid: string;
  cid: string;
  cpid: string;
  arid: string;
  productId: string;
  productUid: string;
  /** The uid for a new product. */
  newProductUid: string;
  /** A registered renter, attached to no key. */
  freeRenter: string;
  /** A contract in force, and a draft on its product that can be submitted. */
  insuredCid: string;
  insuredCpid: string;
  claimId: string;
  documentId: string;
  /** A link of the draft, and one of its contract. */
  linkId: string;
  contractLinkId: string;
  eventId: string;
  /** A contract that has come to its end. */
  closedCid: string;
  /** A claim that the insurer has. */
  submittedId: string;
  /** The beginning of the key, by which starting over is confirmed. */
  keyPreview: string;
}

/** A request for each endpoint that succeeds with the key of the targets. A missing endpoint fails the test. */
const requests: Record<string, (targets: Targets) => Sent> = {
  retrieveContracts: ({ uid }) => ({ query: { uid } }),
  retrieveContract: ({ cid }) => ({ params: { contractId: cid } }),
  createContract: ({ uid, productId }) => ({ body: lcd(uid, { products: [insured({ product_id: productId })] }) }),
  updateContract: ({ cid, cpid }) => ({ params: { contractId: cid }, body: { products: { [cpid]: { user_name: "Mallory" } } } }),
  cancelContract: ({ cid }) => ({ params: { contractId: cid } }),
  createProductFromContract: ({ cid, productUid }) => ({
    params: { contractId: cid },
    body: { start_date: inDays(2), products: [insured({ product_id: productUid })] },
  }),
  deleteProductFromContract: ({ cid, cpid }) => ({ params: { contractId: cid }, body: { reason: "mine now", products: [cpid] } }),
  createAutomaticRenewal: ({ cid }) => ({ params: { contractId: cid }, body: { duration_months: 2 } }),
  getCurrentAutomaticRenewal: ({ cid }) => ({ params: { contractId: cid } }),
  listAutomaticRenewals: ({ cid }) => ({ params: { contractId: cid } }),
  getAutomaticRenewalById: ({ cid, arid }) => ({ params: { contractId: cid, arid } }),
  updateAutomaticRenewal: ({ cid, arid }) => ({ params: { contractId: cid, arid }, body: { rejected: true } }),
  bulkAutomaticRenewals: () => ({ body: { reject_on_all_contracts: true } }),
  retrieveProducts: () => ({}),
  createProduct: ({ newProductUid }) => ({
    body: {
      uid: newProductUid,
      product_type: "bike",
      title: "Bike",
      value_excl: 1000,
      data: { product_subtype: "electric", brand: "b", model: "m" },
    },
  }),
  retrieveProduct: ({ productId }) => ({ params: { productId } }),
  updateProduct: ({ productUid }) => ({ params: { productId: productUid }, body: { value_excl: 1 } }),
  deleteProduct: ({ productId }) => ({ params: { productId } }),
  retrieveRenters: () => ({}),
  addRenter: ({ freeRenter }) => ({ body: freeRenter }),
  retrieveRenter: ({ uid }) => ({ params: { renterId: uid } }),
  getCitiesOfFrance: () => ({ params: { zipcode: "75002" } }),
  getCitiesByZipcode: () => ({ params: { country: "FR", zipcode: "75002" } }),
  createClaim: ({ uid, insuredCid, insuredCpid }) => ({ body: claimBody(uid, insuredCid, insuredCpid) }),
  listClaims: ({ uid }) => ({ query: { userId: uid } }),
  readClaimRequirements: ({ insuredCid, insuredCpid }) => ({
    query: { subtype: "partial_break", contract_id: insuredCid, contract_product_id: insuredCpid },
  }),
  getClaim: ({ claimId }) => ({ params: { id: claimId } }),
  updateClaim: ({ claimId }) => ({ params: { id: claimId }, body: { location: { city: "Nice" } } }),
  cancelClaim: ({ claimId }) => ({ params: { id: claimId } }),
  submitClaim: ({ claimId }) => ({ params: { id: claimId } }),
  uploadDocuments: ({ claimId }) => ({ params: { id: claimId }, body: photo }),
  uploadDocument: ({ claimId }) => ({ params: { id: claimId }, body: photo }),
  getDocument: ({ claimId, documentId }) => ({ params: { claimId, documentId } }),
  createClaimLink: ({ claimId }) => ({ params: { id: claimId }, body: { language: "en" } }),
  listClaimLinks: ({ claimId }) => ({ params: { id: claimId } }),
  revokeClaimLink: ({ claimId, linkId }) => ({ params: { id: claimId, linkId } }),
  createContractClaimLink: ({ insuredCid, insuredCpid }) => ({
    params: { contractId: insuredCid },
    body: { contract_product_id: insuredCpid },
  }),
  listContractClaimLinks: ({ insuredCid }) => ({ params: { contractId: insuredCid } }),
  revokeContractClaimLink: ({ insuredCid, contractLinkId }) => ({ params: { contractId: insuredCid, linkId: contractLinkId } }),
  listEvents: ({ cid }) => ({ query: { subject: cid } }),
  getEvent: ({ eventId }) => ({ params: { eventId } }),
  listStatements: () => ({}),
  getStatement: () => ({ params: { month: monthOf(new Date()) } }),
  getSandboxClock: () => ({}),
  moveSandboxClock: () => ({ body: { advance: "PT0S" } }),
  returnSandboxClock: () => ({}),
  reopenSandboxContract: ({ closedCid }) => ({ params: { contractId: closedCid }, body: { end_date: inDays(20) } }),
  playSandboxMove: ({ submittedId }) => ({ params: { id: submittedId, move: "takeOver" }, body: {} }),
  playSandboxScenario: ({ submittedId }) => ({ params: { id: submittedId }, body: { name: "refused" } }),
  resetSandbox: ({ keyPreview }) => ({ body: { confirm: keyPreview } }),
  getCitiesSuggestions: () => ({ params: { country: "FR", zipcode: "750" } }),
};

export function requestTo({ id }: Endpoint, targets: Targets): Sent {
  const request = requests[id];
  if (request === undefined) throw new Error(`no request for the endpoint ${id}: add one to the table above`);
  return request(targets);
}

/** A world with one of everything, and a name for each. */
export async function makeTargets(): Promise<{ owner: Shop; targets: Targets }> {
  const owner = await makeShop({ features: ["bulk_renewals"] });
  const product = await makeProduct(owner.key);
  const body = lmd(owner.uid, { products: [insured({ product_id: product.product_id })], automatic_renewal: true });
  const { cid = "", products } = await succeed(owner.key, createContract, { body });
  const [cpid = ""] = Object.keys(products);
  const { arid } = await succeed(owner.key, readCurrentRenewal, { params: { contractId: cid } });
  const claim = await makeClaim(owner);
  await addMandatoryDocuments(claim);
  const { documentEntries } = await succeed(owner.key, getClaim, { params: { id: claim.id } });
  const { events } = await succeed(owner.key, listEvents, { query: { subject: cid } });
  const link = await succeed(owner.key, createClaimLink, { params: { id: claim.id } });
  const contractLink = await succeed(owner.key, createContractClaimLink, { params: { contractId: claim.contractId } });
  const targets = {
    uid: owner.uid,
    cid,
    cpid,
    arid,
    productId: product.product_id,
    productUid: product.uid,
    newProductUid: randomUUID(),
    freeRenter: await registerRenter({ partnerIds: [owner.partner.id] }),
    insuredCid: claim.contractId,
    insuredCpid: claim.contractProductId ?? "",
    claimId: claim.id,
    documentId: documentEntries[0]?.document?.id ?? "",
    linkId: link.id,
    contractLinkId: contractLink.id,
    eventId: events[0]?.id ?? "",
    closedCid: await closeAnother(owner),
    submittedId: await submitAnother(owner),
    keyPreview: previewOf(owner.key),
  };
  return { owner, targets };
}

/** Names of the same shape that nothing has. */
export async function makeUnknownTargets({ partner }: Shop): Promise<Targets> {
  return {
    uid: `renter-${randomUUID()}`,
    cid: newContractId(),
    cpid: newId("cpid"),
    arid: newId("ar"),
    productId: newId("prod"),
    productUid: randomUUID(),
    newProductUid: randomUUID(),
    freeRenter: await registerRenter({ partnerIds: [partner.id] }),
    insuredCid: newContractId(),
    insuredCpid: newId("cpid"),
    claimId: newId("claim"),
    documentId: newId("doc"),
    linkId: newId("link"),
    contractLinkId: newId("link"),
    eventId: newId("evt"),
    closedCid: newContractId(),
    submittedId: newId("claim"),
    keyPreview: previewOf(generateKey("development")),
  };
}

async function closeAnother({ key, uid }: Shop): Promise<string> {
  const { cid = "" } = await succeed(key, createContract, { body: lcd(uid) });
  await sql`update contracts set status = 'closed' where cid = ${cid}`;
  await sql`update contract_products set status = 'closed' where cid = ${cid}`;
  return cid;
}

async function submitAnother(shop: Shop): Promise<string> {
  const draft = await makeClaim(shop);
  await addMandatoryDocuments(draft);
  await succeed(shop.key, submitClaim, { params: { id: draft.id } });
  return draft.id;
}
