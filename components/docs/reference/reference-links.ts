import { endpoints } from "#lib/developer/endpoints.ts";
import { tags } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint, Tag } from "#lib/platform/wire/endpoint.ts";

export const webhookChapter = "webhooks";

/** The chapters of the reference that have operations, by the last part of their address. */
export const chapters: ReadonlyMap<string, { tag: Tag; operations: readonly Endpoint[] }> = new Map(
  (Object.keys(tags) as Tag[])
    .map((tag) => [tag.toLowerCase(), { tag, operations: endpoints.filter((endpoint) => endpoint.tag === tag) }] as const)
    .filter(([, { operations }]) => operations.length > 0),
);

export function operationHref(id: string): string {
  const tag = endpoints.find((endpoint) => endpoint.id === id)?.tag;
  if (tag === undefined) throw new Error(`there is no operation ${id}`);
  return `/docs/reference/${tag.toLowerCase()}#${id}`;
}
