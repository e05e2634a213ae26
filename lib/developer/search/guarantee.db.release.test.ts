import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { openDoor } from "#e2e/documents/door.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { asPerson, asStaff } from "#lib/account/users/users.fixture.ts";
import { list as listDeliveries, summarize as summarizeDeliveries } from "#lib/delivery/deliveries/list.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { list as listCalls, summarize as summarizeCalls } from "#lib/developer/calls/list.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { erasePerson } from "#lib/developer/erasure/erase-person.ts";
import { listForPortal as listEvents } from "#lib/developer/events/list-for-portal.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { listQueue } from "#lib/insurance/claims/desk/queue.ts";
import { queueQuery } from "#lib/insurance/claims/desk/schema.ts";
import { listForPortal as listClaims } from "#lib/insurance/claims/overview.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import { listForPortal as listContracts } from "#lib/insurance/contracts/list.ts";
import { listForPortal as listProducts } from "#lib/insurance/products/list.ts";
import { listForPortal as listRenewals } from "#lib/insurance/renewals/list.ts";
import { listAttached } from "#lib/insurance/renters/list.ts";
import { register } from "#lib/insurance/renters/register.ts";
import { attachOpened, makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { currentTime, realMoment } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const operator = operatorContext("tests", currentTime());
const place = { address: "1 rue du Lac", zipcode: "69002", city: "lyon", country: "FR" };
const person = {
  first_name: "Élodie",
  last_name: "D’Œuvre-Martin",
  email: "elodie.dm@people.example",
  phone_number: "+33612345678",
  ...place,
};
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

let door: Awaited<ReturnType<typeof openDoor>>;
let partner: Awaited<ReturnType<typeof makePartner>>;
let other: Awaited<ReturnType<typeof makePartner>>;
let owner: ContextOf["owner"];
/** The identifiers of what was made, by name. */
const made: Record<string, string> = {};

async function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${door.url}${path}`, {
    method,
    headers: { key: partner.keys.production.text, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, id: response.headers.get("x-execution-id") ?? "", body: answer };
}

async function succeed(...request: Parameters<typeof send>) {
  const answer = await send(...request);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer));
  return answer;
}

const contractBody = {
  uid: "shop-of-lyon",
  contract_type: "LMD",
  options: ["break", "theft", "individual"],
  individual: person,
  products: [
    {
      ...{ product_type: "bike", product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" },
      data: { product_marked: "BC-48 12/Z", user_name: "Zoé Quatremère", internal_id: "fleet-0042" },
    },
  ],
};
const claimBody = {
  ...{
    userId: "shop-of-lyon",
    type: "break",
    subtype: "partial_break",
    description: "I fell in the street in front of the shop, and my neighbour saw it.",
  },
  questions: {
    "Quels éléments du matériel sont cassés ?": "The wheel",
    "La casse est-elle due à un accident avec un tiers ?": false,
    "Avez-vous fait un constat avec le tiers ?": "false",
    "La réparation est-elle effectuée en externe ?": false,
  },
  insured: { firstName: "Élodie", lastName: "D’Œuvre-Martin", phoneNumber: "06 12 34 56 78", email: person.email, company: "Atelier Ciel" },
  location: { address: "1 rue du Lac", city: "Lyon", country: "FR", zipcode: "69002" },
};

beforeAll(async () => {
  door = await openDoor("192.0.2.41");
  [partner, other] = [await makePartner(), await makePartner()];
  const ctx = partner.contexts.production;
  const company = {
    ...place,
    company_name: "Cycles du Môle",
    first_name: "Paul",
    last_name: "Roux",
    email: "paul@mole.example",
    phone_number: "+33400000000",
  };
  await register(operator, { uid: "shop-of-lyon", company });
  await attachOpened(ctx, "shop-of-lyon");
  await attachOpened(other.contexts.production, "shop-of-lyon");
  const moment = realMoment(currentTime());
  owner = { ...asPerson(ctx, "owner"), ...moment };
  await createWebhook({ ...asPerson(ctx, "owner"), ...moment }, { ...sampleSettings, eventTypes: ["v2.contract.created"] });
  const { id: executionId, body } = await succeed(
    "POST",
    "/v2/contracts",
    { ...contractBody, start_date: inHours(0), end_date: inHours(24 * 200) },
    { "idempotency-key": "booking-7719" },
  );
  const contract = body["contract"] as { cid: string; products: Record<string, { product_id: string }> };
  const [[cpid, product] = ["", { product_id: "" }]] = Object.entries(contract.products);
  Object.assign(made, { executionId, cid: contract.cid, cpid, hidden: product.product_id });
  await succeed("POST", `/v2/contracts/${contract.cid}/automaticRenewal`, { use_notification: false, duration_months: 6 });
  const claim = await succeed("POST", "/v2/claims", {
    ...claimBody,
    contractId: contract.cid,
    contractProductId: cpid,
    claimAt: inHours(0),
  });
  await succeed("POST", "/v2/products", {
    ...{ uid: "demo-bike-9", title: "Vélo de démonstration", product_type: "bike", value_excl: 900 },
    data: { product_subtype: "electric", brand: "Nakamura", model: "Crossover" },
  });
  const refused = await send("PATCH", "/v2/contracts/01JD3W7Q8ZK5T9V0XR2M4N6P8A", { end_date: inHours(24) });
  made["refused"] = refused.id;
  made["claim"] = (claim.body["data"] as { id: string }).id;
  await sql`update claims set claim_id = 'CLM-100013', status = 'submitted' where id = ${made["claim"]}`;
  await flushCalls();
  const [row] = await sql<Record<string, string>[]>`
    select (select arid from automatic_renewals where cid = ${contract.cid}) as arid, (select id from products where uid = 'demo-bike-9') as product,
      (select id from events where subject_id = ${contract.cid} and event_type = 'v2.contract.created') as event,
      (select id from deliveries where subject_id = ${contract.cid}) as delivery`;
  Object.assign(made, row);
  await indexNow();
});
afterAll(() => door.close());

type Find = (typed: string, as?: Pick<PartnerContext, "world">) => Promise<string[]>;

const query = (search: string) => ({ search, limit: 25, before: undefined, after: undefined });
const lists: Record<string, Find> = {
  contracts: async (typed, as = owner) => (await listContracts(as, query(typed))).rows.map(({ cid }) => cid),
  claims: async (typed, as = owner) => (await listClaims(as, query(typed))).rows.map(({ id }) => id),
  products: async (typed, as = owner) => (await listProducts(as, query(typed))).rows.map(({ id }) => id),
  renewals: async (typed, as = owner) => (await listRenewals(as, query(typed))).rows.map(({ arid }) => arid),
  renters: async (typed, as = owner) => (await listAttached({ ...owner, ...as }, query(typed))).rows.map(({ uid }) => uid),
  calls: async (typed, as = owner) => (await listCalls(as, query(typed))).rows.map(({ executionId }) => executionId),
  events: async (typed, as = owner) => (await listEvents(as, query(typed))).rows.map(({ id }) => id),
  deliveries: async (typed, as = owner) => (await listDeliveries({ ...owner, ...as }, query(typed))).rows.map(({ id }) => id),
};

/** What each list finds by what; names in braces are of what was made, with the part of it that is typed. */
const byContract = [
  ...(["BC-48 12/Z", "bc4812", "48 12", "fleet-0042", "FLEET0042", "Zoé Quatremère", "quatremere zoe"] as const),
  ...(["Élodie", "elodie", "d'oeuvre", "D’ŒUVRE", "martin elodie", "elodie.dm@people.example", "people.example"] as const),
  ...(["Moustache", "lundi", "Lundi 27", "cycles du mole", "MÔLE", "shop-of-lyon", "{cid}", "{cid:-8}", "{cpid}", "{cpid:-6}"] as const),
  ...(["lundi oeuvre", "Moustache Élodie", "elodie lundi 27", "quatremere mole", "fleet-0042 moustache"] as const),
  ...(["06 12 34 56 78", "0612345678", "+33 (0)6 12 34 56 78", "0033612345678", "06.12.34", "345678"] as const),
] as const;
const searches: Record<string, [wanted: string, typed: readonly string[]]> = {
  contracts: ["cid", byContract],
  claims: ["claim", [...byContract, "CLM-100013", "clm 100013", "100013", "00013", "{claim}", "{claim:-7}", "atelier ciel"]],
  renewals: ["arid", [...byContract, "{arid}", "{arid:-6}"]],
  products: ["product", ["demo-bike-9", "bike9", "demonstration", "Nakamura", "crossover", "velo de demo", "{product}", "{product:-7}"]],
  calls: ["executionId", [...byContract, "{executionId}", "{executionId:0,20}", "booking-7719", "/v2/contracts", "POST /v2/contracts"]],
  events: ["event", [...byContract, "{event}", "{event:0,20}", "{executionId}"]],
  deliveries: ["delivery", [...byContract, "{delivery}", "{delivery:0,20}", "{event}"]],
};

const spelled = (typed: string) =>
  typed.replaceAll(/\{(\w+)(?::(-?\d+)(?:,(\d+))?)?\}/g, (_whole, name: string, from?: string, to?: string) =>
    (made[name] ?? "").slice(from === undefined ? 0 : Number(from), to === undefined ? undefined : Number(to)),
  );

// rules/search.md#find-1, #find-2, #find-3, #find-7, #find-10
describe.each(Object.entries(searches))("the list of %s finds", (name, [wanted, texts]) => {
  test.each(texts)("%s", async (typed) => {
    expect(await lists[name]?.(spelled(typed))).toContain(made[wanted]);
  });

  // rules/search.md#find-6
  test("nothing of it for another partner or environment, by any of these", async () => {
    for (const as of [other.contexts.production, other.contexts.development, partner.contexts.development]) {
      for (const typed of texts) expect(await lists[name]?.(spelled(typed), as), typed).not.toContain(made[wanted]);
    }
  });

  test("nothing by a text that is nowhere, nor by signs", async () => {
    for (const typed of ["elodie xyzzy", "%%%", "___", "\\\\\\", "'; --", "xyzzy"]) expect(await lists[name]?.(typed), typed).toEqual([]);
  });
});

describe("a call", () => {
  test.each([
    "1051",
    "CONTRACT_NOT_FOUND",
    "contract not found",
    "contract does not exist",
    "01JD3W7Q8ZK5T9V0XR2M4N6P8A",
    "6N6P8A".slice(1),
    "{refused:-6}",
  ])("that was refused is found by %s", async (typed) => {
    expect(await lists["calls"]?.(spelled(typed))).toContain(made["refused"]);
  });

  test("is not found by what else its bodies say", async () => {
    for (const typed of ["neighbour", "1 rue du Lac"]) expect(await lists["calls"]?.(typed), typed).toEqual([]);
  });
});

test("the rental company is found by its name, uid and city", async () => {
  for (const typed of ["mole", "Cycles du Môle", "shop-of", "LYON"]) {
    expect(await lists["renters"]?.(typed), typed).toEqual(["shop-of-lyon"]);
  }
});

// rules/search.md#find-5
describe("a misspelt name", () => {
  const misspelt = ["quatremerre", "Zoé Quatrmère", "quatermere", "mustache", "Moustahce lundi", "elodei", "Mosutache Œuvre"];
  const find = async (kind: string, typed: string, as?: Pick<PartnerContext, "world">) => lists[kind]?.(typed, as);

  test.each(misspelt)("finds the contract, its claim and its renewal: %s", async (typed) => {
    expect([await find("contracts", typed), await find("claims", typed), await find("renewals", typed)]).toEqual([
      [made["cid"]],
      [made["claim"]],
      [made["arid"]],
    ]);
    expect(await find("contracts", typed, other.contexts.production)).toEqual([]);
  });

  test("finds the contracts of the rental company, and the product", async () => {
    for (const typed of ["cycels du mole", "Cyles du Môle"]) expect(await find("contracts", typed), typed).toEqual([made["cid"]]);
    for (const typed of ["demonstation", "nakamurra"]) expect(await find("products", typed), typed).toEqual([made["product"]]);
  });

  test("is a name that is nowhere where two letters are wrong, or the first, and numbers are never misspelt", async () => {
    for (const typed of ["quatramerre", "boustache", "100014", "BC-48 13/Z"]) expect(await find("contracts", typed), typed).toEqual([]);
  });
});

// rules/search.md#find-5
describe("a person's title", () => {
  test.each([
    "Mme Quatremère",
    "MADAME Zoé Quatremère",
    "mlle quatremerre",
    "Mrs. Quatremère",
    "Miss Œuvre",
    "Monsieur d'oeuvre",
    "Mr. zoé",
  ])("does not count beside other words: %s", async (typed) => {
    expect([await lists["contracts"]?.(typed), await lists["claims"]?.(typed), await lists["renewals"]?.(typed)]).toEqual([
      [made["cid"]],
      [made["claim"]],
      [made["arid"]],
    ]);
  });

  test("is searched as it is typed where there is no other word", async () => {
    for (const typed of ["Madame", "Mlle Mme", "Mme Vasseur"]) expect(await lists["contracts"]?.(typed), typed).toEqual([]);
  });
});

test("words may be in different texts of a contract, however many, and a sentence finds nothing", async () => {
  expect(await lists["contracts"]?.("lundi oeuvre mole quatremere moustache")).toEqual([made["cid"]]);
  for (const find of Object.values(lists)) expect(await find("abc def ".repeat(25).trim())).toEqual([]);
});

// rules/search.md#find-4
test("a short text finds only what equals it", async () => {
  await sql`update products set uid = 'b9' where id = ${made["product"] ?? ""}`;
  await indexNow();
  expect(await lists["products"]?.("b9")).toEqual([made["product"]]);
  for (const typed of ["b", "9", "Na"]) expect(await lists["products"]?.(typed)).toEqual([]);
});

test("the queue of the console finds a claim of any partner by the same texts", async () => {
  for (const typed of searches["claims"]?.[1] ?? []) {
    const { rows } = await listQueue(asStaff, queueQuery.parse({ search: spelled(typed) }));
    expect(
      rows.map(({ id }) => id),
      typed,
    ).toContain(made["claim"]);
  }
});

// rules/search.md#lists-1
describe("a list that is searched", () => {
  test("keeps its filters, pages and counts", async () => {
    const at = (search: string, more: object) => listCalls(owner, { ...query(search), ...more });
    expect((await at("elodie", { method: ["POST"] })).rows.length).toBeGreaterThan(1);
    expect((await at("elodie", { method: ["DELETE"] })).rows).toEqual([]);
    const all = (await at("elodie", {})).rows.map(({ executionId }) => executionId);
    const first = await at("elodie", { limit: 1 });
    const second = await at("elodie", { limit: 1, before: first.older ?? undefined });
    expect([...first.rows, ...second.rows].map(({ executionId }) => executionId)).toEqual(all.slice(0, 2));
    const { facets } = await summarizeCalls(owner, { search: "elodie", timeZone: "UTC" });
    expect(Object.values(facets["method"] ?? {}).reduce((sum, count) => sum + count, 0)).toBe(all.length);
    const counted = await summarizeDeliveries(owner, { search: "elodie", timeZone: "UTC" });
    expect(Object.keys(counted.facets["eventType"] ?? {})).toEqual(["v2.contract.created"]);
  });

  test("has every page of a text that most rows contain", async () => {
    const { world } = partner.contexts.development;
    const newest = Date.parse("2027-03-01T12:00:00.000Z");
    const stored = await insertContracts(
      world.id,
      Array.from({ length: 1_200 }, (_none, index) => ({
        ...({ uid: "common-uid", contractType: "LCD", status: index % 2 === 0 ? "open" : "closed", test: true } as const),
        createdAt: new Date(newest - index * 1000),
      })),
    );
    await indexNow();
    const seen: string[] = [];
    for (let before: string | undefined; ;) {
      const page = await listContracts({ world }, { search: "mon-ui", status: ["open"], limit: 100, before, after: undefined });
      seen.push(...page.rows.map(({ cid }) => cid));
      if (page.older === null) break;
      before = page.older;
    }
    expect(seen).toEqual(stored.filter(({ status }) => status === "open").map(({ cid }) => cid));
  });
});

// rules/search.md#find-9
describe("what is found follows the data", () => {
  test("after a change by the new text, and no longer by the old", async () => {
    await sql`update contracts set individual = jsonb_set(individual, '{last_name}', '"Novák"') where cid = ${made["cid"] ?? ""}`;
    await sql`update claims set insured = jsonb_set(insured, '{lastName}', '"Novák"') where id = ${made["claim"] ?? ""}`;
    await indexNow();
    for (const [name, [wanted]] of Object.entries(searches).filter(([kind]) => kind !== "products")) {
      expect(await lists[name]?.("novak"), name).toContain(made[wanted]);
      expect(await lists[name]?.("oeuvre"), name).toEqual([]);
    }
  });

  test("after an erasure by nothing of the person", async () => {
    await send("DELETE", `/v2/contracts/${made["cid"]}`, { reason: "Sold" });
    await sql`update claims set status = 'closed', draft_status = 'matched', stage = 'closed_paid' where id = ${made["claim"] ?? ""}`;
    await erasePerson(operator, { email: person.email }, "Request 1");
    const texts = ["elodie", "novak", "elodie.dm@people", "BC-48 12/Z", "fleet-0042", "quatremere", "atelier ciel"];
    const isForgotten = async () => {
      for (const name of Object.keys(searches)) {
        for (const typed of texts) expect(await lists[name]?.(typed), `${name} by ${typed}`).toEqual([]);
      }
    };
    await isForgotten();
    await indexNow();
    await isForgotten();
    expect(await lists["contracts"]?.(made["cid"] ?? "")).toEqual([made["cid"]]);
  });
});
