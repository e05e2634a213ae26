import { describe, expect, test } from "vitest";
import { db } from "#db/client.ts";
import { settlements } from "#db/schema/claims.ts";
import { asStaff } from "#lib/account/users/users.fixture.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { sampleClaim, sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { countQueue, listClaimPartners, listQueue } from "#lib/insurance/claims/desk/queue.ts";
import { queueQuery } from "#lib/insurance/claims/desk/schema.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { newId } from "#lib/platform/ids.ts";

const partner = await makePartner();
const stages = {
  submitted: { status: "submitted", stage: null },
  in_progress: { status: "in_progress", stage: "waiting_for_tulip" },
  pending_info: { status: "pending_info", stage: "document_to_send" },
  closed: { status: "closed", stage: "closed_paid" },
  abandoned: { status: "abandoned", stage: "abandoned" },
} as const;
const day = (number: number) => new Date(Date.UTC(2027, 0, number));
const insert = (status: keyof typeof stages, since: number, changes: Partial<Claim> = {}) =>
  insertSampleClaim(changes.test ? partner.worlds.development.id : partner.worlds.production.id, {
    ...stages[status],
    statusSince: day(since),
    ...changes,
  });

// The submitted ones are due two days later, the one in progress five, and the one that waits for the insured fourteen.
const first = await insert("submitted", 3);
const third = await insert("in_progress", 2);
const fifth = await insert("pending_info", 1, { test: true });
const fourth = await insert("submitted", 6, { test: true });
const second = await insert("submitted", 4);
const older = await insert("closed", 6);
const newer = await insert("closed", 7);
await insert("abandoned", 1);
await indexNow();

/** Looks among all claims, tests too, unless the query says otherwise. */
const ask = (query: object) => listQueue(asStaff, queueQuery.parse({ partner: partner.id, view: "all", kind: "all", ...query }));
const idsOf = async (query: object) => (await ask(query)).rows.map(({ id }) => id);
const ids = (...claims: Claim[]) => claims.map(({ id }) => id);

