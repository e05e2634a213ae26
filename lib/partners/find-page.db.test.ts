import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findPage } from "#lib/partners/find-page.ts";
import { makePartner } from "#lib/renters/world.fixture.ts";
import { asPerson } from "#lib/users/users.fixture.ts";
import { create } from "#lib/webhooks/manage.ts";
import { sampleSettings } from "#lib/webhooks/webhooks.fixture.ts";

test("an identifier leads owners to its page; members not to the developer space, and strangers nowhere", async () => {
  const [{ contexts, keys }, stranger] = [await makePartner(), await makePartner()];
  const [owner, member] = [asPerson(contexts.development, "owner"), asPerson(contexts.development, "member")];
  const webhook = await create(owner, { ...sampleSettings, name: randomUUID() });
  expect(await findPage(owner, webhook.id)).toBe(`/development/webhooks/${webhook.id}`);
  expect(await findPage(owner, keys.production.id)).toBe("/production/keys");
  for (const id of [webhook.id, keys.production.id]) {
    expect(await findPage(member, id)).toBeUndefined();
    expect(await findPage(asPerson(stranger.contexts.development, "owner"), id)).toBeUndefined();
  }
  for (const id of ["", "whk_none", "https://evil.example", "//evil.example", "whk_' or true --"]) {
    expect(await findPage(owner, id)).toBeUndefined();
  }
});
