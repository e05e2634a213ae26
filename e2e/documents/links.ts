import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Insured } from "#e2e/documents/claims.ts";
import { phoneAgent } from "#e2e/setup/phone-agent.ts";
import { createForClaim } from "#lib/insurance/claim-links/create.ts";
import { claimLinkBody } from "#lib/insurance/claim-links/schema.ts";
import type { MadeClaimLink } from "#lib/insurance/claim-links/schema.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

const jpeg = await readFile(join(import.meta.dirname, "files/photo.jpg"));

export interface OpenLink extends MadeClaimLink {
  token: string;
  claim: string;
}

/** A link of a new draft. */
export async function makeLink({ ctx, makeClaim }: Insured, settings: object = {}, claim?: string): Promise<OpenLink> {
  const id = claim ?? (await makeClaim());
  const realTime = currentTime();
  const made = await createForClaim({ ...ctx, realTime }, id, claimLinkBody.parse(settings));
  return { ...made, token: new URL(made.url).pathname.slice("/claim/".length), claim: id };
}

/** The page of a link, as the browser gets it. */
export async function openPage(
  url: string,
  token: string,
  path = "",
  init: RequestInit = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${url}/claim/${token}${path}`, { redirect: "manual", headers: { "user-agent": phoneAgent }, ...init });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

export interface Sent {
  status: number;
  next?: string;
  error?: string;
}

/** Sends a file as the page's script does. */
export async function sendFile(
  url: string,
  token: string,
  type: string,
  { content = jpeg, key = crypto.randomUUID(), signal }: { content?: Uint8Array; key?: string; signal?: AbortSignal } = {},
): Promise<Sent> {
  const form = new FormData();
  form.set("type", type);
  form.set("title", type);
  form.set("file", new Blob([content as Uint8Array<ArrayBuffer>]), "photo.jpg");
  const response = await fetch(`${url}/claim/${token}/documents`, {
    method: "POST",
    body: form,
    headers: { accept: "application/json", "idempotency-key": key },
    ...(signal !== undefined && { signal }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Sent, "status">) };
}
