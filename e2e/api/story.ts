import { features } from "#db/schema/enums.ts";
import { addMandatoryDocuments, photo } from "#e2e/api/claims.fixture.ts";
import { succeed } from "#e2e/api/client.ts";
import { makePartner, registerRenter } from "#e2e/api/world.ts";
import type { Access } from "#e2e/api/world.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import { listEvents } from "#lib/developer/events/endpoints.ts";
import { eventPage } from "#lib/developer/events/schema.ts";
import { moveSandboxClock, reopenSandboxContract } from "#lib/developer/sandbox/endpoints.ts";
import { createClaimLink, createContractClaimLink } from "#lib/insurance/claim-links/endpoints.ts";
import { madeClaimLink } from "#lib/insurance/claim-links/schema.ts";
import { uploadDocuments } from "#lib/insurance/claims/endpoints-documents.ts";
import { createClaim, submitClaim } from "#lib/insurance/claims/endpoints.ts";
import { claim } from "#lib/insurance/claims/schema.ts";
import type { UploadAnswer } from "#lib/insurance/claims/upload.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { contract } from "#lib/insurance/contracts/schema.ts";
import { createProduct } from "#lib/insurance/products/endpoints.ts";
import { configureRenewal } from "#lib/insurance/renewals/endpoints.ts";
import { automaticRenewal } from "#lib/insurance/renewals/schema.ts";
import { attachRenter } from "#lib/insurance/renters/endpoints.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";
import { parseInstant } from "#lib/platform/time/dates.ts";
import type { Endpoint, Example } from "#lib/platform/wire/endpoint.ts";

interface Chapter {
  endpoint: Endpoint;
  /** The name of its example; the first where there is none. */
  example?: string;
  /** The identifiers that the examples have for what the call made, and the real ones. */
  named?(made: unknown): [told: string, real: string | undefined][];
  /** Does the steps after the call for which the reference has no example. */
  afterwards?(made: unknown): Promise<void>;
}

/** Before an example of the sandbox the claim was handed to the insurer. */
const submission: Chapter = { endpoint: submitClaim };

/** The chapters before each example: the examples of these, in this order, up to the example's own. */
const story: readonly Chapter[] = [
  { endpoint: attachRenter },
  { endpoint: createProduct },
  {
    endpoint: createContract,
    named(made) {
      const { cid, products } = contract.parse(made);
      return [
        ["01JD3W7Q8ZK5T9V0XR2M4N6P8A", cid],
        ["cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A", Object.keys(products)[0]],
      ];
    },
  },
  { endpoint: configureRenewal, named: (made) => [["ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A", automaticRenewal.parse(made).arid]] },
  {
    endpoint: createContract,
    example: "A week from now on",
    named(made) {
      const { cid, products } = contract.parse(made);
      return [
        ["01JD3W7Q8ZH4C6E1Y9B3D5F7G2", cid],
        ["cpid_01JD3W7Q8ZH4C6E1Y9B3D5F7G2", Object.keys(products)[0]],
      ];
    },
  },
  {
    endpoint: createContractClaimLink,
    named: (made) => [["link_01JD3W7Q8ZH4C6E1Y9B3D5F7G2", madeClaimLink.parse(made).id]],
  },
  {
    endpoint: createClaim,
    named: (made) => [["claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", claim.parse(made).id]],
    afterwards: (made) => addMandatoryDocuments(claim.parse(made)),
  },
  {
    endpoint: createClaimLink,
    named: (made) => [["link_01JD3W7Q8ZK5T9V0XR2M4N6P8A", madeClaimLink.parse(made).id]],
  },
  {
    endpoint: uploadDocuments,
    named: (made) => [["doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A", (made as UploadAnswer).data[0]?.id]],
  },
  {
    endpoint: listEvents,
    example: "What happened to a contract",
    named: (made) => [["evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A", eventPage.parse(made).events[0]?.id]],
  },
];

export const day = 86_400_000;
/** The examples are told at the beginning of 2027-01-01, which becomes this moment: what was in force then is in force now. */
export const moved = Date.now() - Date.parse("2027-01-01T00:00:00Z");

export type Names = Map<string, string | undefined>;

/** Moves an example into a test's world, with its identifiers and dates. A form becomes the equivalent document in JSON. */
export function inWorld({ params, query, body, form }: Example, names: Names): Omit<Example, "name"> {
  const { file: filename, ...described } = form ?? {};
  const document = form && { ...described, filename, content: photo.content };
  const text = JSON.stringify({ params, query, body: body ?? document });
  return JSON.parse(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (token) => JSON.stringify(realOf(JSON.parse(token) as string, names)))) as Omit<
    Example,
    "name"
  >;
}

function realOf(told: string, names: Names): string {
  const instant = parseInstant(told);
  return instant === undefined ? (names.get(told) ?? told) : new Date(instant.getTime() + moved).toISOString();
}

/** A world in which everything that comes before an example of the endpoint has happened. */
export async function tellStory(endpoint: Endpoint): Promise<{ access: Access; names: Names }> {
  const { id, development: access } = await makePartner({ features: [...features] });
  const { key } = access;
  const names: Names = new Map([
    ["renter-lyon", await registerRenter({ partnerIds: [id] })],
    ["renter-annecy", await registerRenter({ partnerIds: [id] })],
  ]);
  names.set("cg_dev_Xy12", keyPreview(key));
  names.set("2027-01", monthOf(new Date()));
  for (const chapter of endpoint.tag === "Sandbox" ? [...story, submission] : story) {
    if (chapter.endpoint === endpoint) break;
    const told = chapter.endpoint.examples?.find(({ name }) => chapter.example === undefined || name === chapter.example);
    if (told === undefined) throw new Error(`${chapter.endpoint.id} has no example ${chapter.example ?? ""}`);
    const made = await succeed(key, chapter.endpoint, inWorld(told, names));
    for (const [name, real] of chapter.named?.(made) ?? []) names.set(name, real);
    await chapter.afterwards?.(made);
  }
  // The contract of a week has come to its end.
  if (endpoint === reopenSandboxContract) await succeed(key, moveSandboxClock, { body: { advance: "P8D" } });
  return { access, names };
}
