import { firstClaimSteps } from "#components/docs/guides/first-claim-steps.ts";
import type { GuideSteps } from "#components/docs/guides/guide-step.ts";
import {
  createClaimLink,
  createContractClaimLink,
  listClaimLinks,
  listContractClaimLinks,
  revokeClaimLink,
} from "#lib/insurance/claim-links/endpoints.ts";

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