describe("the claims queue", () => {
  // rules/claims.md#handle-9
  test("shows open claims, the earliest due date first", async () => {
    const { rows } = await ask({});
    expect(rows.map(({ id }) => id)).toEqual(ids(first, second, third, fourth, fifth));
    expect(rows.map(({ dueAt }) => dueAt)).toEqual([5, 6, 7, 8, 15].map(day));
  });

  test("shows claims to pay after all others, the longest in progress first", async () => {
    const other = await makePartner();
    const make = (stage: keyof typeof stages, since: number, changes: Partial<Claim> = {}) =>
      insertSampleClaim(other.worlds.production.id, { ...stages[stage], statusSince: day(since), ...changes });
    const laterPayment = await make("in_progress", 2, { stage: "waiting_for_payment" });
    const payment = await make("in_progress", 1, { stage: "waiting_for_payment" });
    const insured = await make("pending_info", 9);
    const { rows } = await listQueue(asStaff, queueQuery.parse({ partner: other.id, view: "all" }));
    expect(rows.map(({ id }) => id)).toEqual(ids(insured, payment, laterPayment));
    const inProgress = await listQueue(asStaff, queueQuery.parse({ partner: other.id, view: "pay", status: "in_progress" }));
    expect(inProgress.rows.map(({ id }) => id)).toEqual(ids(payment, laterPayment));
    expect((await listQueue(asStaff, queueQuery.parse({ partner: other.id, view: "pay", status: "submitted" }))).rows).toEqual([]);
  });

  test("shows one state, the latest first where the claims are closed", async () => {
    expect(await idsOf({ status: "submitted" })).toEqual(ids(first, second, fourth));
    expect(await idsOf({ status: "closed" })).toEqual(ids(newer, older));
  });

  test("shows real or test claims only, of one partner or of all", async () => {
    expect(await idsOf({ kind: "real" })).toEqual(ids(first, second, third));
    expect(await idsOf({ kind: "test" })).toEqual(ids(fourth, fifth));
    const mine = new Set(ids(fourth, fifth));
    const { rows } = await listQueue(asStaff, queueQuery.parse({ kind: "test", view: "all", limit: 100 }));
    expect(rows.map(({ id }) => id).filter((id) => mine.has(id))).toEqual(ids(fourth, fifth));
    expect(rows.every(({ test: isTest }) => isTest)).toBe(true);
  });

  test.each([
    ["a claimId", () => older.claimId],
    ["a claimId in small letters", () => older.claimId?.toLowerCase()],
    ["an id", () => older.id],
    ["its number alone", () => older.claimId?.replace("CLM-", "")],
    ["a contract", () => older.cid],
    ["a contract in small letters", () => older.cid.toLowerCase()],
  ])("finds a claim in any state by %s", async (_what, search) => {
    expect(await idsOf({ search: search() })).toEqual(ids(older));
    expect(await idsOf({ search: search(), status: "submitted" })).toEqual([]);
  });

  test.each([1, 2, 3, 4])("can be paged forward and back by %d, whatever order a state has", async (limit) => {
    for (const query of [{}, { status: "closed" }, { kind: "real" }]) {
      const all = await idsOf(query);
      const seen: string[] = [];
      const pages: string[][] = [];
      let page = await ask({ ...query, limit });
      for (;;) {
        pages.push(page.rows.map(({ id }) => id));
        seen.push(...page.rows.map(({ id }) => id));
        if (page.older === null) break;
        page = await ask({ ...query, limit, before: page.older });
      }
      expect(seen).toEqual(all);
      for (const earlier of pages.slice(0, -1).toReversed()) {
        if (page.newer === null) throw new Error("the page before is not led to");
        page = await ask({ ...query, limit, after: page.newer });
        expect(page.rows.map(({ id }) => id)).toEqual(earlier);
      }
      expect(page.newer).toBeNull();
    }
  });

  test("starts at the beginning for an invalid cursor", async () => {
    for (const before of ["nonsense", "2027-99-99T00:00:00.000Z x", " "]) {
      expect(await idsOf({ before })).toEqual(await idsOf({}));
    }
  });

  test("shows the columns by which a handler chooses a claim", async () => {
    const [row] = (await ask({ search: first.id })).rows;
    expect(row).toEqual({
      id: first.id,
      claimId: first.claimId,
      owner: { partnerId: partner.id, partnerName: expect.stringMatching(/^partner /) as string, environment: "production" },
      renter: "renter",
      status: "submitted",
      statusSince: day(3),
      type: "theft",
      subtype: "total_theft",
      product: { type: "bike", brand: "Moustache", model: "Lundi 27", productMarked: "BC-12345" },
      insured: "Ada Martin",
      test: false,
      handler: null,
      toVerify: 2,
      netCents: null,
      turn: "ours",
      dueAt: day(5),
    });
  });
});

describe("by itself the queue", () => {
  const plain = async (query: object) => {
    const { rows } = await listQueue(asStaff, queueQuery.parse({ partner: partner.id, ...query }));
    return rows.map(({ id }) => id);
  };

  // rules/claims.md#handle-9
  test("shows real claims that are to be decided, and neither tests nor those that wait for the insured", async () => {
    expect(await plain({})).toEqual(ids(first, second, third));
  });

  test("leaves tests out of a status as well, and searches among them", async () => {
    expect(await plain({ status: "submitted" })).toEqual(ids(first, second));
    expect(await plain({ search: fifth.id })).toEqual(ids(fifth));
  });
});

