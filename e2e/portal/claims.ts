import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { demoPdf } from "#demo/demo-file.ts";
import type { DemoPartner } from "#demo/demo-file.ts";
import { openDatabase } from "#e2e/portal/database.ts";
import { expect, firstContract } from "#e2e/portal/portal.ts";
import type { Portal } from "#e2e/portal/portal.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import type { WireClaim } from "#lib/insurance/claims/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** A claim to be put into a partner's environment. */
export interface SampleOfPartner extends Partial<
  Pick<Claim, "stage" | "status" | "type" | "subtype" | "description" | "note" | "settlements">
> {
  partner: string;
  environment: Environment;
  /** Since when it has its status: an instant. */
  since?: string;
}

/** Declares a fall with a bike that is insured for it, as a partner's system does. */
export async function declareClaim(
  portal: Portal,
  partner: Pick<DemoPartner, "renters">,
  key: string,
  email?: string,
): Promise<{ id: string; mandatory: string[] }> {
  const [userId] = partner.renters;
  const { contract } = await send<{ contract: { cid: string; start_date: string; products: Record<string, unknown> } }>(
    portal,
    key,
    "POST /contracts",
    firstContract(partner),
  );
  const { data } = await send<{ data: WireClaim }>(portal, key, "POST /claims", {
    userId,
    contractId: contract.cid,
    contractProductId: Object.keys(contract.products)[0],
    type: "break",
    subtype: "partial_break",
    claimAt: contract.start_date,
    description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
    questions: {
      "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
      "La casse est-elle due à un accident avec un tiers ?": false,
      "Avez-vous fait un constat avec le tiers ?": false,
      "La réparation est-elle effectuée en externe ?": false,
    },
    insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678", ...(email !== undefined && { email }) },
    location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
  });
  return {
    id: data.id,
    mandatory: data.documentEntries.filter(({ category }) => category === "mandatory").map(({ type }) => type),
  };
}

const demoPhoto = await readFile(join(import.meta.dirname, "../../demo/demo-photo.jpg"));

/** Uploads a document of each type: a picture for a photo, a PDF for anything else. */
export async function uploadDocuments(
  portal: Portal,
  key: string,
  id: string,
  types: readonly string[],
  query = "",
  photo: Buffer = demoPhoto,
): Promise<void> {
  const documents = types.map((type) => {
    const [filename, content] = type.startsWith("Photo") ? ["photo.jpg", photo] : ["document.pdf", demoPdf(type)];
    return { type, title: type, filename, content: content.toString("base64") };
  });
  await send(portal, key, `PUT /claims/${id}/documents${query}`, documents);
}

export async function readClaim(portal: Portal, key: string, id: string): Promise<WireClaim> {
  return (await send<{ data: WireClaim }>(portal, key, `GET /claims/${id}`)).data;
}

async function send<Answer>({ url }: Portal, key: string, asked: string, body?: unknown): Promise<Answer> {
  const [method = "", path = ""] = asked.split(" ");
  const headers = { key, "content-type": "application/json" };
  const answer = await fetch(`${url}/v2${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${asked} was refused: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Puts claims into the database of the portal under test, which wait since when a test likes: no call can say that. */
export async function insertClaims(samples: readonly SampleOfPartner[]): Promise<{ id: string; claimId: string }[]> {
  const claims: { id: string; claimId: string }[] = [];
  for (const sample of samples) claims.push(await insertClaim(sample));
  return claims;
}

async function insertClaim({ partner, environment, since, ...changes }: SampleOfPartner): Promise<{ id: string; claimId: string }> {
  const sql = await openDatabase();
  const { insertSampleClaim } = await import("#lib/insurance/claims/claims.fixture.ts");
  const { putFile } = await import("#lib/platform/files/storage.ts");
  const [world] = await sql<{ id: number; uid: string }[]>`
    select w.id, (select renter_uid from renter_attachments where world_id = w.id order by renter_uid limit 1) as uid
    from worlds w join partners p on p.id = w.partner_id where p.name = ${partner} and w.environment = ${environment}`;
  if (world === undefined) throw new Error(`There is no partner ${partner}.`);
  const { id, claimId, documents } = await insertSampleClaim(world.id, {
    uid: world.uid,
    test: environment === "development",
    statusSince: new Date(since ?? Date.now()),
    ...changes,
  });
  for (const { storageKey, mimeType, type } of documents) {
    const content = mimeType === "application/pdf" ? demoPdf(type) : demoPhoto;
    await putFile(storageKey, Readable.from([content]), { mimeType, sizeBytes: content.length });
  }
  return { id, claimId: claimId ?? "" };
}

/**
 * Real claims of the first partner, one after the other in the queue. They wait since a moment of their own in the ten years from `year`, so
 * that no claim of another test comes between them.
 */
export function insertWaiting(
  portal: Portal,
  year: number,
  samples: readonly Partial<SampleOfPartner>[],
): Promise<{ id: string; claimId: string }[]> {
  const [begin, end] = [Date.UTC(year, 0), Date.UTC(year + 10, 0)];
  const first = begin + Math.floor(Math.random() * (end - begin));
  return insertClaims(
    samples.map((sample, place) => ({
      partner: portal.first.partner.name,
      environment: "production" as const,
      since: new Date(first + place).toISOString(),
      ...sample,
    })),
  );
}

/** Moves the approvals of a claim a week back, since banks work on a day of each week, and pay nothing before its approval. */
export async function approveEarlier(claimId: string): Promise<void> {
  const sql = await openDatabase();
  const move = async () => sql`update settlements set created_at = created_at - interval '7 days' where claim_id = ${claimId} returning id`;
  await expect.poll(async () => (await move()).length).toBeGreaterThan(0);
}
