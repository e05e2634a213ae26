import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { pathOf } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import type { RawAnswer, RawRequest } from "#e2e/api/raw.ts";
import { errorOf } from "#e2e/api/refused.ts";
import { lcd, lmd } from "#e2e/api/samples.ts";
import { inWorld, tellStory } from "#e2e/api/story.ts";
import { makePartner, makeShop, readWorld } from "#e2e/api/world.ts";
import type { Access } from "#e2e/api/world.ts";
import { walk } from "#e2e/setup/walk.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { endpoints } from "#lib/developer/endpoints.ts";
import { expireAnswers } from "#lib/developer/idempotency/stored-answers.ts";
import { actOnAllRenewals } from "#lib/insurance/renewals/endpoints.ts";
import { isWrite } from "#lib/platform/wire/endpoint.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

const hour = 3_600_000;
const writes = endpoints.filter(({ method }) => isWrite(method)).map((endpoint) => [endpoint.id, endpoint] as const);

/** A write as it is sent, again and again. */
type Write = Pick<RawRequest, "method" | "path"> & { body?: string };

function sendWrite({ key }: Pick<Access, "key">, idempotencyKey: string, { body, ...write }: Write): Promise<RawAnswer> {
  const headers = { key, "idempotency-key": idempotencyKey };
  if (body === undefined) return send({ ...write, headers });
  const ofBody = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  return send({ ...write, headers: { ...headers, ...ofBody }, body });
}

const isReplayed = ({ headers }: RawAnswer) => headers.get("idempotent-replayed") === "true";

/** The parts of an answer that a retry repeats. */
const told = ({ status, text, headers }: RawAnswer) => ({ status, text, executionId: headers.get("x-execution-id") });