test("each view has its claims, which are counted alike", async () => {
  const other = await makePartner();
  const [me, colleague] = ["usr_me", "usr_colleague"];
  const make = (stage: keyof typeof stages, handlerId: string | null, changes: Partial<Claim> = {}) =>
    insertSampleClaim(other.worlds.production.id, { ...stages[stage], handlerId, ...changes });
  const payable = { stage: "waiting_for_payment", settlements: [sampleRefund()] } as const;
  const made = {
    fresh: await make("submitted", null),
    handedOver: await make("submitted", me),
    mine: await make("in_progress", me),
    theirs: await make("in_progress", colleague),
    toPay: await make("in_progress", me, { ...payable, settlements: [...payable.settlements] }),
    waiting: await make("pending_info", colleague),
    closed: await make("closed", me),
  };
  const { fresh, handedOver, mine, theirs, toPay, waiting } = made;
  const asMe = { ...asStaff, actor: { ...asStaff.actor, userId: me } };
  const expected = {
    decide: [fresh, handedOver, mine, theirs],
    pay: [toPay],
    mine: [handedOver, mine, toPay],
    unassigned: [fresh],
    all: [fresh, handedOver, mine, theirs, toPay, waiting],
  };
  for (const [view, claims] of Object.entries(expected)) {
    const query = { partner: other.id, view: view === "decide" ? undefined : view };
    const { rows } = await listQueue(asMe, queueQuery.parse(query));
    expect(rows.map(({ id }) => id).toSorted(), view).toEqual(ids(...claims).toSorted());
  }
  expect(await countQueue(asMe, { partner: other.id })).toEqual({ decide: 4, pay: 1, mine: 3, unassigned: 1, all: 6 });
  expect(await countQueue(asMe, { partner: "ptn_none" })).toEqual({ decide: 0, pay: 0, mine: 0, unassigned: 0, all: 0 });
});

test("a claim's net is what is and will be transferred, less deductions, without what was cancelled or came back", async () => {
  const other = await makePartner();
  const { id } = await insertSampleClaim(other.worlds.production.id, { status: "in_progress", stage: "waiting_for_payment" });
  const rows = [
    ["refund", 10_000, "paid", null],
    ["refund", 2_050, "approved", null],
    ["refund", 500, "failed", null],
    ["returned", 500, null, 2],
    ["refund", 700, "cancelled", null],
    ["cancel", 700, null, 4],
    ["charge", 1_001, null, null],
    ["charge", 900, null, null],
    ["cancel", 900, null, 7],
  ] as const;
  const settlementIds = rows.map(() => newId("stl"));
  for (const [place, [type, amountCents, paymentState, concerns]] of rows.entries()) {
    const concerned = concerns === null ? null : (settlementIds[concerns] ?? null);
    const [settlementId = "", createdAt] = [settlementIds[place], day(place + 1)];
    await db
      .insert(settlements)
      .values({ ...sampleRefund(), id: settlementId, claimId: id, type, amountCents, paymentState, concerns: concerned, createdAt });
  }
  await indexNow();
  const { rows: found } = await listQueue(asStaff, queueQuery.parse({ search: id }));
  expect(found).toMatchObject([{ netCents: 10_000 + 2_050 - 1_001, turn: "ours", dueAt: day(4) }]);
});

describe("a search finds a claim", () => {
  test.each([
    ["the insured's name, without its accents", "helene"],
    ["the beginnings of both names, in any order", "durand hél"],
    ["a name with a hyphen, typed with a space", "saint andre"],
    ["the marking", "FR-77/A 31"],
    ["the beginning of the marking", "fr 77"],
    ["the rental company", "étoile filante"],
  ])("by %s", async (_what, search) => {
    const uid = await registerRenter({ company: { ...sampleCompany, company_name: "Vélos de l’Étoile Filante" } });
    const wanted = await insertSampleClaim(partner.worlds.production.id, {
      uid,
      insured: { firstName: "Hélène", lastName: "Durand Saint-André", phoneNumber: "0299000000" },
      product: { ...sampleClaim().product, productMarked: "FR-77/A-31" },
    });
    await indexNow();
    expect(await idsOf({ search, kind: undefined, view: undefined, limit: 100 })).toContain(wanted.id);
    expect(await idsOf({ search: `${search} xyzzy`, kind: undefined, view: undefined })).toEqual([]);
  });

  test("and nothing by words of the query language or punctuation alone", async () => {
    for (const search of ["&", "!", ":*", "'", "xq & !b", "\\", "'x' | y:*"]) expect(await idsOf({ search })).toEqual([]);
  });
});

test("the filter lists the partners that have claims", async () => {
  const other = await makePartner();
  const known = (await listClaimPartners(asStaff)).map(({ id }) => id);
  expect(known).toContain(partner.id);
  expect(known).not.toContain(other.id);
});
