import { db, sql } from "#db/client.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { makeDraft } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { insertClaim } from "#lib/insurance/claims/save.ts";
import { makeContract, noon } from "#lib/insurance/renewals/shop.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";

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
  /** The key of the development environment. */
  sandboxKey: string;
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
    const claim = makeDraft({ id: newId("claim"), test: false, worldId: ctx.world.id, uid, cid, cpid: product?.cpid ?? "", ...changes });
    await db.transaction((tx) => insertClaim(tx, claim));
    return claim.id;
  };
  return { key: partner.keys.production.text, sandboxKey: partner.keys.development.text, ctx, makeClaim };
}
