import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/** Reads a request of a client library: JSON, or the documents of a form as the API would take them in JSON. */
export async function readSentBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  if (bytes.length === 0) return undefined;
  if (!type.startsWith("multipart/form-data")) return JSON.parse(bytes.toString()) as unknown;
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  const documents = [JSON.parse(form.get("meta") as string) as object].flat();
  const files = form.getAll("file") as File[];
  return Promise.all(
    documents.map(async (meta, index) => {
      const file = files[index];
      return { ...meta, filename: file?.name, content: Buffer.from(await (file ?? new Blob()).arrayBuffer()).toString("base64") };
    }),
  );
}
