import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import type { KindMet } from "#lib/events/list-kinds-met.ts";
import { recipes } from "#lib/recipes/recipes.ts";
import type { StepResult } from "#lib/recipes/run-step.ts";
import { makeSessionCookie, makeUser } from "#lib/users/users.fixture.ts";

let shop: Shop;
let owner: string;

beforeAll(async () => {
  shop = await makeShop();
  owner = await makeSessionCookie(await makeUser({ role: "owner", partnerId: shop.partner.id }));
});

async function ask(method: "GET" | "POST", path: string, body?: object): Promise<{ status: number; data: unknown }> {
  const response = await fetch(new URL(`/api/portal${path}`, inject("baseUrl")), {
    method,
    headers: { cookie: owner, origin: inject("baseUrl"), "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data } = (await response.json()) as { data: unknown };
  return { status: response.status, data };
}

/** Runs a recipe as the portal's page does. */
async function run(eventType: EventType): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of recipes[eventType].steps.keys()) {
    const { data } = await ask("POST", `/development/recipes/${eventType}`, { step, values: results.at(-1)?.values ?? {} });
    const result = data as StepResult;
    expect([eventType, step, result.status, result.status < 300 || result.text]).toEqual([eventType, step, 200, true]);
    results.push(result);
  }
  return results;
}

describe("a recipe of the portal", () => {
  test("makes its event happen: all 28, in a sandbox that was empty", async () => {
    for (const eventType of eventTypes) {
      const about = (await run(eventType)).at(-1)?.values[recipes[eventType].about] ?? "";
      const events =
        await sql`select from events where world_id = ${shop.world.id} and event_type = ${eventType} and subject_id = ${about}`;
      expect([eventType, events.length > 0]).toEqual([eventType, true]);
    }
    const { data } = await ask("GET", "/development/events/kinds");
    expect((data as KindMet[]).map(({ eventType }) => eventType)).toEqual([...eventTypes]);
  });

  test("is in the call log like any other calls, and shows no key", async () => {
    const results = await run("v2.contract.updated");
    expect(JSON.stringify(results)).not.toContain(shop.key);
    for (const { executionId } of results) {
      await vi.waitFor(async () => {
        const logged =
          await sql`select from calls where execution_id = ${executionId} and world_id = ${shop.world.id} and key_id = ${shop.keyId}`;
        expect(logged).toHaveLength(1);
      });
    }
  });

  test("runs in Development alone", async () => {
    const { status } = await ask("POST", "/production/recipes/v2.contract.created", { step: 0, values: {} });
    expect(status).toBe(409);
    expect(await sql`select from contracts where world_id = ${shop.partner.production.world.id}`).toHaveLength(0);
  });
});
