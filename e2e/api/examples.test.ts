import { describe, expect, test } from "vitest";
import { call } from "#e2e/api/client.ts";
import { inWorld, tellStory } from "#e2e/api/story.ts";
import { endpoints } from "#lib/endpoints.ts";

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("the reference's example of %s", (_id, endpoint) => {
  test.each(endpoint.examples?.map((example) => [example.name, example] as const) ?? [])("%s", async (_name, example) => {
    const { access, names } = await tellStory(endpoint);
    const { status, error } = await call(access.key, endpoint, inWorld(example, names));
    expect({ status, error }).toEqual({ status: endpoint.success.status, error: undefined });
  });
});
