import { z } from "zod";
import { userId } from "#lib/insurance/catalogue/schema.ts";
import { attachRenterBody, renter } from "#lib/insurance/renters/schema.ts";
import { endpoint } from "#lib/platform/wire/endpoint.ts";

const side = "product";
const tag = "Renters";

export const listRenters = endpoint({
  id: "retrieveRenters",
  method: "GET",
  path: "/renters",
  side,
  tag,
  right: "renters:read",
  summary: "List the attached renters",
  description: "The renters that this API key may act for: an object with their uids as keys.",
  success: {
    status: 200,
    description: "An array with one object, which has the renters.",
    resource: "renters",
    listed: true,
    data: z
      .record(z.string(), z.literal(true))
      .meta({ description: "The uids of the attached renters, each with true.", examples: [{ "renter-lyon": true }] }),
    schemaName: "ListRenterResponse",
  },
  errors: [],
  examples: [{ name: "All of them" }],
});

export const attachRenter = endpoint({
  id: "addRenter",
  method: "POST",
  path: "/renters",
  side,
  tag,
  right: "renters:write",
  summary: "Attach a renter",
  description:
    "Attaches a renter that the operator has made available to you to this API key, so that you can create contracts and claims for it. The body may also be just the uid, as a JSON string.",
  body: { schema: attachRenterBody, checkedByRules: true },
  success: { status: 201, description: "The renter is attached.", schemaName: "AddRenterToApiKeyResponse" },
  errors: ["RENTER_ID_MISSING", "RENTER_UNKNOWN", "RENTER_ALREADY_ATTACHED"],
  examples: [{ name: "One renter", body: { renter_id: "renter-lyon" } }],
});

export const readRenter = endpoint({
  id: "retrieveRenter",
  method: "GET",
  path: "/renters/{renterId}",
  side,
  tag,
  right: "renters:read",
  summary: "Read a renter",
  description: "The rental company, the contract types that it may use, and the product types that it may insure.",
  params: z.object({ renterId: userId }),
  success: { status: 200, description: "The renter.", resource: "renter", data: renter, schemaName: "ReadRenterResponse" },
  errors: ["RENTER_UNKNOWN"],
  subject: ({ renterId }) => renterId,
  examples: [{ name: "One renter", params: { renterId: "renter-lyon" } }],
});
