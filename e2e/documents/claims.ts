import { db, sql } from "#db/client.ts";
import type { Claim } from "#lib/claims/claim.ts";
import { entriesFor } from "#lib/claims/rules/entries.ts";
import { matrixOf } from "#lib/claims/rules/matrix.ts";
import { insertClaim } from "#lib/claims/save.ts";
import type { ApiContext } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";
import { makeContract, noon } from "#lib/renewals/sample-shop.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/renters/sample-world.ts";

/** The three photos without which the sample claim cannot be submitted, and one document that it expects. */
export const [bikePhoto, firstPhoto, secondPhoto, invoice] = [
  "Photo du vélo dans son ensemble",
  "Photo de la casse (angle 1)",
  "Photo de la casse (angle 2)",
  "Facture de réparation",
] as const;

/** A partner with an insured bike; `ctx` is what verbs are given. */
export interface Insured {
  key: string;
  ctx: ApiContext;
  makeClaim(changes?: Partial<Claim>): Promise<string>;
}

export async function makeInsured(): Promise<Insured> {
  const [partner, uid] = await Promise.all([makePartner(), registerRenter()]);
  const ctx = partner.contexts.production;
  await attachOpened(ctx, uid);
  const start = noon("2027-01-10");
  const cid = await makeContract({ uid, partnerId: partner.id, at: (now) => ({ ...ctx, now }) }, "LMD", start, 3);
  const [product] = await sql<{ cpid: string }[]>`select cpid from contract_products where cid = ${cid}`;
  const makeClaim = async (changes: Partial<Claim> = {}) => {
    const claim = draft({ worldId: ctx.world.id, uid, cid, cpid: product?.cpid ?? "", ...changes });
    await db.transaction((tx) => insertClaim(tx, claim));
    return claim.id;
  };
  return { key: partner.keys.production.text, ctx, makeClaim };
}

function draft(changes: Partial<Claim> & Pick<Claim, "worldId" | "uid" | "cid" | "cpid">): Claim {
  const createdAt = noon("2027-01-12");
  const questions = { "Quels éléments du matériel sont cassés ?": "La roue avant", "Avez-vous fait un constat avec le tiers ?": false };
  return {
    id: newId("claim"),
    claimId: null,
    test: false,
    draftStatus: "unmatched",
    stage: null,
    status: "draft",
    statusSince: createdAt,
    canSubmit: false,
    type: "break",
    subtype: "partial_break",
    claimAt: noon("2027-01-11"),
    description: "Chute sur une plaque de verglas : la roue avant est voilée et la fourche est tordue.",
    product: {
      type: "bike",
      subtype: "electric",
      brand: "Moustache",
      model: "Lundi 27",
      productMarked: "BC-1",
      internalId: null,
      custom: {},
    },
    location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
    insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
    questions,
    entries: entriesFor(matrixOf("bike")?.partial_break ?? { questions: [], documents: [] }, questions),
    note: null,
    cancelReason: null,
    handlerId: null,
    createdAt,
    updatedAt: createdAt,
    submittedAt: null,
    closedAt: null,
    reopenedAt: null,
    abandonedAt: null,
    documents: [],
    settlements: [],
    ...changes,
  };
}
