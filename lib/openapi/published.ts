import { env } from "#lib/env.ts";
import { buildDocument } from "#lib/openapi/document.ts";

/** The description that this installation serves, built once per process. */
export const publishedDocument = buildDocument(`${env.BASE_URL ?? ""}/v2`);
