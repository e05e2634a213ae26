import type { Value } from "#lib/account/search/fields.ts";
import { readHeaders } from "#lib/developer/calls/rules/headers.ts";

export interface StoredCall {
  executionId: string;
  path: string;
  requestHeaders: string | null;
  requestBody: string | null;
  responseBody: string | null;
}

/** Of a body, so that a page of a list does not fill the index. */
const mostValues = 24;

const identifiers = /\b(?:cpid_|prod_|ar_|claim_|doc_|stl_|evt_)?[0-7][0-9A-HJKMNP-TV-Z]{25}\b|\bCLM-\d+\b/g;
const markings = /"(?:product_marked|productMarked|internal_id|uid|userId|product_id)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;
const names = /"(?:company_name|first_name|last_name|user_name|company|firstName|lastName)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;

/** The values by which a refused call is found: its own, and identifiers, markings and names in its bodies. */
export function valuesOfCall({ executionId, path, requestHeaders, requestBody, responseBody }: StoredCall): Value[] {
  const key = readHeaders(requestHeaders)?.find(({ name }) => name.toLowerCase() === "idempotency-key")?.value;
  return [["id", executionId], ["path", path], ["idempotencyKey", key], ...valuesIn(requestBody ?? ""), ...valuesIn(responseBody ?? "")];
}

/** Bodies may be no JSON. */
function unescape(text: string): string {
  return text.replaceAll(/\\u([0-9a-f]{4})/gi, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

function valuesIn(body: string): Value[] {
  const quoted = (pattern: RegExp) => Array.from(body.matchAll(pattern), ([, text = ""]) => unescape(text));
  return [...quoted(markings), ...quoted(names), ...(body.match(identifiers) ?? [])]
    .slice(0, mostValues)
    .map((text): Value => ["body", text]);
}
