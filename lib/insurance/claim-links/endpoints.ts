import { z } from "zod";
import { claimLink, claimLinkBody, contractClaimLink, contractClaimLinkBody, madeClaimLink } from "#lib/insurance/claim-links/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";

const side = "claim";
const tag = "Claims";
const exampleClaim = { id: "claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A" };
const exampleContract = { contractId: "01JD3W7Q8ZH4C6E1Y9B3D5F7G2" };
const exampleLink = "link_01JD3W7Q8ZK5T9V0XR2M4N6P8A";
const exampleContractLink = "link_01JD3W7Q8ZH4C6E1Y9B3D5F7G2";

const ofClaim = z.object({ id: z.string().meta({ description: "The claim's `id`.", examples: [exampleClaim.id] }) });
const ofContract = z.object({
  contractId: z.string().meta({ description: "The `cid` of the contract.", examples: [exampleContract.contractId] }),
});
const linkId = z.string().meta({ description: "The link's `id`.", examples: [exampleLink] });
const created = { status: 200, description: "The link with its address.", data: madeClaimLink, secret: true } as const;
const subject = ({ id }: { id: string }): string => id;
const subjectOfContract = ({ contractId }: { contractId: string }): string => contractId;

export const createClaimLink = endpoint({
  id: "createClaimLink",
  method: "POST",
  path: "/claims/{id}/links",
  side,
  tag,
  right: "claims:write",
  summary: "Make a link for the insured",
  description:
    "Makes a link by which the insured sends the documents of a claim from a phone, without an account. The claim is a draft, or waits for information. With every mandatory document there it is submitted, or goes back to the handler.",
  params: ofClaim,
  body: { schema: claimLinkBody, required: false },
  success: { ...created, schemaName: "MadeClaimLinkResponse" },
  errors: ["CLAIM_VALIDATION_ERROR", "CLAIM_NOT_FOUND", "CLAIM_NOT_EDITABLE"],
  subject,
  examples: [
    {
      name: "A link in English for three days",
      params: exampleClaim,
      body: { language: "en", expires_in_hours: 72, return_url: "https://shop.example/claims" },
    },
  ],
});

export const listClaimLinks = endpoint({
  id: "listClaimLinks",
  method: "GET",
  path: "/claims/{id}/links",
  side,
  tag,
  right: "claims:read",
  summary: "List the links of a claim",
  description: "The newest 100 links of a claim, the newest first, without their addresses.",
  params: ofClaim,
  success: {
    status: 200,
    description: "The links.",
    data: z.array(claimLink).meta({ description: "The links, the newest first." }),
    schemaName: "ClaimLinksResponse",
  },
  errors: ["CLAIM_NOT_FOUND"],
  subject,
  examples: [{ name: "The links of a claim", params: exampleClaim }],
});

export const revokeClaimLink = endpoint({
  id: "revokeClaimLink",
  method: "DELETE",
  path: "/claims/{id}/links/{linkId}",
  side,
  tag,
  right: "claims:write",
  summary: "Revoke a link of a claim",
  description: "From now on the link opens nothing. What was sent by it stays.",
  params: ofClaim.extend({ linkId }),
  success: { status: 200, description: "The link.", data: claimLink, schemaName: "ClaimLinkResponse" },
  errors: ["CLAIM_NOT_FOUND", "CLAIM_LINK_NOT_FOUND"],
  subject,
  examples: [{ name: "A link that was sent to the wrong number", params: { ...exampleClaim, linkId: exampleLink } }],
});

export const createContractClaimLink = endpoint({
  id: "createContractClaimLink",
  method: "POST",
  path: "/contracts/{contractId}/claimLinks",
  side,
  tag,
  right: "claims:write",
  summary: "Make a link to declare a loss",
  description:
    "Makes a link by which the insured declares a loss on a contract and then sends its documents. It makes one draft, whose `id` the list shows.",
  params: ofContract,
  body: { schema: contractClaimLinkBody, required: false },
  success: { ...created, schemaName: "MadeClaimLinkResponse" },
  errors: ["CLAIM_VALIDATION_ERROR", "CONTRACT_NOT_FOUND", "CONTRACT_NOT_OPEN", "CONTRACT_PRODUCT_UNKNOWN", "UNSUPPORTED_PRODUCT_TYPE"],
  subject: subjectOfContract,
  examples: [{ name: "A link for one bike", params: exampleContract, body: { contract_product_id: "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2" } }],
});

export const listContractClaimLinks = endpoint({
  id: "listContractClaimLinks",
  method: "GET",
  path: "/contracts/{contractId}/claimLinks",
  side,
  tag,
  right: "claims:read",
  summary: "List the links of a contract",
  description: "The newest 100 links of a contract, the newest first, with the claims that were declared by them.",
  params: ofContract,
  success: {
    status: 200,
    description: "The links.",
    data: z.array(contractClaimLink).meta({ description: "The links, the newest first." }),
    schemaName: "ContractClaimLinksResponse",
  },
  errors: ["CONTRACT_NOT_FOUND"],
  subject: subjectOfContract,
  examples: [{ name: "The links of a contract", params: exampleContract }],
});

export const revokeContractClaimLink = endpoint({
  id: "revokeContractClaimLink",
  method: "DELETE",
  path: "/contracts/{contractId}/claimLinks/{linkId}",
  side,
  tag,
  right: "claims:write",
  summary: "Revoke a link of a contract",
  description: "From now on the link opens nothing. A claim that was declared by it stays.",
  params: ofContract.extend({ linkId }),
  success: { status: 200, description: "The link.", data: contractClaimLink, schemaName: "ContractClaimLinkResponse" },
  errors: ["CONTRACT_NOT_FOUND", "CLAIM_LINK_NOT_FOUND"],
  subject: subjectOfContract,
  examples: [{ name: "A link that is not needed any more", params: { ...exampleContract, linkId: exampleContractLink } }],
});
