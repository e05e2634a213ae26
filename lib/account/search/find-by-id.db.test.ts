import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { findPageById as find } from "#lib/account/search/find-by-id.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { emitSampleEvent, makePortal, sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { create } from "#lib/insurance/products/change.ts";
import { sampleBody } from "#lib/insurance/products/rules/product.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";

const findPageById = async (...asking: Parameters<typeof find>) => (await find(...asking))?.href;

test("an identifier leads owners to its page, members to no page of the developer space, and strangers nowhere", async () => {
  const [{ contexts, keys }, stranger] = [await makePartner(), await makePartner()];
  const { development } = contexts;
  const [owner, developer, member] = [asPerson(development, "owner"), asPerson(development, "developer"), asPerson(development, "member")];
  const webhook = await createWebhook(owner, { ...sampleSettings, name: randomUUID() });
  expect(await findPageById(owner, webhook.id)).toBe(`/development/webhooks/${webhook.id}`);
  expect(await findPageById(owner, keys.production.id)).toBe("/production/keys");
  for (const id of [webhook.id, keys.production.id]) {
    expect(await findPageById(developer, id)).toBeDefined();
    expect(await findPageById(member, id)).toBeUndefined();
    expect(await findPageById(asPerson(stranger.contexts.development, "owner"), id)).toBeUndefined();
  }
  for (const id of ["", "whk_none", "https://evil.example", "//evil.example", "whk_' or true --"]) {
    expect(await findPageById(owner, id)).toBeUndefined();
  }
});

test("an event leads owners to its page and members nowhere", async () => {
  const ctx = await makePortal();
  await emitSampleEvent(ctx, "v2.contract.created");
  const [event] = await sql<{ id: string }[]>`select id from events where world_id = ${ctx.world.id}`;
  expect(await findPageById(ctx, event?.id ?? "")).toBe(`/development/events/${event?.id}`);
  expect(await findPageById(asPerson(ctx, "member"), event?.id ?? "")).toBeUndefined();
});

test("the uids of products and renters lead to their pages, and those of other partners nowhere", async () => {
  const [ctx, stranger] = [await makePortal(), await makePortal()];
  const renter = await registerRenter();
  await attachOpened(ctx, renter);
  const product = await create(ctx, { ...sampleBody, uid: "key_ of a bike" });
  expect(await findPageById(ctx, renter)).toBe(`/development/renters/${encodeURIComponent(renter)}`);
  expect(await findPageById(ctx, "key_ of a bike")).toBe(`/development/products/${product.product_id}`);
  expect(await findPageById(stranger, renter)).toBeUndefined();
  expect(await findPageById(stranger, "key_ of a bike")).toBeUndefined();
});

test("a uid that exists in both environments leads to the environment of the search", async () => {
  const ctx = await makePortal();
  const renter = await registerRenter();
  const [found] = await sql<{ id: number }[]>`
    select id from worlds where partner_id = ${ctx.world.partnerId} and environment = 'production'`;
  const inProduction = { ...ctx, world: { ...ctx.world, environment: "production" as const, id: found?.id ?? 0 } };
  await attachOpened(ctx, renter);
  expect(await findPageById(inProduction, renter), "where one environment alone knows it").toMatch(/^\/development\//);
  await attachOpened(inProduction, renter);
  expect(await findPageById(ctx, renter)).toMatch(/^\/development\//);
  expect(await findPageById(inProduction, renter)).toMatch(/^\/production\//);
});
