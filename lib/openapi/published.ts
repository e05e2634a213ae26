import { env } from "#lib/env.ts";
import { buildDocument } from "#lib/openapi/document.ts";

/** The description that this installation serves where nobody asks for it under another address, built once per process. */
export const publishedDocument = buildDocument(new URL("/v2", env.BASE_URL ?? `http://localhost:${env.PORT}`).href);