/** The first example of a write, in a world where it can be done. */
async function prepare(endpoint: Endpoint): Promise<{ access: Access; write: Write }> {
  const { access, names } = await tellStory(endpoint);
  const [example] = endpoint.examples ?? [];
  if (example === undefined) throw new Error(`${endpoint.id} has no example`);
  const { params = {}, query = {}, body } = inWorld(example, names);
  return {
    access,
    write: {
      method: endpoint.method,
      path: pathOf(endpoint, { params, query }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  };
}

/** Bodies that are not the one of a write, and that can be parsed: an unknown field is refused before, unless rules check the body. */
function otherBodies({ body: declared }: Endpoint, { body }: Write): string[] {
  if (body === undefined) return [];
  if (declared?.streamed === undefined && declared?.checkedByRules !== true) return [];
  if (declared.streamed === undefined) return [JSON.stringify({ ...(JSON.parse(body) as object), other: 1 })];
  const [document] = [JSON.parse(body) as { content: string } | [{ content: string }]].flat() as [{ content: string }];
  const content = Buffer.concat([Buffer.from(document.content, "base64"), Buffer.from("a")]).toString("base64");
  return [JSON.stringify([{ ...document, content }]), JSON.stringify([{ ...document, title: "Another title" }])];
}

/** The same request in another spelling: order of keys, white space, escapes, a slash at the end, `preview=false`. */
function spellOtherwise({ query }: Endpoint, { path, body, ...write }: Write): Write {
  const reversed = (_name: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value;
  const escaped = (text: string) =>
    text.replaceAll(/[^ -~\n]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const [way = "", search] = path.split("?");
  const preview = search === undefined && query !== undefined && "preview" in query.shape ? "?preview=false" : "";
  return {
    ...write,
    path: `${way}/${search === undefined ? preview : `?${search}`}`,
    ...(body !== undefined && { body: escaped(JSON.stringify(JSON.parse(body), reversed, 2)) }),
  };
}

/** Reads the content of the world, apart from the stored answers. */
async function readEffects({ world }: Access): Promise<Record<string, unknown>> {
  const { idempotency_keys: _answers, ...effects } = await readWorld(world);
  return effects;
}

/** The transactions that wrote the rows of a world since `first`, and those that stored answers. */
async function listTransactions({ world }: Access, first: number): Promise<{ changes: number[]; answers: number[] }> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'world_id'
      and c.relname not in ('calls', 'call_hours', 'error_hours', 'api_keys')`;
  const lists = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql<{ id: string }[]>`select distinct t.xmin::text as id from ${sql(name)} t where world_id = ${world.id}`;
      return { name, ids: rows.map(({ id }) => Number(id)).filter((id) => id >= first) };
    }),
  );
  const of = (isAnswers: boolean) => [
    ...new Set(lists.filter(({ name }) => (name === "idempotency_keys") === isAnswers).flatMap(({ ids }) => ids)),
  ];
  return { changes: of(false), answers: of(true) };
}

async function nextTransaction(): Promise<number> {
  const [row] = await sql<{ id: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as id`;
  return Number(row?.id);
}

/** Has the effect of waiting. */
async function ageByHours({ world }: Access, hours: number): Promise<void> {
  await sql`update idempotency_keys set created_at = created_at - ${`${hours} hours`}::interval where world_id = ${world.id}`;
}

const formOf = ({ body }: Endpoint) => (body === undefined ? "none" : body.streamed === undefined ? "json" : "files");

describe.each(walk(writes, ([, endpoint]) => `${endpoint.side} ${formOf(endpoint)}`))("%s with an Idempotency-Key", (_id, endpoint) => {
  // rules/idempotency.md#keys-3
  test("is done once, and gets the same answer each time", async () => {
    const { access, write } = await prepare(endpoint);
    const first = await sendWrite(access, "key-1", write);
    expect(first.status, first.text).toBe(endpoint.success.status);
    expect(isReplayed(first)).toBe(false);
    const effects = await readEffects(access);
    for (const spelt of ["key-1", '"key-1"']) {
      const again = await sendWrite(access, spelt, write);
      expect(told(again)).toEqual(told(first));
      expect(isReplayed(again)).toBe(true);
    }
    expect(await readEffects(access)).toEqual(effects);
  });

  // rules/idempotency.md#keys-9
  test("is the same request in any spelling", async () => {
    const { access, write } = await prepare(endpoint);
    const first = await sendWrite(access, "key-1", write);
    const again = await sendWrite(access, "key-1", spellOtherwise(endpoint, write));
    expect([told(again), isReplayed(again)]).toEqual([told(first), true]);
  });

  // The status of work that continues follows once it ends (lib/api/idempotency.db.test.ts), and a bulk action takes several transactions.
  // rules/idempotency.md#keys-2
  test.runIf(endpoint.success.accepted === undefined && endpoint.id !== actOnAllRenewals.id)(
    "stores its answer in the transaction of its change",
    async () => {
      const { access, write } = await prepare(endpoint);
      const first = await nextTransaction();
      await sendWrite(access, "key-1", write);
      const { changes, answers } = await listTransactions(access, first);
      expect(answers).toHaveLength(1);
      expect(changes.filter((id) => !answers.includes(id))).toEqual([]);
    },
  );

  // rules/idempotency.md#keys-4
  test("refuses the key for another request, and does nothing", async () => {
    const { access, write } = await prepare(endpoint);
    const first = await sendWrite(access, "key-1", write);
    const effects = await readEffects(access);
    const others: Write[] = [
      ...otherBodies(endpoint, write).map((body) => ({ ...write, body })),
      { ...write, method: "POST", path: write.path === "/v2/products" ? "/v2/contracts" : "/v2/products", body: write.body ?? "{}" },
    ];
    for (const other of others) {
      const answer = await sendWrite(access, "key-1", other);
      const side = other.path === "/v2/products" ? "product" : other.path === "/v2/contracts" ? "contract" : endpoint.side;
      expect({ status: answer.status, ...errorOf(side, answer) }).toMatchObject({ status: 422, code: 422 });
      expect(answer.text).toContain(told(first).executionId);
      expect(isReplayed(answer)).toBe(false);
    }
    expect(await readEffects(access)).toEqual(effects);
  });

  // rules/idempotency.md#keys-5
  test("is done once by 20 concurrent calls: the others get a 409 or the same answer", async () => {
    const { access, write } = await prepare(endpoint);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendWrite(access, "key-1", write)));
    const done = answers.filter(({ status }) => status !== 409);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(done.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    expect(new Set(done.map((answer) => JSON.stringify(told(answer)))).size).toBe(1);
    for (const answer of waiting) {
      expect(errorOf(endpoint.side, answer).code).toBe(409);
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    const effects = await readEffects(access);
    expect(told(await sendWrite(access, "key-1", write))).toEqual(told(done[0] as RawAnswer));
    expect(await readEffects(access)).toEqual(effects);
  });

  // rules/idempotency.md#keys-7
  test("is a separate write in another world", async () => {
    const [one, other] = await Promise.all([prepare(endpoint), prepare(endpoint)]);
    const answers = [await sendWrite(one.access, "key-1", one.write), await sendWrite(other.access, "key-1", other.write)];
    expect(answers.map(({ status }) => status)).toEqual([endpoint.success.status, endpoint.success.status]);
    expect(answers.some(isReplayed)).toBe(false);
  });

  // rules/idempotency.md#keys-3
  test("is repeated from its key for 24 hours, and then done again", async () => {
    const { access, write } = await prepare(endpoint);
    const first = await sendWrite(access, "key-1", write);
    await ageByHours(access, 23);
    expect(told(await sendWrite(access, "key-1", write))).toEqual(told(first));
    await ageByHours(access, 1);
    const anew = await sendWrite(access, "key-1", write);
    expect(isReplayed(anew)).toBe(false);
    expect(anew.headers.get("x-execution-id")).not.toBe(first.headers.get("x-execution-id"));
    expect(told(await sendWrite(access, "key-1", write))).toEqual(told(anew));
  });
});

describe("concurrent and repeated writes in any order", () => {
  const step = fc.record({
    world: fc.integer({ min: 0, max: 1 }),
    key: fc.constantFrom("a", "b"),
    product: fc.constantFrom("bike-1", "bike-2"),
    kind: fc.constantFrom("create", "change", "remove", "refused"),
    title: fc.constantFrom("one", "two"),
    isLate: fc.boolean(),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  const writeOf = ({ kind, product, title }: Step): Write => {
    const at = `/v2/products/${product}`;
    const data = { product_subtype: "electric", brand: "b", model: "m" };
    const body = { uid: product, product_type: "bike", title, value_excl: 1, data };
    switch (kind) {
      case "create":
        return { method: "POST", path: "/v2/products", body: JSON.stringify(body) };
      case "change":
        return { method: "PATCH", path: at, body: JSON.stringify({ title }) };
      case "remove":
        return { method: "DELETE", path: at };
      default:
        return { method: "PATCH", path: at, body: JSON.stringify({ uid: "another" }) };
    }
  };

  test("change something with the first answer only", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const worlds = [await makePartner(), await makePartner()].map(({ development }) => development) as [Access, Access];
        const known = new Map<string, { sent: string; answer: RawAnswer }>();
        for (const one of steps) {
          const access = worlds[one.world] as Access;
          const name = `${one.world} ${one.key}`;
          if (one.isLate) {
            await ageByHours(access, 24);
            for (const key of ["a", "b"]) known.delete(`${one.world} ${key}`);
          }
          const write = writeOf(one);
          const before = await readEffects(access);
          const answer = await sendWrite(access, one.key, write);
          const earlier = known.get(name);
          const sent = JSON.stringify(write);
          if (earlier === undefined) {
            expect(isReplayed(answer)).toBe(false);
            known.set(name, { sent, answer });
            if (answer.status >= 400) expect(await readEffects(access)).toEqual(before);
            continue;
          }
          expect(await readEffects(access)).toEqual(before);
          if (earlier.sent === sent) expect([told(answer), isReplayed(answer)]).toEqual([told(earlier.answer), true]);
          else expect([answer.status, isReplayed(answer)]).toEqual([422, false]);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe("a refused write", () => {
  // rules/idempotency.md#keys-2
  test("by a rule stays the first answer, even when it would be accepted later", async () => {
    const shop = await makeShop();
    const write: Write = {
      method: "POST",
      path: "/v2/contracts",
      body: JSON.stringify(lcd(shop.uid, { products: [{ product_id: "bike-1" }] })),
    };
    const first = await sendWrite(shop, "key-1", write);
    expect(errorOf("contract", first).code).toBe(1201);
    const data = { product_subtype: "electric", brand: "b", model: "m" };
    const made = await sendWrite(shop, "key-2", {
      method: "POST",
      path: "/v2/products",
      body: JSON.stringify({ uid: "bike-1", product_type: "bike", title: "Bike", value_excl: 900, data }),
    });
    expect(made.status).toBe(201);
    const again = await sendWrite(shop, "key-1", write);
    expect([told(again), isReplayed(again)]).toEqual([told(first), true]);
  });

  test("of unparsable JSON is not stored: the request itself is still the first, even if both come at once", async () => {
    const shop = await makeShop();
    const write: Write = { method: "POST", path: "/v2/contracts", body: JSON.stringify(lcd(shop.uid)) };
    const broken = { ...write, body: write.body?.slice(0, -1) ?? "" };
    expect((await sendWrite(shop, "key-1", broken)).status).toBe(400);
    const done = await sendWrite(shop, "key-1", write);
    expect([done.status, isReplayed(done)]).toEqual([200, false]);
    for (let round = 2; round < 12; round += 1) {
      const [answer] = await Promise.all([sendWrite(shop, `key-${round}`, write), sendWrite(shop, `key-${round}`, broken)]);
      expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
    }
  });

  test("of unreadable files is not stored either", async () => {
    const upload = writes.find(([id]) => id === "uploadDocuments")?.[1];
    if (upload === undefined) throw new Error("no endpoint takes files");
    const { access, write } = await prepare(upload);
    expect((await sendWrite(access, "key-1", { ...write, body: write.body?.slice(0, -1) ?? "" })).status).toBe(400);
    const done = await sendWrite(access, "key-1", write);
    expect([done.status, isReplayed(done)]).toEqual([200, false]);
  });

  // rules/idempotency.md#keys-6
  test("with 401 or 429 is not stored: the retry is a new attempt", async () => {
    const shop = await makeShop({ openContractsLimit: 0 });
    const write: Write = { method: "POST", path: "/v2/contracts", body: JSON.stringify(lcd(shop.uid)) };
    expect((await sendWrite(shop, "key-1", write)).status).toBe(429);
    await sql`update partners set open_contracts_limit = null where id = ${shop.partner.id}`;
    const done = await sendWrite(shop, "key-1", write);
    expect([done.status, isReplayed(done)]).toEqual([200, false]);
    const foreign: Write = { method: "POST", path: "/v2/contracts", body: JSON.stringify(lcd("nobody")) };
    expect((await sendWrite(shop, "key-2", foreign)).status).toBe(401);
    expect(await sql`select from idempotency_keys where world_id = ${shop.world.id} and key = 'key-2'`).toHaveLength(0);
  });
});

// rules/idempotency.md#keys-6
test("a preview is not stored, and does not use up its key", async () => {
  const shop = await makeShop();
  const body = JSON.stringify(lmd(shop.uid));
  const preview: Write = { method: "POST", path: "/v2/contracts?preview=true", body };
  expect([(await sendWrite(shop, "key-1", preview)).status, (await sendWrite(shop, "key-1", preview)).status]).toEqual([200, 200]);
  const made = await sendWrite(shop, "key-1", { ...preview, path: "/v2/contracts" });
  expect([made.status, isReplayed(made)]).toEqual([200, false]);
  const after = await sendWrite(shop, "key-1", preview);
  expect([after.status, isReplayed(after)]).toEqual([200, false]);
});

test("an invalid key is refused, and a read ignores the header", async () => {
  const shop = await makeShop();
  const body = JSON.stringify(lmd(shop.uid));
  for (const key of ["", '""', "a b", "k".repeat(256), '"open']) {
    const answer = await sendWrite(shop, key, { method: "POST", path: "/v2/contracts", body });
    expect([answer.status, errorOf("contract", answer).message]).toEqual([400, expect.stringContaining("Idempotency-Key")]);
  }
  expect((await sendWrite(shop, "a b", { method: "GET", path: `/v2/contracts?uid=${shop.uid}` })).status).toBe(200);
});

describe("a bulk action of several transactions", () => {
  const copies = 1500;
  const write: Write = {
    method: "POST",
    path: "/v2/contracts/action/automaticRenewals",
    body: JSON.stringify({ add_to_all_contracts: true }),
  };

  async function makeCrowd(): Promise<Access> {
    const shop = await makeShop({ features: ["bulk_renewals"] });
    const made = await sendWrite(shop, randomUUID(), { method: "POST", path: "/v2/contracts", body: JSON.stringify(lmd(shop.uid)) });
    const { cid } = (JSON.parse(made.text) as { contract: { cid: string } }).contract;
    await sql`
      insert into contracts select (jsonb_populate_record(c, jsonb_build_object('cid', left(c.cid, 18) || lpad(n::text, 8, '0')))).*
      from contracts c, generate_series(1, ${copies}) n where c.cid = ${cid}`;
    return shop;
  }
  const cidsOf = ({ text }: RawAnswer) =>
    (JSON.parse(text) as { automatic_renewals: { cid: string }[] }).automatic_renewals.map(({ cid }) => cid);

  test("has its whole answer stored, however many batches it took", async () => {
    const shop = await makeCrowd();
    const first = await sendWrite(shop, "bulk", write);
    expect(new Set(cidsOf(first)).size).toBe(copies + 1);
    const again = await sendWrite(shop, "bulk", write);
    expect([told(again), isReplayed(again)]).toEqual([told(first), true]);
  });

  test("is done once by concurrent calls, which get a 409 or the whole answer", async () => {
    const shop = await makeCrowd();
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendWrite(shop, "bulk", write)));
    const done = answers.filter(({ status }) => status !== 409);
    expect(done.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    expect(new Set(done.map((answer) => JSON.stringify(told(answer)))).size).toBe(1);
    expect(cidsOf(done[0] as RawAnswer)).toHaveLength(copies + 1);
  });
});

// rules/idempotency.md#keys-8
test("the call log marks a replay and links the call that it repeats", async () => {
  const shop = await makeShop();
  const write: Write = { method: "POST", path: "/v2/contracts", body: JSON.stringify(lmd(shop.uid)) };
  const first = await sendWrite(shop, "key-1", write);
  await sendWrite(shop, "key-1", write);
  await flushCalls();
  const executionId = first.headers.get("x-execution-id") ?? "";
  const calls = () => sql<{ id: string; replayOf: string | null; subjectId: string }[]>`
    select execution_id as id, replay_of, subject_id from calls
    where world_id = ${shop.world.id} and path = '/v2/contracts' order by execution_id`;
  await expect.poll(async () => (await calls()).length).toBe(2);
  const [one, replay] = await calls();
  expect(one).toMatchObject({ id: executionId, replayOf: null });
  expect(replay).toMatchObject({ replayOf: executionId, subjectId: one?.subjectId });
});

test("the maintenance deletes keys older than 24 hours, and none younger", async () => {
  const shop = await makeShop();
  const write = (uid: string): Write => ({ method: "POST", path: "/v2/contracts", body: JSON.stringify(lmd(uid)) });
  await sendWrite(shop, "old", write(shop.uid));
  await ageByHours(shop, 24);
  await sendWrite(shop, "young", write(shop.uid));
  await expireAnswers(new Date());
  const kept = await sql<{ key: string }[]>`select key from idempotency_keys where world_id = ${shop.world.id}`;
  expect(kept.map(({ key }) => key)).toEqual(["young"]);
  await expireAnswers(new Date(Date.now() + 23 * hour));
  expect(await sql`select from idempotency_keys where world_id = ${shop.world.id}`).toHaveLength(1);
});
