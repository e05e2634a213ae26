import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { foldText } from "#lib/platform/lists/fragments.ts";
import { redactText } from "#lib/platform/log/redact.ts";

type Searched = Pick<CallRecord, "executionId" | "path" | "requestBody" | "responseBody" | "requestHeaders">;

const maxLength = 300;
/** Of a body, so that a page of a list does not fill the index. */
const maxValues = 12;

const identifiers = /\b(?:cpid_|prod_|ar_|claim_|doc_|stl_|evt_)?[0-7][0-9A-HJKMNP-TV-Z]{25}\b|\bCLM-\d+\b/g;
const markings = /"(?:product_marked|productMarked|internal_id|uid|userId|product_id)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;

/**
 * The text by which a search finds a call, as searches compare it: execution id, path, Idempotency-Key, and the identifiers and markings
 * in its bodies, a line each in this order (rules/search.md#find-4).
 */
export function searchTextOfCall({ executionId, path, requestBody, responseBody, requestHeaders }: Searched): string {
  const headers = [...(requestHeaders ?? [])];
  const idempotencyKey = headers.find(([name]) => name.toLowerCase() === "idempotency-key")?.[1] ?? "";
  const lines = [executionId, path, idempotencyKey].map((line) => foldText(redactText(line).slice(0, maxLength)));
  const known = new Set(lines);
  const values = [requestBody, responseBody].flatMap((body) => valuesIn(body ?? "").filter((value) => !known.has(value)));
  return [...lines, ...new Set(values)].join("\n");
}

function valuesIn(body: string): string[] {
  const values = [...body.matchAll(markings)].map(([, text = ""]) => text).concat(body.match(identifiers) ?? []);
  return [...new Set(values.map((value) => foldText(redactText(value).slice(0, maxLength))))].slice(0, maxValues);
}
