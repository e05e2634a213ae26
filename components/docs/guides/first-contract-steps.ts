import type { GuideSteps } from "#components/docs/guides/guide-step.ts";
import { createContract, endContract, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { createProduct } from "#lib/insurance/products/endpoints.ts";
import { attachRenter } from "#lib/insurance/renters/endpoints.ts";

const contract = { kind: "contract", id: "contract.cid", status: "contract.status" } as const;

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
  renter: { endpoint: attachRenter, body: { renter_id: "{renter}" }, makes: { kind: "renter", id: "{renter}" } },
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
    makes: { kind: "product", id: "product.product_id" },
  },
  price: { endpoint: createContract, query: { preview: "true" }, body: weekend, makes: { kind: "price", price: "contract.price" } },
  create: { endpoint: createContract, body: weekend, capture: { cid: "contract.cid" }, makes: contract },
  read: { endpoint: readContract, params: { contractId: "{cid}" }, makes: contract },
  end: { endpoint: endContract, params: { contractId: "{cid}" }, body: { reason: "The customer cancelled the booking." }, makes: contract },
} as const satisfies GuideSteps;
