import type { CallRecord } from "#lib/developer/calls/schema.ts";
import { foldText } from "#lib/platform/lists/fragments.ts";
import { redactText } from "#lib/platform/log/redact.ts";

type Searched = Pick<
  CallRecord,
  "executionId" | "path" | "requestBody" | "responseBody" | "requestHeaders" | "subjectId" | "preview" | "status"
>;

const maxLength = 300;
/** Of a body, so that a page of a list does not fill the index. */
const maxValues = 12;

const identifiers = /\b(?:cpid_|prod_|ar_|claim_|doc_|stl_|evt_)?[0-7][0-9A-HJKMNP-TV-Z]{25}\b|\bCLM-\d+\b/g;
const markings = /"(?:product_marked|productMarked|internal_id|uid|userId|product_id)"\s*:\s*"((?:[^"\\]|\\.)+)"/g;
const productIdentifier = /^(?:cpid_|prod_)[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * The text by which a search finds a call, as searches compare it: execution id, path, Idempotency-Key, and the identifiers and markings
 * in its bodies, a line each in this order (rules/search.md#find-4). Identifiers by which the contract or claim of the call is found are
 * left out: they find the call too (rules/search.md#find-5), and random letters cost the index most.
 */
export function searchTextOfCall(call: Searched): string {
  const headers = [...(call.requestHeaders ?? [])];
  const idempotencyKey = headers.find(([name]) => name.toLowerCase() === "idempotency-key")?.[1] ?? "";
  const lines = [call.executionId, call.path, idempotencyKey].map(searched);
  const known = new Set(lines);
  const values = [call.requestBody, call.responseBody].flatMap((body) => valuesIn(body ?? "", call)).filter((value) => !known.has(value));
  return [...lines, ...new Set(values)].join("\n");
}

function valuesIn(body: string, call: Searched): string[] {
  const found = [...body.matchAll(markings)].map(([, text = ""]) => text).concat(body.match(identifiers) ?? []);
  const values = found.filter((value) => !findsSubject(value, call));
  return [...new Set(values.map(searched))].slice(0, maxValues);
}

const searched = (text: string) => foldText(redactText(text).slice(0, maxLength));

/** Whether an identifier in a body of the call also finds its subject: the identifier itself, or one of a contract's product. */
function findsSubject(value: string, { subjectId, preview, status }: Searched): boolean {
  // A preview and an error name what was never stored.
  if (subjectId === null || preview || status >= 300) return false;
  const isOfContract = !/^(?:prod|ar)_/.test(subjectId);
  return value === subjectId || (isOfContract && productIdentifier.test(value));
}
