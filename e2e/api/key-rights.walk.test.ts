import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { call, pathOf, refuse, succeed } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import { lcd } from "#e2e/api/samples.ts";
import { makeTargets, makeUnknownTargets, requestTo } from "#e2e/api/targets.ts";
import type { Targets } from "#e2e/api/targets.ts";
import { asStaff, makeKey, makePartner, makeShop, readWorld } from "#e2e/api/world.ts";
import type { Access, Shop } from "#e2e/api/world.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { walk } from "#e2e/setup/walk.ts";
import { withinMinute } from "#e2e/setup/within-minute.ts";
import { restrictKey } from "#lib/account/keys/change-named.ts";
import { endNamed } from "#lib/account/keys/revoke.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { createContract, listContracts, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { createProduct } from "#lib/insurance/products/endpoints.ts";
import { configureRenewal } from "#lib/insurance/renewals/endpoints.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";
import { rightResources, rights } from "#lib/platform/wire/rights.ts";
import type { Right, RightResource } from "#lib/platform/wire/rights.ts";

/** The resource of a path, told apart from the declarations; undefined if no single resource opens it. */
function resourceOf({ path }: Endpoint): RightResource | undefined {
  if (/automaticRenewals?|automatic_renewals?/i.test(path)) return "renewals";
  if (/claimLinks|^\/claims/.test(path)) return "claims";
  return rightResources.find((resource) => path.startsWith(`/${resource}`));
}

function mayCall(right: Right, endpoint: Endpoint): boolean {
  if (right === "full" || endpoint.path.startsWith("/geo")) return true;
  if (right === "read") return endpoint.method === "GET";
  const [resource, kind] = right.split(":");
  return resource === resourceOf(endpoint) && (kind === "write" || endpoint.method === "GET");
}

let owner: Shop;
let targets: Targets;
let nothing: Targets;
let untouched: unknown;
const keys = {} as Record<Right, string>;
beforeAll(async () => {
  ({ owner, targets } = await makeTargets());
  nothing = await makeUnknownTargets(owner);
  for (const right of rights) keys[right] = (await makeKey(owner, [right])).key;
  untouched = await readWorld(owner.world);
});

const walked = walk(endpoints, ({ side, method }) => `${side} ${method}`);

describe.each(walked.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))("%s", (_name, endpoint) => {
  // rules/access.md#rights-2, #rights-3
  test("refuses each right that does not cover it, names the missing one, and changes nothing", async () => {
    const refused = endpoint.side === "contract" ? { status: 403, code: 98888 } : { status: 401, code: 9003 };
    for (const right of rights.filter((each) => !mayCall(each, endpoint))) {
      const error = await refuse(keys[right], endpoint, requestTo(endpoint, targets));
      const mayPreview = endpoint.query?.shape["preview"] !== undefined && !(right === "read" || right === `${resourceOf(endpoint)}:read`);
      const needed = mayPreview ? endpoint.right?.replace(":write", ":read") : endpoint.right;
      expect(error, right).toMatchObject({ ...refused, message: `this key lacks the right ${needed}; it has ${right}` });
    }
    expect(await readWorld(owner.world)).toEqual(untouched);
  });

  test("lets each right that covers it through", async () => {
    const access = await makeShop();
    for (const right of rights.filter((each) => mayCall(each, endpoint))) {
      const { key } = await makeKey(access, [right]);
      const { error } = await call(key, endpoint, requestTo(endpoint, nothing));
      expect(error?.message ?? "", right).not.toMatch(/lacks the right/);
    }
  });
});

const ownerOf = ({ world }: Pick<Access, "world">) => ({ ...asStaff(), realTime: new Date(), world });
const nowhere = { params: { contractId: "01JD3W7Q8ZK5T9V0XR2M4N6P8A" } };
const past = { status: 400, code: 1051 };

