import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "#db/client.ts";
import { demoPdf } from "#demo/demo-pdf.ts";
import type { ApiContext, OperatorContext } from "#lib/account/worlds/context.ts";
import { cancel, submit } from "#lib/insurance/claims/change.ts";
import { create } from "#lib/insurance/claims/create.ts";
import { read } from "#lib/insurance/claims/read.ts";
import type { UploadedItem } from "#lib/insurance/claims/requests-documents.ts";
import type { ClaimAction } from "#lib/insurance/claims/schema-desk.ts";
import type { WireClaim } from "#lib/insurance/claims/schema.ts";
import { takeAction } from "#lib/insurance/claims/take-action.ts";
import { uploadDocuments } from "#lib/insurance/claims/upload.ts";
import { create as createContract } from "#lib/insurance/contracts/create.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const person = { firstName: "Élise", lastName: "Bertin", phoneNumber: "+33612345678", email: "elise.bertin@example.com" };
const location = { address: "12 rue des Remparts", zipcode: "75010", city: "Paris", country: "FR" };

const fall = {
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

const theft = {
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

/** A step after the declaration, a few hours after the one before. */
type Step = (claim: Story) => Promise<unknown>;

/** A claim in each state, with its age and its steps. */
const stories: readonly { marked: string; happened: typeof fall | typeof theft; daysAgo: number; steps: readonly Step[] }[] = [
  { marked: "DEMO-201", happened: fall, daysAgo: 1, steps: [] },
  { marked: "DEMO-202", happened: theft, daysAgo: 2, steps: [uploadMandatory, submitClaim] },
  { marked: "DEMO-203", happened: fall, daysAgo: 5, steps: [uploadMandatory, submitClaim, takeOver, acceptFirst] },
  {
    marked: "DEMO-204",
    happened: theft,
    daysAgo: 8,
    steps: [
      uploadMandatory,
      submitClaim,
      takeOver,
      move({ move: "requestDocument", type: "Facture d'achat du vélo", category: "expected" }),
    ],
  },
  {
    marked: "DEMO-205",
    happened: fall,
    daysAgo: 14,
    steps: [uploadMandatory, submitClaim, takeOver, acceptAll, move({ move: "approveRefund", amountCents: 18_640 }), payAll],
  },
  {
    marked: "DEMO-206",
    happened: fall,
    daysAgo: 12,
    steps: [
      uploadMandatory,
      submitClaim,
      takeOver,
      move({ move: "rejectClaim", reason: "Les dommages sont antérieurs au contrat : ils figurent sur l'état des lieux de départ." }),
    ],
  },
  {
    marked: "DEMO-207",
    happened: theft,
    daysAgo: 10,
    steps: [uploadMandatory, submitClaim, takeOver, cancelWith("Le vélo a été retrouvé.")],
  },
  { marked: "DEMO-208", happened: fall, daysAgo: 6, steps: [cancelWith("Déclaré deux fois par erreur.")] },
];

/** A demo claim in progress. */
interface Story {
  id: string;
  /** The contexts of the partner's system and the operator's staff at the step's moment. */
  partner: ApiContext;
  staff: OperatorContext;
}

/**
 * Insures demo bikes of a renter and declares a claim in every state on them, with valid files. Existing claims stay, so that the next
 * start completes an interrupted one.
 */
export async function seedClaims(partner: ApiContext, staff: OperatorContext, uid: string): Promise<void> {
  const insured = (await findInsured(partner)) ?? (await insureBikes(partner, uid));
  const declared = await sql<{ marked: string }[]>`
    select product ->> 'productMarked' as marked from claims where world_id = ${partner.world.id}`;
  for (const { marked, happened, daysAgo, steps } of stories) {
    const cpid = insured.cpids.get(marked);
    if (cpid === undefined || declared.some((claim) => claim.marked === marked)) continue;
    const began = staff.now.getTime() - daysAgo * dayMs;
    const at = (step: number): Story["partner"] & OperatorContext => {
      const now = new Date(began + step * 4 * hourMs);
      return { ...partner, ...staff, now };
    };
    const { id } = await create(
      { ...partner, now: at(0).now },
      {
        ...happened,
        questions: { ...happened.questions },
        userId: uid,
        contractId: insured.cid,
        contractProductId: cpid,
        claimAt: new Date(began - 2 * hourMs).toISOString(),
        insured: person,
        location,
      },
    );
    for (const [index, step] of steps.entries()) {
      const { now } = at(index + 1);
      await step({ id, partner: { ...partner, now }, staff: { ...staff, now } });
    }
  }
}

interface InsuredBikes {
  cid: string;
  /** The contract products by the marking of the bike. */
  cpids: Map<string, string>;
}

async function findInsured({ world }: ApiContext): Promise<InsuredBikes | undefined> {
  const marks = stories.map(({ marked }) => marked);
  const rows = await sql<{ cid: string; cpid: string; marked: string }[]>`
    select c.cid, p.cpid, p.data ->> 'product_marked' as marked from contracts c join contract_products p on p.cid = c.cid
    where c.world_id = ${world.id} and p.data ->> 'product_marked' = any(${marks}::text[])`;
  const [first] = rows;
  return first === undefined ? undefined : { cid: first.cid, cpids: new Map(rows.map(({ cpid, marked }) => [marked, cpid])) };
}

async function insureBikes(partner: ApiContext, uid: string): Promise<InsuredBikes> {
  const start = new Date(partner.now.getTime() - 20 * dayMs);
  const bike = { product_type: "bike", product_subtype: "electric", value_excl: 2490, brand: "Moustache", model: "Lundi 27" };
  await createContract(
    { ...partner, now: start },
    {
      uid,
      contract_type: "LMD",
      start_date: start.toISOString(),
      end_date: new Date(start.getTime() + 89 * dayMs).toISOString(),
      options: ["break", "theft"],
      products: stories.map(({ marked }) => ({
        ...bike,
        data: { product_marked: marked, user_name: `${person.firstName} ${person.lastName}` },
      })),
    },
    { preview: false },
  );
  const insured = await findInsured(partner);
  if (insured === undefined) throw new Error("the demo bikes were not insured");
  return insured;
}

async function uploadMandatory({ id, partner }: Story): Promise<void> {
  const claim = await read(partner, id);
  const photo = await readFile(join(import.meta.dirname, "demo-photo.jpg"));
  const items = mandatoryOf(claim).map((type): UploadedItem => {
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
  await uploadDocuments(partner, id, { items, isNamed: true }, { autoSubmit: false });
}

function mandatoryOf({ documentEntries }: WireClaim): string[] {
  return documentEntries.filter(({ category }) => category === "mandatory").map(({ type }) => type);
}

function submitClaim({ id, partner }: Story): Promise<unknown> {
  return submit(partner, id);
}

function cancelWith(reason: string): Step {
  return ({ id, partner }) => cancel(partner, id, { reason });
}

function move(action: ClaimAction): Step {
  return ({ id, staff }) => takeAction(staff, id, action);
}

function takeOver({ id, staff }: Story): Promise<unknown> {
  return takeAction(staff, id, { move: "takeOver" });
}

async function acceptFirst({ id, partner, staff }: Story): Promise<void> {
  const [first] = await uploadedOf(partner, id);
  if (first !== undefined) await takeAction(staff, id, { move: "acceptDocument", documentId: first });
}

async function acceptAll({ id, partner, staff }: Story): Promise<void> {
  for (const documentId of await uploadedOf(partner, id)) await takeAction(staff, id, { move: "acceptDocument", documentId });
}

async function uploadedOf(partner: ApiContext, id: string): Promise<string[]> {
  const { documentEntries } = await read(partner, id);
  return documentEntries.flatMap(({ document }) => (document === null ? [] : [document.id]));
}

async function payAll({ id, partner, staff }: Story): Promise<void> {
  const { settlements } = await read(partner, id);
  for (const settlement of settlements) await takeAction(staff, id, { move: "executePayment", settlementId: settlement.id });
}
