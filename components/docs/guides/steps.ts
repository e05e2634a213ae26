import type { GuideSteps } from "#components/docs/guides/guide-step.ts";
import {
  createClaimLink,
  createContractClaimLink,
  listClaimLinks,
  listContractClaimLinks,
  revokeClaimLink,
} from "#lib/insurance/claim-links/endpoints.ts";
import { uploadDocuments } from "#lib/insurance/claims/endpoints-documents.ts";
import { cancelClaim, createClaim, getClaim, submitClaim } from "#lib/insurance/claims/endpoints.ts";
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

/** A PNG of one pixel: a real file, short enough to paste. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC";
const photos = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"];

const claim = { kind: "claim", id: "data.id", status: "data.status" } as const;

/** The steps of the guide to a first claim; e2e/api/guides.test.ts runs them literally as a new partner. */
export const firstClaimSteps = {
  contract: {
    endpoint: createContract,
    body: {
      uid: "{renter}",
      contract_type: "LCD",
      end_date: "{now+7d}",
      options: ["break", "theft"],
      products: [
        {
          product_type: "bike",
          product_subtype: "electric",
          value_excl: 2400,
          brand: "Moustache",
          model: "Lundi 27",
          data: { product_marked: "BC-12345" },
        },
      ],
    },
    capture: { cid: "contract.cid", cpid: "contract.products.*", start: "contract.start_date" },
    makes: { kind: "contract", id: "contract.cid", status: "contract.status" },
  },
  create: {
    endpoint: createClaim,
    body: {
      userId: "{renter}",
      contractId: "{cid}",
      contractProductId: "{cpid}",
      type: "break",
      subtype: "partial_break",
      claimAt: "{start}",
      description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
      questions: {
        "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
        "La casse est-elle due à un accident avec un tiers ?": false,
        "Avez-vous fait un constat avec le tiers ?": false,
        "La réparation est-elle effectuée en externe ?": false,
      },
      insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678", email: "ada@example.com" },
      location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
    },
    capture: { claim: "data.id" },
    makes: claim,
  },
  upload: {
    endpoint: uploadDocuments,
    params: { id: "{claim}" },
    body: photos.map((type, index) => ({ type, title: type, filename: `photo-${index + 1}.png`, content: dot })),
    makes: { kind: "documents", id: "{claim}" },
  },
  submit: { endpoint: submitClaim, params: { id: "{claim}" }, makes: { ...claim, id: "data.claimId" } },
  read: { endpoint: getClaim, params: { id: "{claim}" }, makes: claim },
  cancel: {
    endpoint: cancelClaim,
    params: { id: "{claim}" },
    body: { reason: "Le vélo a été réparé par le loueur." },
    makes: claim,
  },
} as const satisfies GuideSteps;

const ofClaim = { kind: "claimLink", id: "{claim}" } as const;
const ofContract = { kind: "contractLink", id: "{cid}" } as const;

/** The steps of the guide to claim links; e2e/api/guides.test.ts follows them, word for word, as a new partner. */
export const claimLinksSteps = {
  contract: firstClaimSteps.contract,
  draft: firstClaimSteps.create,
  create: {
    endpoint: createClaimLink,
    params: { id: "{claim}" },
    body: { language: "en", expires_in_hours: 72, return_url: "https://shop.example/claims" },
    capture: { link: "data.id" },
    makes: ofClaim,
  },
  declare: {
    endpoint: createContractClaimLink,
    params: { contractId: "{cid}" },
    body: { language: "en", contract_product_id: "{cpid}" },
    makes: ofContract,
  },
  declared: { endpoint: listContractClaimLinks, params: { contractId: "{cid}" }, makes: ofContract },
  list: { endpoint: listClaimLinks, params: { id: "{claim}" }, makes: ofClaim },
  revoke: { endpoint: revokeClaimLink, params: { id: "{claim}", linkId: "{link}" }, makes: ofClaim },
} as const satisfies GuideSteps;