describe("a named key", () => {
  // rules/access.md#named-1, #worlds-1
  test("sees what the other keys of its environment made, and nothing of the other environment", async () => {
    const shop = await makeShop();
    const { cid = "" } = await succeed(shop.key, createContract, { body: lcd(shop.uid) });
    const reading = await makeKey(shop, ["contracts:read"]);
    const elsewhere = await makeKey(shop.partner.production, ["full"]);
    expect(await succeed(reading.key, readContract, { params: { contractId: cid } })).toMatchObject({ cid });
    expect(await refuse(elsewhere.key, readContract, { params: { contractId: cid } })).toMatchObject(past);
  });

  // rules/access.md#named-6
  test("is refused as unknown once it has expired", async () => {
    const { production } = await makePartner();
    const hour = 3_600_000;
    const expired = await makeKey(production, ["read"], { now: new Date(Date.now() - 2 * hour), expiresAt: new Date(Date.now() - hour) });
    const working = await makeKey(production, ["read"], { expiresAt: new Date(Date.now() + hour) });
    expect(await refuse(expired.key, readContract, nowhere)).toMatchObject({ status: 401, code: 9002, message: "Invalid API key" });
    expect(await refuse(working.key, readContract, nowhere)).toMatchObject(past);
  });

  // rules/access.md#named-6, #keys-7
  test("that is ended while it calls is refused from the next request on, and the other keys work on", async () => {
    const { production } = await makePartner();
    const [ended, other] = [await makeKey(production, ["read"]), await makeKey(production, ["read"])];
    const state = { isEnded: false };
    const caller = async () => {
      for (;;) {
        const { isEnded } = state;
        const { code } = await refuse(ended.key, readContract, nowhere);
        if (isEnded) return code;
      }
    };
    const callers = Array.from({ length: 8 }, caller);
    expect(await refuse(ended.key, readContract, nowhere)).toMatchObject(past);
    await endNamed(ownerOf(production), ended.id);
    state.isEnded = true;
    expect(new Set(await Promise.all(callers))).toEqual(new Set([9002]));
    expect(await refuse(other.key, readContract, nowhere)).toMatchObject(past);
  });

  // rules/access.md#rights-4
  test("that is restricted loses its rights with the next request", async () => {
    const shop = await makeShop();
    const { id, key } = await makeKey(shop, ["full"]);
    await succeed(key, createContract, { body: lcd(shop.uid) });
    await restrictKey(ownerOf(shop), id, { rights: ["read"], expiresAt: null });
    expect(await refuse(key, createContract, { body: lcd(shop.uid) })).toMatchObject({ status: 403, code: 98888 });
    expect(await succeed(key, listContracts, { query: { uid: shop.uid } })).toHaveLength(1);
  });

  test("without the right is refused before its body is read", async () => {
    const { development } = await makePartner();
    const { key } = await makeKey(development, ["read"]);
    expect(await refuse(key, configureRenewal, { ...nowhere, body: "no renewal" })).toMatchObject({ code: 98888 });
    expect(await refuse(key, createProduct, { body: "no product" })).toMatchObject({ code: 9003 });
  });

  // rules/access.md#rights-2
  test("that reads may preview what it may not write", async () => {
    const shop = await makeShop();
    const [reading, other] = [await makeKey(shop, ["contracts:read"]), await makeKey(shop, ["claims:write"])];
    const body = lcd(shop.uid);
    expect(await succeed(reading.key, createContract, { query: { preview: true }, body })).toMatchObject({
      price: expect.any(Number) as number,
    });
    expect(await refuse(reading.key, createContract, { body })).toMatchObject({ code: 98888, message: /lacks the right contracts:write/ });
    expect(await refuse(other.key, createContract, { query: { preview: true }, body })).toMatchObject({ code: 98888 });
    expect(await succeed(shop.key, listContracts, { query: { uid: shop.uid } })).toEqual([]);
  });

  // rules/access.md#named-7
  test(
    "has a call log, a last use and a rate limit of its own",
    withinMinute(async () => {
      const { development } = await makePartner({ requestsPerMinute: 2 });
      const [one, other] = [await makeKey(development, ["read"]), await makeKey(development, ["claims:read"])];
      const { executionId } = await refuse(one.key, readContract, nowhere);
      await refuse(one.key, readContract, nowhere);
      expect(await refuse(one.key, readContract, nowhere)).toMatchObject({ code: 99888 });
      const refused = await refuse(other.key, readContract, nowhere);
      expect(refused).toMatchObject({ code: 98888 });
      await waitFor(async () => {
        const logged = await sql`
        select execution_id, key_id, error_code from calls
        where execution_id = any(${[executionId, refused.executionId]}::text[]) order by execution_id`;
        expect(logged).toEqual([
          { executionId, keyId: one.id, errorCode: 1051 },
          { executionId: refused.executionId, keyId: other.id, errorCode: 98888 },
        ]);
        const used = await sql`select id from api_keys where world_id = ${development.world.id} and last_used_at is not null order by id`;
        expect(used).toEqual([{ id: one.id }, { id: other.id }]);
      });
    }),
  );
});

// rules/access.md#named-7
// rules/idempotency.md#keys-7
test("an Idempotency-Key is the environment's: another key repeats the answer, and one without the right does not get it", async () => {
  const shop = await makeShop();
  const keysOfShop = [await makeKey(shop, ["contracts:write"]), await makeKey(shop, ["full"]), await makeKey(shop, ["read"])];
  const body = JSON.stringify(lcd(shop.uid));
  const idempotencyKey = randomUUID();
  const answers = [];
  for (const { key } of keysOfShop) {
    const headers = {
      key,
      "idempotency-key": idempotencyKey,
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    };
    answers.push(await send({ method: "POST", path: pathOf(createContract, {}), headers, body }));
  }
  const [first, second, third] = answers;
  expect([first?.status, second?.status, third?.status]).toEqual([200, 200, 403]);
  expect(second?.text).toBe(first?.text);
  expect(second?.headers.get("idempotent-replayed")).toBe("true");
  expect(third?.text).not.toContain((JSON.parse(first?.text ?? "") as { contract: { cid: string } }).contract.cid);
});

test.each(rights)("an operation needs the right %s", (right) => {
  expect(endpoints.map((endpoint) => endpoint.right)).toContain(right);
});
