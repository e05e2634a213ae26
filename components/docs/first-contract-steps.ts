import type { GuideSteps } from "#components/docs/guide-step.ts";
import { createContract, endContract, readContract } from "#lib/contracts/endpoints.ts";
import { createProduct } from "#lib/products/endpoints.ts";
import { attachRenter } from "#lib/renters/endpoints.ts";

const weekend = {
  uid: "{renter}",
  contract_type: "LCD",
  start_date: "{now+1d}",
  end_date: "{now+3d}",
  options: ["break", "theft"],
  products: [{ product_id: "{product}", data: { product_marked: "BC-12345" } }],
};

/** The steps of the guide to a first contract; e2e/api/guides.test.ts runs them literally as a new partner. */
export const firstContractSteps = {
  renter: { endpoint: attachRenter, body: { renter_id: "{renter}" } },
  product: {
    endpoint: createProduct,
    body: {
      uid: "{uuid}",
      product_type: "bike",
      title: "Moustache Lundi 27",
      value_excl: 2400,
      data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" },
    },
    capture: { product: "product.product_id" },
  },
  price: { endpoint: createContract, query: { preview: "true" }, body: weekend },
  create: { endpoint: createContract, body: weekend, capture: { cid: "contract.cid" } },
  read: { endpoint: readContract, params: { contractId: "{cid}" } },
  end: { endpoint: endContract, params: { contractId: "{cid}" }, body: { reason: "The customer cancelled the booking." } },
} as const satisfies GuideSteps;
