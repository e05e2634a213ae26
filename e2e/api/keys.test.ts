import { describe, expect, test } from "vitest";
import { refuse } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import { asStaff, makePartner } from "#e2e/api/world.ts";
import { withinMinute } from "#e2e/setup/within-minute.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { revoke } from "#lib/account/keys/revoke.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { change } from "#lib/account/partners/change.ts";
import { createContract, readContract } from "#lib/insurance/contracts/endpoints.ts";

const hour = 3_600_000;
const nowhere = { params: { contractId: "01JD3W7Q8ZK5T9V0XR2M4N6P8A" } };
const missingKey = { status: 401, code: 9001, message: "Missing API key" };
const invalidKey = { status: 401, code: 9002, message: "Invalid API key" };
/** The answer to a key that works: the pipeline was passed, and the endpoint refuses. */
const past = { status: 400, code: 1051 };

const ask = (key: string | undefined) => refuse(key, readContract, nowhere);

describe("a key", () => {
  // rules/errors.md#envelopes-4
  // rules/access.md#keys-1
  test("that is missing or empty answers 9001", async () => {
    expect(await ask(undefined)).toMatchObject(missingKey);
    expect(await ask("")).toMatchObject(missingKey);
  });

  // rules/access.md#worlds-4
  test("works as soon as it is issued, in either environment", async () => {
    const { development, production } = await makePartner();
    expect(await ask(development.key)).toMatchObject(past);
    expect(await ask(production.key)).toMatchObject(past);
  });

  // rules/access.md#keys-2
  test.each([
    ["of another kind", () => "sk_live_0123456789"],
    ["that nobody was given", () => generateKey("production")],
    ["with a bearer's prefix", (key: string) => `Bearer ${key}`],
    ["cut short", (key: string) => key.slice(0, -1)],
    [
      "with a letter in another case",
      (key: string) =>
        key.replace(/[a-zA-Z](?=.{0,9}$)/, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())),
    ],
    ["with two characters exchanged", (key: string) => key.replace(/(.)(?!\1)(.)(?=.{0,10}$)/, "$2$1")],
    ["with the other environment's prefix", (key: string) => key.replace("cg_dev_", "cg_live_")],
    ["of ten thousand characters", (key: string) => key.padEnd(10_000, "A")],
    ["that is an SQL fragment", () => "' or ''='"],
  ])("%s answers 9002", async (_name, spoil) => {
    const { development } = await makePartner();
    const spoilt = spoil(development.key);
    expect(spoilt).not.toBe(development.key);
    expect(await ask(spoilt)).toMatchObject(invalidKey);
  });

  // rules/access.md#keys-7
  test("that was revoked is refused from the next request on", async () => {
    const { development, production } = await makePartner();
    await revoke(asStaff(), development.keyId, "leaked");
    expect(await ask(development.key)).toMatchObject(invalidKey);
    expect(await ask(production.key)).toMatchObject(past);
  });

  test("that was replaced without overlap is refused at once, and the new one works", async () => {
    const { id, production } = await makePartner();
    const fresh = await regenerate(asStaff(), { partnerId: id, environment: "production", overlap: 0, reason: "leaked" });
    expect(await ask(production.key)).toMatchObject(invalidKey);
    expect(await ask(fresh.text)).toMatchObject(past);
  });

  // rules/access.md#keys-8
  test("that was replaced with an overlap works beside the new one", async () => {
    const { id, production } = await makePartner();
    const fresh = await regenerate(asStaff(), { partnerId: id, environment: "production", overlap: 24, reason: "rotation" });
    expect(await ask(production.key)).toMatchObject(past);
    expect(await ask(fresh.text)).toMatchObject(past);
  });

  test("is refused once its overlap is over", async () => {
    const { id, production } = await makePartner();
    const beforeTheOverlap = asStaff(new Date(Date.now() - hour - 1000));
    const fresh = await regenerate(beforeTheOverlap, { partnerId: id, environment: "production", overlap: 1, reason: "rotation" });
    expect(await ask(production.key)).toMatchObject(invalidKey);
    expect(await ask(fresh.text)).toMatchObject(past);
  });

  // rules/access.md#keys-3
  test("of a suspended partner answers 9003, and works again after the suspension", async () => {
    const { id, development, production } = await makePartner();
    await change(asStaff(), id, { status: "suspended" }, { reason: "tests" });
    for (const { key } of [development, production]) {
      expect(await ask(key)).toMatchObject({
        status: 401,
        code: 9003,
        message: "Unauthorized user: the partner is suspended; ask support",
      });
    }
    await change(asStaff(), id, { status: "active" }, { reason: "tests" });
    expect(await ask(development.key)).toMatchObject(past);
  });
});

describe("the rate limit", () => {
  // rules/access.md#settings-2
  test(
    "accepts the partner's number of requests a minute, and answers 99888 to the next one",
    withinMinute(async () => {
      const { development } = await makePartner({ requestsPerMinute: 3 });
      for (const left of [2, 1, 0]) {
        const { headers } = await ask(development.key);
        expect(headers.get("ratelimit")).toMatch(new RegExp(`^"default";r=${left};t=\\d+$`));
        expect(headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
        expect(headers.has("retry-after")).toBe(false);
      }
      const refused = await ask(development.key);
      expect(refused).toMatchObject({ status: 429, code: 99888 });
      expect(refused.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
      const wait = Number(refused.headers.get("retry-after"));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
    }),
  );

  // rules/access.md#settings-3
  test(
    "of one key does not affect the partner's other key",
    withinMinute(async () => {
      const { development, production } = await makePartner({ requestsPerMinute: 1 });
      await ask(development.key);
      expect(await ask(development.key)).toMatchObject({ code: 99888 });
      expect(await ask(production.key)).toMatchObject(past);
    }),
  );

  // rules/access.md#keys-4
  test(
    "is checked before the body is read",
    withinMinute(async () => {
      const { development } = await makePartner({ requestsPerMinute: 1 });
      await ask(development.key);
      expect(await refuse(development.key, createContract, { body: "no contract" })).toMatchObject({ status: 429, code: 99888 });
    }),
  );

  // rules/access.md#settings-3
  test(
    "counts requests without an endpoint too",
    withinMinute(async () => {
      const { development } = await makePartner({ requestsPerMinute: 2 });
      const headers = { key: development.key };
      const [unknown, notAllowed, over] = [
        await send({ method: "GET", path: "/v2/nothing", headers }),
        await send({ method: "PUT", path: "/v2/contracts", headers }),
        await send({ method: "GET", path: "/v2/nothing", headers }),
      ];
      expect([unknown.status, notAllowed.status, over.status]).toEqual([404, 405, 429]);
      expect(unknown.headers.get("ratelimit")).toMatch(/^"default";r=1;t=\d+$/);
      expect(notAllowed.headers.get("ratelimit")).toMatch(/^"default";r=0;t=\d+$/);
      expect(over.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(JSON.parse(over.text)).toMatchObject({ error: { code: 99888 } });
      expect(await ask(development.key)).toMatchObject({ code: 99888 });
    }),
  );

  // rules/access.md#settings-4
  test(
    "that support raises applies from the next request on",
    withinMinute(async () => {
      const { id, development } = await makePartner({ requestsPerMinute: 1 });
      await ask(development.key);
      expect(await ask(development.key)).toMatchObject({ code: 99888 });
      await change(asStaff(), id, { requestsPerMinute: 10 }, { reason: "tests" });
      expect(await ask(development.key)).toMatchObject(past);
    }),
  );
});
