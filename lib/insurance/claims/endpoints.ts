import { z } from "zod";
import {
  cancelClaimBody,
  claimRequirementsQuery,
  createClaimBody,
  listClaimsQuery,
  updateClaimBody,
} from "#lib/insurance/claims/requests.ts";
import { claimRequirements } from "#lib/insurance/claims/schema-requirements.ts";
import { claim, claimCancellation, claimList, claimSubmission } from "#lib/insurance/claims/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

const side = "claim";
const tag = "Claims";
const exampleParams = { id: "claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A" };

const idOfClaim = z.string().meta({ description: "The claim's `id`.", examples: [exampleParams.id] });
const params = z.object({ id: idOfClaim });
const success = { status: 200, data: claim, schemaName: "ClaimDetailResponse" } as const;
const paramsOfRead = z.object({ id: idOfClaim.meta({ description: "The claim's `id`, or once it is submitted its `claimId`." }) });
const subject: Endpoint<typeof params>["subject"] = ({ id }) => id;
/** Files a read by `claimId` under the claim's `id`, like every other call about the claim. */
const subjectOfRead: Endpoint<typeof params, z.ZodObject, z.ZodType, typeof claim>["subject"] = ({ id }, stored) => stored?.id ?? id;

export const createClaim = endpoint({
  id: "createClaim",
  method: "POST",
  path: "/claims",
  side,
  tag,
  right: "claims:write",
  summary: "Create a claim",
  description:
    "Creates a draft. Its `documentEntries` say which documents to upload: they follow from the product, the subtype and the answers.",
  body: { schema: createClaimBody },
  success: { ...success, description: "The draft." },
  errors: [
    "CLAIM_VALIDATION_ERROR",
    "UNAUTHORIZED_USER",
    "CLAIM_CONTRACT_NOT_FOUND",
    "CLAIM_PRODUCT_NOT_FOUND",
    "UNSUPPORTED_PRODUCT_TYPE",
    "INVALID_SUBTYPE_FOR_PRODUCT",
    "INVALID_TYPE_FOR_SUBTYPE",
    "QUESTIONS_INCOMPLETE",
  ],
  subject: (_params, created) => created?.id,
  examples: [
    {
      name: "A bike that fell",
      body: {
        userId: "renter-lyon",
        contractId: "01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
        contractProductId: "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
        type: "break",
        subtype: "partial_break",
        claimAt: "2027-01-01T00:00:00Z",
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
    },
    {
      name: "A bike that was stolen",
      body: {
        userId: "renter-lyon",
        contractId: "01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
        contractProductId: "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
        type: "theft",
        subtype: "total_theft",
        claimAt: "2027-01-01T00:00:00Z",
        description: "Vélo attaché devant la gare à huit heures du matin ; à mon retour, le cadenas était coupé et le vélo avait disparu.",
        questions: {
          "Le vélo était-il attaché à un point fixe ?": true,
          "Le vélo était-il attaché avec le cadenas fourni ?": true,
          "Y a-t-il eu une effraction d'un lieu privé ?": false,
          "Le vélo est-il électrique ?": true,
          "La batterie était-elle présente sur le vélo ?": true,
          "Avez-vous récupéré le dépôt de plainte final ?": false,
        },
        insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
        location: { address: "Gare de Lyon-Part-Dieu", city: "Lyon", country: "FR", zipcode: "69003" },
      },
    },
  ],
});

export const listClaims = endpoint({
  id: "listClaims",
  method: "GET",
  path: "/claims",
  side,
  tag,
  right: "claims:read",
  summary: "List claims",
  description: "The claims of the renters that are attached to this API key, newest first.",
  query: listClaimsQuery,
  success: { status: 200, description: "A page of the claims.", data: claimList, spread: true },
  errors: ["CLAIM_VALIDATION_ERROR", "UNAUTHORIZED_USER"],
  examples: [
    { name: "The newest claims" },
    { name: "A renter's drafts", query: { userId: "renter-lyon", status: "draft" } },
    { name: "The second page of ten of what was submitted", query: { status: "submitted", offset: "10", limit: "10" } },
  ],
});

export const getClaim = endpoint({
  id: "getClaim",
  method: "GET",
  path: "/claims/{id}",
  side,
  tag,
  right: "claims:read",
  summary: "Read a claim",
  description: "A claim of this environment with its documents and settlements, whatever its status.",
  params: paramsOfRead,
  success: { ...success, description: "The claim." },
  errors: ["CLAIM_NOT_FOUND"],
  subject: subjectOfRead,
  examples: [{ name: "One claim", params: exampleParams }],
});

export const updateClaim = endpoint({
  id: "updateClaim",
  method: "PATCH",
  path: "/claims/{id}",
  side,
  tag,
  right: "claims:write",
  summary: "Correct a draft",
  description: "Changes the description, the location or both while the claim is a draft. Everything else is fixed at its creation.",
  params,
  body: { schema: updateClaimBody },
  success: { ...success, description: "The claim as it is now." },
  errors: ["CLAIM_VALIDATION_ERROR", "CLAIM_NOT_FOUND", "CLAIM_NOT_EDITABLE"],
  subject,
  examples: [
    { name: "Another address", params: exampleParams, body: { location: { address: "16 montée de la Grande Côte" } } },
    {
      name: "A better description",
      params: exampleParams,
      body: { description: "Chute sur une plaque de verglas : la roue avant est voilée, la fourche est tordue et le guidon est rayé." },
    },
  ],
});

export const readClaimRequirements = endpoint({
  id: "readClaimRequirements",
  method: "GET",
  path: "/claims/requirements",
  isApart: true,
  side,
  tag,
  right: "claims:read",
  summary: "Read what a claim needs",
  description:
    "The questions and documents of a claim, in English and French, before it is created: for a product of a contract, or for a product type.",
  query: claimRequirementsQuery,
  success: { status: 200, description: "The questions and documents.", data: claimRequirements },
  errors: [
    "CLAIM_VALIDATION_ERROR",
    "UNAUTHORIZED_USER",
    "CLAIM_CONTRACT_NOT_FOUND",
    "CLAIM_PRODUCT_NOT_FOUND",
    "UNSUPPORTED_PRODUCT_TYPE",
    "INVALID_SUBTYPE_FOR_PRODUCT",
  ],
  examples: [
    { name: "A bike that fell", query: { subtype: "partial_break", product_type: "bike" } },
    {
      name: "The stolen bike of a contract",
      query: {
        subtype: "total_theft",
        contract_id: "01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
        contract_product_id: "cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2",
      },
    },
  ],
});

export const cancelClaim = endpoint({
  id: "cancelClaim",
  method: "DELETE",
  path: "/claims/{id}",
  side,
  tag,
  right: "claims:write",
  summary: "Cancel a claim",
  description: "Archives a draft. A submitted claim is abandoned, unless it is closed or a payment is under way.",
  params,
  body: { schema: cancelClaimBody, required: false },
  success: { status: 200, description: "What happened to the claim.", data: claimCancellation, spread: true },
  errors: ["CLAIM_VALIDATION_ERROR", "CLAIM_NOT_FOUND", "CLAIM_STATUS_LOCKED", "ACTIVE_PAYMENT_BLOCKING"],
  subject,
  examples: [
    { name: "Without a reason", params: exampleParams },
    { name: "The bike was found", params: exampleParams, body: { reason: "Le vélo a été retrouvé." } },
  ],
});

export const submitClaim = endpoint({
  id: "submitClaim",
  method: "POST",
  path: "/claims/{id}/submit",
  side,
  tag,
  right: "claims:write",
  summary: "Submit a claim",
  description: "Submits a draft with all its mandatory documents to the insurer, who assigns its `claimId`.",
  params,
  success: { status: 200, description: "The claim is submitted.", data: claimSubmission },
  errors: ["CLAIM_NOT_FOUND", "CLAIM_NOT_SUBMITTABLE", "DOCUMENTS_INCOMPLETE"],
  subject,
  examples: [{ name: "A draft that is complete", params: exampleParams }],
});
