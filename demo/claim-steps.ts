import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { demoPdf } from "#demo/demo-file.ts";
import type { ApiContext, HandlerContext } from "#lib/account/worlds/context.ts";
import { cancel, submit } from "#lib/insurance/claims/change.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { takeAction } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { read } from "#lib/insurance/claims/read.ts";
import type { UploadedItem } from "#lib/insurance/claims/requests-documents.ts";
import type { PaymentState } from "#lib/insurance/claims/schema.ts";
import { uploadDocuments } from "#lib/insurance/claims/upload.ts";

/** The insured person of a name. */
export function insuredOf(name: string): { firstName: string; lastName: string; phoneNumber: string; email: string } {
  const [firstName = "", ...rest] = name.split(" ");
  const mailbox = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ".");
  return { firstName, lastName: rest.join(" "), phoneNumber: "+33612345678", email: `${mailbox}@example.com` };
}

export const location = { address: "12 rue des Remparts", zipcode: "75010", city: "Paris", country: "FR" };

export const fall = {
  type: "break",
  subtype: "partial_break",
  description: "Chute sur chaussée mouillée dans un virage : la roue avant est voilée et la fourche est tordue.",
  questions: {
    "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
    "La casse est-elle due à un accident avec un tiers ?": false,
    "Avez-vous fait un constat avec le tiers ?": false,
    "La réparation est-elle effectuée en externe ?": true,
  },
} as const;

export const theft = {
  type: "theft",
  subtype: "total_theft",
  description: "Vélo attaché devant la gare à huit heures du matin ; au retour, le cadenas était coupé et le vélo avait disparu.",
  questions: {
    "Le vélo était-il attaché à un point fixe ?": true,
    "Le vélo était-il attaché avec le cadenas fourni ?": true,
    "Y a-t-il eu une effraction d'un lieu privé ?": false,
    "Le vélo est-il électrique ?": true,
    "La batterie était-elle présente sur le vélo ?": true,
    "Avez-vous récupéré le dépôt de plainte final ?": true,
  },
} as const;

/** A demo claim in progress. */
export interface Story {
  id: string;
  /** The contexts of the partner's system and the operator's staff at the step's moment. */
  partner: ApiContext;
  staff: HandlerContext;
}

/** A step after the declaration, a few hours after the one before. */
export type Step = (claim: Story) => Promise<unknown>;

export async function uploadMandatory({ id, partner }: Story): Promise<void> {
  const { documentEntries } = await read(partner, id);
  const mandatory = documentEntries.filter(({ category }) => category === "mandatory");
  await upload(partner, id, { types: mandatory.map(({ type }) => type), autoSubmit: false });
}

/** Sends a document that the handler has asked for, with which the claim goes on. */
export function sendRequested(type: string): Step {
  return ({ id, partner }) => upload(partner, id, { types: [type], autoSubmit: true });
}

async function upload(
  partner: ApiContext,
  id: string,
  { types, autoSubmit }: { types: readonly string[]; autoSubmit: boolean },
): Promise<void> {
  const photo = await readFile(join(import.meta.dirname, "demo-photo.jpg"));
  const items = types.map((type): UploadedItem => {
    const isPhoto = type.startsWith("Photo");
    // No two are the same file, which would be pointed out.
    const content = Buffer.concat([isPhoto ? photo : demoPdf(type), Buffer.from(`\n% ${id} ${type}\n`)]);
    return {
      meta: { type, title: type, filename: isPhoto ? "photo.jpg" : "document.pdf" },
      file: {
        size: content.byteLength,
        head: content,
        digest: hash("sha256", content),
        async *read() {
          yield content;
        },
      },
    };
  });
  await uploadDocuments(partner, id, { items, isNamed: true }, { autoSubmit });
}

export function submitClaim({ id, partner }: Story): Promise<unknown> {
  return submit(partner, id);
}

export function cancelWith(reason: string): Step {
  return ({ id, partner }) => cancel(partner, id, { reason });
}

export function move(action: ClaimAction): Step {
  return ({ id, staff }) => takeAction(staff, id, action);
}

export function takeOver({ id, staff }: Story): Promise<unknown> {
  return takeAction(staff, id, { move: "takeOver" });
}

export async function acceptFirst({ id, partner, staff }: Story): Promise<void> {
  const [first] = await uploadedOf(partner, id);
  if (first !== undefined) await takeAction(staff, id, { move: "acceptDocument", documentId: first });
}

export async function acceptAll({ id, partner, staff }: Story): Promise<void> {
  for (const documentId of await uploadedOf(partner, id)) await takeAction(staff, id, { move: "acceptDocument", documentId });
}

/** The documents that nobody has accepted yet. */
async function uploadedOf(partner: ApiContext, id: string): Promise<string[]> {
  const { documentEntries } = await read(partner, id);
  return documentEntries.flatMap(({ document, status }) => (document === null || status === "accepted" ? [] : [document.id]));
}

/** Takes an action on every settlement in one of the states. */
export function settle(name: "approveProposal" | "executePayment", ...states: readonly PaymentState[]): Step {
  return async ({ id, staff }) => {
    const settlements = (await findClaim({ id, world: "any" }))?.settlements ?? [];
    for (const { id: settlementId, paymentState } of settlements) {
      if (paymentState !== null && states.includes(paymentState)) await takeAction(staff, id, { move: name, settlementId });
    }
  };
}

/** The bank sends every payment back. */
export async function returnPayments({ id, staff }: Story): Promise<void> {
  const settlements = (await findClaim({ id, world: "any" }))?.settlements ?? [];
  for (const { id: settlementId, paymentState } of settlements) {
    if (paymentState !== "paid") continue;
    await takeAction(staff, id, { move: "returnPayment", settlementId, reason: "Compte clos : la banque a renvoyé le virement." });
  }
}
