import { z } from "zod";
import { endpoint } from "#lib/endpoint.ts";
import { attachRenterBody, renter } from "#lib/renters/schema.ts";

const side = "product";
const tag = "Renters";

export const listRenters = endpoint({
  id: "listRenters",
  method: "GET",
  path: "/renters",
  side,
  tag,
  summary: "List the attached renters",
  description: "The renters that this API key may act for: an object with their uids as keys.",
  success: {
    status: 200,
    description: "An array with one object, which has the renters.",
    resource: "renters",
    listed: true,
    data: z.record(z.string(), z.literal(true)).meta({ examples: [{ "renter-lyon": true }] }),
  },
  errors: [],
  examples: [{ name: "All of them" }],
});

export const attachRenter = endpoint({
  id: "attachRenter",
  method: "POST",
  path: "/renters",
  side,
  tag,
  summary: "Attach a renter",
  description: "Attaches a renter that the operator has registered to this API key, so that contracts and claims can be made for it.",
  body: { schema: attachRenterBody, checkedByRules: true },
  success: { status: 201, description: "The renter is attached." },
  errors: ["RENTER_ID_MISSING", "RENTER_UNKNOWN", "RENTER_ALREADY_ATTACHED"],
  examples: [
    { name: "As a JSON text", body: "renter-lyon" },
    { name: "As an object", body: { renter_id: "renter-annecy" } },
  ],
});

export const readRenter = endpoint({
  id: "readRenter",
  method: "GET",
  path: "/renters/{id}",
  side,
  tag,
  summary: "Read a renter",
  description: "The rental company, the contract types that it may use, and the product types that it may insure.",
  params: z.object({ id: z.string().meta({ description: "The renter's uid." }) }),
  success: { status: 200, description: "The renter.", resource: "renter", data: renter },
  errors: ["RENTER_UNKNOWN"],
  subject: ({ id }) => id,
  examples: [{ name: "One renter", params: { id: "renter-lyon" } }],
});
