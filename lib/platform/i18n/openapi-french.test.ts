import { expect, test } from "vitest";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { webhooksTag } from "#lib/api/openapi/webhooks.ts";
import french from "#lib/platform/i18n/openapi-french.json" with { type: "json" };

/** The summaries and descriptions of the document, except for lists of errors and events, which are translated elsewhere. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (["example", "examples", "default", "enum", "webhooks", "pathItems", "tags"].includes(key)) return [];
    return (key === "description" || key === "summary") && typeof value === "string" ? [value] : textsOf(value);
  });
}

test("every text of the OpenAPI document has a French translation", () => {
  const texts = [...textsOf(buildDocument("https://api.covergate.example/v2")), webhooksTag.description ?? ""];
  const missing = [...new Set(texts)].filter((text) => !text.startsWith("- `") && !(text in french));
  expect(missing).toEqual([]);
});
