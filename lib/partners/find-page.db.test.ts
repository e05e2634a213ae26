import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { findPage } from "#lib/partners/find-page.ts";
import { create } from "#lib/products/change.ts";
import { sampleBody } from "#lib/products/rules/product.fixture.ts";
import { attachOpened, registerRenter } from "#lib/renters/world.fixture.ts";
import { asPerson } from "#lib/users/users.fixture.ts";
import { emitSampleEvent, makePortal } from "#lib/webhooks/webhooks.fixture.ts";

test("an event leads owners to its page, and members nowhere", async () => {
  const ctx = await makePortal();
  await emitSampleEvent(ctx, "v2.contract.created");
  const [event] = await sql<{ id: string }[]>`select id from events where world_id = ${ctx.world.id}`;
  expect(await findPage(ctx, event?.id ?? "")).toBe(`/development/events/${event?.id}`);
  expect(await findPage(asPerson(ctx, "member"), event?.id ?? "")).toBeUndefined();
});

test("the uids of products and renters lead to their pages, those of other partners nowhere", async () => {
  const [ctx, stranger] = [await makePortal(), await makePortal()];
  const renter = await registerRenter();
  await attachOpened(ctx, renter);
  const product = await create(ctx, { ...sampleBody, uid: "key_ of a bike" });
  expect(await findPage(ctx, renter)).toBe(`/development/renters/${encodeURIComponent(renter)}`);
  expect(await findPage(ctx, "key_ of a bike")).toBe(`/development/products/${product.product_id}`);
  expect(await findPage(stranger, renter)).toBeUndefined();
  expect(await findPage(stranger, "key_ of a bike")).toBeUndefined();
});

test("a uid that both environments know leads owners to Development and members to Production", async () => {
  const ctx = await makePortal();
  const renter = await registerRenter();
  const [production] = await sql<{ id: number }[]>`
    select id from worlds where partner_id = ${ctx.world.partnerId} and environment = 'production'`;
  await attachOpened(ctx, renter);
  await attachOpened({ ...ctx, world: { ...ctx.world, environment: "production", id: production?.id ?? 0 } }, renter);
  expect(await findPage(ctx, renter)).toMatch(/^\/development\//);
  expect(await findPage(asPerson(ctx, "member"), renter)).toMatch(/^\/production\//);
});
