import { sql } from "#db/client.ts";
import { succeed } from "#e2e/api/client.ts";
import { inHours, lcd } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { createClaim, submitClaim } from "#lib/insurance/claims/endpoints.ts";
import { lockClaim } from "#lib/insurance/claims/find.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";
import type { WireClaim } from "#lib/insurance/claims/schema.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { newId } from "#lib/platform/ids.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

/** A bike that fell just now. */
export function claimBody(userId: string, contractId: string, contractProductId: string, changes: Record<string, unknown> = {}) {
  return {
    userId,
    contractId,
    contractProductId,
    type: "break",
    subtype: "partial_break",
    claimAt: inHours(0),
    description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
    questions: {
      "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
      "La casse est-elle due à un accident avec un tiers ?": false,
      "Avez-vous fait un constat avec le tiers ?": "false",
      "La réparation est-elle effectuée en externe ?": false,
      "Couleur du vélo ?": "rouge",
    },
    insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
    location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
    ...changes,
  };
}

/** A document that the claim asks for, the smallest PNG. */
export const photo = {
  type: "Photo du vélo dans son ensemble",
  title: "The bike",
  filename: "bike.png",
  content: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC",
};

/** A contract in force, by its identifier and its only product's. */
export async function makeInsured({ key, uid }: Pick<Shop, "key" | "uid">, changes: Record<string, unknown> = {}) {
  const { cid = "", products } = await succeed(key, createContract, { body: lcd(uid, { start_date: inHours(0), ...changes }) });
  return { cid, cpid: Object.keys(products)[0] ?? "" };
}

/** A draft on a contract of its own. */
export async function makeClaim(shop: Pick<Shop, "key" | "uid">, changes: Record<string, unknown> = {}): Promise<WireClaim> {
  const { cid, cpid } = await makeInsured(shop);
  return succeed(shop.key, createClaim, { body: claimBody(shop.uid, cid, cpid, changes) });
}

/** Lays the mandatory documents of a draft into the database, but for those that are left out; no file stands behind them. */
export async function addMandatoryDocuments({ id, documentEntries }: WireClaim, { except = [] as string[] } = {}): Promise<void> {
  const types = documentEntries.filter(({ category, type }) => category === "mandatory" && !except.includes(type)).map(({ type }) => type);
  const now = new Date().toISOString();
  const rows = types.map((type) => ({
    id: newId("doc"),
    claim_id: id,
    type,
    title: type,
    mime_type: "image/jpeg",
    size_bytes: 1000,
    storage_key: `fixtures/${newId("doc")}`,
    status: "to_verify",
    created_at: now,
    updated_at: now,
  }));
  await sql.begin(async (tx) => {
    if (rows.length > 0) await tx`insert into claim_documents ${tx(rows)}`;
    if (except.length === 0) await tx`update claims set can_submit = true, draft_status = 'pending' where id = ${id}`;
  });
}

/** A claim that was submitted, and its shop. */
export async function makeSubmitted() {
  const shop = await makeShop();
  const draft = await makeClaim(shop);
  await addMandatoryDocuments(draft);
  const { claimId } = await succeed(shop.key, submitClaim, { params: { id: draft.id } });
  return { shop, draft, id: draft.id, claimId };
}

/** Makes a move of the insurer's side, as the desk does. */
export function actOnClaim(id: string, decide: (claim: Claim, now: Date) => ClaimChange): Promise<Claim> {
  const now = new Date();
  return transact(async (tx) => {
    const before = await lockClaim(tx, { id, world: "any" });
    const change = decide(before, now);
    await saveClaim(tx, before, change, { executionId: null, ...realMoment(now) });
    return change.claim;
  });
}

/** The types of the events that tell of a claim, in their order. */
export async function eventsOf(id: string): Promise<string[]> {
  const rows = await sql<{ type: string }[]>`select event_type as type from events where subject_id = ${id} order by id`;
  return rows.map(({ type }) => type);
}
