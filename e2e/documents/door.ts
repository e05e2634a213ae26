import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { mountApi } from "#lib/api/mount.ts";

/** The API as server.ts mounts it, in the process of a test, to which every caller has this address. */
export async function openDoor(address = "192.0.2.1"): Promise<{ url: string; close: () => Promise<void> }> {
  const dispatch = await mountApi(join(import.meta.dirname, "../.."));
  const listen = getRequestListener((request) => dispatch(request, address), { hostname: "localhost" });
  const server = createServer((request, response) => void listen(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The answer of the API to an upload. */
export interface UploadAnswered {
  status: number;
  code: number | undefined;
  message: string | undefined;
  data: { id: string; type: string; mimeType: string; status: string; title: string; note: string | null }[];
  autoSubmitted: boolean | undefined;
  claimId: string | undefined;
}

/** Uploads documents: a form as it is, a text as it is, anything else as JSON. */
export async function upload(
  url: string,
  key: string,
  claimId: string,
  body: unknown,
  { method = "PUT", query = "", headers = {} }: { method?: "PUT" | "POST"; query?: string; headers?: Record<string, string> } = {},
): Promise<UploadAnswered> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/v2/claims/${claimId}/documents${query}`, {
    method,
    headers: { key, ...(!isForm && { "content-type": "application/json" }), ...headers },
    body: isForm || typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
  const answered = (await response.json()) as Partial<UploadAnswered> & { error?: { code: number; message: string } };
  const { data = [], autoSubmitted, claimId: number, error } = answered;
  return { status: response.status, code: error?.code, message: error?.message, data, autoSubmitted, claimId: number };
}

/** A document as JSON. */
export const inJson = (type: string, content: Uint8Array, changes: object = {}) => ({
  type,
  title: "A photo",
  filename: "photo.jpg",
  content: Buffer.from(content).toString("base64"),
  ...changes,
});

/** A document as a form with a field each. */
export function inFields(type: string, content: Uint8Array): FormData {
  const form = new FormData();
  form.set("type", type);
  form.set("title", "A photo");
  form.set("comment", "Taken at noon");
  form.set("file", new Blob([content as Uint8Array<ArrayBuffer>]), "photo.jpg");
  return form;
}

/** Several documents: their list in `meta`, and a part for each file. */
export function inFormOfSeveral(types: readonly string[], contents: readonly Uint8Array[]): FormData {
  const form = new FormData();
  form.append("meta", JSON.stringify(types.map((type) => ({ type, title: "A photo" }))));
  for (const content of contents) form.append("file", new Blob([content as BlobPart]), "photo.jpg");
  return form;
}

/** A document as a form with JSON in it. */
export function inForm(type: string, content: Uint8Array, filename = "photo.jpg"): FormData {
  const form = new FormData();
  form.set("meta", JSON.stringify({ type, title: "A photo", comment: "Taken at noon" }));
  form.set("file", new Blob([content as Uint8Array<ArrayBuffer>]), filename);
  return form;
}
