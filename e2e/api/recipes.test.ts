import { beforeAll, describe, expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { proceduresWith } from "#e2e/setup/procedures.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { recipes } from "#lib/developer/recipes/recipes.ts";
import type { StepResult } from "#lib/developer/recipes/run-step.ts";
import type { Environment } from "#lib/platform/environments.ts";

const environment = "development";

let shop: Shop;
let owner: ReturnType<typeof proceduresWith>;

beforeAll(async () => {
  shop = await makeShop();
  const cookie = await makeSessionCookie(await makeUser({ role: "owner", partnerId: shop.partner.id }));
  owner = proceduresWith(inject("baseUrl"), cookie);
});

/** Waits until a call with the owner's key is in the log, and reads what made it; null for the partner's own system. */
async function readSource(executionId: string): Promise<string | null> {
  return waitFor(async () => {
    const [call] = await sql<{ source: string | null }[]>`
      select source from calls where execution_id = ${executionId} and world_id = ${shop.world.id} and key_id = ${shop.keyId}`;
    if (call === undefined) throw new Error("The call is not in the log yet.");
    return call.source;
  });
}

/** Runs a recipe as the portal's page does. */
async function run(eventType: EventType): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of recipes[eventType].steps.keys()) {
    const values = results.at(-1)?.values ?? {};
    const result = await owner.recipes.runStep.mutate({ environment, eventType, step, values });
    expect([eventType, step, result.status, result.status < 300 || result.text]).toEqual([eventType, step, 200, true]);
    results.push(result);
  }
  return results;
}

describe("a recipe of the portal", () => {
  // rules/events.md#emit-4
  test("emits its event: all 28, in an empty sandbox", async () => {
    for (const eventType of eventTypes) {
      const about = (await run(eventType)).at(-1)?.values[recipes[eventType].about] ?? "";
      const events =
        await sql`select from events where world_id = ${shop.world.id} and event_type = ${eventType} and subject_id = ${about}`;
      expect([eventType, events.length > 0]).toEqual([eventType, true]);
    }
    expect((await owner.events.kinds.query({ environment })).map(({ eventType }) => eventType)).toEqual([...eventTypes]);
  });

  test("is in the call log, marked as a recipe, without a key", async () => {
    const results = await run("v2.contract.updated");
    expect(JSON.stringify(results)).not.toContain(shop.key);
    for (const { executionId } of results) expect(await readSource(executionId)).toBe("recipe");
  });

  test("is not counted: a partner whose own system only attached its renter is not ready for anything", async () => {
    const { executionId } = (await run("v2.contract.created"))[0]!;
    await readSource(executionId);
    const { figures, milestones } = await owner.overview.read.query({ environment });
    expect(figures.total).toMatchObject({ calls: 1, errors: 0 });
    expect(milestones).toMatchObject({ call: true, preview: false, contract: false });
    expect(await owner.overview.readiness.query({ environment })).toMatchObject({ done: 0, newest: { calls: 1, refused: 0 } });
  });

  test("that moves the clock is in Activity, as its owner's action", async () => {
    const moves = () => sql<{ type: string }[]>`
      select actor ->> 'type' as type from audit_entries where action = 'sandbox.clockMoved' and subject_id = ${shop.partner.id}`;
    const before = await moves();
    await run("v2.contract.closed");
    expect(await moves()).toHaveLength(before.length + 1);
    expect((await moves()).map(({ type }) => type)).toEqual([...before, {}].map(() => "user"));
  });

  test("runs in development only", async () => {
    const asked = owner.recipes.runStep.mutate({ environment: "production", eventType: "v2.contract.created", step: 0, values: {} });
    await expect(asked).rejects.toMatchObject({ data: { httpStatus: 409, key: "developmentOnly" } });
    expect(await sql`select from contracts where world_id = ${shop.partner.production.world.id}`).toHaveLength(0);
  });

  test("starts with its first step: a step that needs the result of another one is refused", async () => {
    const asked = owner.recipes.runStep.mutate({ environment, eventType: "v2.contract.terminated", step: 2, values: {} });
    await expect(asked).rejects.toMatchObject({ data: { httpStatus: 409, key: "recipeChanged" } });
  });
});

describe("sending an example of the documentation", () => {
  const tried = { operation: "retrieveContracts", params: {}, query: { uid: "" } };
  const attempt = (changes: object, of: Environment = environment) =>
    owner.recipes.tryOperation.mutate({ environment: of, ...tried, ...changes });

  test("uses the owner's key, does not return it, and is in the call log", async () => {
    const answered = await attempt({ query: { uid: shop.uid } });
    expect(answered).toMatchObject({ status: 200 });
    expect(JSON.stringify(answered)).not.toContain(shop.key);
    expect(await readSource(answered.executionId)).toBe("try_it");
  });

  test("cannot be imitated: a request with the portal's headers counts as the partner's own", async () => {
    const { headers } = await fetch(new URL("/v2/renters?source=try_it", inject("baseUrl")), {
      headers: { key: shop.key, "user-agent": "Covergate portal", source: "try_it", "x-source": "try_it", "x-covergate-source": "recipe" },
    });
    expect(await readSource(headers.get("x-execution-id") ?? "")).toBeNull();
  });

  test("calls the example's operation, whatever its parameters are", async () => {
    for (const contractId of ["..", "../../sandbox/reset", "%2e%2e", "a?b=c", "a#b"]) {
      const { status } = await attempt({ operation: "cancelContract", params: { contractId }, query: {}, body: { reason: "mine" } });
      expect([contractId, status]).toEqual([contractId, 400]);
    }
  });

  test.each([
    ["a parameter that is empty", { operation: "retrieveContract", params: { contractId: "" } }, 409, "parameterMissing"],
    ["an operation that there is not", { operation: "__proto__" }, 404, "noOperation"],
  ])("is refused with %s", async (_case, changes, status, key) => {
    await expect(attempt(changes)).rejects.toMatchObject({ data: { httpStatus: status, key } });
  });

  test("can read the cities of a zipcode", async () => {
    const data = await attempt({ operation: "getCitiesByZipcode", params: { country: "FR", zipcode: "75002" }, query: {} });
    expect(data).toMatchObject({ status: 200, text: expect.stringContaining("PARIS-2EME-ARRONDISSEMENT") });
  });

  test("has no body where the operation has none", async () => {
    expect(await attempt({ query: { uid: shop.uid }, body: { a: 1 } })).toMatchObject({ status: 200 });
  });

  test("is possible in development only", async () => {
    await expect(attempt({ query: { uid: shop.uid } }, "production")).rejects.toMatchObject({
      data: { httpStatus: 409, key: "developmentOnly" },
    });
  });
});
